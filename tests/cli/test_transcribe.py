from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from subpunct_app.runtime.folders import shipped_folder
from subpunct_app.runtime.task import Task
from subpunct_app.speech.recognition.whisper import load_whisper
from subpunct_app.speech.transcription.transcription import hear
from subpunct_app.speech.transcription.transcription_journal import kept_of
from tests.cli.conftest import Run, assert_one_line
from tests.media import Media
from tests.speech.transcription.recognisers import Script

# Hears three words, then waits for Ctrl+C.
_STOPPED = """
import signal, sys, time
from pathlib import Path
from subpunct_app.cli.program import main
from subpunct_app.speech.transcription import transcription
from tests.speech.transcription.recognisers import Script

def wait(text):
    if text == "look":
        print("waiting", file=sys.stdout, flush=True)
        # A signal that comes before it sleeps is heard after it.
        while True:
            time.sleep(0.01)

# A shell in the background tells its children to ignore it.
signal.signal(signal.SIGINT, signal.default_int_handler)
heard = Script("good morning everyone look".split(), before_each=wait)
transcription.load_whisper = lambda *_, **__: heard
transcription.find = Path
sys.exit(main(["transcribe", sys.argv[1]]))
"""


def test_a_recording_becomes_subtitles(run: Run, speech: Path, tiny_whisper: Path) -> None:
    out = speech.with_suffix(".srt")
    outcome = run("transcribe", speech, "-o", out, "--whisper", tiny_whisper, "--no-punctuate")
    assert outcome.code == 0
    assert "words of English" in outcome.err
    assert out.read_bytes().startswith(b"1\n00:00:")
    assert kept_of(speech) is None
    for kind, beginning in (("vtt", b"WEBVTT"), ("json", b'{"format"'), ("srt", b"1\n00")):
        outcome = run("transcribe", speech, "--whisper", tiny_whisper, "--format", kind, "--quiet")
        assert (outcome.code, outcome.err) == (0, "")
        assert outcome.out.startswith(beginning)
    again = run("transcribe", speech, "-o", out, "--whisper", tiny_whisper)
    assert_one_line(again, "exists already", code=1)


def test_without_a_model_it_says_how_to_get_one(run: Run, speech: Path) -> None:
    outcome = run("transcribe", speech)
    assert_one_line(outcome, "No speech model", "models install small", code=3)


def test_what_nobody_can_hear_is_told_before_a_model_is_asked_for(run: Run, media: Media) -> None:
    silent = run("transcribe", media.file("soundless.mp4"))
    assert_one_line(silent, "soundless.mp4 has no sound", code=1)


def test_a_recording_that_breaks_off_is_told_even_quietly(
    run: Run, media: Media, tmp_path: Path, tiny_whisper: Path
) -> None:
    out = tmp_path / "half.srt"
    outcome = run(
        *("transcribe", media.file("half.mkv"), "-o", out, "--whisper", tiny_whisper),
        *("--no-punctuate", "--quiet"),
    )
    assert_one_line(outcome, "half.mkv breaks off at 0:00:0", " of 0:00:10.", code=1)
    assert out.exists()


def test_a_sound_track_that_is_not_there_is_told_before_a_model_is_asked_for(
    run: Run, media: Media
) -> None:
    outcome = run("transcribe", media.file("commented.mkv"), "--track", "3")
    assert_one_line(outcome, "commented.mkv has no sound track 3", "1: English, 2: German", code=1)


def test_who_begins_anew_is_told_what_was_heard_before(
    run: Run, speech: Path, tiny_whisper: Path
) -> None:
    hear(speech, Script(["good", "morning"]), Task())
    options = ("--whisper", tiny_whisper, "--no-punctuate")
    told = "before; without --resume it starts over."
    assert told in run("transcribe", speech, *options).err
    assert told not in run("transcribe", speech, *options).err


def test_who_goes_on_with_a_recording_that_has_changed_is_told_that_it_begins_anew(
    run: Run, speech: Path, tiny_whisper: Path
) -> None:
    told = "Nothing is kept of speech.wav as it is now: it starts from the beginning."
    hear(speech, load_whisper(tiny_whisper, str(tiny_whisper)), Task())
    options = ("--whisper", tiny_whisper, "--no-punctuate", "--resume")
    assert told not in run("transcribe", speech, *options).err
    hear(speech, load_whisper(tiny_whisper, str(tiny_whisper)), Task())
    os.utime(speech, (0, 0))
    assert told in run("transcribe", speech, *options).err


def test_a_model_for_texts_is_not_taken_for_one_that_hears(
    run: Run, speech: Path, model: str
) -> None:
    folder = shipped_folder("models") / model
    for command in (["models", "import"], ["transcribe", speech, "--whisper"]):
        outcome = run(*command, folder)
        assert_one_line(outcome, f"{folder} holds no speech model", code=3)


def test_models_come_and_go(run: Run, tiny_whisper: Path, speech: Path) -> None:
    assert run("models", "import", tiny_whisper, "--name", "mine").code == 0
    rows = json.loads(run("models", "speech", "--json").out)
    assert rows[0]["name"] == "mine"
    assert rows[0]["installed"]
    assert {"small", "large-v3"} <= {row["name"] for row in rows}
    assert run("transcribe", speech, "--no-punctuate").code == 0
    assert run("models", "remove", "mine").code == 0
    assert b"mine" not in run("models", "speech").out
    assert run("models", "remove", "mine").code == 3


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there Ctrl+C is no signal to send")
def test_ctrl_c_keeps_what_was_heard(speech: Path) -> None:
    # It starts a program to stop it.
    with subprocess.Popen(
        [sys.executable, "-c", _STOPPED, str(speech)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(Path.cwd())},
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "waiting\n"
        process.send_signal(signal.SIGINT)
        _, told = process.communicate()
    assert process.returncode == 130
    assert "continue with --resume" in told
    assert "Traceback" not in told
    kept = kept_of(speech)
    assert kept is not None
    assert [word.text for word in kept.words] == ["good", "morning", "everyone"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk always full")
def test_a_result_that_cannot_be_written_is_not_heard_again(
    speech: Path, tiny_whisper: Path
) -> None:
    command = [sys.executable, "-m", "subpunct_app", "transcribe", str(speech), "--no-punctuate"]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*command, "--whisper", str(tiny_whisper)],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert "continue with --resume" in done.stderr
    kept = kept_of(speech)
    assert kept is not None
    assert kept.whole


def test_going_on_with_another_model_is_refused(run: Run, speech: Path, tiny_whisper: Path) -> None:
    hear(speech, Script(["good", "morning"]), Task())
    kept = kept_of(speech)
    outcome = run("transcribe", speech, "--whisper", tiny_whisper, "--resume")
    assert_one_line(outcome, "by script, in English", "--whisper script --language en", code=2)
    assert kept_of(speech) == kept
