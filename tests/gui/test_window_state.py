"""Panels beside the review stand as they were left, whatever the settings say of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QApplication, QDockWidget
from pytestqt.qtbot import QtBot

from subpunct_app.gui.main_window import MainWindow
from subpunct_app.review import settings
from subpunct_app.review.settings import Settings
from tests.gui.conftest import NewWindow, no_model, open_and_wait, press, punctuate_and_wait
from tests.gui.keeping import keep_and_close
from tests.media import Media


def panels(window: MainWindow) -> dict[str, QSize]:
    """Return how large each panel is that can be seen."""
    docks = window.findChildren(QDockWidget)
    return {dock.objectName(): dock.size() for dock in docks if dock.isVisible()}


def test_panels_stand_open_as_they_were_left(
    reviewing: MainWindow, new_window: NewWindow, talk: Path, qtbot: QtBot
) -> None:
    for name in ("changes", "statistics", "history"):
        reviewing.commands[name].trigger()
    result = reviewing.result
    reviewing.resizeDocks([result.statistics], [444], Qt.Orientation.Horizontal)
    reviewing.resizeDocks([result.statistics, result.changes], [321, 180], Qt.Orientation.Vertical)
    as_left = panels(reviewing)
    reviewing.page.stack.setClean()
    reviewing.close()
    again = new_window(remembered=settings.load())
    assert panels(again) == {}
    open_and_wait(again, talk, qtbot)
    qtbot.waitUntil(lambda: panels(again) == as_left)
    assert again.page.table.hasFocus()
    punctuate_and_wait(again, qtbot)
    press(again, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: again.result.changes.model.count() == 1)


def test_panels_that_were_closed_stay_so(
    opened: MainWindow, new_window: NewWindow, talk: Path, qtbot: QtBot
) -> None:
    for name in ("statistics", "history", "statistics"):
        opened.commands[name].trigger()
    opened.close()
    # A look at the first page forgets nothing.
    glance = new_window(remembered=settings.load())
    with qtbot.waitExposed(glance):
        glance.show()
    glance.close()
    again = new_window(remembered=settings.load())
    open_and_wait(again, talk, qtbot)
    qtbot.waitUntil(lambda: set(panels(again)) == {"history"})
    again.commands["history"].trigger()
    open_and_wait(again, talk, qtbot)
    again.close()
    assert settings.load().panels == {}


@pytest.mark.parametrize("size", [(60_000, 60_000), (1, 1)])
def test_no_stored_size_leaves_the_review_without_room(
    new_window: NewWindow, talk: Path, qtbot: QtBot, size: tuple[int, int]
) -> None:
    names = ("changes", "statistics", "history", "remarks", "no such panel")
    window = new_window(remembered=Settings(panels=dict.fromkeys(names, size)))
    before = window.size()
    open_and_wait(window, talk, qtbot)
    qtbot.waitUntil(lambda: set(panels(window)) == {"changes", "statistics", "history"})
    shown = panels(window)
    assert window.size() == before
    assert shown["statistics"].width() <= before.width() // 2
    assert shown["changes"].height() <= before.height() // 2
    assert shown["history"].width() >= window.result.history.minimumSizeHint().width()


def test_a_video_that_is_there_already_takes_its_room_once(
    reviewing: MainWindow, new_window: NewWindow, talk: Path, media: Media, qtbot: QtBot
) -> None:
    press(reviewing, Qt.Key.Key_Return)
    keep_and_close(reviewing)
    window = new_window(no_model, remembered=Settings(panels={"statistics": (300, 200)}))
    window.resize(800, 600)
    with qtbot.waitSignal(window.watching.opened):
        window.watching.open(media.file("film.mp4"))
    open_and_wait(window, talk, qtbot)
    qtbot.waitUntil(lambda: set(panels(window)) == {"statistics"})
    assert not window.page.panel.isHidden()
    assert window.size() == QSize(800, 600)


@pytest.fixture
def large_font(qapp: QApplication) -> Iterator[None]:
    """Make each window need nearly all of the screen."""
    before, larger = qapp.font(), qapp.font()
    larger.setPointSizeF(3.3 * before.pointSizeF())
    qapp.setFont(larger)
    yield
    qapp.setFont(before)


@pytest.mark.usefixtures("large_font")
def test_no_panel_makes_the_window_outgrow_its_screen(
    new_window: NewWindow, talk: Path, qtbot: QtBot
) -> None:
    kept = {"changes": (640, 76), "statistics": (300, 200)}
    window = new_window(remembered=Settings(panels=kept))
    size = window.size()
    open_and_wait(window, talk, qtbot)
    punctuate_and_wait(window, qtbot)
    window.message.show_note("A message needs room, too.")
    qtbot.waitUntil(lambda: window.message.height() > 0 and not window.jobs.busy)
    room = size.expandedTo(window.screen().availableSize())
    assert window.size().boundedTo(room) == window.size()
    assert window.minimumSizeHint().boundedTo(room) == window.minimumSizeHint()
    assert "changes" not in panels(window)
    window.page.stack.setClean()
    window.close()
    # A larger screen opens it.
    assert settings.load().panels["changes"] == (640, 76)


@pytest.mark.usefixtures("large_font")
def test_a_panel_that_had_no_room_is_left_to_who_opens_and_closes_it(
    new_window: NewWindow, talk: Path, qtbot: QtBot
) -> None:
    window = new_window(remembered=Settings(panels={"changes": (640, 76)}))
    open_and_wait(window, talk, qtbot)
    # Where there is room, panels are opened in the next turn of events.
    QApplication.processEvents()
    assert panels(window) == {}
    window.commands["changes"].trigger()
    assert set(panels(window)) == {"changes"}
    window.commands["changes"].trigger()
    window.close()
    assert settings.load().panels == {}
