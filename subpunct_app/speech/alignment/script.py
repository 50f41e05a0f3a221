"""The words of a text as the dictionary entries that say them, and back."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from subpunct_app.speech.alignment.certainty import mean_misfit
from subpunct_app.speech.alignment.sphinx import Fit
from subpunct_app.speech.recognition.recogniser import SpokenWord, laid_out

if TYPE_CHECKING:
    from collections.abc import Sequence

    from subpunct_app.speech.alignment.pronunciation import Pronunciation


@dataclass(frozen=True, slots=True)
class Script:
    """The words of a text, their `entries` one after the other, and the first entry of each.

    `firsts` holds one more than there are words. A word that nobody can say has no entry.
    """

    words: tuple[str, ...]
    entries: tuple[str, ...]
    firsts: tuple[int, ...]

    @staticmethod
    def of(words: Sequence[str], pronunciation: Pronunciation) -> Script:
        """Return the script of some words."""
        said = [pronunciation.entries(word) for word in words]
        entries = tuple(entry for one in said for entry in one)
        return Script(tuple(words), entries, (0, *accumulate(map(len, said))))

    def word_fits(self, fits: Sequence[Fit | None]) -> list[Fit | None]:
        """Return the fit of each word, None where an entry of it has none, or it has no entry."""
        return [_joined(fits[start:stop]) for start, stop in pairwise(self.firsts)]


def spoken(
    words: Sequence[str], fits: Sequence[Fit | None], confidences: Sequence[float], end_ms: int
) -> list[SpokenWord]:
    """Return words with their times and with how sure these are.

    A word without a fit lies between its neighbours, with a confidence of 0; `end_ms` is where
    the last one can end. None starts before the one before it ends, as where two sections meet.
    """
    result: list[SpokenWord] = []
    at = 0
    while at < len(words):
        fit = fits[at]
        before = result[-1].end_ms if result else 0
        if fit is not None:
            start = max(fit.start_ms, before)
            result.append(SpokenWord(words[at], start, max(fit.end_ms, start), confidences[at]))
            at += 1
            continue
        end = next((k for k in range(at, len(fits)) if fits[k] is not None), len(fits))
        following = fits[end] if end < len(fits) else None
        result += _spread(words[at:end], before, following.start_ms if following else end_ms)
        at = end
    return result


def _spread(words: Sequence[str], start_ms: int, end_ms: int) -> list[SpokenWord]:
    """Lay words between two times, each as long as its letters ask for."""
    times = laid_out([len(word) + 1 for word in words], start_ms, max(start_ms, end_ms))
    return [SpokenWord(word, *time, 0.0) for word, time in zip(words, times, strict=True)]


def _joined(fits: Sequence[Fit | None]) -> Fit | None:
    found = [fit for fit in fits if fit is not None]
    if not found or len(found) < len(fits):
        return None
    return Fit(found[0].start_ms, found[-1].end_ms, mean_misfit(found))
