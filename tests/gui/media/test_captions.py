"""Captions over a picture: styles, marks that are only proposed, and where they stand."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QGraphicsScene
from pytestqt.qtbot import QtBot

from subpunct_app.gui.media.captions import CaptionItem, CaptionPart, ShownCaption, caption
from subpunct_app.review.views.cue_runs import Look, Run
from subpunct_app.subtitles.formats.cue_look import BoxPlace, Side, Style
from subpunct_app.subtitles.formats.subrip import SUBRIP

PLAIN, ITALIC = Style(), Style(italic=True)
AREA = QRectF(0, 0, 320, 180)
# A pixel is taken for text or its ground where the grey picture below it is darker or lighter.
_GREY = 0xFF808080


def drawn_rows(*captions: ShownCaption) -> list[int]:
    """Return which rows of a grey picture are drawn over."""
    picture = drawn(*captions)
    columns = range(0, picture.width(), 2)
    return [
        y for y in range(picture.height()) if any(picture.pixel(x, y) != _GREY for x in columns)
    ]


def inked(caption: ShownCaption) -> set[tuple[int, int]]:
    """Return where letters are drawn, which are lighter than the picture."""
    picture = drawn(caption)
    return {(x, y) for x in range(320) for y in range(180) if picture.pixel(x, y) > _GREY}


def drawn(*captions: ShownCaption) -> QImage:
    scene = QGraphicsScene(AREA)
    item = CaptionItem()
    scene.addItem(item)
    item.set_area(AREA)
    item.set_captions(captions)
    picture = QImage(320, 180, QImage.Format.Format_RGB32)
    picture.fill(_GREY)
    painter = QPainter(picture)
    scene.render(painter, AREA, AREA)
    painter.end()
    return picture


def text(words: str, place: BoxPlace | None = None) -> ShownCaption:
    return ShownCaption((CaptionPart(words, PLAIN, Look.PLAIN),), place or BoxPlace())


def test_proposed_marks_are_in_the_text_and_look_otherwise() -> None:
    runs = [
        Run("<i>so"),
        Run(",", Look.INSERTED, 1),
        Run(" it</i> "),
        Run(";", Look.REMOVED, 2),
        Run("is", Look.SETTLED, 3),
        Run("?", Look.ASKED, 4),
        Run("\r\n&amp; on\r\n"),
    ]
    assert caption(runs, SUBRIP, BoxPlace()).parts == (
        CaptionPart("so", ITALIC, Look.PLAIN),
        CaptionPart(",", ITALIC, Look.INSERTED),
        CaptionPart(" it", ITALIC, Look.PLAIN),
        CaptionPart(" ", PLAIN, Look.PLAIN),
        CaptionPart("is", PLAIN, Look.SETTLED),
        CaptionPart("\u2028& on", PLAIN, Look.PLAIN),
    )


def test_nothing_is_drawn_for_an_empty_cue() -> None:
    assert caption([Run(r"{\an8}<i></i> ")], SUBRIP, BoxPlace()).text.strip() == ""


def test_captions_stand_where_the_file_wants_them(qtbot: QtBot) -> None:
    low, high = drawn_rows(text("low")), drawn_rows(text("high", BoxPlace(row=0)))
    middle = drawn_rows(text("middle", BoxPlace(y=0.5, edge=Side.CENTRE)))
    assert min(low) > 140
    assert max(high) < 40
    assert 60 < min(middle) < max(middle) < 120


def test_sides_are_respected(qtbot: QtBot) -> None:
    left = drawn(text("here", BoxPlace(0.0, Side.START, 1.0, Side.START)))
    assert any(left.pixel(x, 165) != _GREY for x in range(60))
    assert all(left.pixel(x, 165) == _GREY for x in range(160, 320))


@pytest.mark.parametrize("window", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
def test_a_mark_stands_where_its_own_text_ends(
    window: Qt.LayoutDirection, qapp: QApplication
) -> None:
    before = qapp.layoutDirection()
    qapp.setLayoutDirection(window)
    try:
        assert inked(text("אבגד.")) == inked(text("\u202bאבגד.\u202c"))
        assert inked(text("here.")) == inked(text("\u202ahere.\u202c"))
    finally:
        qapp.setLayoutDirection(before)


def test_captions_never_cover_one_another(qtbot: QtBot) -> None:
    one, both = drawn_rows(text("one")), drawn_rows(text("one"), text("two"))
    assert len(both) >= 2 * len(one) - 2


def test_a_long_text_stays_within_the_picture(qtbot: QtBot) -> None:
    rows = drawn_rows(text("many words " * 12))
    assert min(rows) > 0
    assert max(rows) < 179


def test_characters_outside_the_basic_plane_do_no_harm(qtbot: QtBot) -> None:
    parts = (
        CaptionPart("\U0001f600\ud800", PLAIN, Look.PLAIN),
        CaptionPart("!", ITALIC, Look.INSERTED),
    )
    assert drawn_rows(ShownCaption(parts, BoxPlace()))
