"""A key draws again what it changes, and no more."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QPaintEvent, QRegion
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from subpunct_app.core.task import Task
from subpunct_app.gui.background import work
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.gui.review.cue_model import TEXT
from tests.gui.conftest import open_and_wait, press, punctuate_and_wait


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


def test_a_key_leaves_the_hints_as_they_are(reviewing: MainWindow, qtbot: QtBot) -> None:
    panel = reviewing.page.panel
    hints = next(label for label in panel.findChildren(QLabel) if "Backspace" in label.text())
    qtbot.waitUntil(hints.isVisible)
    for key in (Qt.Key.Key_N, Qt.Key.Key_Return):
        press_and_wait(reviewing, key, qtbot)
        drawn = Paints(hints)
        press_and_wait(reviewing, key, qtbot)
        assert drawn.region.isEmpty()


def test_a_key_that_stays_in_a_cue_draws_no_other_one(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "long.srt"
    cue = "{0}\n00:00:{0:02},000 --> 00:00:{0:02},900\non day {0} so it was a fall we saw\n\n"
    path.write_text("".join(map(cue.format, range(1, 6))))
    open_and_wait(window, path, qtbot)
    punctuate_and_wait(window, qtbot)
    page, table = window.page, window.page.table
    while page.cue != 2:
        press_and_wait(window, Qt.Key.Key_N, qtbot)
    drawn = Paints(table.viewport())
    press_and_wait(window, Qt.Key.Key_N, qtbot)
    assert page.cue == 2
    rows = drawn.region.boundingRect()
    text = table.visualRect(table.model().index(2, TEXT))
    assert (rows.top(), rows.bottom()) == (text.top(), text.bottom())


def test_a_key_about_several_cues_draws_none_between_them(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "long.srt"
    cue = "{0}\n00:00:{0:02},000 --> 00:00:{0:02},900\n{1}\n\n"
    between = map("we saw {} of them".format, range(5))
    texts = ["It rained so we left", *between, "it rained so we left"]
    path.write_text("".join(cue.format(at, text) for at, text in enumerate(texts, 1)))
    open_and_wait(window, path, qtbot)
    punctuate_and_wait(window, qtbot)
    press_and_wait(window, Qt.Key.Key_N, qtbot)
    window.page.go_previous()
    table = window.page.table
    table.grab()
    drawn = Paints(table.viewport())
    press_and_wait(window, Qt.Key.Key_L, qtbot)
    drawn_of = [
        drawn.region.intersects(table.visualRect(table.model().index(row, TEXT)))
        for row in (0, 3, 6)
    ]
    assert drawn_of == [True, False, True]


def test_a_text_is_drawn_before_its_words_are_read(
    window: MainWindow, talk: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    drawn = Paints(window.page.table.viewport())
    look_through, begun = work.look_through, []

    def note(found: work.Read, name: str, task: Task) -> work.Opened:
        begun.append(not drawn.region.isEmpty())
        return look_through(found, name, task)

    monkeypatch.setattr(work, "look_through", note)
    open_and_wait(window, talk, qtbot)
    assert begun == [True]
