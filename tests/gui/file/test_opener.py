"""Pipes that keep silent: the window waits for them without standing still."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from threading import Thread

import pytest
from pytestqt.qtbot import QtBot

from subpunct_app.gui.background.jobs import Lane
from subpunct_app.gui.main_window import MainWindow
from tests.gui.conftest import NewWindow, open_and_wait, status_of


@pytest.fixture
def silent_pipe(tmp_path: Path) -> Path:
    """Return a pipe that nobody writes into."""
    if sys.platform == "win32":
        pytest.skip("there are no pipes in folders")
    os.mkfifo(tmp_path / "pipe.srt")
    return tmp_path / "pipe.srt"


def wait_for(window: MainWindow, pipe: Path, qtbot: QtBot) -> None:
    """Have a window wait for what somebody may write into a pipe."""
    window.open_file(pipe)
    qtbot.waitUntil(lambda: "Waiting for the file" in status_of(window))


def test_another_file_opens_while_a_pipe_keeps_silent(
    window: MainWindow, talk: Path, silent_pipe: Path, qtbot: QtBot
) -> None:
    wait_for(window, silent_pipe, qtbot)
    open_and_wait(window, talk, qtbot)
    assert window.file is not None
    assert window.file.path == talk


def test_a_video_given_along_with_what_was_left_does_not_come_where_another_file_fails(
    window: MainWindow, silent_pipe: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    film = tmp_path / "film.mp4"
    film.write_bytes(b"")
    window.take_files([silent_pipe, film])
    qtbot.waitUntil(lambda: "Waiting for the file" in status_of(window))
    with qtbot.waitSignal(window.failed):
        window.open_file(tmp_path / "missing.srt")
    assert window.jobs.rests(Lane.MEDIA)


def test_a_review_that_was_cancelled_is_not_begun_where_its_file_is_opened_later(
    window: MainWindow, talk: Path, silent_pipe: Path, qtbot: QtBot
) -> None:
    window.reviews.open([silent_pipe])
    qtbot.waitUntil(lambda: "Waiting for the file" in status_of(window))
    with qtbot.waitSignal(window.jobs.stopped):
        window.commands["cancel"].trigger()
    Thread(target=silent_pipe.write_bytes, args=(talk.read_bytes(),)).start()
    with qtbot.assertNotEmitted(window.proposer.asking):
        open_and_wait(window, silent_pipe, qtbot)


def test_a_pipe_opens_whole_after_it_was_left_silent(
    window: MainWindow, talk: Path, silent_pipe: Path, qtbot: QtBot
) -> None:
    wait_for(window, silent_pipe, qtbot)
    open_and_wait(window, talk, qtbot)
    text = talk.read_bytes() * 500
    Thread(target=silent_pipe.write_bytes, args=(text,)).start()
    open_and_wait(window, silent_pipe, qtbot)
    assert window.file is not None
    assert window.file.path == silent_pipe
    assert window.file.document.to_bytes() == text


def test_a_window_closes_while_a_pipe_keeps_silent(
    new_window: NewWindow, silent_pipe: Path, qtbot: QtBot
) -> None:
    window = new_window()
    wait_for(window, silent_pipe, qtbot)
    assert window.close()
