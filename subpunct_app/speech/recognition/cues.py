"""Make timed cues of one or two lines from words as they were spoken."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from subpunct_app.languages.abbreviations import keeps_dot, may_end_sentence
from subpunct_app.languages.language_data import language_data
from subpunct_app.languages.scripts import joined, separator, width

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from subpunct_app.languages.language_data import LineBreaks
    from subpunct_app.speech.recognition.recogniser import SpokenWord

_OPENING, _CLOSING = "([{（［【", ")]}）］】"
_QUOTES = "\"'»”’›」』"
_CLOSERS = _QUOTES + re.escape(_CLOSING)
_OPENERS = "\"'«»“„‘‹「『" + _OPENING
_SENTENCE = re.compile(rf"[.?!…。．｡？！։۔؟।॥။។]+[{_CLOSERS}]*$")
_CLAUSE = re.compile(rf"[,;:—–，、､；：،؛]+[{_CLOSERS}]*$")

# What ending a cue or line here costs; a silence takes off up to so much.
_AFTER_CLAUSE = 1.0
_BEFORE_PHRASE = 2.0
_ANYWHERE = 3.0
_TORN = 4.5
_IN_BRACKETS = 30.0
_SILENCE = 2.0

# What speaks against a cue: that it is one more, that it is short or quickly read, that a
# sentence ends within it.
_ONE_MORE = 1.5
_TOO_SHORT = 4.0
_TOO_QUICK = 2.0
_SENTENCE_INSIDE = 2.0
_TOP_HEAVY = 0.3
_UNEVEN = 4.0
_NEVER = 1 << 62


@dataclass(frozen=True, slots=True)
class Boundary:
    """The place after a word: what ending there costs, and what going on over it does.

    `silence` grows with the pause, up to its share of the cost; `sentence` tells that one ends.
    """

    cost: float
    silence: float
    sentence: bool


def boundaries(words: Sequence[SpokenWord], pause_ms: int, language: str) -> list[Boundary]:
    """Return the boundary after each word; `pause_ms` is the silence that counts in full."""
    known = language_data(language).line_breaks
    own_dots = _own_dots([word.text for word in words], language)
    found = []
    depth = 0
    for at, (word, own_dot) in enumerate(zip(words, own_dots, strict=True)):
        following = words[at + 1] if at + 1 < len(words) else None
        depth = max(0, depth + _opened(word.text))
        pause = following.start_ms - word.end_ms if following else pause_ms
        silence = _SILENCE * min(1.0, max(0, pause) / pause_ms)
        ahead = following.text if following else ""
        if own_dot and not ahead[:1].islower():
            # Behind it comes a name, a number or another sentence.
            cost = _AFTER_CLAUSE if may_end_sentence(_stem(word.text), language) else _TORN
        else:
            cost = _cost(word.text, ahead, known)
        sentence = cost == 0
        cost = _IN_BRACKETS if depth else max(0.0, cost - silence)
        found.append(Boundary(cost, silence, sentence))
    return found


def _opened(text: str) -> int:
    return sum(letter in _OPENING for letter in text) - sum(letter in _CLOSING for letter in text)


def _own_dots(texts: Sequence[str], language: str) -> list[bool]:
    """Return for each word whether it ends with a dot of its own, with which no sentence ends."""
    text = " ".join(texts)
    shouted = text.isupper()
    found = []
    end = -1
    for word in texts:
        end += 1 + len(word)
        stopped = word.rstrip(_QUOTES + _CLOSING)
        stem = _stem(word)
        after = end - len(word) + len(stopped)
        own = stopped.endswith(".") and stem[-1:].isalnum() and end < len(text)
        found.append(own and keeps_dot(stem, text, after, language, shouted=shouted))
    return found


def _stem(text: str) -> str:
    return text.rstrip(_QUOTES + _CLOSING).removesuffix(".").lstrip(_OPENERS)


def _cost(text: str, following: str, known: LineBreaks) -> float:
    if _SENTENCE.search(text) and not following[:1].islower():
        return 0.0
    if _CLAUSE.search(text):
        return _AFTER_CLAUSE
    if text.lower() in known.never_after:
        return _TORN
    return _BEFORE_PHRASE if following.lower() in known.before else _ANYWHERE


@dataclass(frozen=True, slots=True)
class CueLimits:
    """How long cues may be, in letters and milliseconds.

    A Chinese character counts as two letters. Between two cues nothing is shown for `gap_ms` at
    least, and a silence of `pause_ms` ends a cue.
    """

    line_letters: int = 42
    lines: int = 2
    least_ms: int = 1000
    most_ms: int = 7000
    letters_per_second: float = 17.0
    gap_ms: int = 80
    pause_ms: int = 1000


@dataclass(frozen=True, slots=True)
class TimedCue:
    """What is shown from one time to another, in milliseconds: lines of words."""

    start_ms: int
    end_ms: int
    lines: tuple[tuple[SpokenWord, ...], ...]

    @property
    def words(self) -> tuple[SpokenWord, ...]:
        """Return the words of all lines."""
        return tuple(word for line in self.lines for word in line)

    @property
    def text(self) -> str:
        """Return the lines, ended by line feeds but for the last."""
        return "\n".join(joined([word.text for word in line]) for line in self.lines)


DEFAULT_LIMITS = CueLimits()


def build_cues(
    words: Sequence[SpokenWord],
    limits: CueLimits = DEFAULT_LIMITS,
    *,
    language: str = "en",
    end_ms: int | None = None,
) -> list[TimedCue]:
    """Return cues that hold all words in their order and follow one another.

    They end at sentence ends and silences first, then where clauses or, in languages that this
    program knows words of, phrases end; never between brackets where that can be. A word is
    never cut: one that is longer than a line, or spoken longer than a cue may last, breaks these
    limits, and so does speech that is too quick. Nothing is shown past the end of the recording,
    where `end_ms` tells it.
    """
    found = boundaries(words, limits.pause_ms, language)
    silent_ms = None if end_ms is None else end_ms + limits.gap_ms
    cues: list[TimedCue] = []
    for start, end in _stretches(words, limits.pause_ms):
        following = words[end].start_ms if end < len(words) else silent_ms
        stretch = _Stretch(words[start:end], found[start:end], following, limits)
        for first, last in stretch.cuts():
            cues.append(stretch.cue(first, last, cues[-1].end_ms if cues else 0))
    return cues


def _stretches(words: Sequence[SpokenWord], pause_ms: int) -> Iterator[tuple[int, int]]:
    start = 0
    for at in range(1, len(words) + 1):
        if at == len(words) or words[at].start_ms - words[at - 1].end_ms >= pause_ms:
            yield start, at
            start = at


class _Stretch:
    """Words without a long silence, to be cut where it costs least.

    `following` is when the word behind them starts, None where nothing ends what is shown.
    """

    def __init__(
        self,
        words: Sequence[SpokenWord],
        found: Sequence[Boundary],
        following: int | None,
        limits: CueLimits,
    ) -> None:
        self._words = words
        self._boundaries = found
        self._limits = limits
        self._widths = [width(word.text) for word in words]
        self._spaces = [0, *(len(separator(a.text, b.text)) for a, b in pairwise(words))]
        self._starts = [word.start_ms for word in words]
        self._ends = [word.end_ms for word in words]
        # When a cue that ends with each word must be gone.
        limit = _NEVER if following is None else following
        self._free = [start - limits.gap_ms for start in (*self._starts[1:], limit)]

    def cuts(self) -> list[tuple[int, int]]:
        """Return the first and last word of each cue, the cheapest way (dynamic programming)."""
        count = len(self._words)
        costs = [0.0] + [float("inf")] * count
        firsts = [0] * (count + 1)
        for first in range(count):
            for last, cost in self._cues_from(first):
                if costs[first] + cost < costs[last + 1]:
                    costs[last + 1], firsts[last + 1] = costs[first] + cost, first
        cuts: list[tuple[int, int]] = []
        end = count
        while end:
            cuts.append((firsts[end], end - 1))
            end = firsts[end]
        return cuts[::-1]

    def cue(self, first: int, last: int, after_ms: int) -> TimedCue:
        """Return a cue that starts with its first word, shown until it can have been read.

        None starts before `after_ms`, where the one before it ends.
        """
        limits = self._limits
        start = max(self._starts[first], after_ms)
        letters = self._letters(first, last)
        wanted = max(limits.least_ms, round(1000 * letters / limits.letters_per_second))
        end = min(max(self._ends[last], start + wanted), start + limits.most_ms)
        end = max(min(end, self._free[last]), start + 1)
        return TimedCue(start, end, self._lines(first, last))

    def _cues_from(self, first: int) -> Iterator[tuple[int, float]]:
        """Yield the last word and the cost of each cue that may start here."""
        limits = self._limits
        lines, inside = 1, 0.0
        column = letters = -self._spaces[first]
        for last in range(first, len(self._words)):
            wide = self._spaces[last] + self._widths[last]
            column, letters = column + wide, letters + wide
            if last > first:
                if column > limits.line_letters:
                    lines, column = lines + 1, self._widths[last]
                spoken = self._ends[last] - self._starts[first]
                if lines > limits.lines or spoken > limits.most_ms:
                    return
            yield last, inside + self._cost(first, last, letters)
            boundary = self._boundaries[last]
            inside += boundary.silence + _SENTENCE_INSIDE * boundary.sentence

    def _cost(self, first: int, last: int, letters: int) -> float:
        """Return what speaks against a cue, but for what lies within it."""
        limits = self._limits
        shown = min(limits.most_ms, max(1, self._free[last] - self._starts[first]))
        cost = (
            _ONE_MORE if last + 1 == len(self._words) else _ONE_MORE + self._boundaries[last].cost
        )
        if shown < limits.least_ms:
            cost += _TOO_SHORT * (1 - shown / limits.least_ms)
        quick = 1000 * letters / shown / limits.letters_per_second - 1
        return cost + _TOO_QUICK * min(1.0, quick) if quick > 0 else cost

    def _letters(self, first: int, last: int) -> int:
        return sum(self._widths[first : last + 1]) + sum(self._spaces[first + 1 : last + 1])

    def _lines(self, first: int, last: int) -> tuple[tuple[SpokenWord, ...], ...]:
        """Return the words in lines, as few as they need, cut at the best places."""
        count = self._lines_needed(first, last)
        lines = []
        while count > 1:
            end = self._line_end(first, last, count)
            lines.append(tuple(self._words[first : end + 1]))
            first, count = end + 1, count - 1
        return (*lines, tuple(self._words[first : last + 1]))

    def _lines_needed(self, first: int, last: int) -> int:
        lines, column = 1, self._widths[first]
        for at in range(first + 1, last + 1):
            column += self._spaces[at] + self._widths[at]
            if column > self._limits.line_letters:
                lines, column = lines + 1, self._widths[at]
        return lines

    def _line_end(self, first: int, last: int, count: int) -> int:
        """Return the last word of the first of `count` lines."""
        places = [
            end
            for end in range(first, last)
            if (end == first or self._letters(first, end) <= self._limits.line_letters)
            and self._lines_needed(end + 1, last) <= count - 1
        ]

        def cost(end: int) -> float:
            top, rest = self._letters(first, end), self._letters(end + 1, last) / (count - 1)
            uneven = (top - rest) / self._limits.line_letters
            return self._boundaries[end].cost + _UNEVEN * uneven**2 + _TOP_HEAVY * (uneven > 0)

        return min(places, key=cost)
