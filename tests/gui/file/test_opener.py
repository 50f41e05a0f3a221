from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from subpunct_app.gui.main_window import MainWindow
from tests.gui.conftest import NewWindow, open_and_wait, status_of


@contextmanager
def silent_pipe(path: Path) -> Iterator[Path]:
    """Make a pipe that nobody writes into, and let go of whoever still waits for it."""
    if sys.platform == "win32":
        pytest.skip("there are no pipes in folders")
    os.mkfifo(path)
    try:
        yield path
    finally:
        os.close(os.open(path, os.O_RDWR | os.O_NONBLOCK))


def test_another_file_opens_while_a_pipe_keeps_silent(
    window: MainWindow, talk: Path, qtbot: QtBot
) -> None:
    with silent_pipe(talk.with_name("pipe.srt")) as pipe:
        window.open_file(pipe)
        qtbot.waitUntil(lambda: "Waiting for the file" in status_of(window))
        open_and_wait(window, talk, qtbot)
        assert window.file is not None
        assert window.file.path == talk


def test_a_window_closes_while_a_pipe_keeps_silent(
    new_window: NewWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    with silent_pipe(tmp_path / "pipe.srt") as pipe:
        window = new_window()
        window.open_file(pipe)
        qtbot.waitUntil(lambda: "Waiting for the file" in status_of(window))
        assert window.close()
