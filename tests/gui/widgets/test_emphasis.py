"""A button that stands out while it is chosen, in whatever colours the system has."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from subpunct_app.gui.widgets.colours import tones
from subpunct_app.gui.widgets.emphasis import StressedButton

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
    button = StressedButton()
    qtbot.addWidget(button)
    button.show()
    button.stress(chosen)
    for palette in (DARK, usual):
        qapp.setPalette(palette)
        general = qapp.palette()
        ground = tones(general).chosen_fill if chosen else general.button().color()
        qtbot.waitUntil(partial(is_drawn_in, button, ground, general.buttonText().color()))


def is_drawn_in(button: StressedButton, ground: QColor, ink: QColor) -> bool:
    return button.palette().button() == ground and button.palette().buttonText() == ink


def test_a_button_is_bold_while_it_is_checked(qtbot: QtBot) -> None:
    button = StressedButton()
    qtbot.addWidget(button)
    button.setCheckable(True)
    button.setChecked(True)
    assert button.font().bold()
    button.setChecked(False)
    assert not button.font().bold()
