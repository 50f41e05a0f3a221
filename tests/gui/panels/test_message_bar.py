"""What a message bar shows of names that are wider than it is."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from subpunct_app.gui.panels.message_bar import MessageBar
from subpunct_app.gui.widgets.buttons import CloseButton

_NAME = f"{'a' * 200}.srt"
_TEXT = f"Exported to {_NAME} with 2 accepted changes."


@pytest.fixture
def bar(qtbot: QtBot) -> MessageBar:
    bar = MessageBar()
    qtbot.addWidget(bar)
    bar.resize(600, 60)
    bar.show_note(_TEXT)
    return bar


def shown(bar: MessageBar) -> QLabel:
    return next(label for label in bar.findChildren(QLabel) if label.text())


def test_middle_of_name_wider_than_bar_is_left_out(bar: MessageBar) -> None:
    label = shown(bar)
    widest = max(map(label.fontMetrics().horizontalAdvance, label.text().split()))
    assert widest <= label.width()
    assert "…" in label.text()
    assert label.text().endswith("a.srt with 2 accepted changes.")


def test_what_is_left_out_is_in_tooltip_and_said(bar: MessageBar) -> None:
    assert shown(bar).toolTip() == bar.accessibleName() == bar.text == _TEXT


def copy(label: QLabel) -> str:
    """Choose the one thing that a right click on a label offers, and return what is copied."""
    assert label.contextMenuPolicy() is Qt.ContextMenuPolicy.ActionsContextMenu
    (action,) = label.actions()
    assert action.text() == "&Copy"
    action.trigger()
    return QApplication.clipboard().text()


def test_what_is_copied_lacks_nothing(bar: MessageBar) -> None:
    label = shown(bar)
    assert copy(label) == _TEXT
    label.setSelection(0, len(label.text()))
    assert copy(label) == _TEXT


def test_note_that_lasts_stands_until_it_is_closed(bar: MessageBar, qtbot: QtBot) -> None:
    close = next(one for one in bar.findChildren(CloseButton))
    close.click()
    bar.show_lasting("Your settings are damaged.")
    bar.show_note(_TEXT)
    assert bar.text == _TEXT
    close.click()
    qtbot.waitUntil(lambda: bar.text == "Your settings are damaged.")
    bar.hide()
    qtbot.waitUntil(lambda: bar.text == "Your settings are damaged.")
    close.click()
    QApplication.processEvents()
    assert bar.text == ""
