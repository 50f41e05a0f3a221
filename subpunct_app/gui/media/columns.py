"""Compute a waveform pixel column by pixel column, as fast for hours as for seconds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QColor, QImage

from subpunct_app.speech.media.peaks import PER_SECOND, STEP, Peaks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from subpunct_app.gui.media.stretch import Stretch
    from subpunct_app.speech.media.peaks import Level

# How much of the height the loudest sound takes.
_HEADROOM = 0.94
_QUIETEST = 0.02


def extremes_of(peaks: Peaks, stretch: Stretch, columns: int) -> NDArray[np.float64]:
    """Return the extremes in each pixel column of a stretch, of shape (columns, 2).

    They are NaN where the sound has ended.
    """
    level, per_ms = _level(peaks, stretch.length / columns)
    places = np.linspace(stretch.start * per_ms, stretch.end * per_ms, columns + 1)
    edges = np.floor(places).astype(np.int64)
    extremes = np.full((columns, 2), np.nan)
    inside = int(np.searchsorted(edges[:-1], len(level)))
    if inside:
        at = edges[:inside]
        part = level[: max(edges[inside], at[-1] + 1)]
        extremes[:inside, 0] = np.minimum.reduceat(part[:, 0], at)
        extremes[:inside, 1] = np.maximum.reduceat(part[:, 1], at)
    return extremes


def full_scale(peaks: Peaks) -> float:
    """Return what is drawn over the full height, so that quiet recordings are seen as well."""
    return max(peaks.loudest, _QUIETEST) * 32767 / _HEADROOM


def wave_pixels(extremes: NDArray[np.float64], rows: int) -> NDArray[np.bool_]:
    """Return which pixels lie between the lowest and the highest, around the middle."""
    middle = rows / 2
    tops = np.floor(middle - extremes[:, 1] * middle)
    bottoms = np.maximum(np.ceil(middle - extremes[:, 0] * middle), tops + 1)
    row = np.arange(rows)[:, None]
    return np.asarray((row >= tops) & (row < bottoms), np.bool_)


def covered(edges: NDArray[np.float64], columns: int) -> NDArray[np.bool_]:
    """Return which of so many columns lie between any two edges; none is too narrow to show."""
    first = np.round(edges[:, 0]).astype(np.int64)
    last = np.maximum(np.round(edges[:, 1]).astype(np.int64), first + 1)
    change = np.zeros(columns + 1, np.int64)
    np.add.at(change, first.clip(0, columns), 1)
    np.add.at(change, last.clip(0, columns), -1)
    return np.cumsum(change[:-1]) > 0


def image_of(pixels: NDArray[np.bool_], colour: QColor) -> QImage:
    """Return rows of pixels that are of one colour, or clear."""
    coloured = np.where(pixels, np.uint32(colour.rgba()), np.uint32(0))
    rows, columns = pixels.shape
    kind = QImage.Format.Format_ARGB32_Premultiplied
    # Copied, as an image made from bytes does not keep them.
    return QImage(coloured.tobytes(), columns, rows, 4 * columns, kind).copy()


def _level(peaks: Peaks, ms_per_column: float) -> tuple[Level, float]:
    """Return the coarsest level with a slice or more a column, and its slices a millisecond."""
    level, per_ms = peaks.levels[0], PER_SECOND / 1000
    for coarser in peaks.levels[1:]:
        if per_ms / STEP * ms_per_column < 1:
            break
        level, per_ms = coarser, per_ms / STEP
    return level, per_ms
