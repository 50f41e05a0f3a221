from __future__ import annotations

import json
from pathlib import Path

import pytest

from subpunct_app.cli.exit_codes import FINE, SOME_FILES_FAILED
from tests.cli.conftest import Run, assert_one_line
from tests.media import SPOKEN, Media


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "talk.txt"
    path.write_text(SPOKEN, encoding="utf-8")
    return path


def test_a_text_and_its_video_make_subtitles(
    run: Run, text: Path, media: Media, tmp_path: Path
) -> None:
    out = tmp_path / "talk.srt"
    outcome = run("align", text, media.file("film.mp4"), "-o", out)
    assert outcome.code == FINE
    lines = out.read_text(encoding="utf-8").splitlines()
    assert lines[:1] == ["1"]
    said = [line for line in lines if line and "-->" not in line and not line.isdigit()]
    assert " ".join(said) == SPOKEN
    assert "in" in outcome.err


def test_a_text_can_come_through_a_pipe(run: Run, media: Media) -> None:
    outcome = run("align", "-", media.file("speech.wav"), stdin=SPOKEN.encode())
    assert (outcome.code, outcome.out[:2]) == (FINE, b"1\n")


def test_another_text_is_told_in_one_line_and_nothing_is_written(
    run: Run, media: Media, tmp_path: Path
) -> None:
    other = tmp_path / "other.txt"
    other.write_text("Bread is baked in many countries every morning. " * 5, encoding="utf-8")
    out = tmp_path / "other.srt"
    outcome = run("align", other, media.file("speech.wav"), "-o", out)
    assert_one_line(outcome, "does not fit", "speech.wav", code=SOME_FILES_FAILED)
    assert not out.exists()


def test_a_recording_that_breaks_off_is_told(
    run: Run, text: Path, media: Media, tmp_path: Path
) -> None:
    text.write_text(SPOKEN.partition(" There")[0], encoding="utf-8")
    out = tmp_path / "talk.srt"
    outcome = run("align", text, media.file("half.mkv"), "-o", out, "--quiet")
    assert_one_line(
        outcome, "half.mkv breaks off at 0:00:0", " of 0:00:10.", code=SOME_FILES_FAILED
    )
    assert "Good morning everyone." in out.read_text(encoding="utf-8")


def test_the_sound_track_can_be_named(run: Run, text: Path, media: Media) -> None:
    film = media.file("commented.mkv")
    usual = run("align", text, film)
    assert usual.code == FINE
    assert "1: English is heard; --track N hears another:\n  2: German, Commentary" in usual.err
    named = run("align", text, film, "--track", "1")
    assert named.out == usual.out
    assert "Commentary" not in named.err
    assert_one_line(run("align", text, film, "--track", "2"), "does not fit")
    lacking = run("align", text, film, "--track", "3")
    assert_one_line(lacking, "no sound track 3", "1: English, 2: German")


def test_each_format_holds_what_it_can(run: Run, text: Path, media: Media, tmp_path: Path) -> None:
    command = ("align", text, media.file("speech.wav"))
    assert b"<00:00:0" in run(*command, "--format", "vtt").out
    words = json.loads(run(*command, "--format", "json").out)["cues"][0]["words"]
    assert words[0]["text"] == "Good"
    run(*command, "-o", tmp_path / "copy.txt")
    assert (tmp_path / "copy.txt").read_text(encoding="utf-8").startswith(SPOKEN[:20])
