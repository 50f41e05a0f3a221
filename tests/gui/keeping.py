"""Reviews that are kept for later, and windows that go on with them."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from subpunct_app.gui.main_window import MainWindow
from subpunct_app.review.journal.review_journal import journals_folder

START, EVERYONE, YOU, WHY = 0, 3, 14, 25


def keep_and_close(window: MainWindow) -> None:
    """Close a window and press the button that keeps its decisions for later."""
    press_later()
    assert window.close()


def press_later() -> None:
    """Press the button that keeps decisions for later in the question about to be asked."""

    def click() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        later = [button for button in box.buttons() if "Keep" in button.text()]
        later[0].click()

    QTimer.singleShot(0, click)


def read_in(window: MainWindow, encoding: str, qtbot: QtBot) -> None:
    """Read the open file in another encoding, and keep for later what is not exported."""
    if window.isWindowModified():
        press_later()
    with qtbot.waitSignal(window.opened):
        window.opener.reopen(encoding)


def journal_with(words: bytes, qtbot: QtBot) -> Path:
    """Return the journal that holds some words, once another thread has written them."""
    found: list[Path] = []

    def written() -> bool:
        paths = journals_folder().glob("*.journal")
        found[:] = [path for path in paths if words in path.read_bytes()]
        return bool(found)

    qtbot.waitUntil(written)
    return found[0]


def press_in(window: MainWindow, key: Qt.Key) -> None:
    """Press a key in the field of a cue."""
    QTest.keyClick(window.writing.manual.editor, key)


def long_talk(path: Path, cues: int) -> Path:
    """Write a text of which every cue gets three suggestions."""
    clocks = [f"00:{at // 60:02}:{at % 60:02},000" for at in range(cues + 1)]
    times = [f"{start} --> {end}" for start, end in pairwise(clocks)]
    payloads = [f"look a{at} at you and then why a{at} freezes a{at}" for at in range(cues)]
    blocks = zip(times, payloads, strict=True)
    path.write_text("\n".join(f"{n}\n{t}\n{text}\n" for n, (t, text) in enumerate(blocks, 1)))
    return path
