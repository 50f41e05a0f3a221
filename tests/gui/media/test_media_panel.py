from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QDockWidget, QLabel, QSlider, QToolButton
from pytestqt.qtbot import QtBot

from subpunct_app.gui.cues.cue_model import TEXT
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.gui.review.review_panel import AlternativesRow, MarkButton
from tests.gui.conftest import open_and_wait, punctuate_and_wait, session_of


def test_the_text_is_there_where_nothing_can_be_played(
    window: MainWindow,
    talk: Path,
    film: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # What Python imports where a library of the system is missing.
    monkeypatch.setitem(sys.modules, "PySide6.QtMultimediaWidgets", None)
    open_and_wait(window, talk, qtbot)
    qtbot.waitUntil(lambda: "cannot be played" in window.message.text)
    assert window.file is not None
    assert window.file.path == talk
    assert window.watching.path is None
    assert not window.commands["play"].isEnabled()
    assert film.exists()


# A screen of 1280 x 800 at 150 %, in letters and lines of the usual font.
LETTERS, LINES = 142, 38
# Still smaller, as nobody could need.
FEW_LETTERS, FEW_LINES = 140, 36
# The same screen at 200 %.
LEAST_LETTERS, LEAST_LINES = 106, 28


@pytest.fixture
def small(watched: MainWindow, qtbot: QtBot) -> MainWindow:
    punctuate_and_wait(watched, qtbot)
    resize(watched, LETTERS, LINES, qtbot)
    return watched


def test_the_hints_give_way_and_come_back(small: MainWindow, qtbot: QtBot) -> None:
    labels = small.page.panel.findChildren(QLabel)
    hints = next(label for label in labels if "Backspace" in label.text())
    resize(small, FEW_LETTERS, FEW_LINES, qtbot)
    small.page.halves.choose(0)
    qtbot.waitUntil(lambda: not hints.isVisible())
    small.page.halves.choose(small.page.height())
    qtbot.waitUntil(hints.isVisible)
    assert not cut_off(small)


def test_marks_give_way_but_not_the_chosen_one(small: MainWindow, qtbot: QtBot) -> None:
    page, row = small.page, small.page.panel.findChild(AlternativesRow)
    assert row is not None
    page.select_gap(next(found.gap for found in session_of(small).suggestions if found.gap))
    widen(row, row.sizeHint().width(), qtbot)
    offered = marks(small)
    assert len(offered) > 2
    widen(row, row.sizeHint().width() - 1, qtbot)
    assert marks(small) == offered[:-1]
    widen(row, row.minimumSizeHint().width() // 2, qtbot)
    for _ in offered[1:]:
        small.page.decider.cycle_mark(1)
        assert [button.isChecked() for button in shown(small)] == [True]
    widen(row, row.sizeHint().width(), qtbot)
    assert marks(small) == offered


@pytest.mark.parametrize("name", ["", "find", "go_to", "compare"])
def test_a_video_fits_the_smallest_screen(watched: MainWindow, name: str, qtbot: QtBot) -> None:
    punctuate_and_wait(watched, qtbot)
    check_smallest(watched, name, qtbot)
    assert not watched.watching.stage.panel.view.isVisible()


@pytest.mark.parametrize("name", ["find", "replace", "changes", "statistics", "history"])
def test_a_review_fits_the_smallest_screen(reviewing: MainWindow, name: str, qtbot: QtBot) -> None:
    check_smallest(reviewing, name, qtbot)


@pytest.mark.parametrize("name", ["", "find", "replace", "statistics"])
def test_a_message_fits_the_smallest_screen(reviewing: MainWindow, name: str, qtbot: QtBot) -> None:
    reviewing.message.show_note("Kept 3 earlier decisions; 8 left to review.")
    check_smallest(reviewing, name, qtbot)


def check_smallest(window: MainWindow, name: str, qtbot: QtBot, *, cues: int = 2) -> None:
    """Show something else in a window of that size: it must not grow, nor lose what is needed."""
    qtbot.waitUntil(lambda: not window.jobs.busy)
    resize(window, LEAST_LETTERS, LEAST_LINES, qtbot)
    size = window.size()
    if name:
        window.commands[name].trigger()
    qtbot.waitUntil(lambda: whole_cues(window) >= cues)
    for suggestion in session_of(window).suggestions:
        window.page.select_gap(suggestion.gap)
        qtbot.waitUntil(lambda: not cut_off(window))
    assert window.size() == size
    assert window.minimumSizeHint().expandedTo(size) == size
    for text in ("Accept", "Reject"):
        button = next(
            one for one in window.page.panel.findChildren(QToolButton) if one.text() == text
        )
        place = QRect(button.mapTo(window, QPoint(0, 0)), button.size())
        assert button.isVisible()
        assert window.rect().contains(place)


def whole_cues(window: MainWindow) -> int:
    table = window.page.table
    rows = range(table.contents.rowCount())
    places = (table.visualRect(table.contents.index(row, TEXT)) for row in rows)
    return sum(table.viewport().rect().contains(place) for place in places)


def test_what_a_small_window_has_given_up_comes_back(watched: MainWindow, qtbot: QtBot) -> None:
    punctuate_and_wait(watched, qtbot)
    page, view = watched.page, watched.watching.stage.panel.view
    promise = next(label for label in page.panel.findChildren(QLabel) if "Review" in label.text())
    slider = page.panel.findChild(QSlider, "threshold")
    assert slider is not None
    headings = page.table.horizontalHeader()
    resize(watched, LEAST_LETTERS, LEAST_LINES, qtbot)
    qtbot.waitUntil(lambda: not any(one.isVisible() for one in (promise, view, headings)))
    assert slider.toolTip().startswith(promise.text())
    resize(watched, LETTERS, LINES + 10, qtbot)
    qtbot.waitUntil(lambda: all(one.isVisible() for one in (promise, view, headings)))


def widen(row: AlternativesRow, width: int, qtbot: QtBot) -> None:
    row.setFixedWidth(width)
    qtbot.waitUntil(lambda: row.width() == width)


def resize(window: MainWindow, letters: int, lines: float, qtbot: QtBot) -> None:
    metrics = window.fontMetrics()
    width, height = letters * metrics.averageCharWidth(), round(lines * metrics.lineSpacing())
    window.resize(width, height)
    qtbot.waitUntil(lambda: (window.width(), window.height()) == (width, height))


def cut_off(window: MainWindow) -> list[str]:
    labels = [label for label in window.page.panel.findChildren(QLabel) if label.isVisible()]
    return [
        label.text()
        for label in labels
        if label.wordWrap() and label.height() < label.heightForWidth(label.width())
    ]


def shown(window: MainWindow) -> list[MarkButton]:
    return [button for button in window.page.panel.findChildren(MarkButton) if button.isVisible()]


def marks(window: MainWindow) -> list[str]:
    return [button.mark for button in shown(window)]


@pytest.mark.parametrize("name", ["statistics", "history", "changes"])
def test_each_panel_fits_a_small_screen(small: MainWindow, name: str, qtbot: QtBot) -> None:
    size = small.size()
    small.commands[name].trigger()
    dock = small.findChild(QDockWidget, name)
    assert dock is not None
    qtbot.waitUntil(lambda: dock.isVisible() and dock.height() > 0)
    for suggestion in session_of(small).suggestions:
        small.page.select_gap(suggestion.gap)
        assert small.minimumSizeHint().width() <= size.width()
        assert small.minimumSizeHint().height() <= size.height()
    assert small.size() == size
