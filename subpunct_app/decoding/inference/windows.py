"""Cut a long text into overlapping windows and average what comes back.

`predictions` says how many windows see a word. Below 2 it is a mean over the text: one pass of
windows that share 1 - 1 / predictions of their room, where words near a cut count less. From 2 on
it is exact and whole: after Nagy, Bial and Acs, "Automatic punctuation restoration with BERT
models" (2021), full windows are shifted by a small step and the plain mean of each label decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from subpunct_app.decoding.inference.calibrate import calibrated
from subpunct_app.decoding.inference.prediction import Answers, Prediction
from subpunct_app.decoding.inference.words_as_read import Number
from subpunct_app.models.features import Features
from subpunct_app.models.mark_labels import CASES
from subpunct_app.models.punctuator import Ids, Probabilities, Punctuator
from subpunct_app.runtime.errors import SettingsError
from subpunct_app.runtime.task import Task

Places = NDArray[np.int64]

MOST_PREDICTIONS = 512

# So many windows are asked about at once: those together that hold as many pieces, to within 64.
_BATCH = 8
_ALIKE = 64
# How many words beside a cut count less, the less the nearer they are.
_EDGE = 32
# The case of the words of a number, as CASES has them: small, but a capital may stay.
_OF_NUMBERS = np.array([0.75, 0.25, 0.0, 0.0], dtype=np.float32)
# From so many predictions a word on, windows are cut and averaged as in the paper.
_EVEN = 2


@dataclass(frozen=True, slots=True)
class Window:
    """Words `start` to `end` of a text."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Spoken:
    """The words of one text, and what a subtitle file tells of their gaps (words, columns).

    The `numbers` of several words are read in figures, as one, so no mark stands within.
    """

    words: Sequence[str]
    features: Features | None = None
    numbers: Sequence[Number] = ()

    def part(self, words: slice) -> Spoken:
        """Return some of the words, with the numbers that are whole among them."""
        features = None if self.features is None else self.features[words]
        numbers = [
            Number(number.start - words.start, number.end - words.start, number.figures)
            for number in self.numbers
            if words.start <= number.start and number.end <= words.stop
        ]
        return Spoken(self.words[words], features, numbers)

    def in_figures(self) -> Spoken:
        """Return the text with each number as one word, and what is told of the gap after it."""
        if not self.numbers:
            return self
        figures = {number.end - 1: number.figures for number in self.numbers}
        lasts = self._lasts()
        words = [figures.get(last, self.words[last]) for last in lasts.tolist()]
        return Spoken(words, None if self.features is None else self.features[lasts])

    def in_words(self, answers: Answers) -> Answers:
        """Return answers about the text in figures as answers about its words."""
        if not self.numbers:
            return answers
        lasts = self._lasts()
        read = np.searchsorted(lasts, np.arange(len(self.words)))
        found = Answers(answers.marks[read], answers.cases[read], answers.spread[read])
        for number in self.numbers:
            inner = slice(number.start, number.end - 1)
            found.marks[inner] = np.eye(1, found.marks.shape[1])
            found.spread[inner] = 0.0
            # Figures have no case.
            found.cases[number.start : number.end] = _OF_NUMBERS
        return found

    def _lasts(self) -> Places:
        """Return the words that end a number or belong to none."""
        ends = np.ones(len(self.words), dtype=bool)
        for number in self.numbers:
            ends[number.start : number.end - 1] = False
        return np.flatnonzero(ends)


def windows_for(lengths: Sequence[int], room: int, predictions: float) -> list[Window]:
    """Return the windows that give each word about, or from 2 on just, so many predictions.

    Raise SettingsError where a word would get less than one, or more than a model can tell apart.
    """
    if not 1 <= predictions <= MOST_PREDICTIONS:
        raise SettingsError(
            f"A word cannot have {predictions:g} predictions.",
            f"Set predictions to 1 or more, {MOST_PREDICTIONS} at most.",
        )
    if predictions < _EVEN:
        return cut(lengths, room, 1 - 1 / predictions)
    return cut_evenly(lengths, room, round(predictions))


def cut(lengths: Sequence[int], room: int, overlap: float) -> list[Window]:
    """Return windows of at most `room` pieces that share about `overlap` with the one before.

    `lengths` counts the pieces of each word; a word longer than the room stands alone.
    """
    ends = np.cumsum(lengths, dtype=np.int64)
    windows: list[Window] = []
    start = 0
    while start < len(lengths):
        before = int(ends[start - 1]) if start else 0
        end = max(start + 1, int(np.searchsorted(ends, before + room, side="right")))
        windows.append(Window(start, end))
        if end == len(lengths):
            break
        # Not so far back that the next word, however long, would not fit.
        back = max(int(ends[end - 1]) - int(overlap * room), int(ends[end]) - room)
        start = min(end, int(np.searchsorted(ends, back, side="left")) + 1)
    return windows


def cut_evenly(lengths: Sequence[int], room: int, predictions: int) -> list[Window]:
    """Return windows of at most `room` pieces such that just so many of them hold each word.

    They are as many passes over the text, each without overlap and begun one step of
    room / predictions later than the one before. What a pass holds before its start comes as a
    shorter first window: there the paper fills a window with padding, which attention masks.
    No word is split, so with words of several pieces the later steps are only about that long.
    """
    ends = np.cumsum(lengths, dtype=np.int64)
    windows: list[Window] = []
    for place in range(predictions):
        before = int(np.searchsorted(ends, place * room // predictions, side="right"))
        if before:
            windows.append(Window(0, before))
        rest = cut(lengths[before:], room, 0.0)
        windows.extend(Window(before + window.start, before + window.end) for window in rest)
    return sorted(windows, key=lambda window: (window.start, window.end))


def predict(
    punctuator: Punctuator,
    words: Sequence[str],
    task: Task,
    *,
    predictions: float | None = None,
    features: Features | None = None,
) -> Prediction:
    """Return calibrated probabilities for the words of one text.

    `features` (words, columns) are what a subtitle file tells of the gaps; all else is as in
    `ask_together`.
    """
    text = Spoken(words, features)
    [answers] = ask_together(punctuator, [text], task, predictions=predictions)
    return calibrated(punctuator.card, answers, features)


def predict_together(
    punctuator: Punctuator, texts: Sequence[Spoken], task: Task
) -> list[Prediction]:
    """Return calibrated probabilities for each of several texts, which share batches."""
    answers = ask_together(punctuator, texts, task)
    return [
        calibrated(punctuator.card, answer, text.features)
        for text, answer in zip(texts, answers, strict=True)
    ]


def ask_together(
    punctuator: Punctuator,
    texts: Sequence[Spoken],
    task: Task,
    *,
    predictions: float | None = None,
) -> list[Answers]:
    """Return what a model says of several texts; raise Cancelled on request.

    Short texts fill the batches that long ones leave; windows of about one length go together.
    `predictions` stands in for what the card says.
    """
    asked = [_Asked(punctuator, text.in_figures(), predictions) for text in texts]
    windows = [(one, window) for one in asked for window in one.windows]
    windows.sort(key=lambda pair: pair[0].length(pair[1]) // _ALIKE, reverse=True)
    for first in range(0, len(windows), _BATCH):
        task.step(first, len(windows), "Punctuating")
        _add_batch(punctuator, windows[first : first + _BATCH])
    task.step(len(windows), len(windows), "Punctuating")
    return [text.in_words(one.sums.means()) for text, one in zip(texts, asked, strict=True)]


class _Asked:
    """One of several texts that a model is asked about at once."""

    def __init__(self, punctuator: Punctuator, text: Spoken, predictions: float | None) -> None:
        card = punctuator.card
        known = card.network.features
        wanted = card.predictions if predictions is None else predictions
        room = card.window - 2
        self.features = None
        if text.features is not None and known:
            self.features = text.features[:, :known]
        self.edge = _EDGE if wanted < _EVEN else 1
        self.pieces = [part[:room] for part in punctuator.tokens.of(text.words)]
        self.windows = windows_for([len(part) for part in self.pieces], room, wanted)
        self.sums = Sums(len(text.words), len(card.labels) + len(card.openings))

    def length(self, window: Window) -> int:
        """Return how many pieces a window holds."""
        return sum(len(part) for part in self.pieces[window.start : window.end])


def _add_batch(punctuator: Punctuator, batch: Sequence[tuple[_Asked, Window]]) -> None:
    """Run some windows and add their probabilities to the sums of their texts."""
    parts = [one.pieces[window.start : window.end] for one, window in batch]
    ids, mask = _stack(punctuator, [np.concatenate(part) for part in parts])
    ends = [np.cumsum([len(piece) for piece in part]) for part in parts]
    features = _stack_features(batch, ends, ids.shape[1])
    mark_rows, case_rows = punctuator.predict(ids, mask, features)
    for row, ((one, window), lasts) in enumerate(zip(batch, ends, strict=True)):
        firsts = np.concatenate([[0], lasts[:-1]]) + 1
        weight = _weights(window, len(one.pieces), one.edge)
        one.sums.add(
            slice(window.start, window.end), mark_rows[row, lasts], case_rows[row, firsts], weight
        )


def _stack(punctuator: Punctuator, rows: Sequence[Ids]) -> tuple[Ids, Ids]:
    """Return ids and mask (windows, longest + 2) with the special pieces around each row."""
    tokens = punctuator.tokens
    longest = max(len(row) for row in rows) + 2
    ids = np.full((len(rows), longest), tokens.padding, dtype=np.int64)
    mask = np.zeros_like(ids)
    for at, row in enumerate(rows):
        ids[at, : len(row) + 2] = np.concatenate([[tokens.opening], row, [tokens.closing]])
        mask[at, : len(row) + 2] = 1
    return ids, mask


def _stack_features(
    batch: Sequence[tuple[_Asked, Window]], ends: Sequence[Ids], length: int
) -> Ids | None:
    """Return (windows, length, columns): those of each word at its last piece, 0 elsewhere.

    `ends` tells for each window where its words end, counted from the special piece before them.
    None where no text has any.
    """
    columns = max(0 if one.features is None else one.features.shape[1] for one, _ in batch)
    if not columns:
        return None
    stacked = np.zeros((len(batch), length, columns), dtype=np.int64)
    for row, ((one, window), lasts) in enumerate(zip(batch, ends, strict=True)):
        if one.features is not None:
            stacked[row, lasts] = one.features[window.start : window.end]
    return stacked


def _weights(window: Window, words: int, edge: int) -> Probabilities:
    """Trust the `edge` words next to a cut less: they see little on one side.

    Return (words of the window, 1); all the same where the edge is one word.
    """
    count = window.end - window.start
    place = np.arange(count, dtype=np.float32)
    left = place + 1 if window.start else np.full(count, edge, dtype=np.float32)
    right = count - place if window.end < words else np.full(count, edge, dtype=np.float32)
    near = np.minimum(np.minimum(left, right), edge) / edge
    return np.asarray(near, dtype=np.float32)[:, None]


class Sums:
    """Weighted sums over the windows that see each of n words."""

    def __init__(self, words: int, columns: int) -> None:
        self._marks = np.zeros((words, columns), dtype=np.float32)
        self._squares = np.zeros((words, columns), dtype=np.float32)
        self._cases = np.zeros((words, len(CASES)), dtype=np.float32)
        self._weights = np.zeros((words, 1), dtype=np.float32)

    def add(
        self, span: slice, marks: Probabilities, cases: Probabilities, weight: Probabilities
    ) -> None:
        """Add the probabilities of the words that a window spans."""
        weighted = weight * marks
        self._marks[span] += weighted
        self._squares[span] += weighted * marks
        self._cases[span] += weight * cases
        self._weights[span] += weight

    def means(self) -> Answers:
        """Return the means over windows."""
        total: Probabilities = np.maximum(self._weights, np.float32(1e-9))
        marks = self._marks / total
        variance = np.maximum(self._squares / total - marks * marks, 0).sum(axis=1)
        return Answers(marks, self._cases / total, np.sqrt(variance))
