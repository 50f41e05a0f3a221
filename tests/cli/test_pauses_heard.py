from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from subpunct_app.cli.exit_codes import FINE, SOME_FILES_FAILED, USAGE
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


def test_a_model_is_scored_by_the_pauses_of_a_recording(
    run: Run, subtitles: Path, media: Media, model: str, tmp_path: Path
) -> None:
    hearing = copied(tmp_path / "hearing", model, hears=True)
    losses: list[float] = []
    for options in (["--no-timing"], [], ["--media", media.file("speech.wav")]):
        out = tmp_path / f"{len(losses)}.json"
        asked = ("evaluate", "--test", subtitles, "--model", hearing, "--json", out)
        assert run(*asked, *options).code == FINE
        losses.append(json.loads(out.read_text(encoding="utf-8"))["nll"])
    assert len(set(losses)) == 3


def test_a_model_that_cannot_hear_is_not_measured(
    run: Run, subtitles: Path, model: str, tmp_path: Path
) -> None:
    deaf = copied(tmp_path / "deaf", model, hears=False)
    outcome = run("evaluate", "--test", subtitles, "--media", subtitles, "--model", deaf)
    assert_one_line(outcome, "has not learned to hear", code=USAGE)


def test_pauses_are_not_measured_in_a_language_in_which_none_is_heard(
    run: Run, tmp_path: Path, model: str
) -> None:
    film = tmp_path / "film.fr.txt"
    film.write_text("Non, mais je pense qu'il viendra demain.", encoding="utf-8")
    hearing = copied(tmp_path / "hearing", model, hears=True)
    outcome = run("evaluate", "--test", film, "--media", film, "--model", hearing)
    assert_one_line(outcome, "film.fr.txt is in French", "in English alone", code=SOME_FILES_FAILED)


@pytest.mark.parametrize("command", [["evaluate", "--test"], ["punctuate"]])
def test_a_recording_that_breaks_off_is_noted(
    run: Run, subtitles: Path, media: Media, model: str, tmp_path: Path, command: list[str]
) -> None:
    hearing, half = copied(tmp_path / "hearing", model, hears=True), media.file("half.mp3")
    asked = (*command, subtitles, "--media", half, "--model", hearing)
    loud, quiet = run(*asked), run(*asked, "--quiet")
    assert (loud.code, quiet.code) == (FINE, FINE)
    assert "half.mp3 breaks off at 0:00:0" in loud.err
    # As any note, and unlike an error, it is left out there.
    assert quiet.err == ""


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


@pytest.mark.parametrize("command", [["evaluate", "--test"], ["punctuate"]])
def test_a_text_without_times_is_not_listened_to(
    run: Run, media: Media, model: str, tmp_path: Path, command: list[str]
) -> None:
    text = tmp_path / "talk.txt"
    text.write_text(SPOKEN, encoding="utf-8")
    hearing = copied(tmp_path / "hearing", model, hears=True)
    recording = media.file("speech.wav")
    outcome = run(*command, text, "--media", recording, "--model", hearing)
    assert_one_line(outcome, "without times", "subpunct align", code=SOME_FILES_FAILED)
