from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import wave
from collections.abc import Sequence
from pathlib import Path

import pytest

from subpunct_app.runtime.errors import Cancelled, FileError, MediaError, ModelError, SettingsError
from subpunct_app.runtime.task import Task
from subpunct_app.speech.media.audio import RATE
from subpunct_app.speech.media.probe import probe
from subpunct_app.speech.recognition.recogniser import SpokenWord
from subpunct_app.speech.transcription import transcription
from subpunct_app.speech.transcription.transcription import (
    hear,
    heard_so_far,
    transcribe,
    transcribe_file,
)
from subpunct_app.speech.transcription.transcription_journal import (
    HeardOtherwise,
    forget,
    journal_path,
    journals_folder,
    kept_of,
    tidy,
    unfinished,
)
from subpunct_app.speech.transcription.whisper_models import TranscribeOptions
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.formats.registry import OUTPUT_FORMATS
from subpunct_app.subtitles.formats.subrip import SUBRIP
from tests.limits import files_up_to, links
from tests.media import Media
from tests.speech.sphinx import Sphinx
from tests.speech.transcription.recognisers import Script, cancelling

TEXTS = ("good", "morning", "everyone", "look", "at", "the", "glass")


def texts(words: Sequence[SpokenWord]) -> list[str]:
    return [word.text for word in words]


def stopped_after(count: int, speech: Path) -> None:
    """Hear a recording until so many words are known, then cancel."""
    task = Task()
    script = Script(TEXTS, before_each=cancelling(task, TEXTS[count - 1]))
    with pytest.raises(Cancelled):
        hear(speech, script, task)


def test_words_are_told_while_they_are_heard(speech: Path) -> None:
    told: list[SpokenWord] = []
    task = Task()
    kept = hear(speech, Script(TEXTS), task, tell=told.extend)
    assert texts(kept.words) == texts(told) == list(TEXTS)
    assert kept.whole
    assert kept.language == "en"
    assert task.progress.fraction == 1


def test_a_cancelled_hearing_keeps_what_there_is(speech: Path) -> None:
    stopped_after(3, speech)
    kept = kept_of(speech)
    assert kept is not None
    assert texts(kept.words) == list(TEXTS[:3])
    assert not kept.whole
    assert unfinished() == [kept]


@links
def test_a_recording_is_the_same_by_whatever_name(speech: Path) -> None:
    (speech.parent / "elsewhere").mkdir()
    stopped_after(3, speech.parent / "elsewhere" / ".." / speech.name)
    link = speech.with_name("link.wav")
    link.symlink_to(speech)
    assert kept_of(speech) == kept_of(link) == unfinished()[0]
    forget(unfinished()[0].trace)
    assert kept_of(speech) is None


def test_what_was_heard_before_the_disk_was_full_is_kept(speech: Path) -> None:
    endless = Script([*TEXTS[:3], "x" * 5_000])
    with files_up_to(2_000), pytest.raises(FileError, match="cannot be kept on the disk"):
        hear(speech, endless, Task())
    kept = hear(speech, Script(TEXTS, first=3), Task(), TranscribeOptions(resume=True))
    assert texts(kept.words) == list(TEXTS)


def test_resuming_hears_only_the_rest(speech: Path) -> None:
    stopped_after(3, speech)
    told: list[SpokenWord] = []
    rest = Script(TEXTS, first=3)
    kept = hear(speech, rest, Task(), TranscribeOptions(resume=True), tell=told.extend)
    assert rest.heard == list(TEXTS[3:])
    assert texts(kept.words) == texts(told) == list(TEXTS)
    assert kept.words[3].start_ms >= kept.words[2].end_ms
    assert hear(speech, Script(()), Task(), TranscribeOptions(resume=True)) == kept


class StopsAtOnce(Task):
    """A task that is cancelled as soon as it is heard on."""

    def step(self, done: int, total: int, message: str = "", *, timed: bool = False) -> None:
        super().step(done, total, message, timed=timed)
        if timed:
            self.cancel()


def test_resuming_stops_before_its_place_is_reached(speech: Path) -> None:
    stopped_after(3, speech)
    rest = Script(TEXTS, first=3)
    with pytest.raises(Cancelled):
        hear(speech, rest, StopsAtOnce(), TranscribeOptions(resume=True))
    assert rest.heard == []


def test_without_resuming_it_starts_anew(speech: Path) -> None:
    stopped_after(3, speech)
    kept = hear(speech, Script(TEXTS[:2]), Task())
    assert texts(kept.words) == list(TEXTS[:2])


@pytest.mark.parametrize(("name", "language"), [("another", None), ("script", "de")])
def test_another_model_or_language_loses_nothing(
    name: str, language: str | None, speech: Path
) -> None:
    stopped_after(3, speech)
    kept = kept_of(speech)
    with pytest.raises(HeardOtherwise, match=r"by script, in English\. .*--whisper script"):
        hear(
            speech,
            Script(TEXTS, name=name),
            Task(),
            TranscribeOptions(resume=True, language=language),
        )
    assert kept_of(speech) == kept


def test_another_sound_track_is_not_gone_on_with(media: Media) -> None:
    film, words = media.file("commented.mkv"), Script(["quiet"])
    first = hear(film, words, Task(), TranscribeOptions(track=2))
    assert hear(film, Script(()), Task(), TranscribeOptions(resume=True, track=2)) == first
    with pytest.raises(HeardOtherwise, match="--language en --track 2 and nothing else"):
        hear(film, Script(TEXTS), Task(), TranscribeOptions(resume=True))
    usual = hear(film, Script(TEXTS), Task())
    assert hear(film, Script(()), Task(), TranscribeOptions(resume=True, track=1)) == usual
    with pytest.raises(HeardOtherwise, match="--language en and nothing else"):
        hear(film, Script(TEXTS), Task(), TranscribeOptions(resume=True, track=2))


def test_a_language_told_from_the_sound_can_be_named_later(speech: Path) -> None:
    stopped_after(3, speech)
    for language in ("en", None):
        rest = Script(TEXTS, first=3)
        kept = hear(speech, rest, Task(), TranscribeOptions(resume=True, language=language))
        assert (texts(kept.words), kept.language) == (list(TEXTS), "en")


def test_a_changed_recording_starts_anew(speech: Path) -> None:
    stopped_after(3, speech)
    speech.write_bytes(speech.read_bytes() + b"\0\0")
    assert kept_of(speech) is None
    assert unfinished() == []


def test_a_torn_line_costs_only_itself(speech: Path) -> None:
    stopped_after(3, speech)
    path = journal_path(speech)
    path.write_bytes(path.read_bytes()[:-5])
    kept = kept_of(speech)
    assert kept is not None
    assert texts(kept.words) == list(TEXTS[:2])


@pytest.mark.parametrize(
    "line",
    [
        b"{}",
        b"[1]",
        b'{"heard_ms": 1, "words": [["a"]]}',
        b'{"heard_ms": 1, "words": ["abcd"]}',
        b'{"heard_ms": 1, "words": [["a", 0, "1", null]]}',
        b'{"heard_ms": true, "words": []}',
        b'{"heard_ms": 1, "words": [["a", false, 1, null]]}',
        b'{"heard_ms": 1, "words": [["a", 0, 1, true]]}',
        b'{"heard_ms": 1, "words": [["a", 0, 1, NaN]]}',
        b"\xff",
        b"[" * 100_000,
    ],
    ids=[
        *("nothing", "number", "no times", "no word", "no time", "flag", "flag as a time"),
        *("flag as a share", "no share", "no text", "nested"),
    ],
)
def test_a_line_that_is_none_of_ours_ends_the_journal(line: bytes, speech: Path) -> None:
    stopped_after(2, speech)
    path = journal_path(speech)
    path.write_bytes(path.read_bytes() + line + b"\n" + b'{"whole": true}\n')
    kept = kept_of(speech)
    assert kept is not None
    assert texts(kept.words) == list(TEXTS[:2])
    assert not kept.whole


def test_a_forgotten_journal_is_gone(speech: Path) -> None:
    forget(hear(speech, Script(TEXTS[:2]), Task()).trace)
    assert kept_of(speech) is None
    assert list(journals_folder().iterdir()) == []


def test_a_run_that_goes_on_is_not_disturbed_by_one_that_is_over(speech: Path) -> None:
    first = hear(speech, Script(TEXTS), Task())

    def over(_: str) -> None:
        forget(first.trace)
        with pytest.raises(FileError, match="being transcribed already"):
            hear(speech, Script(TEXTS), Task())

    second = hear(speech, Script(TEXTS[:2], before_each=over), Task())
    assert kept_of(speech) == second


def test_only_journals_that_nobody_adds_to_are_tidied_away(speech: Path) -> None:
    long_ago = time.time() - 60 * 86400

    def wait_long(_: str) -> None:
        os.utime(journal_path(speech), (long_ago, long_ago))
        tidy()

    kept = hear(speech, Script(TEXTS[:1], before_each=wait_long), Task())
    assert kept_of(speech) == kept
    os.utime(journal_path(speech), (long_ago, long_ago))
    tidy()
    assert list(journals_folder().iterdir()) == []


def test_every_segment_is_on_the_disk_before_the_next_is_heard(speech: Path) -> None:
    counts: list[int] = []

    def count(_: str) -> None:
        lines = journal_path(speech).read_text(encoding="utf-8").splitlines()
        counts.append(sum(len(json.loads(line).get("words", ())) for line in lines))

    hear(speech, Script(TEXTS, before_each=count), Task())
    assert counts == list(range(len(TEXTS)))


def test_a_silent_recording_has_no_words(speech: Path) -> None:
    kept = hear(speech, Script(()), Task())
    assert (kept.words, kept.language, kept.whole) == ((), None, True)


def test_a_recording_that_breaks_off_is_not_whole(media: Media) -> None:
    half = media.file("half.mkv")
    kept = hear(half, Script(TEXTS), Task())
    assert (kept.whole, kept.broken) == (False, True)
    assert kept.words
    assert 1000 < kept.heard_ms < kept.heading.duration_ms - 1000
    silent = Script(TEXTS)
    assert hear(half, silent, Task(), TranscribeOptions(resume=True)) == kept
    assert silent.heard == []


def test_files_put_end_to_end_are_heard_on_behind_the_joint(
    media: Media, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transcription, "PART_MS", 14_000)
    twice = media.file("twice.vob")
    first_ms = probe(media.file("film.vob"), wholly=True).duration_ms
    task = Task()
    stopped = Script(TEXTS, before_each=cancelling(task, TEXTS[5]))
    with pytest.raises(Cancelled):
        hear(twice, stopped, task)
    rest = Script(TEXTS)
    kept = hear(twice, rest, Task(), TranscribeOptions(resume=True))
    assert kept.heard_ms == pytest.approx(2 * first_ms, abs=20)
    assert kept.heard_ms == pytest.approx(kept.heading.duration_ms, abs=20)
    assert kept.whole


def test_a_video_without_sound_is_told(media: Media) -> None:
    with pytest.raises(MediaError, match="no sound"):
        hear(media.file("soundless.mp4"), Script(TEXTS), Task())


def test_a_recording_that_cannot_be_heard_leaves_nothing_to_go_on_with(tmp_path: Path) -> None:
    path = tmp_path / "stage.wav"
    with wave.open(str(path), "wb") as sound:
        sound.setparams((65, 2, RATE, 0, "NONE", ""))
        sound.writeframes(bytes(65 * 2 * RATE))
    with pytest.raises(MediaError, match="no video or sound that can be read"):
        hear(path, Script(TEXTS), Task())
    assert unfinished() == []


def test_what_is_in_the_way_of_the_lock_is_told_with_what_to_do(speech: Path) -> None:
    lock = journal_path(speech).with_suffix(".lock")
    lock.mkdir(parents=True)
    with pytest.raises(FileError) as told:
        hear(speech, Script(TEXTS), Task())
    assert told.value.message == f"{lock} is a folder."
    assert told.value.hint == "Name a file in it."


def test_a_recording_is_heard_by_one_at_a_time(speech: Path) -> None:
    def again(_: str) -> None:
        assert unfinished() == []
        with pytest.raises(FileError, match="being transcribed already"):
            hear(speech, Script(TEXTS), Task())

    hear(speech, Script(TEXTS[:1], before_each=again), Task())
    assert len(unfinished()) == 1


SHARED = Path(__file__).parents[3].parent / "shared" / "media"

# Hears seven words, the last of them only when somebody lets it.
_SLOW = """
import sys, time
from pathlib import Path
from subpunct_app.runtime.task import Task
from subpunct_app.speech.transcription.transcription import hear
from tests.speech.transcription.recognisers import Script

def wait(text):
    if text == "at":
        print("waiting", flush=True)
        time.sleep(600)

texts = "good morning everyone look at the glass".split()
hear(Path(sys.argv[1]), Script(texts, before_each=wait), Task())
"""


def test_the_whole_path_from_a_video_to_subtitles(media: Media, tiny_whisper: Path) -> None:
    told: list[SpokenWord] = []
    wanted = TranscribeOptions(whisper=str(tiny_whisper), language="en")
    made = transcribe_file(media.file("film.mp4"), wanted, Task(), tell=told.extend)
    assert made.whole
    assert made.language == "en"
    assert [w.text.strip(".,?!").lower() for w in made.words] == [w.text.lower() for w in told]
    for kind in OUTPUT_FORMATS:
        assert made.content(kind)
    document = parse(made.content(SUBRIP), name="a.srt")
    assert [document.cue_text(at) for at in range(len(document.cues))] == [
        cue.text for cue in made.cues
    ]


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared recordings are not here")
@pytest.mark.slow
def test_real_speech_heard_by_another_recogniser_gets_its_marks() -> None:
    # It recognises eleven seconds of real speech.
    clip = SHARED / "openai__whisper__jfk.flac"
    made = transcribe(clip, Sphinx(), TranscribeOptions(), Task())
    kept = kept_of(clip)
    assert kept is not None
    plain = kept.words
    assert "country" in {word.text for word in plain}
    assert [re.sub(r"[.,?!:]", "", w.text).lower() for w in made.words] == [
        word.text.lower() for word in plain
    ]
    assert [(w.start_ms, w.end_ms) for w in made.words] == [(w.start_ms, w.end_ms) for w in plain]
    assert made.words[0].text[0].isupper()
    assert made.words[-1].text[-1] in ".?!"


def test_a_language_that_no_model_punctuates_keeps_its_marks(media: Media) -> None:
    script = Script(["dzień", "dobry,", "jak", "się", "masz."])
    made = transcribe(media.file("speech.wav"), script, TranscribeOptions(language="pl"), Task())
    assert [word.text for word in made.words] == ["dzień", "dobry,", "jak", "się", "masz."]
    assert "Polish" in made.remark


def test_cues_behind_the_end_that_a_header_promises_can_be_read(media: Media) -> None:
    script = Script(["good", "morning", "everyone", "look", "at", "the", "glass", "in", "front"])
    made = transcribe(
        media.file("understated.mkv"), script, TranscribeOptions(punctuate=False), Task()
    )
    assert made.words[-1].end_ms > 8_000
    assert all(cue.end_ms >= cue.words[-1].end_ms for cue in made.cues)


def test_what_was_heard_before_a_stop_can_be_had(speech: Path) -> None:
    wanted = TranscribeOptions(punctuate=False)
    assert heard_so_far(speech, wanted, Task()) is None
    transcribe(speech, Script(["good", "morning"]), wanted, Task())
    kept = heard_so_far(speech, wanted, Task())
    assert kept is not None
    assert [word.text for word in kept.words] == ["good", "morning"]


def test_nothing_is_heard_without_a_model(media: Media) -> None:
    with pytest.raises(ModelError, match="No speech model"):
        transcribe_file(media.file("speech.wav"), TranscribeOptions(), Task())


def test_a_language_that_the_model_lacks_is_told_at_once(media: Media, tiny_whisper: Path) -> None:
    wanted = TranscribeOptions(whisper=str(tiny_whisper), language="de")
    with pytest.raises(SettingsError, match="English only"):
        transcribe_file(media.file("speech.wav"), wanted, Task())


def test_a_damaged_video_is_told(media: Media, tiny_whisper: Path) -> None:
    for name in ("garbage.mp4", "empty.mp4", "half.mp4", "locked.mp4"):
        with pytest.raises(MediaError):
            transcribe_file(media.file(name), TranscribeOptions(whisper=str(tiny_whisper)), Task())


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="processes are killed otherwise there")
def test_a_killed_transcription_goes_on_from_its_last_word(speech: Path) -> None:
    # It starts a process to kill it.
    with subprocess.Popen(
        [sys.executable, "-c", _SLOW, str(speech)],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(Path.cwd())},
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "waiting\n"
        process.send_signal(signal.SIGKILL)
    kept = kept_of(speech)
    assert kept is not None
    assert [word.text for word in kept.words] == ["good", "morning", "everyone", "look"]
    rest = Script(["at", "the", "glass"])
    made = transcribe(speech, rest, TranscribeOptions(punctuate=False, resume=True), Task())
    assert [word.text for word in made.words][3:] == ["look", "at", "the", "glass"]
    assert rest.heard == ["at", "the", "glass"]
    assert journal_path(speech).exists()
