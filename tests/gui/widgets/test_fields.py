"""What belongs into a field can be read as long as the field is empty."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from subpunct_app.gui.widgets.colours import contrast
from subpunct_app.gui.widgets.fields import HintedField


def best_contrast(field: QWidget) -> float:
    """Return how far the letters that are drawn stand out from the ground beside them."""
    image = field.grab().toImage()
    ground = image.pixelColor(image.width() - 20, image.height() // 2)
    rows = range(4, image.height() - 4)
    dots = {image.pixelColor(x, y).rgb() for x in range(4, image.width() - 20) for y in rows}
    return max(contrast(QColor(dot), ground) for dot in dots)


@pytest.mark.parametrize("enabled", [True, False])
def test_a_hint_can_be_read(qtbot: QtBot, *, enabled: bool) -> None:
    assert best_contrast(shown(qtbot, enabled=enabled)) >= 4.4


@pytest.mark.usefixtures("dark")
@pytest.mark.parametrize("enabled", [True, False])
def test_a_hint_can_be_read_in_the_dark(qtbot: QtBot, *, enabled: bool) -> None:
    assert best_contrast(shown(qtbot, enabled=enabled)) >= 4.4


def test_a_hint_follows_the_colours_of_the_system(
    qtbot: QtBot, request: pytest.FixtureRequest
) -> None:
    field = shown(qtbot, enabled=False)
    request.getfixturevalue("dark")
    assert best_contrast(field) >= 4.4


def shown(qtbot: QtBot, *, enabled: bool) -> HintedField:
    field = HintedField("Names and words that are likely to occur")
    qtbot.addWidget(field)
    field.setEnabled(enabled)
    field.resize(400, 30)
    field.show()
    return field
