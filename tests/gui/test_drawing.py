"""A key draws again what it changes, and no more."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from subpunct_app.gui.main_window import MainWindow
from tests.gui.conftest import press


class Paints(QObject):
    """Count how often a widget is drawn."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.count = 0
        widget.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802
        self.count += event.type() == QEvent.Type.Paint
        return False


def test_a_key_leaves_the_hints_as_they_are(reviewing: MainWindow, qtbot: QtBot) -> None:
    panel = reviewing.page.panel
    hints = next(label for label in panel.findChildren(QLabel) if "Backspace" in label.text())
    qtbot.waitUntil(hints.isVisible)
    card, drawn = Paints(panel.context), Paints(hints)
    for key in (Qt.Key.Key_N, Qt.Key.Key_Return):
        press(reviewing, key)
        qtbot.waitUntil(lambda: card.count > 0)
        card.count = drawn.count = 0
        press(reviewing, key)
        qtbot.waitUntil(lambda: card.count > 0)
        assert drawn.count == 0
