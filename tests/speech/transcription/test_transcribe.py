from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from subpunct_app.runtime.errors import MediaError, ModelError, SettingsError
from subpunct_app.runtime.task import Task
from subpunct_app.speech.recognition.spoken import SpokenWord
from subpunct_app.speech.transcription.transcribe import (
    Wanted,
    heard_so_far,
    transcribe,
    transcribe_file,
)
from subpunct_app.speech.transcription.transcription_journal import journal_path, kept_of
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.writing.output_format import OutputFormat
from tests.media import Media
from tests.speech.sphinx import Sphinx
from tests.speech.transcription.recognisers import Script

SHARED = Path(__file__).parents[3].parent / "shared" / "media"

# Hears seven words, the last of them only when somebody lets it.
_SLOW = """
import sys, time
from pathlib import Path
from subpunct_app.runtime.task import Task
from subpunct_app.speech.transcription.hearing import hear
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
    wanted = Wanted(whisper=str(tiny_whisper), language="en")
    made = transcribe_file(media.file("film.mp4"), wanted, Task(), tell=told.extend)
    assert made.whole
    assert made.language == "en"
    assert [w.text.strip(".,?!").lower() for w in made.words] == [w.text.lower() for w in told]
    for kind in OutputFormat:
        assert made.content(kind)
    document = parse(made.content(OutputFormat.SRT), name="a.srt")
    assert [document.cue_text(at) for at in range(len(document.cues))] == [
        cue.text for cue in made.cues
    ]


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared recordings are not here")
@pytest.mark.slow
def test_real_speech_heard_by_another_recogniser_gets_its_marks() -> None:
    # It recognises eleven seconds of real speech.
    clip = SHARED / "openai__whisper__jfk.flac"
    made = transcribe(clip, Sphinx(), Wanted(), Task())
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
    made = transcribe(media.file("speech.wav"), script, Wanted(language="pl"), Task())
    assert [word.text for word in made.words] == ["dzień", "dobry,", "jak", "się", "masz."]
    assert "Polish" in made.remark


def test_cues_behind_the_end_that_a_header_promises_can_be_read(media: Media) -> None:
    script = Script(["good", "morning", "everyone", "look", "at", "the", "glass", "in", "front"])
    made = transcribe(media.file("understated.mkv"), script, Wanted(punctuate=False), Task())
    assert made.words[-1].end_ms > 8_000
    assert all(cue.end_ms >= cue.words[-1].end_ms for cue in made.cues)


def test_what_was_heard_before_a_stop_can_be_had(speech: Path) -> None:
    wanted = Wanted(punctuate=False)
    assert heard_so_far(speech, wanted, Task()) is None
    transcribe(speech, Script(["good", "morning"]), wanted, Task())
    kept = heard_so_far(speech, wanted, Task())
    assert kept is not None
    assert [word.text for word in kept.words] == ["good", "morning"]


def test_nothing_is_heard_without_a_model(media: Media) -> None:
    with pytest.raises(ModelError, match="No speech model"):
        transcribe_file(media.file("speech.wav"), Wanted(), Task())


def test_a_language_that_the_model_lacks_is_told_at_once(media: Media, tiny_whisper: Path) -> None:
    wanted = Wanted(whisper=str(tiny_whisper), language="de")
    with pytest.raises(SettingsError, match="English only"):
        transcribe_file(media.file("speech.wav"), wanted, Task())


def test_a_damaged_video_is_told(media: Media, tiny_whisper: Path) -> None:
    for name in ("garbage.mp4", "empty.mp4", "half.mp4", "locked.mp4"):
        with pytest.raises(MediaError):
            transcribe_file(media.file(name), Wanted(whisper=str(tiny_whisper)), Task())


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
    made = transcribe(speech, rest, Wanted(punctuate=False, resume=True), Task())
    assert [word.text for word in made.words][3:] == ["look", "at", "the", "glass"]
    assert rest.heard == ["at", "the", "glass"]
    assert journal_path(speech).exists()
