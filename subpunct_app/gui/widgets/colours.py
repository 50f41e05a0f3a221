"""Colours mixed from the palette so that they read well on light and dark."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QEvent
from PySide6.QtGui import QColor, QPalette

_GREEN = QColor(0x1B, 0x7F, 0x3B)
_RED = QColor(0xC6, 0x28, 0x28)
_VIOLET = QColor(0x6A, 0x3F, 0xC8)
_AMBER = QColor(0x95, 0x55, 0x00)
# WCAG 2 asks for 4.5 of text, level AA.
_LEAST_CONTRAST = 4.5
# More where a tint of the colour will lie on the ground, too.
_ON_GROUND = 5.5


@dataclass(frozen=True, slots=True)
class Tones:
    """The colours of one palette: text colours, and the fills that lie behind them."""

    text: QColor
    quiet: QColor
    inserted: QColor
    removed: QColor
    recased: QColor
    replaced: QColor
    inserted_fill: QColor
    removed_fill: QColor
    recased_fill: QColor
    replaced_fill: QColor
    accent: QColor
    row_fill: QColor
    side_fill: QColor
    chosen_fill: QColor
    border: QColor


def tones(palette: QPalette) -> Tones:
    """Return the colours that fit a palette."""
    roles = (QPalette.ColorRole.Base, QPalette.ColorRole.Text, QPalette.ColorRole.Highlight)
    return _tones(*(palette.color(role).rgb() for role in roles))


def mix(first: QColor, second: QColor, share: float) -> QColor:
    """Return the first colour with a share of the second in it."""
    parts = zip(_parts(first), _parts(second), strict=True)
    return QColor.fromRgbF(*(a + (b - a) * share for a, b in parts))


def readable(colour: QColor, *grounds: QColor, least: float = _LEAST_CONTRAST) -> QColor:
    """Return a colour, moved towards black or white until it stands out enough from grounds."""
    pole = _pole(grounds[0])
    for step in range(11):
        candidate = mix(colour, pole, step / 10)
        if all(contrast(candidate, ground) >= least for ground in grounds):
            return candidate
    return pole


def contrast(first: QColor, second: QColor) -> float:
    """Return the contrast ratio of WCAG 2, from 1 to 21."""
    darker, lighter = sorted((luminance(first), luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: QColor) -> float:
    """Return the relative luminance of WCAG 2, from 0 to 1."""
    red, green, blue = (_linear(part) for part in _parts(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _parts(colour: QColor) -> tuple[float, float, float]:
    return colour.redF(), colour.greenF(), colour.blueF()


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


@lru_cache(maxsize=16)
def _tones(base_rgb: int, text_rgb: int, accent_rgb: int) -> Tones:
    base, text, accent = QColor(base_rgb), QColor(text_rgb), QColor(accent_rgb)
    depth = _depth(base)
    row_fill = _tint(base, accent, 0.14 * depth)
    side_fill = _tint(base, accent, 0.06 * depth)
    chosen_fill = _tint(base, accent, 0.4)
    inserted, inserted_fill = _on_tint(_GREEN, 0.17, base, row_fill)
    removed, removed_fill = _on_tint(_RED, 0.15, base, row_fill)
    recased, recased_fill = _on_tint(_VIOLET, 0.15, base, row_fill)
    replaced, replaced_fill = _on_tint(_AMBER, 0.13, base, row_fill)
    return Tones(
        text=readable(text, base, row_fill, side_fill, chosen_fill, inserted_fill, removed_fill),
        quiet=readable(mix(text, base, 0.38), base, row_fill, replaced_fill),
        inserted=inserted,
        removed=removed,
        recased=recased,
        replaced=replaced,
        inserted_fill=inserted_fill,
        removed_fill=removed_fill,
        recased_fill=recased_fill,
        replaced_fill=replaced_fill,
        accent=readable(accent, base, least=_ON_GROUND),
        row_fill=row_fill,
        side_fill=side_fill,
        chosen_fill=chosen_fill,
        border=mix(base, text, 0.22),
    )


def _pole(ground: QColor) -> QColor:
    """Return the one of black and white that stands out more from a ground."""
    white, black = QColor("white"), QColor("black")
    return white if contrast(white, ground) > contrast(black, ground) else black


def _tint(base: QColor, colour: QColor, share: float) -> QColor:
    """Return a ground with a share of a colour in it, less where no text could be read on it."""
    fills = (mix(base, colour, share * (10 - step) / 10) for step in range(10))
    return next((fill for fill in fills if contrast(_pole(base), fill) >= _LEAST_CONTRAST), base)


def _on_tint(hue: QColor, share: float, base: QColor, row_fill: QColor) -> tuple[QColor, QColor]:
    """Return a colour for text, and the tint of it that lies behind that."""
    ink = readable(hue, base, least=_ON_GROUND)
    fill = _tint(base, ink, _depth(base) * share)
    return readable(ink, fill, row_fill), fill


def _depth(base: QColor) -> float:
    """Return how much stronger a tint has to be on a ground to be seen."""
    return 2.0 if luminance(base) < 0.05 else 1.0


class FollowsPalette:
    """Mix in before a widget class, whose `_recolour` is called after each change of colours."""

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """Follow the colours of the system."""
        super().changeEvent(event)  # type: ignore[misc]  # what it stands before has it
        if event.type() == QEvent.Type.PaletteChange:
            self._recolour()

    def _recolour(self) -> None:
        raise NotImplementedError
