"""Read from the capitals that a text kept where its sentences end, and whether they mean anything.

A text may have lost its marks but not its case. How often words have a capital where the model is
sure that a sentence ends, and where it is sure that none does, tells what a capital says in this
text: much, nothing as in one all small, or little where each cue begins with one. A capital or a
small letter then is worth its likelihood ratio (Good, "Probability and the weighing of evidence",
1950). Names are expected to have capitals everywhere, as often as they have in the text.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from subpunct_app.decoding.evidence.likelihood import log_odds_of_difference
from subpunct_app.decoding.inference.prediction import Prediction, posterior
from subpunct_app.languages.language_data import language_data
from subpunct_app.models.punctuator import logistic, logit
from subpunct_app.text.words import Break, Case, Gap, Word, in_capitals

Flags = NDArray[np.bool_]
Shares = NDArray[np.float64]
Weights = Flags | Shares

# From which probability on the model is sure of an end, of none, and of a name.
_SURE = 0.9
_SURE_NAME = 0.8
# The whole text counts as much as so many words among those at one kind of break, and all its words
# as much as so many among some of them.
_WHOLE = 30.0
_ANYWHERE = 2.0
# The share of names with a capital where hardly one is known.
_USUAL_NAMES = 0.5
# No word surely is, or is no name; no place surely has a capital or none.
_LEAST_NAME = 0.01
_LEAST_SHARE = 0.005
# Of five texts capitals are believed to tell something in one, as long as they are not seen.
_DISBELIEF = math.log(4.0)
_CERTAIN = 30.0
# Words of a text whose names have capitals: so many of so many that the model is sure of.
_NAMES = 10
_OTHERS = 50
# Fewer do where hardly a sentence that has ended, or is likely to, begins small.
_FEW_NAMES = 3
_FEW_OTHERS = 10
_LIKELY = 0.7
_LARGE_STARTS = 0.75
_LARGE_NAMES = 0.85
# Large words are so many of its names at least, where a text has not lost nearly all capitals.
_SOME_NAMES = 0.25
_SMALL_OTHERS = 0.95
# In Title Case so many words that begin no sentence, line or cue have a capital. German nouns and
# headlines, whose short words are small, have fewer.
_TITLED = 0.9
_ENOUGH = 20
_LARGE = frozenset({Case.CAPITALISED, Case.UPPER})


@dataclass(frozen=True, slots=True)
class WrittenCase:
    """How n words are written, and what a model says of them.

    `told` (n,) are the words whose capital or small letter may tell something, `large` (n,) those
    with a capital, `places` (n,) which break is before each, and whether the mark of a sentence's
    end. `ending` (n,) tells how likely a sentence ends before each word, `names` (n,) how likely it
    is a name.
    """

    told: Flags
    large: Flags
    places: NDArray[np.int64]
    ending: Shares
    names: Shares

    @classmethod
    def of(
        cls,
        words: Sequence[Word],
        gaps: Sequence[Gap],
        prediction: Prediction,
        language: str,
        *,
        marked: bool = True,
    ) -> WrittenCase:
        """Return how words are written; `gaps` holds one more (see Gap).

        If it is not `marked`, the text is read as if no mark stood in it.
        """
        cases = [Case.of(word.text) for word in words]
        large = np.array([case is Case.CAPITALISED for case in cases], dtype=np.bool_)
        small = np.array([case is Case.LOWER for case in cases], dtype=np.bool_)
        open_ = np.array(list(map(_is_open, gaps[:-1])), dtype=np.bool_)
        said = ending(prediction)
        # What the end of a sentence does not explain of a capital; see `casing`.
        name = (1.0 - prediction.cases[:, 0] - said) / np.maximum(1e-3, 1.0 - said)
        anyway = np.array([is_always_large(word.text, language) for word in words], dtype=np.bool_)
        told = (large | small) & open_ & ~anyway
        told[:1] = False
        breaks = np.array([gap.break_.rank for gap in gaps[:-1]], dtype=np.int64)
        ended = np.array(
            [marked and gap.current.ends_sentence for gap in gaps[:-1]], dtype=np.bool_
        )
        places = breaks + len(Break) * ended
        return cls(told, large, places, said, np.clip(name, 0.0, 1.0))

    @property
    def tells(self) -> bool:
        """Tell whether there are both capitals and small letters."""
        return bool((self.large & self.told).any() and (~self.large & self.told).any())

    @property
    def means_capitals(self) -> bool:
        """Tell whether words within sentences have small letters but where a capital is meant."""
        capitals = (self.large & self.told).sum()
        if capitals >= _NAMES and self._are_small(_OTHERS):
            return True
        return bool(capitals >= _FEW_NAMES) and self._are_small(_FEW_OTHERS) and self._begins_large

    @property
    def _begins_large(self) -> bool:
        """Tell whether nearly all sentences begin with capitals, as far as that is known."""
        starts = self.told & ((self.ending > _LIKELY) | (self.places >= len(Break)))
        return bool(starts.any() and self.large[starts].mean() >= _LARGE_STARTS)

    def _are_small(self, least: int) -> bool:
        """Tell whether so many words within sentences are no names, and nearly all small."""
        others = self._sure_others
        return bool(others.sum() >= least and self.large[others].mean() <= 1.0 - _SMALL_OTHERS)

    @property
    def has_names(self) -> bool:
        """Tell whether the names of the text have capitals, and other words small letters."""
        names = self._sure_names
        if names.sum() < _FEW_NAMES or not self.means_capitals:
            return False
        return bool(self.large[names].mean() >= _LARGE_NAMES)

    @property
    def means_small(self) -> bool:
        """Tell whether words within sentences are small on purpose, as names have capitals.

        A long text that lost its capitals may have kept some of them.
        """
        within = self.told & self._sure_within & (self.places < len(Break)) & self.large
        return self.means_capitals and bool(within.sum() >= _SOME_NAMES * self._sure_names.sum())

    def log_odds(self) -> Shares:
        """Return what is added to the log odds (n,) of a sentence's end before each word.

        What the places tell of which the model is sure tells more of the others, and those tell
        how the text is written, too: one step of expectation maximisation (Dempster, Laird and
        Rubin 1977).
        """
        sure = self._odds(self.told & (self.ending > _SURE), self._sure_others)
        likely = logistic(logit(self.ending) + sure)
        common = self.told & (self.names < 1.0 - _SURE)
        first = np.where(self.told & (likely > 0.5), likely, 0.0)
        return self._odds(first, np.where(common & (likely < 0.5), 1.0 - likely, 0.0))

    def _odds(self, first: Weights, other: Weights) -> Shares:
        """Return the log odds (n,) where some words begin sentences, and others do not.

        Both (n,) tell how much a word counts as one.
        """
        no_name = self._no_name()
        begun = 1.0 - (1.0 - self._large_share(first)) * no_name
        going_on = 1.0 - (1.0 - self._large_share(other)) * no_name
        ratio = np.where(self.large, begun / going_on, (1.0 - begun) / (1.0 - going_on))
        return np.where(self.told, np.log(ratio) * self._trust(first, other), 0.0)

    def _trust(self, first: Weights, other: Weights) -> float:
        """Return how likely it is that capitals tell first words from others in this text.

        Other than in a text of random capitals, both then have a share of their own. Where that is
        unlikely, it is none.
        """
        counts = np.array([self._count(words) for words in (first, other)])
        odds = log_odds_of_difference(counts, _DISBELIEF)
        return 1.0 / (1.0 + math.exp(-min(odds, _CERTAIN))) if odds > 0.0 else 0.0

    def _no_name(self) -> Shares:
        """Return how likely each word (n,) has no capital as a name."""
        share = self._share(self._sure_names, _USUAL_NAMES, _ANYWHERE)
        return 1.0 - np.clip(self.names * share, _LEAST_NAME, 1.0 - _LEAST_NAME)

    def _large_share(self, words: Weights) -> Shares:
        """Return the share (n,) of some words that have a capital in a place like each word's."""
        found = np.zeros(len(words))
        whole = self._share(words, self._usual, _ANYWHERE)
        for place in np.unique(self.places):
            here = self.places == place
            found[here] = self._share(words * here, whole, _WHOLE)
        return np.clip(found, _LEAST_SHARE, 1.0 - _LEAST_SHARE)

    def _share(self, words: Weights, usual: float, weight: float) -> float:
        """Return the share of some words that have a capital, the usual one where there are few."""
        large, small = self._count(words)
        return (large + weight * usual) / (large + small + weight)

    def _count(self, words: Weights) -> tuple[float, float]:
        """Return how many of some words have a capital, and how many have none."""
        capitals = float((words * self.large).sum())
        return capitals, float(words.sum()) - capitals

    @property
    def _usual(self) -> float:
        """Return the share of words with a capital among all that hardly are names."""
        common = self.told & (self.names < 0.5)
        return float(self.large[common].mean()) if common.any() else 0.0

    @property
    def _sure_others(self) -> Flags:
        return self.told & self._sure_within & (self.names < 1.0 - _SURE)

    @property
    def _sure_within(self) -> Flags:
        return self.ending < 1.0 - _SURE

    @property
    def _sure_names(self) -> Flags:
        return self.told & self._sure_within & (self.names > _SURE_NAME)


def weigh_capitals(
    written: WrittenCase, prediction: Prediction, *, only_for_ends: bool = False
) -> Prediction:
    """Return a prediction updated by capitals, or only where they make an end likelier."""
    if not written.tells:
        return prediction
    # After the last word nothing tells.
    odds = np.array([*written.log_odds()[1:], 0.0])
    if only_for_ends:
        odds = np.maximum(odds, 0.0)
    ends = np.array([mark.ends_sentence for mark in prediction.labels])
    return posterior(prediction, np.where(ends, odds[:, None], 0.0))


def ending(prediction: Prediction) -> Shares:
    """Return how likely a sentence ends before each word (n,)."""
    ends = [mark.ends_sentence for mark in prediction.labels]
    before = np.roll(prediction.marks[:, ends].sum(axis=1, dtype=np.float64), 1)
    before[:1] = 0.0
    return np.asarray(before)


def _is_open(gap: Gap) -> bool:
    """Tell whether the word behind a gap begins with a capital for the sake of a sentence only."""
    return not (gap.turn or gap.fixed or gap.item or gap.led_on)


def is_always_large(word: str, language: str) -> bool:
    """Tell whether a word has a capital wherever it stands, as the English "I"."""
    return word.lower().replace("’", "'") in language_data(language).always_large


def is_shouted(words: Sequence[Word], gaps: Sequence[Gap]) -> bool:
    """Tell whether a text is all in capitals, or each of its words has one.

    Letters by themselves do not tell. `gaps` holds one more than `words` (see Gap).
    """
    return in_capitals(Counter(_cases(words))) or _in_title_case(words, gaps)


def _in_title_case(words: Sequence[Word], gaps: Sequence[Gap]) -> bool:
    behind = zip(words[1:], gaps[1:-1], strict=True)
    within = _cases(word for word, gap in behind if _goes_on(gap))
    cases = [case for case in within if case is not Case.KEEP]
    large = sum(case in _LARGE for case in cases)
    return len(cases) >= _ENOUGH and large >= _TITLED * len(cases)


def _goes_on(gap: Gap) -> bool:
    """Tell whether nothing calls for a capital behind a gap."""
    return gap.break_ is Break.NONE and not (gap.turn or gap.item or gap.current.ends_sentence)


def _cases(words: Iterable[Word]) -> Iterator[Case]:
    return (Case.of(word.text) for word in words if len(word.text) > 1)
