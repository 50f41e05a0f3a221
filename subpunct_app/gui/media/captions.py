"""Captions over the picture: the text of a cue without markup, and how it is drawn."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate, groupby
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPalette, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QApplication, QGraphicsRectItem, QGraphicsTextItem

from subpunct_app.gui.cues.inline_text import option_for
from subpunct_app.gui.widgets.colours import mix, tones
from subpunct_app.review.views.cue_runs import LEFT_OUT, Look
from subpunct_app.subtitles.formats.cue_look import BoxPlace, Side, Style, is_from_right, styles
from subpunct_app.subtitles.formats.markup import see_through

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from subpunct_app.review.views.cue_runs import Run
    from subpunct_app.subtitles.formats.adapter import Format


_LINE_END = "\u2028"


class CaptionPart(NamedTuple):
    """A stretch of a caption that is drawn in one way."""

    text: str
    style: Style
    look: Look


@dataclass(frozen=True, slots=True)
class ShownCaption:
    """What is shown of a cue, and where; lines end in U+2028 as Qt wants them."""

    parts: tuple[CaptionPart, ...]
    place: BoxPlace

    @property
    def text(self) -> str:
        """Return the text for reading."""
        return "".join(part.text for part in self.parts)


def caption(runs: Iterable[Run], kind: Format, place: BoxPlace) -> ShownCaption:
    """Return a cue as it reads with everything that is accepted or open."""
    kept = [run for run in runs if run.look not in LEFT_OUT]
    raw = "".join(run.text for run in kept)
    ends = list(accumulate(len(run.text) for run in kept))
    styled = styles(raw)
    shown = see_through(raw, 0, len(raw), kind.markup)

    def drawn(letter: tuple[str, int]) -> tuple[Style, Look]:
        style = styled[bisect_right(styled, letter[1], key=itemgetter(0)) - 1][1]
        return style, kept[bisect_right(ends, letter[1])].look

    letters = _letters(zip(shown.text, shown.starts, strict=True))
    parts = (
        CaptionPart("".join(letter for letter, _ in group), style, look)
        for (style, look), group in groupby(letters, key=drawn)
    )
    return ShownCaption(tuple(parts), place)


def _letters(shown: Iterable[tuple[str, int]]) -> Iterator[tuple[str, int]]:
    """Yield letters and their offsets, each line end as one; none at the start or the end."""
    held: list[tuple[str, int]] = []
    begun = False
    for letter, at in shown:
        if letter in "\r\n":
            held = held or [(_LINE_END, at)]
            continue
        if begun:
            yield from held
        held, begun = [], True
        yield letter, at


# The ground lets some of the picture through.
_GROUND = QColor(0, 0, 0, 175)
_WHITE = QColor("white")
_PALER = 0.35
_SHARE = 0.058
_LEAST_PX = 13
_MARGIN = 0.04
_ALIGN = {
    Side.START: Qt.AlignmentFlag.AlignLeft,
    Side.CENTRE: Qt.AlignmentFlag.AlignHCenter,
    Side.END: Qt.AlignmentFlag.AlignRight,
}


class CaptionItem(QGraphicsRectItem):
    """Hold the captions of the moment within the area of the picture."""

    def __init__(self) -> None:
        super().__init__()
        self.setPen(Qt.PenStyle.NoPen)
        self._captions: Sequence[ShownCaption] = ()

    @property
    def text(self) -> str:
        """Return what is shown, for reading."""
        return "\n".join(one.text.replace(_LINE_END, " ") for one in self._captions)

    def set_area(self, area: QRectF) -> None:
        """Lay the captions out in another area."""
        self.setRect(area)
        self._lay_out()

    def set_captions(self, captions: Sequence[ShownCaption]) -> None:
        """Show other captions; where two would meet, the later one gives way."""
        self._captions = captions
        self._lay_out()

    def _lay_out(self) -> None:
        for item in self.childItems():
            self.scene().removeItem(item)
        area, others = self.rect(), list[QRectF]()
        if area.isEmpty():
            return
        for one in self._captions:
            item = _text_item(one, area)
            item.setParentItem(self)
            size = item.boundingRect().size()
            rect = _free(_placed(one.place, size, area, item.font()), area, others)
            item.setPos(rect.topLeft())
            others.append(rect)


def _text_item(shown: ShownCaption, area: QRectF) -> QGraphicsTextItem:
    item = QGraphicsTextItem()
    font = QFont(QApplication.font())
    font.setPixelSize(max(_LEAST_PX, round(_SHARE * area.height())))
    item.setFont(font)
    document, option = item.document(), option_for(from_right=is_from_right(shown.text))
    option.setAlignment(_ALIGN[shown.place.align])
    document.setDefaultTextOption(option)
    document.setDocumentMargin(0)
    cursor = QTextCursor(document)
    for part in shown.parts:
        cursor.insertText(part.text, _format(part))
    width = shown.place.width * area.width() - 2 * _MARGIN * area.height()
    item.setTextWidth(max(1.0, width))
    return item


def _placed(place: BoxPlace, size: QSizeF, area: QRectF, font: QFont) -> QRectF:
    """Return where a caption belongs, within the margins of the picture."""
    margin, line = _MARGIN * area.height(), QFontMetricsF(font).lineSpacing()
    inner = area.adjusted(margin, margin, -margin, -margin)
    left = area.left() + place.x * area.width() - size.width() * place.side / 2
    if place.y is not None:
        top = area.top() + place.y * area.height() - size.height() * place.edge / 2
    else:
        top = (inner.bottom() if place.row < 0 else inner.top()) + place.row * line
    left = max(inner.left(), min(left, inner.right() - size.width()))
    top = max(inner.top(), min(top, inner.bottom() - size.height()))
    return QRectF(QPointF(left, top), size)


def _free(rect: QRectF, area: QRectF, others: Sequence[QRectF]) -> QRectF:
    """Return a place nearer to the middle of the picture, where nothing else is in the way."""
    low = rect.center().y() > area.center().y()
    for other in sorted(others, key=QRectF.top, reverse=low):
        if rect.intersects(other):
            rect.moveTop(other.top() - rect.height() if low else other.bottom())
    return rect


def _format(part: CaptionPart) -> QTextCharFormat:
    ground = QPalette(QColor("black"))
    ground.setColor(QPalette.ColorRole.Base, QColor("black"))
    ground.setColor(QPalette.ColorRole.Text, _WHITE)
    shades = tones(ground)
    inks = {
        Look.INSERTED: shades.inserted,
        Look.REPLACING: shades.replaced,
        Look.RECASED: shades.recased,
    }
    style = QTextCharFormat()
    style.setBackground(_GROUND)
    style.setForeground(mix(inks.get(part.look, _WHITE), _WHITE, _PALER))
    style.setFontItalic(part.style.italic)
    style.setFontUnderline(part.style.underline)
    if part.style.bold or part.look in inks:
        style.setFontWeight(QFont.Weight.Bold)
    return style
