from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run, assert_one_line

BLOCK = "{}\n00:00:0{},000 --> 00:00:0{},{:03}\n{}\n\n"


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    return write(tmp_path / "talk.srt", "so they left", "nobody\nasked, why")


def write(path: Path, *payloads: str, ms: int = 900) -> Path:
    blocks = (BLOCK.format(at, at, at, ms, text) for at, text in enumerate(payloads, start=1))
    path.write_text("".join(blocks), encoding="utf-8", newline="\n")
    return path


def test_changes_are_listed_cue_by_cue(run: Run, talk: Path) -> None:
    new = write(talk.with_name("new.srt"), "So they left.", "nobody\nasked why")
    outcome = run("diff", talk, new)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.decode().splitlines() == [
        "Words and times are the same.",
        "",
        "1  0:00:01.000",
        "    [-so-]{+So+} they left{+.+}",
        "",
        "2  0:00:02.000",
        "    nobody",
        "    asked[-,-] why",
        "",
        "        1 marks added",
        "        1 marks removed",
        "        0 marks replaced",
        "        1 capitals changed",
        "        0 words that differ",
        "        0 cues at other times",
    ]


def test_words_and_times_are_told_first_and_by_the_code(run: Run, talk: Path) -> None:
    words = write(talk.with_name("words.srt"), "so we left", "nobody\nasked, why")
    outcome = run("diff", talk, words)
    assert outcome.code == 1
    assert outcome.out.startswith(b"Words differ; times are the same.\n")
    assert b"    so [-they-]{+we+} left\n" in outcome.out
    times = write(talk.with_name("times.srt"), "so they left", "nobody\nasked, why", ms=950)
    outcome = run("diff", talk, times)
    assert outcome.code == 1
    assert outcome.out.startswith(b"Times differ; words are the same.\n")
    heading = "1  [-0:00:01.000 → 0:00:01.900-]{+0:00:01.000 → 0:00:01.950+}\n"
    assert heading in outcome.out.decode()


def test_a_long_paragraph_is_shortened_around_its_changes(run: Run, tmp_path: Path) -> None:
    old, new = tmp_path / "old.txt", tmp_path / "new.txt"
    old.write_text("over and over " * 30 + "the end")
    new.write_text("over and over " * 30 + "the end.")
    outcome = run("diff", old, new)
    assert b" \xe2\x80\xa6 " in outcome.out
    assert b"the end{+.+}\n" in outcome.out
    assert len(outcome.out) < 500


def test_another_format_and_encoding_can_be_compared(run: Run, talk: Path) -> None:
    vtt = talk.with_name("talk.vtt")
    vtt.write_text(
        "WEBVTT\n\n00:01.000 --> 00:01.900\nSo they left.\n\n"
        "00:02.000 --> 00:02.900\nNobody asked why…\n",
        encoding="utf-16",
    )
    outcome = run("diff", talk, vtt)
    assert outcome.code == 0
    assert outcome.out.startswith(b"Words and times are the same.\n")


@pytest.mark.parametrize("command", ["diff", "check", "rehearse"])
def test_an_encoding_is_taken_where_a_file_does_not_tell_its_own(
    run: Run, tmp_path: Path, command: str
) -> None:
    told = "Wir gehen heute für ihn."
    new = write(tmp_path / "new.de.srt", told)
    old = tmp_path / "old.de.srt"
    old.write_bytes(new.read_text(encoding="utf-8").encode("cp850"))
    guessed, taken = (run(command, old, new, *options) for options in ((), ("--encoding", "cp850")))
    assert guessed.out != taken.out
    assert taken.code == 0
    outcome = run(command, old, new, "--encoding", "klingon")
    assert_one_line(outcome, "no encoding klingon", code=2)


def test_one_side_can_come_through_a_pipe(run: Run, talk: Path) -> None:
    outcome = run("diff", talk, "-", stdin=b"So they left. Nobody asked why?\n")
    assert outcome.code == 0
    assert outcome.out.startswith(b"Words are the same; there are no times to compare.\n")
    outcome = run("diff", talk, "-", stdin=b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    assert_one_line(outcome, "This file is a picture")


def test_a_page_and_json_are_written(run: Run, talk: Path) -> None:
    new = write(talk.with_name("new.srt"), "So they left.", "nobody\nasked, why")
    html, rows = talk.with_name("changes.html"), talk.with_name("changes.json")
    outcome = run("diff", talk, new, "--html", html, "--json", rows)
    assert outcome.code == 0
    assert b"they left" not in outcome.out
    assert outcome.out.startswith(b"Words and times are the same.\n")
    assert '<ins class="inserted">.</ins>' in html.read_text(encoding="utf-8")
    row = json.loads(rows.read_bytes())
    assert (row["old"], row["new"]) == (str(talk), str(new))
    assert row["only_marks_and_case"] is True
    assert [change["cue"] for change in row["changes"]] == [1]
