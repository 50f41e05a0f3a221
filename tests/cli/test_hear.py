from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path

import pytest

from subpunct_app.cli.exit_codes import CANNOT_RUN, FINE, SOME_FILES_FAILED, USAGE
from subpunct_app.runtime.folders import shipped_folder
from subpunct_app.runtime.task import Task
from subpunct_app.speech.alignment.text_alignment import align_text
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.formats.subrip import SUBRIP
from tests.cli.conftest import Run, assert_one_line
from tests.media import SPOKEN, Media


def copied(folder: Path, model: str, *, hears: bool) -> Path:
    """Return a copy of a model that says of itself whether it can hear."""
    shutil.copytree(shipped_folder("models") / model, folder)
    card = json.loads((folder / "card.json").read_text(encoding="utf-8"))
    (folder / "card.json").write_text(json.dumps(card | {"hears": hears}), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def aligned(media: Media) -> bytes:
    text = parse(SPOKEN.encode(), name="talk.txt")
    return align_text(text, "talk.txt", media.file("speech.wav"), Task()).content(SUBRIP)


@pytest.fixture
def subtitles(tmp_path: Path, aligned: bytes) -> Path:
    path = tmp_path / "talk.srt"
    path.write_bytes(aligned)
    return path


def test_the_gain_is_told_on_subtitles_and_their_recording(
    run: Run, subtitles: Path, media: Media, model: str, tmp_path: Path
) -> None:
    hearing = copied(tmp_path / "hearing", model, hears=True)
    outcome = run("hear", subtitles, "--media", media.file("speech.wav"), "--model", hearing)
    assert outcome.code == FINE
    lines = outcome.out.decode().splitlines()
    titles = ["words alone", "with cues", "with the pauses heard", "gain by hearing"]
    assert [line[:24].strip() for line in lines[1:]] == titles
    # A few words tell little, so the intervals are wide.
    value, low, high = (float(number) for number in lines[1][24:].replace("to", "").split())
    assert low < value - 0.1 < value + 0.1 < high


@pytest.mark.usefixtures("media")
def test_the_gain_is_told_on_a_text_that_is_spoken(run: Run, model: str, tmp_path: Path) -> None:
    text = tmp_path / "talk.txt"
    text.write_text(SPOKEN, encoding="utf-8")
    outcome = run("hear", text, "--model", copied(tmp_path / "hearing", model, hears=True))
    assert outcome.code == FINE
    told, *_, gain = outcome.out.decode().splitlines()
    assert re.match(r"25 words, [12]\d gaps listened to", told)
    assert gain.startswith("gain by hearing")


@pytest.mark.skipif(sys.platform == "win32", reason="programs are no scripts there")
def test_a_voice_that_fails_is_told(
    run: Run, model: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, voice = tmp_path / "talk.txt", tmp_path / "bin" / "espeak-ng"
    text.write_text(SPOKEN, encoding="utf-8")
    voice.parent.mkdir()
    voice.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    voice.chmod(0o700)
    monkeypatch.setenv("PATH", str(voice.parent))
    outcome = run("hear", text, "--model", copied(tmp_path / "hearing", model, hears=True))
    assert outcome.code == CANNOT_RUN
    assert_one_line(outcome, mentions=["espeak-ng could not speak the text", "--media"])


def test_a_model_that_cannot_hear_is_not_measured(
    run: Run, subtitles: Path, model: str, tmp_path: Path
) -> None:
    deaf = copied(tmp_path / "deaf", model, hears=False)
    outcome = run("hear", subtitles, "--model", deaf)
    assert outcome.code == USAGE
    assert_one_line(outcome, mentions=["has not learned to hear"])


def test_pauses_are_not_measured_in_a_language_in_which_none_is_heard(
    run: Run, tmp_path: Path, model: str
) -> None:
    film = tmp_path / "film.fr.txt"
    film.write_text("Non, mais je pense qu'il viendra demain.", encoding="utf-8")
    outcome = run("hear", film)
    assert outcome.code == SOME_FILES_FAILED
    assert_one_line(outcome, mentions=["film.fr.txt is in French by its name", "in English alone"])


@pytest.mark.parametrize("command", ["hear", "punctuate"])
def test_a_recording_that_breaks_off_is_noted(
    run: Run, subtitles: Path, media: Media, model: str, tmp_path: Path, command: str
) -> None:
    hearing, half = copied(tmp_path / "hearing", model, hears=True), media.file("half.mp3")
    asked = (command, subtitles, "--media", half, "--model", hearing)
    loud, quiet = run(*asked), run(*asked, "--quiet")
    assert (loud.code, quiet.code) == (FINE, FINE)
    assert "half.mp3 breaks off at 0:00:0" in loud.err
    # As any note, and unlike an error, it is left out there.
    assert quiet.err == ""


@pytest.mark.parametrize("text", ["", "1\n00:00:01,000 --> 00:00:02,000\n[music]\n"])
def test_subtitles_without_words_are_told(
    run: Run, media: Media, model: str, tmp_path: Path, text: str
) -> None:
    path = tmp_path / "silent.srt"
    path.write_text(text)
    hearing = copied(tmp_path / "hearing", model, hears=True)
    outcome = run("hear", path, "--media", media.file("speech.wav"), "--model", hearing)
    assert outcome.code == SOME_FILES_FAILED
    assert_one_line(outcome, mentions=["silent.srt holds no words"])


def test_subtitles_without_marks_are_told(
    run: Run, subtitles: Path, media: Media, model: str, tmp_path: Path
) -> None:
    bare = subtitles.with_name("bare.srt")
    bare.write_text(re.sub(r"(?<!\d)[,.?!]|[,.?!](?!\d)", "", subtitles.read_text("utf-8")))
    hearing = copied(tmp_path / "hearing", model, hears=True)
    outcome = run("hear", bare, "--media", media.file("speech.wav"), "--model", hearing)
    assert outcome.code == SOME_FILES_FAILED
    assert_one_line(outcome, mentions=["bare.srt has no mark to score"])
    assert outcome.out == b""


def test_punctuate_listens_where_the_model_can_hear(
    run: Run, subtitles: Path, media: Media, model: str, tmp_path: Path
) -> None:
    hearing = copied(tmp_path / "hearing", model, hears=True)
    media_file = media.file("speech.wav")
    heard = run("punctuate", subtitles, "--media", media_file, "--model", hearing)
    assert heard.code == FINE
    assert "pauses were heard" in heard.err
    deaf = run(
        "punctuate",
        subtitles,
        "--media",
        media_file,
        "--model",
        copied(tmp_path / "deaf", model, hears=False),
    )
    assert "has not learned to hear" in deaf.err


def test_punctuate_says_why_it_does_not_listen_to_another_language(
    run: Run, media: Media, tmp_path: Path
) -> None:
    film = tmp_path / "film.fr.srt"
    film.write_text("1\n00:00:00,000 --> 00:00:02,000\nnon je pense qu'il viendra demain\n")
    outcome = run("punctuate", film, "--media", media.file("speech.wav"))
    assert outcome.code == FINE
    assert "Pauses can be heard in English only, not in French" in outcome.err
    assert "pauses were heard" not in outcome.err


@pytest.mark.parametrize("command", ["hear", "punctuate"])
def test_a_text_without_times_is_not_listened_to(
    run: Run, media: Media, model: str, tmp_path: Path, command: str
) -> None:
    text = tmp_path / "talk.txt"
    text.write_text(SPOKEN, encoding="utf-8")
    hearing = copied(tmp_path / "hearing", model, hears=True)
    recording = media.file("speech.wav")
    outcome = run(command, text, "--media", recording, "--model", hearing)
    assert outcome.code == SOME_FILES_FAILED
    assert_one_line(outcome, mentions=["without times", "subpunct align"])


def test_a_sound_track_is_one_of_a_recording(run: Run, subtitles: Path) -> None:
    for command in ("hear", "punctuate"):
        outcome = run(command, subtitles, "--track", "2")
        assert outcome.code == USAGE
        assert_one_line(outcome, mentions=["--track N is a sound track of a film", "--media"])
