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
def test_every_command_helps_with_an_example(run: Run, command: list[str]) -> None:
    outcome = run(*command, "--help")
    assert outcome.code == 0
    assert b"Example: subpunct" in outcome.out
    assert outcome.err == ""
    # Each place has a name, which the sentences around it use: -o OUT.
    assert b"<path>" not in outcome.out


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_command_tells_the_version(run: Run, command: list[str]) -> None:
    outcome = run(*command, "--version")
    assert (outcome.code, outcome.out.decode().strip()) == (0, f"subpunct {__version__}")


@pytest.mark.parametrize("command", ["punctuate", "check", "rehearse"])
def test_commands_that_take_several_files_say_so(run: Run, command: str) -> None:
    usage, *_ = run(command, "--help").out.decode().splitlines()
    assert "FILE..." in usage


@pytest.mark.parametrize(
    "command", [["--help"], ["punctuate", "--help"], ["batch", "--help"], ["check", "--help"]]
)
def test_help_imports_nothing_heavy(command: list[str]) -> None:
    done = fresh(
        "import sys; from subpunct_app.cli.program import main; "
        f"code = main({command!r}); loaded = {HEAVY!r} & set(sys.modules); "
        "sys.exit(f'loaded: {loaded}' if loaded else code)"
    )
    assert (done.returncode, done.stderr) == (0, "")


# Telling the language of a text takes numpy.
def test_checking_a_file_imports_nothing_heavy() -> None:
    done = fresh(
        "import sys; from subpunct_app.cli.program import main; "
        f"code = main(['check', {str(SAMPLES / 'lecture.srt')!r}]); "
        f"loaded = {HEAVY - {'numpy'}!r} & set(sys.modules); "
        "sys.exit(f'loaded: {loaded}' if loaded else code)"
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_the_package_runs_as_a_program() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "subpunct_app", "--version"],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stdout) == (0, f"subpunct {__version__}\n")


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


@pytest.mark.parametrize(
    ("arguments", "command"),
    [
        (["punctate"], "subpunct"),
        (["--no-such-option", "check"], "subpunct"),
        (["check"], "subpunct check"),
        (["check", "--no-such-option"], "subpunct check"),
        (["punctuate", "a", "--mode", "b"], "subpunct punctuate"),
        (["models", "info"], "subpunct models info"),
        (["batch", "a", "--out-dir"], "subpunct batch"),
        (["diff", "a", "b", "--force=1"], "subpunct diff"),
        (["models", "import", "a", "--name"], "subpunct models import"),
    ],
)
def test_wrong_usage_is_told_on_one_line_with_where_to_look(
    run: Run, arguments: list[str], command: str
) -> None:
    outcome = run(*arguments)
    assert outcome.code == 2
    assert_one_line(outcome, mentions=[f"Try '{command} --help'."])


@pytest.mark.parametrize(
    ("option", "told"),
    [
        (["--min-confidence", "2"], "1. Try"),
        (["--mode", "b"], "'review'. Try"),
        (["--run-only"], "--runs-only). Try"),
    ],
)
def test_what_is_wrong_and_what_to_do_are_two_sentences(
    run: Run, option: list[str], told: str
) -> None:
    assert told in run("punctuate", "a.srt", *option).err


def test_a_file_that_is_closed_to_us_is_no_wrong_usage(
    run: Run, lecture: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda _, mode: mode != os.R_OK)
    outcome = run("gui", lecture, "--screenshot", lecture)
    assert outcome.code == 1
    assert_one_line(outcome, mentions=["exists already"])


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", ""],
        ["batch", "", "--out-dir", "out"],
        ["batch", "in", "--out-dir", ""],
        ["batch", "in", "--out-dir="],
        ["evaluate", "--test", "a.txt", ""],
        ["models", "import", "--", ""],
    ],
)
def test_an_empty_name_is_not_taken_for_the_folder_of_this_moment(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = run(*arguments)
    assert outcome.code == 2
    assert_one_line(outcome, mentions=["is empty"])


@pytest.mark.parametrize("option", [["--marks", ""], ["--marks="]])
def test_a_list_of_marks_may_be_empty(run: Run, option: list[str]) -> None:
    outcome = run("punctuate", "a.srt", *option, "--encoding", "klingon")
    assert_one_line(outcome, mentions=["no encoding klingon"])


@pytest.mark.parametrize("place", [0, 1, 2])
def test_quiet_may_stand_before_a_command_too(run: Run, tiny_whisper: Path, place: int) -> None:
    words: list[str | Path] = ["models", "import", tiny_whisper]
    words.insert(place, "--quiet")
    outcome = run(*words)
    assert (outcome.code, outcome.err) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "missing"),
    [
        (["batch", "in", "--transcribe", "--out-dir", "out"], "--transcribe needs WHISPER"),
        (["punctuate", "a.srt", "-o", "--force"], "-o needs OUT"),
        (["evaluate", "--test", "--model", "m"], "--test needs FILE"),
    ],
)
def test_an_option_whose_value_was_forgotten_does_not_take_the_next_one(
    run: Run, arguments: list[str], missing: str
) -> None:
    outcome = run(*arguments)
    assert outcome.code == 2
    assert_one_line(outcome, mentions=[missing])


def test_what_stands_behind_two_dashes_is_no_option(run: Run) -> None:
    assert "--encoding does not exist" in run("check", "--", "--encoding", "--json").err
