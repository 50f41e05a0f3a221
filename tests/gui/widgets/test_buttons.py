"""A button that stands out while it is chosen, in whatever colours the system has."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QStyle, QStyleOptionButton
from pytestqt.qtbot import QtBot

from subpunct_app.gui.widgets.buttons import HighlightedButton, TickBox
from subpunct_app.gui.widgets.colours import contrast, tones

DARK = QPalette(QColor("#353535"), QColor("#2b2b2b"))


@pytest.fixture
def usual(qapp: QApplication) -> Iterator[QPalette]:
    palette = qapp.palette()
    yield palette
    qapp.setPalette(palette)


@pytest.mark.parametrize("chosen", [False, True])
def test_a_button_goes_with_the_colours_of_the_system_and_back(
    qapp: QApplication, usual: QPalette, qtbot: QtBot, *, chosen: bool
) -> None:
    button = HighlightedButton()
    qtbot.addWidget(button)
    button.show()
    button.stress(chosen)
    for palette in (DARK, usual):
        qapp.setPalette(palette)
        general = qapp.palette()
        ground = tones(general).chosen_fill if chosen else general.button().color()
        qtbot.waitUntil(partial(is_drawn_in, button, ground, general.buttonText().color()))


def is_drawn_in(button: HighlightedButton, ground: QColor, ink: QColor) -> bool:
    return button.palette().button() == ground and button.palette().buttonText() == ink


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
