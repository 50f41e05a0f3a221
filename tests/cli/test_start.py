from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE

import pytest

from subpunct_app import __version__
from tests.cli.conftest import SAMPLES, Run, assert_one_line
from tests.patience import PATIENCE

COMMANDS = [
    [],
    ["gui"],
    ["punctuate"],
    ["align"],
    ["transcribe"],
    ["batch"],
    ["check"],
    ["diff"],
    ["train"],
    ["evaluate"],
    ["reproduce"],
    ["benchmark"],
    ["rehearse"],
    ["models"],
    ["models", "list"],
    ["models", "info"],
    ["models", "speech"],
    ["models", "install"],
    ["models", "import"],
    ["models", "remove"],
]
HEAVY = {"torch", "onnxruntime", "PySide6", "numpy", "transformers", "faster_whisper", "ray"}


def fresh(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=PATIENCE
    )


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_command_tells_the_version_and_helps_with_an_example(
    run: Run, command: list[str]
) -> None:
    outcome = run(*command, "--help")
    assert outcome.code == 0
    assert b"Example: subpunct" in outcome.out
    assert outcome.err == ""
    # Each place has a name, which the sentences around it use: -o OUT.
    assert b"<path>" not in outcome.out
    outcome = run(*command, "--version")
    assert (outcome.code, outcome.out.decode().strip()) == (0, f"subpunct {__version__}")


# Telling the language of a text takes numpy.
@pytest.mark.parametrize(
    ("command", "allowed"),
    [
        (["--version"], ""),
        (["--help"], ""),
        (["punctuate", "--help"], ""),
        (["batch", "--help"], ""),
        (["check", str(SAMPLES / "lecture.srt")], "numpy"),
    ],
)
def test_what_needs_no_model_imports_nothing_heavy(command: list[str], allowed: str) -> None:
    done = fresh(
        "import sys; from subpunct_app.cli.program import main; "
        f"code = main({command!r}); loaded = {HEAVY - {allowed}!r} & set(sys.modules); "
        "sys.exit(f'loaded: {loaded}' if loaded else code)"
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(sys.platform == "win32", reason="there Ctrl+C is no signal to send")
def test_ctrl_c_while_the_program_starts_shows_no_traceback() -> None:
    # It tells of its first imports, and would wait for its input after the last.
    command = [sys.executable, "-X", "importtime", "-m", "subpunct_app", "check", "-"]
    # A shell's background jobs ignore Ctrl+C, and what they start would do so too.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    with subprocess.Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True) as process:
        signal.signal(signal.SIGINT, before)
        assert process.stderr
        next(line for line in process.stderr if "subpunct_app.cli" in line)
        process.send_signal(signal.SIGINT)
        told = process.stderr.read()
        assert process.wait(PATIENCE) == 130
    assert "Traceback" not in told


SWALLOWED = """
import signal, sys, time, weakref
from subpunct_app import __main__ as program
from subpunct_app.cli import program as commands

class Thing: pass

def run():
    thing = Thing()
    link = weakref.ref(thing, lambda _: signal.raise_signal(signal.SIGINT))
    del thing
    time.sleep(1_000_000)

signal.signal(signal.SIGINT, signal.default_int_handler)
commands.main = run
sys.exit(program.main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there Ctrl+C is no signal to send")
def test_ctrl_c_that_python_swallows_ends_the_program_all_the_same() -> None:
    done = fresh(SWALLOWED)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_a_file_that_is_closed_to_us_is_no_wrong_usage(
    run: Run, lecture: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda _, mode: mode != os.R_OK)
    outcome = run("gui", lecture, "--screenshot", lecture)
    assert_one_line(outcome, "exists already", code=1)


@pytest.mark.parametrize("place", [0, 1, 2])
def test_quiet_may_stand_before_a_command_too(run: Run, tiny_whisper: Path, place: int) -> None:
    words: list[str | Path] = ["models", "import", tiny_whisper]
    words.insert(place, "--quiet")
    outcome = run(*words)
    assert (outcome.code, outcome.err) == (0, "")


def test_what_stands_behind_two_dashes_is_no_option(run: Run) -> None:
    assert "--encoding does not exist" in run("check", "--", "--encoding", "--json").err
