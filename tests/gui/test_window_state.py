"""Panels beside the review stand as they were left, whatever the settings say of them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QApplication, QDockWidget
from pytestqt.qtbot import QtBot

from subpunct_app.gui.main_window import MainWindow
from subpunct_app.review import settings
from tests.gui.conftest import NewWindow, open_and_wait, press, punctuate_and_wait


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
    QApplication.processEvents()
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
    again.close()
    last = new_window(remembered=settings.load())
    open_and_wait(last, talk, qtbot)
    QApplication.processEvents()
    assert panels(last) == {}
