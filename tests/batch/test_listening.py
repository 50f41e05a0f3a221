"""Media of a batch are heard, and restored as subtitles are."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import pytest

from subpunct_app.batch.batch_options import Batch, Order
from subpunct_app.batch.batch_run import run
from subpunct_app.batch.executor import Finished, Item, Parcel
from subpunct_app.batch.file_search import MEDIA_PATTERNS, Search
from subpunct_app.batch.outcome import Outcome, State
from subpunct_app.batch.punctuating import Listening, Punctuating, listening_for
from subpunct_app.models.model_registry import Models, load
from subpunct_app.runtime.errors import SettingsError
from subpunct_app.runtime.task import Task
from subpunct_app.speech.transcription.transcription import hear, transcribe
from subpunct_app.speech.transcription.transcription_journal import journal_path, kept_of
from subpunct_app.speech.transcription.whisper_models import TranscribeOptions, name_of
from subpunct_app.subtitles.formats.adapter import OutputFormat
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.formats.subrip import SUBRIP
from subpunct_app.subtitles.formats.webvtt import WEBVTT
from tests.decoding.proposing.test_pipeline import Greeter
from tests.media import Media
from tests.speech.transcription.recognisers import Script

WORDS = ["good", "morning", "all", "of", "you"]


class German(Script):
    """Hear the same, and say that it is German."""

    def language_of(self, sound: object) -> str | None:
        return "de"


@dataclass
class Hearing:
    """Restore everything in this process."""

    work: Punctuating
    size: int = 1

    def map(self, parcels: Iterable[Parcel], task: Task) -> Generator[Finished, None, None]:
        for parcel in parcels:
            yield from self.work(parcel, task)


Restore = Callable[..., dict[str, Outcome]]


@pytest.fixture
def restore(media: Media, tmp_path: Path) -> Restore:
    def carried_out(
        recogniser: Script,
        kind: OutputFormat | None = None,
        more: Mapping[str, str] = MappingProxyType({}),
    ) -> dict[str, Outcome]:
        (tmp_path / "in").mkdir()
        for name in ("film.mp4", "speech.wav", "half.mp4"):
            shutil.copy(media.file(name), tmp_path / "in" / name)
        for name, copied in more.items():
            shutil.copy(media.file(copied), tmp_path / "in" / name)
        (tmp_path / "in" / "speech.en.srt").write_text("1\n00:00:01,000 --> 00:00:02,000\nhello\n")
        order = Order(kind=kind, transcribe="sphinx")
        search = Search(("*.srt", *MEDIA_PATTERNS), bare_media=True)
        listening = Listening(recogniser, None, kind or SUBRIP)
        work = Punctuating(order, Models.only(Greeter()), listening=listening)
        batch = Batch(tmp_path / "in", tmp_path / "out", order, search)
        return {one.source: one for one in run(batch, Hearing(work), Task()).outcomes}

    return carried_out


def test_media_without_subtitles_become_subtitles(restore: Restore, tmp_path: Path) -> None:
    found = restore(Script(WORDS))
    assert set(found) == {"film.mp4", "speech.en.srt", "half.mp4"}
    assert found["film.mp4"].target == "film.srt"
    assert found["half.mp4"].state is State.FAILED
    assert found["film.mp4"].figures is not None
    assert found["film.mp4"].figures.words == len(WORDS)
    made = parse((tmp_path / "out" / "film.srt").read_bytes(), name="film.srt")
    assert "Good morning" in made.cue_text(0)
    assert not journal_path(tmp_path / "in" / "film.mp4").exists()


def test_marks_that_were_heard_stay(restore: Restore, tmp_path: Path) -> None:
    restore(Script(["Good", "morning;", "all", "of", "you!"]))
    made = parse((tmp_path / "out" / "film.srt").read_bytes(), name="film.srt")
    assert "Good morning; all of you!" in made.cue_text(0)


def test_webvtt_keeps_the_time_of_each_word(restore: Restore, tmp_path: Path) -> None:
    assert restore(Script(WORDS), WEBVTT)["film.mp4"].target == "film.vtt"
    assert "<00:00:0" in (tmp_path / "out" / "film.vtt").read_text()


def test_a_language_that_the_model_does_not_know_keeps_the_marks_as_heard(
    restore: Restore, tmp_path: Path
) -> None:
    found = restore(German(WORDS))["film.mp4"]
    assert (found.state, found.figures) == (State.REVIEW, None)
    assert "does not know German" in found.reason
    assert (tmp_path / "out" / "film.srt").stat().st_size > 50


@pytest.mark.parametrize("kind", [SUBRIP, WEBVTT])
def test_a_batch_writes_what_transcribe_writes(
    kind: OutputFormat, media: Media, tmp_path: Path
) -> None:
    film = media.file("twice.ts")
    spoken = "good morning everyone look at the glass there is ice in it why is that well ice is"
    made = transcribe(film, Script(spoken.split()), TranscribeOptions(), Task())
    assert any(cue.text.count(".") for cue in made.cues[:-1])
    listening = Listening(Script(spoken.split()), None, kind)
    order = Order(kind=kind, transcribe="script", review_below=1.0)
    work = Punctuating(order, Models.only(load()), listening=listening)
    (finished,) = work(Parcel((Item("film.ts", film, 9),)), Task())
    assert finished.content == made.content(kind)
    figures = finished.outcome.figures
    assert figures is not None
    assert (figures.format, figures.cues) == (str(kind), len(made.cues))
    assert figures.first_doubtful in range(1, len(made.cues) + 1)


def test_every_kind_of_sound_is_looked_for(restore: Restore) -> None:
    found = restore(Script(WORDS * 10), more={"clip.3gp": "film.3gp", "noise.amr": "noise.amr"})
    assert found["clip.3gp"].target == "clip.srt"
    assert found["noise.amr"].target == "noise.srt"


def test_a_file_that_breaks_off_is_restored_and_said_to(restore: Restore, tmp_path: Path) -> None:
    found = restore(Script(WORDS * 4), more={"torn.mkv": "half.mkv"})["torn.mkv"]
    assert found.state is State.REVIEW
    assert "torn.mkv breaks off at 0:00:0" in found.reason
    assert (tmp_path / "out" / "torn.srt").stat().st_size > 50


def test_what_was_heard_is_kept_until_its_result_is_written(media: Media, tmp_path: Path) -> None:
    film, blocked = tmp_path / "in" / "season" / "film.mp4", tmp_path / "out" / "season"
    for folder in (film.parent, blocked.parent):
        folder.mkdir(parents=True)
    shutil.copy(media.file("film.mp4"), film)
    blocked.write_text("a file where a folder should be")
    order = Order(transcribe="sphinx")
    batch = Batch(tmp_path / "in", tmp_path / "out", order, Search(MEDIA_PATTERNS))

    def restored(recogniser: Script) -> Outcome:
        listening = Listening(recogniser, None, SUBRIP)
        pool = Hearing(Punctuating(order, Models.only(Greeter()), listening=listening))
        (outcome,) = run(batch, pool, Task(), resume=True).outcomes
        return outcome

    assert restored(Script(WORDS)).state is State.FAILED
    blocked.unlink()
    again = Script(WORDS)
    assert restored(again).target == "season/film.srt"
    assert again.heard == []
    assert not journal_path(film).exists()


def test_what_another_model_heard_is_heard_anew_and_said(media: Media) -> None:
    film = media.file("film.mp4")
    hear(film, Script(["guten"], name="another"), Task())
    made, remark = Listening(Script(WORDS), None, SUBRIP).hear(film, Task())
    assert [word.text for word in made.words][: len(WORDS)] == WORDS
    assert "film.mp4 was transcribed up to 0:00:10 by another" in remark
    assert "It was transcribed from the start." in remark


def test_a_batch_takes_up_what_transcribe_heard_with_the_same_folder(
    media: Media, tiny_whisper: Path
) -> None:
    film = media.file("film.mp4")
    hear(film, Script(WORDS, name=name_of(tiny_whisper)), Task())
    made, remark = listening_for(Order(), str(tiny_whisper)).hear(film, Task())
    assert [word.text for word in made.words][: len(WORDS)] == WORDS
    assert remark == ""


@pytest.mark.parametrize(
    ("language", "track", "remark"),
    [(None, None, ""), ("en", None, ""), ("de-AT", 2, ""), ("fr", None, "track 1: English was")],
)
def test_the_sound_track_in_the_language_is_heard(
    media: Media, language: str | None, track: int | None, remark: str
) -> None:
    film = media.file("commented.mkv")
    _, told = Listening(Script(WORDS), language, SUBRIP).hear(film, Task())
    kept = kept_of(film)
    assert kept is not None
    assert kept.heading.track == track
    assert remark in told
    assert bool(told) is bool(remark)


def test_a_speech_model_that_does_not_know_the_language_is_refused(tiny_whisper: Path) -> None:
    with pytest.raises(SettingsError, match="knows English only, not de"):
        listening_for(Order(language="de"), str(tiny_whisper))
