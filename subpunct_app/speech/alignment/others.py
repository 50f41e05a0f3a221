"""Take the first words of a text off what others say before it begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from subpunct_app.speech.alignment.certainty import mean_misfit
from subpunct_app.speech.alignment.quiet import is_quiet, loudness
from subpunct_app.speech.sound.audio import PER_MS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from subpunct_app.speech.alignment.sphinx import Aligner, Fit
    from subpunct_app.speech.sound.audio import Samples

# The most words that one who introduces a speech may seem to say, and the most tries to do better.
_MOST = 8
_TRIES = 4


def behind_others(
    aligner: Aligner,
    sound: Samples,
    entries: Sequence[str],
    fits: Sequence[Fit],
    start_ms: int,
    line: float,
) -> list[Fit]:
    """Return the fits of the first entries of a text, said in a sound that starts at a time.

    Words are only moved where somebody says what is not in the text behind them, to where nobody
    does: there they misfit less than `line`, and so are not those that surely were said before.
    """
    later = list(fits)
    for _ in range(_TRIES):
        loud = _last_loud(sound, later, start_ms)
        if not loud:
            break
        from_ms = later[loud - 1].end_ms
        found = aligner.fits(sound[(from_ms - start_ms) * PER_MS :], entries, from_ms)
        if found is None:
            return list(fits)
        later = found
    moved = [new for old, new in zip(fits, later, strict=True) if old.end_ms < new.start_ms]
    clear = not _last_loud(sound, later, start_ms)
    return later if moved and clear and mean_misfit(moved) < line else list(fits)


def _last_loud(sound: Samples, fits: Sequence[Fit], start_ms: int) -> int:
    """Return the last of the first entries before which somebody says something else, else 0."""
    spans = [(fit.start_ms - start_ms, fit.end_ms - start_ms) for fit in fits]
    few = range(min(_MOST, len(spans) - 1), 0, -1)
    return next((at for at in few if _is_loud(sound, spans, at)), 0)


def _is_loud(sound: Samples, spans: Sequence[tuple[int, int]], at: int) -> bool:
    between = spans[at - 1][1], spans[at][0]
    return not is_quiet(sound, between, loudness(sound, spans[at:]))
