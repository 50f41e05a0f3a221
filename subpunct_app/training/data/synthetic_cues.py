"""Cut written text into timed cues, and choose what of their features a network is told."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from subpunct_app.languages.language_data import language_data
from subpunct_app.models.features import (
    COLUMNS,
    BreakCode,
    Column,
    Features,
    Layout,
    blank,
    encode,
    mark_codes,
)
from subpunct_app.models.mark_labels import ENDINGS
from subpunct_app.training.data.corpus import Corpus

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
Flags = NDArray[np.bool_]
_WIDTHS = (32, 43)
# How well a place suits the end of a cue: after a sentence, after a mark, before a phrase.
_SUITS = (4.0, 3.0, 1.2)
# How freely captioners depart from that: some hardly ever.
_TASTES = (0.2, 0.9)
# How many keep to one line, the least share of the room that they mean to fill, and how many
# break lines in the middle, whatever stands there.
_ONE_LINE = 0.25
_FILLED = (0.55, 0.95)
_ALIKE = 0.5
# How many captioners end each cue with the sentence, and how often the others do at least.
_ALWAYS_STOP, _STOP_LEAST = 0.6, 0.3
# Between which shares of a cue its first line may end.
_MIDDLE = (0.35, 0.65)
# What share of its room a cue fills at least where no sentence ends, and up to what share one
# that is a sentence takes the next with it.
_LEAST_FILLED = 0.45
_SHORT = 0.25
# The shares of texts in which speakers are told apart, and in which recognisers cut at silences.
_TURNS = 0.25
_AT_SILENCES = 0.25
# The median silence within sentences of unprepared speech, which recognisers mostly caption.
_UNPREPARED_MS = 700.0
# Where silences are measured: the median one within sentences, the standard deviation of the
# error, and the share of gaps inside cues whose silence is not found.
_HEARD_MS = 450.0
_OFF_MS = 50.0
_UNHEARD = 0.03
# From which silence on a captioner leaves a pause: over shorter ones the cue is shown longer.
_LEAST_SHOWN_MS = (0, 250, 500, 850, 1300)
# The share of captioners who do not time cues by speech, and how far the times that their cues are
# shown vary (the standard deviation of the logarithm).
_LOOSE, _LOOSENESS = 0.15, 0.25
_SHARES = (0.42, 0.19, 0.1, 0.13, 0.16)


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


def by_clauses(text: Text, rng: np.random.Generator) -> tuple[Flags, Flags]:
    """Return where cues and where further lines end, by one captioner's habits."""
    width, most_lines = int(rng.integers(*_WIDTHS)), 1 if rng.random() < _ONE_LINE else 2
    reach = np.cumsum(text.letters + 1).tolist()
    rooms = width * most_lines * rng.uniform(rng.uniform(*_FILLED), 1.0, len(text))
    stopping = 1.0 if rng.random() < _ALWAYS_STOP else rng.uniform(_STOP_LEAST, 1.0)
    stops = np.flatnonzero(text.ends & (rng.random(len(text)) < stopping)).tolist()
    sentence, mark, phrase = _SUITS
    suits = sentence * text.ends + mark * text.marked + phrase * text.links
    scores: list[float] = (suits + rng.gumbel(0.0, rng.uniform(*_TASTES), len(text))).tolist()
    # Some break lines where a phrase ends, some wherever both are of one length.
    alike = rng.random() < _ALIKE
    cues, lines = np.zeros((2, len(text)), dtype=np.bool_)
    start = 0
    while start < len(reach):
        end = _cue_end(start, reach, stops, scores, float(rooms[start]))
        if end is None:
            break
        cues[end] = True
        if reach[end] - (reach[start - 1] if start else 0) > width + 1:
            lines[_middle(start, end, reach, None if alike else scores)] = True
        start = end + 1
    return cues, lines & ~cues


def _cue_end(
    start: int, reach: Sequence[int], stops: Sequence[int], scores: Sequence[float], room: float
) -> int | None:
    """Return the last word of a cue of so many letters, or None where the text ends in it."""
    before = reach[start - 1] if start else 0
    last = max(start, bisect_right(reach, before + room) - 1)
    # "Yes." goes with the next sentence where both fit.
    short = bisect_left(reach, before + _SHORT * room)
    ended = [stop for stop in stops[bisect_left(stops, start) :][:2] if stop <= last]
    if ended:
        return next((stop for stop in ended if stop >= short), ended[-1])
    if last == len(reach) - 1:
        return None
    first = min(last, bisect_left(reach, before + _LEAST_FILLED * room))
    return max(range(first, last + 1), key=scores.__getitem__)


def _middle(start: int, end: int, reach: Sequence[int], scores: Sequence[float] | None) -> int:
    """Return the word that ends the first of two lines of about one length.

    The best by its score in the middle third, or without scores the one nearest to the middle.
    """
    before = reach[start - 1] if start else 0
    length = reach[end] - before
    if scores is None:
        half = before + length / 2
        return min(range(start, end + 1), key=lambda word: abs(reach[word] - half))
    first = bisect_left(reach, before + _MIDDLE[0] * length)
    last = bisect_right(reach, before + _MIDDLE[1] * length) - 1
    if last < first:
        return min(first, end)
    return max(range(first, last + 1), key=scores.__getitem__)


def draw_cues(text: Text, rng: np.random.Generator) -> Layout:
    """Return cues for a text, cut in a manner drawn from MANNERS."""
    return list(MANNERS.values())[int(rng.choice(len(MANNERS), p=_SHARES))](text, rng)


def human(text: Text, rng: np.random.Generator) -> Layout:
    """Cut where clauses end; most pauses are after sentences (see `by_clauses`, `speak`)."""
    return _by_hand(text, text, rng)


def recogniser(text: Text, rng: np.random.Generator) -> Layout:
    """Cut every so many words, letters or seconds, or where the speaker is silent.

    The pauses are the true ones, none, or random ones.
    """
    speech = speak(text, float(rng.uniform(0.02, 0.12)), rng, lasting_ms=_UNPREPARED_MS)
    cues, habit = _evenly(text, speech, rng), rng.random()
    if habit < 0.3:
        pauses = _pauses(speech, cues, least=float(rng.choice((0, 300))), rest=0)
    else:
        pauses = np.where(cues, 0, -1)
    if habit > 0.75:
        shown = cues & (rng.random(len(cues)) < rng.random())
        pauses[shown] = rng.exponential(rng.uniform(100, 1500), int(shown.sum())).astype(int)
    return _laid_out(text, speech, (cues, np.zeros_like(cues)), pauses, rng)


def rolling(text: Text, rng: np.random.Generator) -> Layout:
    """End a cue where a line of 26 to 43 letters is full; only silences of seconds are pauses."""
    speech = speak(text, 0.05, rng, lasting_ms=_UNPREPARED_MS)
    lines = _every(np.cumsum(text.letters + 1), float(rng.integers(26, 44)))
    pauses = _pauses(speech, lines, least=float(rng.uniform(1000, 3000)), rest=0)
    return replace(
        _laid_out(text, speech, (lines, np.zeros_like(lines)), pauses, rng), rolling=True
    )


def wrong(text: Text, rng: np.random.Generator) -> Layout:
    """Cut as people do, but in the wrong places, so that cue ends are not trusted blindly.

    In half of the texts clauses end where those of another place of the text do; in the others most
    cue ends are one or two words off, and the pauses are shuffled.
    """
    if rng.random() < 0.5:
        words = int(rng.integers(1, len(text) + 1))
        flags = (np.roll(each, words) for each in (text.ends, text.marked, text.links))
        return _by_hand(text, Text(text.letters, *flags), rng)
    ends = np.flatnonzero(by_clauses(text, rng)[0])
    off = rng.random(len(ends)) >= 0.5 * rng.random()
    moved = ends + off * rng.choice((-2, -1, 1, 2), len(ends))
    cues = np.zeros(len(text), dtype=np.bool_)
    cues[moved[(moved >= 0) & (moved < len(text))]] = True
    speech = speak(text, 0.02, rng)
    pauses = _pauses(speech, cues, least=float(rng.choice((0, 600))), rest=_rest(rng))
    pauses[cues] = rng.permutation(pauses[cues])
    return _laid_out(text, speech, (cues, np.zeros_like(cues)), pauses, rng)


def heard(text: Text, rng: np.random.Generator) -> Layout:
    """Cut as people or as recognisers do, and tell the silence after each word from the sound.

    The silences are as an aligner finds them; a few inside cues are not found.
    """
    speech = speak(text, float(rng.uniform(0.02, 0.12)), rng, lasting_ms=_HEARD_MS)
    if rng.random() < 0.6:
        cues, lines = by_clauses(text, rng)
    else:
        cues = _evenly(text, speech, rng)
        lines = np.zeros_like(cues)
    off = rng.normal(0.0, _OFF_MS, len(cues))
    pauses = np.maximum(speech.silences + off, 0.0).astype(np.int64)
    pauses[~cues & (rng.random(len(cues)) < _UNHEARD)] = -1
    return _laid_out(text, speech, (cues, lines), pauses, rng)


MANNERS = {
    "human": human,
    "recogniser": recogniser,
    "rolling": rolling,
    "wrong": wrong,
    "heard": heard,
}


def _by_hand(text: Text, seen: Text, rng: np.random.Generator) -> Layout:
    """Lay out a text that is cut and spoken as if its clauses ended where those of `seen` do."""
    cues, lines = by_clauses(seen, rng)
    speech = speak(seen, 0.02, rng)
    pauses = _pauses(speech, cues, least=float(rng.choice(_LEAST_SHOWN_MS)), rest=_rest(rng))
    layout = _laid_out(text, speech, (cues, lines), pauses, rng)
    if rng.random() >= _LOOSE:
        return layout
    # Cues are shown longer or shorter than they are spoken.
    off = rng.lognormal(0.0, _LOOSENESS, len(layout.durations))
    return replace(layout, durations=np.ceil(layout.durations * off).astype(np.int64))


def _evenly(text: Text, speech: Speech, rng: np.random.Generator) -> Flags:
    """Cut by words, letters or milliseconds, and in some texts at silences too."""
    measures = (
        (np.arange(1.0, len(text) + 1), 4, 15),
        (np.cumsum(text.letters + 1.0), 30, 90),
        (speech.ends, 1500, 6000),
    )
    reach, least, most = measures[int(rng.integers(len(measures)))]
    cues = _every(reach, float(rng.uniform(least, most)))
    if rng.random() < _AT_SILENCES:
        cues |= speech.silences > rng.uniform(300, 700)
    return cues


def _every(reach: NDArray[np.float64], room: float) -> Flags:
    """Tell after which words (n,) to cut so that each part takes at most `room` of a measure.

    `reach` (n,) is the measure summed up to each word. A word larger than the room stands alone.
    """
    ends = np.zeros(len(reach), dtype=np.bool_)
    start, before = 0, 0.0
    while True:
        end = max(start, int(np.searchsorted(reach, before + room, side="right")) - 1)
        if end >= len(reach) - 1:
            return ends
        ends[end] = True
        start, before = end + 1, float(reach[end])


def _rest(rng: np.random.Generator) -> int:
    """Return the least pause that a captioner leaves between all cues; mostly 0."""
    return int(rng.integers(40, 200)) if rng.random() < 0.25 else 0


def _pauses(speech: Speech, cues: Flags, *, least: float, rest: int) -> NDArray[np.int64]:
    """Return the pauses (n,) at cue ends, each one shorter than `least` being made `rest`."""
    silences = speech.silences
    pauses = np.where(silences < max(least, rest), rest, silences).astype(np.int64)
    pauses[~cues] = -1
    return pauses


def _laid_out(
    text: Text,
    speech: Speech,
    ends: tuple[Flags, Flags],
    pauses: NDArray[np.int64],
    rng: np.random.Generator,
) -> Layout:
    """Return the layout with durations and turns; the pause after the last word is unknown.

    `ends` tell after which words (n,) cues and further lines end.
    """
    cues, lines = ends
    pauses[-1] = -1
    lasts = np.flatnonzero(cues)
    firsts = np.concatenate([[0], lasts + 1])[: len(lasts)]
    # A cue is shown until the pause that is left after it begins.
    following = np.append(speech.starts[1:], speech.ends[-1:])[lasts]
    durations = following - np.maximum(pauses[lasts], 0) - speech.starts[firsts]
    # Another speaker goes on after some sentences, in some texts.
    share = rng.uniform(0.05, 0.4) if rng.random() < _TURNS else 0.0
    turns = np.asarray(text.ends & (rng.random(len(text)) < share), dtype=np.bool_)
    breaks = np.where(cues, BreakCode.CUE, np.where(lines, BreakCode.LINE, BreakCode.NONE))
    return Layout(
        breaks.astype(np.int8),
        pauses,
        turns,
        text.letters,
        np.maximum(durations, 1).astype(np.int64),
        rolling=False,
    )


# Of the windows that are told anything half are told all, half a random half of the columns.
_ALL = 0.5
_KEPT = 0.5
# In how many windows marks are revealed, and in how many of these only marks, no bare gaps.
_REVEALED = 0.25
_ONLY_MARKS = 0.5


def choose_features(
    text: Text,
    marks: NDArray[np.uint8],
    known: Features | None,
    *,
    plain: float,
    rng: np.random.Generator,
) -> Features:
    """Return the features (n, COLUMNS) that go with a text of n words, one window.

    `known` are those of a timed file; other words are cut into cues, and the columns that
    describe a file then describe the window. A share `plain` of the windows is told nothing of
    cues. Independently some marks are revealed in some windows: those must not be learned.
    """
    if not len(marks) or rng.random() < plain:
        told = blank(len(marks))
    else:
        if known is None or not known.any():
            known = encode(draw_cues(text, rng))
        share = 1.0 if rng.random() < _ALL else _KEPT
        told = np.where(rng.random(COLUMNS) < share, known, 0).astype(np.int8)
    told[:, Column.MARK] = _revealed(marks, rng)
    return told


def word_looks(corpus: Corpus) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the letters of each word of a vocabulary (words,), and whether it begins a phrase.

    People rather end a line before such words than after them.
    """
    linking = language_data(corpus.language() or "en").line_breaks.before
    letters = np.array([len(word) for word in corpus.vocabulary], dtype=np.int64)
    return letters, np.array([word in linking for word in corpus.vocabulary], dtype=np.bool_)


def cut_anew(corpus: Corpus, manner: str, seed: int) -> Corpus:
    """Return a corpus with its documents cut into cues in one manner (see MANNERS).

    Times and cues of its own are forgotten.
    """
    rng = np.random.default_rng(seed)
    letters, linking = word_looks(corpus)
    parts = []
    for at in corpus.spans():
        words = corpus.words[at]
        text = text_of(letters[words], corpus.marks[at], linking[words])
        parts.append(encode(MANNERS[manner](text, rng)))
    return replace(corpus, features=np.concatenate(parts))


def _revealed(marks: NDArray[np.uint8], rng: np.random.Generator) -> Features:
    """Return codes of MARK: in some windows a share of the marks, or of the gaps with or without.

    Where an editor has put some marks, a gap without one is as open as before.
    """
    codes = mark_codes(marks)
    if rng.random() >= _REVEALED:
        return np.zeros_like(codes)
    shown = rng.random(len(codes)) < rng.random()
    if rng.random() < _ONLY_MARKS:
        shown &= marks > 0
    return np.where(shown, codes, 0).astype(np.int8)
