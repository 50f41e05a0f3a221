"""What belongs into a field can be read as long as the field is empty."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from subpunct_app.gui.widgets.colours import contrast
from subpunct_app.gui.widgets.hinted_field import HintedField


@pytest.fixture
def dark(qapp: QApplication) -> Iterator[None]:
    usual = qapp.palette()
    qapp.setPalette(QPalette(QColor("#353535"), QColor("#2b2b2b")))
    yield
    qapp.setPalette(usual)


def best_contrast(field: HintedField) -> float:
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
    field = HintedField("Names and words that are likely to be said")
    qtbot.addWidget(field)
    field.setEnabled(enabled)
    field.resize(400, 30)
    field.show()
    return field
