"""Ctrl+C in the terminal that a window was started from, and the end of its session."""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from subpunct_app.review import settings
from subpunct_app.review.journal.records import FileState
from subpunct_app.review.journal.review_journal import lock_path
from subpunct_app.text.decisions import Decision
from tests.gui.conftest import SRT, NewWindow, no_model, open_and_wait, session_of
from tests.patience import PATIENCE
from tests.processes import running

ROOT = Path(__file__).parents[2]
PROGRAM = """
import signal
import sys
import threading
import time
from functools import partial
from threading import Event
from PySide6.QtCore import QTimer
from subpunct_app.cli.program import main
from subpunct_app.gui.app import make_application
from subpunct_app.gui.background.jobs import Lane
from subpunct_app.gui.main_window import MainWindow
from tests.gui.fakes import FakePunctuator

tell = partial(print, flush=True)
application = make_application()

def begin():
    (window,) = [one for one in application.topLevelWidgets() if isinstance(one, MainWindow)]
    window.proposed.connect(partial(decide, window))

def decide(window):
    window.page.decider.accept_current()
    QTimer.singleShot(0, partial(tell, "ready"))
    {then}

MainWindow.__init__.__kwdefaults__["load_model"] = lambda _: FakePunctuator()
QTimer.singleShot(0, begin)
sys.exit(main(["gui", "--punctuate", {path!r}]))
"""
ENDLESS = """
    window.jobs.submit(Lane.MODEL, lambda _: Event().wait(), done=tell, failed=tell)
    window.jobs.closing.connect(partial(tell, "closing"))
"""
# What a thread takes stops no call of the system that the main one is in.
TAKEN = """
    def take(task):
        while not task.cancelled:
            time.sleep(0.01)
        time.sleep(0.1)
        signal.pthread_kill(threading.get_ident(), signal.SIGINT)
        Event().wait()

    window.jobs.submit(Lane.MODEL, take, done=tell, failed=tell)
"""

CTRL_C = (signal.SIGINT,)
# As systemd does it.
LOG_OUT = (signal.SIGTERM, signal.SIGHUP) if sys.platform != "win32" else ()

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="there Ctrl+C is no signal to send"),
]


def ended(path: Path, *after: str, then: str = "", by: Sequence[signal.Signals]) -> int:
    """Send signals when a window says one thing after another, and return its exit code."""
    with running(sys.executable, "-c", PROGRAM.format(path=str(path), then=then), cwd=ROOT) as one:
        assert one.stdout
        for word in after:
            assert one.stdout.readline() == f"{word}\n".encode()
            # So that it has them all at once, however busy the machine is.
            for request in (signal.SIGSTOP, *by, signal.SIGCONT):
                one.send_signal(request)
        assert one.communicate(timeout=PATIENCE) == (b"", b"")
        return one.returncode


@pytest.mark.parametrize("then", ["", "window.close()"])
@pytest.mark.parametrize("by", [CTRL_C, LOG_OUT])
def test_it_closes_the_window_without_a_question_and_keeps_what_was_decided_and_chosen(
    talk: Path, then: str, by: Sequence[signal.Signals], new_window: NewWindow, qtbot: QtBot
) -> None:
    assert ended(talk, "ready", then=then, by=by) == 130
    assert not lock_path(FileState.of(talk, SRT)).exists()
    assert settings.load().recent == (str(talk),)
    window = new_window(no_model)
    open_and_wait(window, talk, qtbot)
    session = session_of(window)
    decided = [gap for gap in session.gaps if session.verdict(gap).decision is not Decision.OPEN]
    assert len(decided) == 1


def test_a_second_ctrl_c_waits_for_nothing(talk: Path) -> None:
    assert ended(talk, "ready", "closing", then=ENDLESS, by=CTRL_C) == 130


def test_a_second_ctrl_c_that_another_thread_takes_is_heard(talk: Path) -> None:
    assert ended(talk, "ready", then=TAKEN, by=CTRL_C) == 130
