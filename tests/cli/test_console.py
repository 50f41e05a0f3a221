from __future__ import annotations

import errno
import io
import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from select import select
from typing import BinaryIO

import pytest

from subpunct_app.cli.console import Console
from subpunct_app.cli.exit_codes import exit_code
from subpunct_app.cli.program import main
from subpunct_app.runtime.errors import (
    Cancelled,
    FileError,
    MediaError,
    ModelError,
    SettingsError,
    SubpunctError,
)
from tests.limits import files_up_to
from tests.patience import PATIENCE
from tests.processes import as_in_a_terminal

# More than a pipe holds at once.
MANY = 400

posix = pytest.mark.skipif(sys.platform == "win32", reason="no shell there closes a stream")


def failing(error: BaseException) -> int:
    def command() -> int:
        raise error

    return exit_code(command)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (FileError("The file is bad."), 1),
        (SettingsError("The option is bad."), 2),
        (ModelError("The model is bad."), 3),
        (MediaError("The video is bad."), 1),
        (SubpunctError("All is bad."), 3),
    ],
)
def test_each_failure_has_its_exit_code_and_one_line(
    error: SubpunctError, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert failing(error) == code
    assert capsys.readouterr().err == f"subpunct: {error.message}\n"


def test_what_a_terminal_would_obey_is_spelled_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    name = "a\x1b[31m\x9b2J\r\n\u2028\t\u202egpj.srt"
    shown = r"a\x1b[31m\x9b2J\r\n\u2028" + "\t" + r"\u202egpj.srt"
    Console().result(f"{name}: srt")
    Console().note(f"{name}: done")
    Console().error(FileError(f"{name} is bad."))
    told = f"{shown}: done\nsubpunct: {shown} is bad.\n"
    assert capsys.readouterr() == (f"{shown}: srt\n", told)
    Console(quiet=True).note("By the way")
    assert capsys.readouterr() == ("", "")


def drawn(monkeypatch: pytest.MonkeyPatch, label: str, message: str, term: str) -> str:
    """Return what a task draws on a terminal."""
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", term)
    with Console().task(label) as task:
        task.step(1, 2, message)
    return terminal.getvalue()


def test_progress_is_drawn_where_that_can_be_and_names_as_they_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with Console().task("Working") as task:
        task.step(1, 2)
    assert capsys.readouterr() == ("", "")
    assert drawn(monkeypatch, "Working", "", "dumb") == ""
    told = drawn(monkeypatch, "b\x1b[31m [x264].srt", "c\x1b[31m [bold].srt :smile:", "xterm")
    assert r"b\x1b[31m [x264].srt" in told
    assert r"c\x1b[31m [bold].srt :smile:" in told


class PanicException(BaseException):
    """What libraries in Rust raise where they can do nothing."""


@pytest.mark.parametrize("kind", [ZeroDivisionError, PanicException])
def test_the_unforeseen_shows_no_traceback(
    kind: type[BaseException], capsys: pytest.CaptureFixture[str]
) -> None:
    assert failing(kind("no threads")) == 3
    assert capsys.readouterr().err.startswith(
        f"subpunct: Something unforeseen happened: {kind.__name__}"
    )


def test_too_little_memory_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(lambda: len(bytearray(sys.maxsize))) == 3
    assert capsys.readouterr().err.startswith("subpunct: There is too little memory. Close other")


def test_a_file_that_is_in_the_way_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert failing(PermissionError(errno.EACCES, "Permission denied", "closed/model")) == 1
    assert capsys.readouterr().err.startswith("subpunct: closed/model cannot be accessed. Change")


def test_a_program_without_a_library_names_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert failing(ModuleNotFoundError("No module named 'torch'", name="torch")) == 3
    assert "needs torch" in capsys.readouterr().err


def test_verbose_writes_the_origin_of_a_failure_to_stderr(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "subpunct_app", "check", "--verbose", str(tmp_path / "gone.srt")],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 1
    assert "FileNotFoundError" in done.stderr


@pytest.mark.parametrize("asked", [signal.SIGINT, signal.SIGTERM])
def test_who_asks_a_patient_task_to_stop_does_not_end_it(asked: signal.Signals) -> None:
    before = signal.getsignal(asked)
    with Console().patient_task("Training") as task:
        signal.raise_signal(asked)
        assert task.cancelled
    assert signal.getsignal(asked) is before


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
@pytest.mark.parametrize("ignored", [True, False])
def test_a_terminal_that_closes_asks_to_stop_unless_nohup_was_said(ignored: bool) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN if ignored else signal.SIG_DFL)
    try:
        with Console().patient_task("Training") as task:
            signal.raise_signal(signal.SIGHUP)
            assert task.cancelled is not ignored
    finally:
        signal.signal(signal.SIGHUP, before)


@pytest.mark.skipif(sys.platform == "win32", reason="a closed pipe is told otherwise there")
def test_a_reader_that_goes_away_is_no_disaster(tmp_path: Path) -> None:
    for number in range(600):
        odd = tmp_path / f"{number}-{'long' * 40}.srt"
        odd.write_text("1\n00:00:02,000 --> 00:00:01,000\nhello\n\n")
    command = [sys.executable, "-m", "subpunct_app", "check", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(PATIENCE) == 141


@pytest.mark.skipif(sys.platform == "win32", reason="nobody is asked to end there")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_who_cancels_does_not_wait_for_a_reader_that_waits(tmp_path: Path, unbuffered: str) -> None:
    old, new = tmp_path / "old.txt", tmp_path / "new.txt"
    old.write_text("so it goes on and on\n\n" * 5_000)
    new.write_text("So it goes on, and on.\n\n" * 5_000)
    command = [sys.executable, "-m", "subpunct_app", "diff", str(old), str(new)]
    reader, writer = os.pipe()
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    with as_in_a_terminal():
        program = subprocess.Popen(command, stdout=writer, env=environment)
    with program:
        while select([], [writer], [], 0)[1] and program.poll() is None:
            time.sleep(0.01)
        program.send_signal(signal.SIGINT)
        try:
            assert program.wait(PATIENCE) == 130
        finally:
            for end in (reader, writer):
                os.close(end)


def checked_with(closed: str, path: Path) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "subpunct_app", "check", str(path)]
    shell = ["sh", "-c", f'exec "$@" {closed}', "sh", *command]
    # What a stream takes at once does not wait for the end, when it would fail again.
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return subprocess.run(shell, capture_output=True, check=False, timeout=PATIENCE, env=buffered)


@posix
@pytest.mark.parametrize("closed", [">&-", "<&- >&- 2>&-"])
def test_a_closed_stdout_is_no_disaster(tmp_path: Path, closed: str) -> None:
    (tmp_path / "talk.srt").write_text("1\n00:00:01,000 --> 00:00:02,000\nhello\n\n")
    done = checked_with(closed, tmp_path / "talk.srt")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@posix
def test_complaints_do_not_go_among_results_where_stderr_is_closed(tmp_path: Path) -> None:
    done = checked_with("2>&-", tmp_path / "gone.srt")
    assert (done.returncode, done.stdout) == (1, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk always full")
@pytest.mark.parametrize("size", [1, 100_000])
def test_a_result_that_does_not_fit_is_told(
    size: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        monkeypatch.setattr(sys, "stdout", full)
        assert exit_code(lambda: Console().result("a" * size)) == 1
    assert capsys.readouterr().err == (
        "subpunct: The result cannot be written to stdout: No space left on device. "
        "Free some space or choose another disk.\n"
    )


def checked_many(
    folder: Path, out: BinaryIO, **variables: str
) -> subprocess.CompletedProcess[bytes]:
    """Write more than a pipe holds at once."""
    folder.mkdir()
    for number in range(MANY):
        text = "1\n00:00:01,000 --> 00:00:02,000\nhello\n\n"
        (folder / f"{number}-{'long' * 40}.srt").write_text(text)
    return subprocess.run(
        [sys.executable, "-m", "subpunct_app", "check", "--json", str(folder)],
        stdout=out,
        stderr=subprocess.PIPE,
        check=False,
        timeout=PATIENCE,
        env=os.environ | variables,
    )


@posix
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_result_that_fits_in_part_is_told(tmp_path: Path, unbuffered: str) -> None:
    with (tmp_path / "out").open("wb") as out, files_up_to(1000):
        done = checked_many(tmp_path / "many", out, PYTHONUNBUFFERED=unbuffered)
    assert done.returncode == 1
    assert done.stderr.startswith(b"subpunct: The result cannot be written to stdout: File too")


@posix
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_pipe_that_takes_part_of_a_result_at_once_gets_the_rest(
    tmp_path: Path, unbuffered: str
) -> None:
    reading, writing = os.pipe()
    # As the other programs of a pipeline may have it, which all have the same pipe.
    os.set_blocking(writing, False)
    with ThreadPoolExecutor(1) as reader, os.fdopen(reading, "rb") as pipe:
        content = reader.submit(pipe.read)
        with os.fdopen(writing, "wb") as out:
            done = checked_many(tmp_path / "many", out, PYTHONUNBUFFERED=unbuffered)
        assert (done.returncode, done.stderr) == (0, b"")
        assert len(json.loads(content.result(PATIENCE))) == MANY


def test_a_name_that_the_system_cannot_write_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "\ud800.srt"]) == 1
    told = capsys.readouterr().err
    assert told.startswith("subpunct: \\ud800.srt cannot be a name here, where names are in utf-8.")


@pytest.mark.parametrize(
    ("error", "cause"),
    [
        (Cancelled(), None),
        (KeyboardInterrupt(), None),
        # What libraries in C++ make of Ctrl+C while they load.
        (ImportError("initialization failed"), KeyboardInterrupt()),
        (ModelError("Damaged."), KeyboardInterrupt()),
    ],
)
def test_cancelling_is_silent(
    error: BaseException, cause: BaseException | None, capsys: pytest.CaptureFixture[str]
) -> None:
    error.__cause__ = cause
    assert failing(error) == 130
    assert capsys.readouterr() == ("", "")
