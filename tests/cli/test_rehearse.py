from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run, assert_one_line

MODES = ("fill", "anew")
DAMS = Path(__file__).parents[1] / "written" / "dams.srt"


@pytest.mark.slow
def test_the_table_can_be_pasted_into_a_page(run: Run, model: str) -> None:
    outcome = run("rehearse", DAMS, "--model", model, "--gaps", "100", "--pace", "2")
    assert (outcome.code, outcome.err) == (0, "")
    heading, _, *table = outcome.out.decode().splitlines()
    assert "gaps in one file" in heading
    assert "2 seconds a decision" in heading
    assert [line.split("|")[1].strip() for line in table[2:]] == [
        "accept everything unseen",
        *(f"look at {share} % of the gaps" for share in (2, 5, 10, 20)),
        "look at every suggestion",
        "read it all, mend what is wrong",
        "by hand, without a model",
    ]
    assert {line.count("|") for line in table} == {6}
    lefts = [int(line.split("|")[3]) for line in table[2:]]
    assert lefts == sorted(lefts, reverse=True)


def test_a_text_that_kept_all_its_marks_needs_none(run: Run, model: str) -> None:
    kept = ("--gaps", "40", "--kept", "1")
    filled, anew = (
        run("rehearse", DAMS, "--model", model, *kept, "--mode", mode) for mode in MODES
    )
    assert (filled.code, filled.err, anew.code) == (0, "", 0)
    assert ", 0 of them without" in filled.out.decode()
    left = [int(one.out.decode().splitlines()[4].split("|")[3]) for one in (filled, anew)]
    assert left[0] < left[1]


def test_a_text_that_no_model_reads_is_told_by_its_path(
    run: Run, model: str, tmp_path: Path
) -> None:
    polish = tmp_path / "talk.txt"
    polish.write_text("To jest zdanie, które nie jest po angielsku ani po niemiecku. " * 3)
    outcome = run("rehearse", polish, "--model", model)
    assert_one_line(outcome, f"subpunct: {polish} is in Polish")
