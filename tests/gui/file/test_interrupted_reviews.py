from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from subpunct_app.gui.file import journal_keeper as keeper
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.review.journal.records import FileState
from subpunct_app.review.journal.review_journal import (
    LOCK,
    journal_path,
    journals_folder,
    lock_path,
)
from subpunct_app.text.decisions import Decision
from tests.gui.conftest import (
    SRT,
    NewWindow,
    Reopen,
    answer,
    choose_file,
    no_model,
    offered,
    open_and_wait,
    press,
    punctuate_and_wait,
    review_file,
    session_of,
    status_of,
)
from tests.gui.keeping import (
    START,
    journal_with,
    keep_and_close,
    long_talk,
)

ROOT = Path(__file__).parents[2]


EDITOR = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from subpunct_app.gui.app import make_application
from subpunct_app.gui.file.journal_keeper import JournalKeeper
from subpunct_app.gui.main_window import MainWindow
from tests.gui.fakes import FakePunctuator

application = make_application()
window = MainWindow(load_model=lambda _: FakePunctuator())
window.show()
timer = QTimer()
timer.setInterval(20)
decided = 0

def decide():
    global decided
    decider = window.page.decider
    decider.reject_current() if decided % 3 == 2 else decider.accept_current()
    decided += 1
    print(decided, flush=True)

timer.timeout.connect(decide)
window.opened.connect(window.punctuate)
window.proposed.connect(decide)
# The first decision begins a journal, for which a slow disk takes its time.
window.findChild(JournalKeeper).written.connect(timer.start)
window.open_file(Path(sys.argv[1]))
application.exec()
"""


def test_a_review_that_another_window_has_stays_its_own(
    reviewing: MainWindow, reopen: Reopen, talk: Path, qtbot: QtBot
) -> None:
    press(reviewing, Qt.Key.Key_Return)
    before = journal_with(b'{"decided"', qtbot)
    talk.write_bytes(SRT.replace(b"00:00:0", b"00:01:0"))
    keep_and_close(reopen(talk))
    assert before.exists()


@pytest.mark.parametrize("content", [b"", b"\x00\xff" * 40, b'{"kind":"subpunct review"}\n'])
@pytest.mark.usefixtures("kept")
def test_a_damaged_journal_is_as_none(reopen: Reopen, talk: Path, content: bytes) -> None:
    (journal,) = journals_folder().glob("*.journal")
    journal.write_bytes(content)
    reopened = reopen(talk)
    assert reopened.page.review is None
    assert reopened.message.text == ""


def test_two_windows_never_write_one_journal(
    reviewing: MainWindow, reopen: Reopen, talk: Path
) -> None:
    press(reviewing, Qt.Key.Key_Return)
    reopened = reopen(talk)
    assert reopened.page.review is None
    assert "open in another window" in reopened.message.text
    assert "kept for later" in status_of(reviewing)
    assert "Not saved: open in another window" in status_of(reopened)


def test_the_window_that_is_left_keeps_what_is_decided_there(
    opened: MainWindow, new_window: NewWindow, reopen: Reopen, talk: Path, qtbot: QtBot
) -> None:
    second = new_window()
    review_file(second, talk, qtbot)
    assert second.message.text == ""
    assert "Not saved: open in another window" in status_of(second)
    opened.close()
    second.page.decider.accept_current()
    assert "kept for later" in status_of(second)
    keep_and_close(second)
    assert list(session_of(reopen(talk)).edits()) == [START]


def test_the_window_that_is_left_replaces_no_decisions_of_the_other(
    reviewing: MainWindow, new_window: NewWindow, reopen: Reopen, talk: Path, qtbot: QtBot
) -> None:
    second = new_window()
    open_and_wait(second, talk, qtbot)
    reviewing.page.decider.accept_current()
    keep_and_close(reviewing)
    punctuate_and_wait(second, qtbot)
    second.page.decider.accept_current()
    assert "The other window has saved" in second.message.text
    assert "kept for later" not in status_of(second)
    answer(QMessageBox.StandardButton.Discard)
    assert second.close()
    assert list(session_of(reopen(talk)).edits()) == [START]


def killed(path: Path, after: int) -> int:
    """Let an editor decide until a number is reached, kill the program, and return the number."""
    with subprocess.Popen(
        [sys.executable, "-c", EDITOR, str(path)],
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        text=True,
    ) as editor:
        assert editor.stdout is not None
        made = next(int(line) for line in editor.stdout if int(line) >= after)
        editor.send_signal(signal.SIGKILL)
        # What was said before the signal came was decided, too.
        return max([made, *map(int, editor.stdout.read().split())])


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_killed_program_loses_no_decision_of_more_than_a_second_ago(
    tmp_path: Path, new_window: NewWindow, qtbot: QtBot
) -> None:
    path = long_talk(tmp_path / "long.en.srt", 100)
    made = killed(path, after=60)
    window = new_window(no_model)
    qtbot.waitUntil(lambda: "while long.en.srt was open" in window.message.text)
    with qtbot.waitSignal(window.opened):
        offered(window.message).click()
    session = session_of(window)
    decided = [gap for gap in session.gaps if session.verdict(gap).decision is not Decision.OPEN]
    assert made - 50 < len(decided) <= made + 1
    assert decided == list(session.gaps[: len(decided)])
    rejected = [gap for gap in decided if session.verdict(gap).decision is Decision.REJECTED]
    assert rejected == decided[2::3]
    assert window.isWindowModified()
    assert "Restored your work" in window.message.text


@pytest.mark.usefixtures("kept")
def test_of_several_reviews_that_were_interrupted_the_last_one_is_offered(
    new_window: NewWindow, talk: Path, qtbot: QtBot
) -> None:
    other = talk.with_name("other.srt")
    other.write_bytes(SRT)
    window = new_window()
    review_file(window, other, qtbot)
    press(window, Qt.Key.Key_Return)
    keep_and_close(window)
    kept = [journal_path(FileState.of(path, SRT)) for path in (talk, other)]
    written = kept[1].stat().st_mtime
    os.utime(kept[0], (written - 60, written - 60))
    for journal in kept:
        journal.with_suffix(LOCK).touch()
    window = new_window(no_model)
    qtbot.waitUntil(lambda: "while other.srt and 1 more file was open" in window.message.text)
    with qtbot.waitSignal(window.opened):
        offered(window.message).click()
    assert window.file is not None
    assert window.file.path == other


@pytest.mark.usefixtures("kept")
def test_an_interrupted_review_of_a_file_that_is_gone_is_not_offered(
    new_window: NewWindow, talk: Path, qtbot: QtBot
) -> None:
    lock_path(FileState.of(talk, SRT)).touch()
    talk.unlink()
    window = new_window(no_model)
    with qtbot.waitSignal(window.jobs.idle):
        pass
    assert window.message.text == ""


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps a file that is open.")
def test_what_could_not_be_kept_for_a_while_is_kept_again(
    new_window: NewWindow,
    reopen: Reopen,
    talk: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(keeper, "_PAUSE_MS", 20)
    window = new_window()
    review_file(window, talk, qtbot)
    press(window, Qt.Key.Key_Return)
    journal = journal_with(b"decided", qtbot)
    journal.unlink()
    journal.mkdir()
    press(window, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.message.text.startswith("Decisions cannot be saved"))
    window.message.hide()
    press(window, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: caplog.text.count("directory") > 1)
    # It is told once, however often it is tried.
    assert not window.message.isVisible()
    assert "kept" not in status_of(window)
    journal.rmdir()
    qtbot.waitUntil(lambda: window.message.text.startswith("Decisions are saved again"))
    assert "Not exported · kept for later" in status_of(window)
    caplog.clear()
    keep_and_close(window)
    assert len(session_of(reopen(talk)).edits()) == 3


def test_a_folder_that_opens_later_keeps_what_was_decided_before(
    new_window: NewWindow,
    reopen: Reopen,
    talk: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(keeper, "_PAUSE_MS", 20)
    journals_folder().parent.mkdir(parents=True, exist_ok=True)
    journals_folder().write_text("no folder")
    window = new_window()
    open_and_wait(window, talk, qtbot)
    assert window.message.text.startswith("Decisions cannot be saved")
    punctuate_and_wait(window, qtbot)
    press(window, Qt.Key.Key_Return)
    journals_folder().unlink()
    qtbot.waitUntil(lambda: window.message.text.startswith("Decisions are saved again"))
    keep_and_close(window)
    assert list(session_of(reopen(talk)).edits()) == [START]


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps a file that is open.")
def test_an_export_while_nothing_can_be_kept_brings_back_nothing_older(
    new_window: NewWindow,
    reopen: Reopen,
    talk: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    window = new_window()
    review_file(window, talk, qtbot)
    press(window, Qt.Key.Key_Return)
    # It stands there, and lacks the second decision.
    stale = journal_with(b"decided", qtbot)
    kept = stale.read_bytes()
    stale.unlink()
    press(window, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.message.text.startswith("Decisions cannot be saved"))
    stale.write_bytes(kept)
    caplog.clear()
    choose_file(talk, monkeypatch)
    assert window.exporter.export_as()
    assert window.close()
    assert len(session_of(reopen(talk)).edits()) == 2


def test_a_file_is_let_go_once_all_that_was_decided_can_be_read(
    opened: MainWindow, new_window: NewWindow, reopen: Reopen, talk: Path, qtbot: QtBot
) -> None:
    second = new_window()
    open_and_wait(second, talk, qtbot)
    punctuate_and_wait(second, qtbot)
    punctuate_and_wait(opened, qtbot)
    opened.page.decider.accept_current()
    opened.keeper.leave()
    second.page.decider.reject_current()
    assert "The other window has saved" in second.message.text
    answer(QMessageBox.StandardButton.Discard)
    assert second.close()
    assert list(session_of(reopen(talk)).edits()) == [START]


def test_that_nothing_can_be_kept_is_told(window: MainWindow, talk: Path, qtbot: QtBot) -> None:
    journals_folder().parent.mkdir(parents=True, exist_ok=True)
    journals_folder().write_text("no folder")
    open_and_wait(window, talk, qtbot)
    assert window.message.text.startswith("Decisions cannot be saved")


def test_a_disk_that_refuses_is_told_in_the_status_line(
    reviewing: MainWindow, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    # Another thread writes it, and only what was begun is added to.
    press(reviewing, Qt.Key.Key_Return)
    folder = journals_folder()
    qtbot.waitUntil(
        lambda: any(b"decided" in path.read_bytes() for path in folder.glob("*.journal"))
    )
    (journal,) = folder.glob("*.journal")
    journal.unlink()
    journal.mkdir()
    reviewing.commands["start_anew"].trigger()
    reviewing.commands["undo"].trigger()
    press(reviewing, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "kept" not in status_of(reviewing))
    assert "Not exported" in status_of(reviewing)
    # What cannot be added to any more is begun anew, where a folder is in the way.
    qtbot.waitUntil(lambda: "directory" in caplog.text)
    caplog.clear()
