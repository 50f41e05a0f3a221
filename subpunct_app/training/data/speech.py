"""When the words of a written text would be spoken, so that it can be cut into timed cues."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from subpunct_app.models.labels import ENDINGS

# After a sentence and after another mark: how often a speaker is silent there and for how long at
# the median (milliseconds), each between a least and a most that differ from speaker to speaker;
# and how widely silences vary (of their logarithm).
_MARKED = (((0.7, 1.0), (450.0, 1000.0), 0.7), ((0.2, 0.9), (180.0, 380.0), 0.6))
# Words before a boundary are drawn out by about so many milliseconds.
_DRAWN_OUT_MS = 100.0
_ELSEWHERE_SPREAD = 0.8
_WORD_MS, _LETTER_MS = 90.0, 45.0
# How far the pace of a speaker, of a stretch of words and of a word vary (of their logarithms), and
# how much of a stretch's pace the next word keeps: people hurry and dwell by stretches. So the time
# a letter differs by about a fifth from cue to cue, as in captions made by hand.
_SPEAKER_PACE, _STRETCH_PACE, _WORD_PACE = 0.2, 0.11, 0.2
_KEPT_PACE = 0.8


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
    ends = ENDINGS[marks]
    return Text(letters, ends, (marks > 0) & ~ends, np.append(linking[1:], False))


def speak(
    text: Text, hesitation: float, rng: np.random.Generator, *, lasting_ms: float = 300.0
) -> Speech:
    """Let one speaker say a text.

    `hesitation` is the chance of a silence where no mark stands, which lasts `lasting_ms` at the
    median: in prepared speech it is rare and short.
    """
    count = len(text)
    pace = rng.lognormal(0.0, _SPEAKER_PACE)
    spoken = (_WORD_MS + _LETTER_MS * text.letters) * pace * rng.lognormal(0.0, _WORD_PACE, count)
    spoken *= _stretches(count, rng)
    kinds = np.where(text.ends, 0, np.where(text.marked, 1, 2))
    spoken += np.where(kinds < 2, _DRAWN_OUT_MS * pace, 0.0)
    marked = [(rng.uniform(*often), rng.uniform(*long), wide) for often, long, wide in _MARKED]
    habits = np.array((*marked, (hesitation, lasting_ms, _ELSEWHERE_SPREAD)))
    chance, median, spread = habits[kinds].T
    silent = rng.random(count) < chance
    silences = median * pace * np.exp(spread * rng.standard_normal(count)) * silent
    ends = np.cumsum(spoken + silences) - silences
    return Speech(ends - spoken, ends)


def _stretches(count: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Return how much slower than usual each of some words is spoken, by the stretch it is in."""
    fresh = rng.normal(0.0, _STRETCH_PACE * np.sqrt(1 - _KEPT_PACE**2), count)
    fresh[:1] = rng.normal(0.0, _STRETCH_PACE)
    return np.exp(list(accumulate(fresh, lambda before, new: _KEPT_PACE * before + new)))
