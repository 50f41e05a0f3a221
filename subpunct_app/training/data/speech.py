"""When the words of a written text would be spoken, so that it can be cut into timed cues."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from subpunct_app.punctuation.labels import WRITTEN

_ENDS = np.array([mark.ends_sentence for mark in WRITTEN])
# After a sentence and after another mark: how often a speaker is silent there, for how long at
# the median (milliseconds), and how widely that varies (of its logarithm).
_SENTENCE, _MARK = (0.75, 650.0, 0.8), (0.25, 220.0, 0.6)
_ELSEWHERE_SPREAD = 0.8
_WORD_MS, _LETTER_MS = 90.0, 45.0


@dataclass(frozen=True, slots=True)
class Text:
    """What decides where n words are cut: arrays (n,).

    `letters` of each word, whether it `ends` a sentence or is `marked` otherwise, and whether a
    word follows that begins a phrase (`links`).
    """

    letters: NDArray[np.int64]
    ends: NDArray[np.bool_]
    marked: NDArray[np.bool_]
    links: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.letters)


@dataclass(frozen=True, slots=True)
class Speech:
    """When each of n words begins and is over, in milliseconds, each (n,)."""

    starts: NDArray[np.float64]
    ends: NDArray[np.float64]

    @property
    def silences(self) -> NDArray[np.float64]:
        """Return how long the speaker is silent after each word; not after the last."""
        return np.append(self.starts[1:] - self.ends[:-1], 0.0)


def text_of(
    letters: NDArray[np.int64], marks: NDArray[np.uint8], linking: NDArray[np.bool_]
) -> Text:
    """Return the look of n words; `marks` are indices into WRITTEN, each array (n,)."""
    ends = _ENDS[marks]
    return Text(letters, ends, (marks > 0) & ~ends, np.append(linking[1:], False))


def speak(
    text: Text, hesitation: float, rng: np.random.Generator, *, lasting_ms: float = 300.0
) -> Speech:
    """Let one speaker say a text.

    `hesitation` is the chance of a silence where no mark stands, which lasts `lasting_ms` at the
    median: in prepared speech it is rare and short.
    """
    count = len(text)
    pace = rng.lognormal(0.0, 0.2)
    spoken = (_WORD_MS + _LETTER_MS * text.letters) * pace * rng.lognormal(0.0, 0.2, count)
    kinds = np.where(text.ends, 0, np.where(text.marked, 1, 2))
    habits = np.array((_SENTENCE, _MARK, (hesitation, lasting_ms, _ELSEWHERE_SPREAD)))
    chance, median, spread = habits[kinds].T
    silent = rng.random(count) < chance
    silences = median * pace * np.exp(spread * rng.standard_normal(count)) * silent
    ends = np.cumsum(spoken + silences) - silences
    return Speech(ends - spoken, ends)
