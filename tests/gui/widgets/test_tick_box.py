"""Boxes to tick are seen on any ground."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QStyle, QStyleOptionButton
from pytestqt.qtbot import QtBot

from subpunct_app.gui.main_window import MainWindow
from subpunct_app.gui.widgets.colours import contrast
from subpunct_app.gui.widgets.tick_box import TickBox


@pytest.mark.parametrize(
    ("button", "ground"),
    [("#efefef", "#efefef"), ("#353535", "#2b2b2b"), ("black", "black")],
    ids=["light", "dark", "black"],
)
@pytest.mark.parametrize("enabled", [True, False])
def test_the_edge_of_an_empty_box_can_be_seen(
    qtbot: QtBot, button: str, ground: str, *, enabled: bool
) -> None:
    box = TickBox("Watch")
    qtbot.addWidget(box)
    box.setPalette(QPalette(QColor(button), QColor(ground)))
    box.setEnabled(enabled)
    box.adjustSize()
    assert contrast(edge_of(box), QColor(ground)) >= 3


def edge_of(box: TickBox) -> QColor:
    """Return the colour in the middle of the upper edge."""
    option = QStyleOptionButton()
    box.initStyleOption(option)
    place = QStyle.SubElement.SE_CheckBoxIndicator
    rect = box.style().subElementRect(place, option, box)
    return box.grab().toImage().pixelColor(rect.center().x(), rect.top())


def test_the_boxes_of_other_windows_are_such(window: MainWindow) -> None:
    boxes = window.batching.window.options.watch, window.transcribing.window.form.punctuate
    assert all(isinstance(box, TickBox) for box in boxes)
