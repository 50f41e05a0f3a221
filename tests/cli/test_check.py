from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import SAMPLES, Run, assert_one_line
from tests.patience import PATIENCE
from tests.subtitles.reading.test_document_language import ENGLISH_LINES, GERMAN_LINES, above

BROKEN = b"1\r\nno times\r\n\r\n2\r\n00:00:01,000 --> 00:00:02,000\r\ngood morning.\r\n"
DAMS = Path(__file__).parents[1] / "written" / "dams.srt"
REAL = Path(__file__).parents[3] / "shared" / "subtitles"

not_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="permissions do not bind this user"
)


def test_the_figures_of_the_sample(run: Run, lecture: Path) -> None:
    outcome = run("check", lecture)
    assert outcome.code == 0
    assert outcome.err == ""
    assert b"lecture.srt: srt, utf-8, 25 cues, 302 words" in outcome.out
    assert b"0.0 marks per 100 words" in outcome.out
    assert b"no mark in 302 words, cues 1 to 25" in outcome.out
    assert b"characters a second" in outcome.out


def test_the_figures_of_punctuated_text(run: Run) -> None:
    outcome = run("check", SAMPLES / "lecture.txt", "--json")
    (row,) = json.loads(outcome.out)
    assert row["words"] == 302
    assert 15 < row["marks_per_100_words"] < 25
    assert row["runs"] == []
    assert row["pace"] is None


def test_stretches_that_lost_their_marks_are_named(run: Run) -> None:
    outcome = run("check", DAMS)
    assert b"  no mark in 214 words, cues 11 to 28\n" in outcome.out
    (row,) = json.loads(run("check", DAMS, "--json").out)
    (lost,) = row["runs"]
    assert (lost["first_cue"], lost["last_cue"], lost["opening"]) == (11, 28, ".")


def test_the_language_is_told_and_a_second_one(run: Run, lecture: Path) -> None:
    path = lecture.with_name("talk.vtt")
    path.write_bytes(above(ENGLISH_LINES, GERMAN_LINES).to_bytes())
    assert b"  lines in German are not read\n" in run("check", path).out
    assert b"English (en), told by its text" in run("check", lecture).out
    russian = lecture.rename(lecture.with_name("lecture.rus.srt"))
    (row,) = json.loads(run("check", russian, "--json").out)
    assert row["language"] == {"code": "ru", "source": "name"}


def test_what_could_not_be_read_is_listed_by_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "talk.srt").write_bytes(BROKEN)
    (row,) = json.loads(run("check", tmp_path / "talk.srt", "--json").out)
    assert [remark["line"] for remark in row["remarks"]] == [1]


def test_a_text_can_come_through_a_pipe(run: Run, lecture: Path) -> None:
    content = lecture.read_bytes()
    outcome = run("check", "-", stdin=content)
    assert (outcome.code, outcome.err) == (0, "")
    told = run("check", lecture).out.decode().replace(str(lecture), "-", 1)
    assert outcome.out.decode() == told
    assert run("check", "--round-trip", "-", stdin=content).out == b"1 file, 1 identical\n"


def test_a_round_trip_counts_identical_files(run: Run, lecture: Path, tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "broken.VTT").write_bytes(BROKEN)
    (tmp_path / "deep" / "ignored.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0")
    (tmp_path / "deep" / "empty.srt").touch()
    outcome = run("check", "--round-trip", tmp_path)
    assert (outcome.code, outcome.out, outcome.err) == (0, b"3 files, 3 identical\n", "")


def test_a_round_trip_names_what_it_could_not_read(run: Run, lecture: Path) -> None:
    (lecture.parent / "picture.srt").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" * 9)
    outcome = run("check", "--round-trip", lecture.parent)
    picture = lecture.with_name("picture.srt")
    assert outcome.code == 1
    assert outcome.out.decode() == f"{picture}: cannot be read\n2 files, 1 identical\n"
    assert_one_line(outcome, "picture.srt is a picture")


@pytest.mark.parametrize("option", [[], ["--round-trip"], ["--json"]])
def test_a_missing_file_does_not_stop_the_others(
    run: Run, lecture: Path, option: list[str]
) -> None:
    outcome = run("check", lecture.with_name("missing.srt"), lecture, *option)
    assert outcome.code == 1
    assert b"lecture.srt" in outcome.out or b"1 identical" in outcome.out
    assert_one_line(outcome, "missing.srt does not exist")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such files there")
def test_of_a_folder_only_ordinary_files_are_read(run: Run, lecture: Path) -> None:
    os.mkfifo(lecture.with_name("pipe.srt"))
    lecture.with_name("._lecture.srt").write_bytes(b"\0\5\x16\7")
    lecture.with_name("link.srt").symlink_to(lecture)
    lecture.with_name("gone.srt").symlink_to("nowhere.srt")
    outcome = run("check", "--round-trip", lecture.parent)
    assert outcome.out.endswith(b"3 files, 2 identical\n")
    assert_one_line(outcome, "gone.srt does not exist")


@not_root
@pytest.mark.parametrize("given", [".", "closed"])
def test_a_closed_folder_is_told(run: Run, lecture: Path, given: str) -> None:
    closed = lecture.with_name("closed")
    closed.mkdir(0o300)
    outcome = run("check", lecture.parent / given)
    closed.chmod(0o700)
    assert_one_line(outcome, "closed cannot be accessed", code=1)


def test_a_folder_without_subtitles_does_not_stop_the_others(run: Run, lecture: Path) -> None:
    (lecture.parent / "empty").mkdir()
    outcome = run("check", lecture.parent / "empty", lecture)
    assert outcome.code == 1
    assert b"25 cues" in outcome.out
    assert_one_line(outcome, "empty holds no .srt")


@pytest.mark.skipif(not REAL.is_dir(), reason="the collection of real subtitles is not at hand")
@pytest.mark.parametrize("folder", ["real", "synthetic"])
def test_collected_subtitles_survive(run: Run, folder: str) -> None:
    outcome = run("check", "--round-trip", REAL / folder)
    assert outcome.code == 0, outcome.err


def test_a_folder_on_one_page(run: Run, lecture: Path) -> None:
    (lecture.parent / "broken.srt").write_bytes(BROKEN)
    page = lecture.parent / "state.html"
    outcome = run("check", lecture.parent, "--html", page)
    assert outcome.code == 0
    assert outcome.out.split() == b"2 files 1 no marks 1 broken blocks".split()
    assert "first in line 1" in page.read_text(encoding="utf-8")
    outcome = run("check", lecture.parent, "--html", page)
    assert_one_line(outcome, "state.html exists already", code=1)


def test_what_is_named_twice_counts_once(run: Run, lecture: Path, tmp_path: Path) -> None:
    for given in ([tmp_path, tmp_path], [lecture, tmp_path / ".", lecture]):
        assert len(json.loads(run("check", *given, "--json").out)) == 1


def test_json_is_utf8_whatever_the_terminal_takes(lecture: Path) -> None:
    name = str(lecture.rename(lecture.with_name("café 🎬.srt")))
    command = [sys.executable, "-m", "subpunct_app", "check", "--json", name]
    narrow = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, env=narrow, capture_output=True, check=True, timeout=PATIENCE)
    assert json.loads(done.stdout)[0]["file"] == name


def test_files_of_one_name_are_told_apart(run: Run, tmp_path: Path) -> None:
    files = [tmp_path / season / "one.srt" for season in ("first", "second")]
    for file in files:
        file.parent.mkdir()
        file.write_bytes(b"RIFF" + bytes(4) + b"WAVEfmt " + bytes(99))
    for command in (("check", tmp_path), ("punctuate", *files, "--in-place")):
        outcome = run(*command)
        assert outcome.code == 1
        assert all(f"{file} is a video or a sound" in outcome.err for file in files)
