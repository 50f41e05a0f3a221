"""How high the review stands above the cues, in a window that is made smaller and larger."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QSplitter, QSplitterHandle
from pytestqt.qtbot import QtBot

from subpunct_app.gui.main_window import MainWindow
from subpunct_app.gui.review.page_layout import Halves
from subpunct_app.gui.widgets.label_texts import enlarged
from subpunct_app.review.settings import load
from tests.gui.conftest import NewWindow, open_and_wait, punctuate_and_wait

# In letters and lines of the usual font: enough, and a screen of 1280 x 800 at 200 %.
ENOUGH, LEAST = (184, 52), (106, 28)


def test_a_window_that_grows_again_names_its_keys_again(
    reviewing: MainWindow, qtbot: QtBot
) -> None:
    resize(reviewing, *ENOUGH)
    qtbot.waitUntil(lambda: hints(reviewing).isVisible())
    high = halves(reviewing).sizes()
    resize(reviewing, *LEAST)
    qtbot.waitUntil(lambda: not hints(reviewing).isVisible())
    resize(reviewing, *ENOUGH)
    qtbot.waitUntil(lambda: hints(reviewing).isVisible() and halves(reviewing).sizes() == high)


def test_a_small_window_leaves_the_next_one_its_room(
    reviewing: MainWindow, new_window: NewWindow, talk: Path, qtbot: QtBot
) -> None:
    resize(reviewing, *LEAST)
    qtbot.waitUntil(lambda: not hints(reviewing).isVisible())
    assert reviewing.close()
    again = new_window(remembered=load())
    open_and_wait(again, talk, qtbot)
    punctuate_and_wait(again, qtbot)
    resize(again, *ENOUGH)
    qtbot.waitUntil(lambda: hints(again).isVisible())


def test_a_larger_font_leaves_room_for_the_names_of_the_keys(
    reviewing: MainWindow, qtbot: QtBot
) -> None:
    resize(reviewing, *ENOUGH)
    qtbot.waitUntil(lambda: hints(reviewing).isVisible())
    before = halves(reviewing).sizes()
    reviewing.setFont(enlarged(reviewing.font(), 1.6))
    resize(reviewing, *ENOUGH)
    qtbot.waitUntil(lambda: halves(reviewing).sizes()[0] > 1.3 * before[0])
    assert hints(reviewing).isVisible()


def test_a_height_that_the_editor_drew_is_kept(
    reviewing: MainWindow, new_window: NewWindow, talk: Path, qtbot: QtBot
) -> None:
    resize(reviewing, *ENOUGH)
    qtbot.waitUntil(lambda: hints(reviewing).isVisible())
    drag(halves(reviewing), -300)
    drawn = halves(reviewing).sizes()
    assert not hints(reviewing).isVisible()
    assert reviewing.close()
    again = new_window(remembered=load())
    open_and_wait(again, talk, qtbot)
    punctuate_and_wait(again, qtbot)
    resize(again, *ENOUGH)
    qtbot.waitUntil(lambda: halves(again).sizes() == drawn)


@pytest.mark.parametrize("state", ["", "AAAA/w==", "-3", "9" * 5000])
def test_what_is_no_height_leaves_it_as_it_likes_to_be(
    reviewing: MainWindow, state: str, qtbot: QtBot
) -> None:
    resize(reviewing, *ENOUGH)
    qtbot.waitUntil(lambda: hints(reviewing).isVisible())
    high = halves(reviewing).sizes()
    reviewing.page.halves.choose(0)
    qtbot.waitUntil(lambda: halves(reviewing).sizes() != high)
    reviewing.page.halves.restore(state)
    assert halves(reviewing).sizes() == high


def hints(window: MainWindow) -> QLabel:
    labels = window.page.panel.findChildren(QLabel)
    return next(label for label in labels if "Backspace" in label.text())


def halves(window: MainWindow) -> Halves:
    return next(found for found in window.findChildren(QSplitter) if isinstance(found, Halves))


def drag(splitter: Halves, by: int) -> None:
    """Move the line between the halves as a mouse does."""
    handle: QSplitterHandle = splitter.handle(1)
    grip, button = handle.rect().center(), Qt.MouseButton.LeftButton
    QTest.mousePress(handle, button, pos=grip)
    QTest.mouseMove(handle, grip + QPoint(0, by))
    QTest.mouseRelease(handle, button, pos=handle.rect().center())


def resize(window: MainWindow, letters: int, lines: int) -> None:
    metrics = window.fontMetrics()
    window.resize(letters * metrics.averageCharWidth(), lines * metrics.lineSpacing())
