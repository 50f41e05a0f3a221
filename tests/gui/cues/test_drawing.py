"""A key draws again what it changes, and no more."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QColor, QPaintEvent, QPalette, QRegion
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from subpunct_app.gui.cues.cue_delegate import CueDelegate
from subpunct_app.gui.cues.cue_model import START, Side
from subpunct_app.gui.cues.letter_places import Letters
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.review import opening
from subpunct_app.review.editing.finding import Hit
from subpunct_app.runtime.task import Task
from tests.gui.conftest import open_and_wait, press, session_of

HEARD = Letters(0, 3)


class Paints(QObject):
    """Note what of a widget is drawn."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.region = QRegion()
        widget.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802
        if isinstance(event, QPaintEvent):
            self.region += event.region()
        return False


def test_a_text_is_drawn_before_its_words_are_read(
    window: MainWindow, talk: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    drawn = Paints(window.page.table.viewport())
    look_through, begun = opening.look_through, []

    def note(found: opening.ReadFile, name: str, task: Task) -> opening.OpenedFile:
        begun.append(not drawn.region.isEmpty())
        return look_through(found, name, task)

    monkeypatch.setattr(opening, "look_through", note)
    open_and_wait(window, talk, qtbot)
    assert begun == [True]


def decide_twice_and_undo(window: MainWindow) -> None:
    press(window, Qt.Key.Key_Return, Qt.Key.Key_Return)
    window.page.stack.undo()


def point_beside(window: MainWindow) -> None:
    window.page.select_gap(min(session_of(window).gaps) + 1)


def lengthen(window: MainWindow) -> None:
    window.page.show_cue(0)
    press(window, Qt.Key.Key_F2)
    QTest.keyClicks(window.writing.manual.editor, " and so on")
    QTest.keyClick(window.writing.manual.editor, Qt.Key.Key_Return)


def find(window: MainWindow) -> None:
    window.page.table.show_hits({1: [Hit(1, 0, 3)]}, None)


def hear(window: MainWindow) -> None:
    window.page.table.show_playing(1, HEARD)


def narrow(window: MainWindow) -> None:
    window.page.table.setColumnWidth(START, window.page.table.width() // 2)


def darken(window: MainWindow) -> None:
    window.page.table.setPalette(QPalette(QColor("#353535"), QColor("#2b2b2b")))


def enlarge(window: MainWindow) -> None:
    font = window.page.table.font()
    font.setPointSize(font.pointSize() + 3)
    window.page.table.setFont(font)


@pytest.mark.parametrize(
    "change",
    [
        lambda window: press(window, Qt.Key.Key_Return),
        lambda window: press(window, Qt.Key.Key_Backspace),
        lambda window: press(window, Qt.Key.Key_N),
        lambda window: window.page.listing.show_side(Side.CORRECTED),
        *(decide_twice_and_undo, point_beside, lengthen, find, hear, narrow, darken, enlarge),
    ],
)
def test_a_list_that_was_drawn_before_looks_as_if_it_were_not(
    reviewing: MainWindow, qtbot: QtBot, change: Callable[[MainWindow], object]
) -> None:
    page, table = reviewing.page, reviewing.page.table
    qtbot.waitUntil(lambda: not page.foresight.under_way)
    before = table.viewport().grab().toImage()
    change(reviewing)
    # Larger letters move the headings in the next turn of events.
    QApplication.processEvents()
    qtbot.waitUntil(lambda: not page.foresight.under_way)
    drawn = table.viewport().grab().toImage()
    fresh = CueDelegate(table.contents, table)
    fresh.hits, fresh.playing, fresh.heard = (
        table.cells.hits,
        table.cells.playing,
        table.cells.heard,
    )
    table.cells = fresh
    table.setItemDelegate(fresh)
    assert drawn == table.viewport().grab().toImage()
    assert drawn != before
