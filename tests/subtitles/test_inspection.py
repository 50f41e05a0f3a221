from __future__ import annotations

from pathlib import Path

import pytest

from subpunct_app.runtime.folders import shipped_folder
from subpunct_app.subtitles.files import open_document
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.inspection import Finding, Need, Pace, inspect, neediest
from subpunct_app.subtitles.triage_page import triage_page

SAMPLES = shipped_folder("resources") / "samples"
DAMS = Path(__file__).parents[1] / "written" / "dams.srt"
BROKEN = b"1\nno times\n\n2\n00:00:01,000 --> 00:00:02,000\nGood morning.\n"


def looked_at(path: Path) -> Finding:
    return Finding(path, inspect(open_document(path), path.name))


FINDINGS = [
    looked_at(SAMPLES / "lecture.txt"),
    Finding(Path("broken.srt"), inspect(parse(BROKEN, name="broken.srt"))),
    looked_at(DAMS),
    looked_at(SAMPLES / "lecture.srt"),
    Finding(Path("picture.srt"), error="picture.srt is a picture, not text."),
]


def test_files_are_told_apart_by_what_they_lack() -> None:
    assert [(one.path.name, one.need) for one in neediest(FINDINGS)] == [
        ("picture.srt", Need.UNREADABLE),
        ("lecture.srt", Need.MARKS),
        ("dams.srt", Need.STRETCHES),
        ("broken.srt", Need.BLOCKS),
        ("lecture.txt", Need.NONE),
    ]


def test_a_cue_of_several_minutes_is_no_broken_block() -> None:
    found = inspect(parse(b"1\n00:00:01,000 --> 00:04:02,000\nGood morning.\n"))
    assert len(found.remarks) == 1
    assert Finding(Path("long.srt"), found).need is Need.NONE


def test_the_page_names_what_is_wrong_and_needs_nothing_from_elsewhere(tmp_path: Path) -> None:
    page = triage_page([SAMPLES], FINDINGS, tmp_path / "state.html")
    for words in ("no marks", "48 % of all", "first in line 1", "is a picture", "English"):
        assert words in page
    assert ">lecture.srt</a>" in page
    assert "http" not in page
    assert page.index("picture.srt") < page.index("lecture.srt") < page.index("dams.srt")


@pytest.mark.parametrize(
    "text", ["so we went to an <i>inn</i>.", "我们今天要去北京看一看长城和故宫，好不好呢"]
)
def test_the_pace_counts_the_characters_that_are_read(text: str) -> None:
    document = parse(f"1\n00:00:01,000 --> 00:00:03,000\n{text}\n".encode())
    found = inspect(document).pace
    assert found == Pace(10.0, 10.0, 0, 2.0, 2.0)
