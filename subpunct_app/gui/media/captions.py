"""Captions over the picture: the text of a cue without markup, and how it is drawn."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate, groupby
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPalette,
    QTextCharFormat,
    QTextLayout,
)
from PySide6.QtWidgets import QApplication, QGraphicsItem

from subpunct_app.gui.cues.inline_text import broken, option_for, placed
from subpunct_app.gui.cues.letter_places import units
from subpunct_app.gui.widgets.colours import mix, tones
from subpunct_app.review.views.cue_runs import LEFT_OUT, Look
from subpunct_app.subtitles.formats.cue_look import BoxPlace, Side, Style, is_from_right, styles
from subpunct_app.subtitles.formats.markup import see_through

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

    from subpunct_app.review.views.cue_runs import Run
    from subpunct_app.subtitles.formats.adapter import Format

    pass


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


_GROUND = QColor(0, 0, 0, 175)
_WHITE = QColor("white")
# The ground lets some of the picture through.
_PALER = 0.35
_SHARE = 0.058
_LEAST_PX = 13
_MARGIN = 0.04
_PAD = 0.3
_ALIGN = {
    Side.START: Qt.AlignmentFlag.AlignLeft,
    Side.CENTRE: Qt.AlignmentFlag.AlignHCenter,
    Side.END: Qt.AlignmentFlag.AlignRight,
}


class CaptionItem(QGraphicsItem):
    """Hold the captions of the moment within the area of the picture."""

    def __init__(self) -> None:
        super().__init__()
        self._area = QRectF()
        self._captions: Sequence[ShownCaption] = ()
        self._boxes: list[_Box] = []

    @property
    def text(self) -> str:
        """Return what is shown, for reading."""
        return "\n".join(one.text.replace("\u2028", " ") for one in self._captions)

    def set_area(self, area: QRectF) -> None:
        """Lay the captions out in another area."""
        self.prepareGeometryChange()
        self._area = area
        self._lay_out()

    def set_captions(self, captions: Sequence[ShownCaption]) -> None:
        """Show other captions; where two would meet, the later one gives way."""
        self._captions = captions
        self._lay_out()

    def boundingRect(self) -> QRectF:  # noqa: N802
        """Return the area of the picture."""
        return self._area

    def paint(
        self,
        painter: QPainter,
        _option: QStyleOptionGraphicsItem,
        _widget: QWidget | None = None,
    ) -> None:
        """Draw the captions."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for box in self._boxes:
            box.draw(painter)

    def _lay_out(self) -> None:
        self._boxes = []
        if not self._area.isEmpty():
            for one in self._captions:
                box = _Box(one, self._area)
                box.give_way([other.rect for other in self._boxes])
                self._boxes.append(box)
        self.update()


class _Box:
    """One caption, laid out."""

    def __init__(self, shown: ShownCaption, area: QRectF) -> None:
        self._area = area
        self._margin = _MARGIN * area.height()
        font = QFont(QApplication.font())
        font.setPixelSize(max(_LEAST_PX, round(_SHARE * area.height())))
        self._line = QFontMetricsF(font).lineSpacing()
        self._layout = QTextLayout(shown.text, font)
        option = option_for(from_right=is_from_right(shown.text))
        option.setAlignment(_ALIGN[shown.place.align])
        self._layout.setTextOption(option)
        self._layout.setFormats(list(_formats(shown.parts)))
        width = max(1.0, shown.place.width * area.width() - 2 * self._margin)
        height = sum(line.height() for line in broken(self._layout, width))
        self.rect = self._placed(shown.place, width, height)

    def give_way(self, others: Sequence[QRectF]) -> None:
        """Move towards the middle of the picture until nothing else is in the way."""
        low = self.rect.center().y() > self._area.center().y()
        for other in sorted(others, key=QRectF.top, reverse=low):
            if self.rect.intersects(other):
                self.rect.moveTop(other.top() - self.rect.height() if low else other.bottom())

    def draw(self, painter: QPainter) -> None:
        """Draw the ground of each line, and the text on it."""
        pad = _PAD * self._line
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(_GROUND)
        for at in range(self._layout.lineCount()):
            line = self._layout.lineAt(at).naturalTextRect().translated(self.rect.topLeft())
            if line.width():
                painter.drawRect(line.adjusted(-pad, 0, pad, 0))
        painter.setPen(Qt.GlobalColor.white)
        self._layout.draw(painter, self.rect.topLeft())

    def _placed(self, place: BoxPlace, width: float, height: float) -> QRectF:
        area = self._area.adjusted(self._margin, self._margin, -self._margin, -self._margin)
        left = self._area.left() + place.x * self._area.width() - width * place.side / 2
        if place.y is not None:
            top = self._area.top() + place.y * self._area.height() - height * place.edge / 2
        elif place.row < 0:
            top = area.bottom() + place.row * self._line
        else:
            top = area.top() + place.row * self._line
        rect = QRectF(left, top, width, height)
        rect.moveLeft(max(area.left(), min(left, area.right() - width)))
        rect.moveTop(max(area.top(), min(top, area.bottom() - height)))
        return rect


def _formats(parts: Sequence[CaptionPart]) -> Iterator[QTextLayout.FormatRange]:
    ground = QPalette(QColor("black"))
    ground.setColor(QPalette.ColorRole.Base, QColor("black"))
    ground.setColor(QPalette.ColorRole.Text, _WHITE)
    shades = tones(ground)
    inks = {
        Look.INSERTED: mix(shades.inserted, _WHITE, _PALER),
        Look.REPLACING: mix(shades.replaced, _WHITE, _PALER),
        Look.RECASED: mix(shades.recased, _WHITE, _PALER),
    }
    start = 0
    for part in parts:
        end = start + units(part.text)
        yield placed(_format(part, inks.get(part.look)), start, end)
        start = end


def _format(part: CaptionPart, ink: QColor | None) -> QTextCharFormat:
    style = QTextCharFormat()
    style.setForeground(ink or _WHITE)
    style.setFontItalic(part.style.italic)
    style.setFontUnderline(part.style.underline)
    if part.style.bold or ink:
        style.setFontWeight(QFont.Weight.Bold)
    return style
