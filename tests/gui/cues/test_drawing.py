"""A key draws again what it changes, and no more."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QColor, QPaintEvent, QPalette, QRegion
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from subpunct_app.gui.cues.cue_delegate import CueDelegate
from subpunct_app.gui.cues.cue_model import START, TEXT, Side
from subpunct_app.gui.cues.inline_text import InlineText
from subpunct_app.gui.cues.letter_places import Letters
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.review import opening
from subpunct_app.review.editing.finding import Hit
from subpunct_app.runtime.task import Task
from tests.gui.conftest import open_and_wait, press, punctuate_and_wait, session_of

FALL = "on day {} so it was a fall we saw"
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


def press_and_wait(window: MainWindow, key: Qt.Key, qtbot: QtBot) -> None:
    """Press a key and wait until what is under review is drawn."""
    card = Paints(window.page.panel.context)
    press(window, key)
    qtbot.waitUntil(lambda: not card.region.isEmpty())


def show_cues(window: MainWindow, folder: Path, qtbot: QtBot, texts: Iterable[str]) -> None:
    """Open cues of a second each, with suggestions."""
    path = folder / "long.srt"
    cue = "{0}\n00:{1:02}:{2:02},000 --> 00:{1:02}:{2:02},900\n{3}\n\n"
    path.write_text("".join(cue.format(n, *divmod(n, 60), t) for n, t in enumerate(texts, 1)))
    open_and_wait(window, path, qtbot)
    punctuate_and_wait(window, qtbot)


def test_a_key_that_stays_in_a_cue_draws_no_other_one(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    show_cues(window, tmp_path, qtbot, map(FALL.format, range(1, 6)))
    page, table = window.page, window.page.table
    while page.cue != 2:
        press_and_wait(window, Qt.Key.Key_N, qtbot)
    drawn = Paints(table.viewport())
    press_and_wait(window, Qt.Key.Key_N, qtbot)
    assert page.cue == 2
    rows = drawn.region.boundingRect()
    text = table.visualRect(table.model().index(2, TEXT))
    assert (rows.top(), rows.bottom()) == (text.top(), text.bottom())


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


@contextmanager
def laying_out() -> Iterator[list[str]]:
    """Note whose text is laid out."""
    noted: list[str] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code is InlineText.__init__.__code__:
            noted.append("".join(run.text for run in frame.f_locals["spec"].runs))

    sys.setprofile(note)
    try:
        yield noted
    finally:
        sys.setprofile(None)


def test_what_is_far_off_is_laid_out_before_the_key_that_leads_there(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    plain = [f"it is day {day} and it rains" for day in range(70)]
    texts = ["it rained so we left", *plain, "that everyone saw", *plain[:30], "nobody knows why"]
    window.page.set_order(by_doubt=True)
    show_cues(window, tmp_path, qtbot, texts)
    page = window.page
    for word in ("everyone", "why"):
        qtbot.waitUntil(lambda: not page.foresight.under_way)
        with laying_out() as noted:
            press(window, Qt.Key.Key_Return)
            page.table.viewport().grab()
            page.panel.context.grab()
        assert word in texts[page.cue]
        assert noted == []


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
