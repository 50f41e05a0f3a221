"""Put marks into words while they arrive, by a network that waits for a few pieces only.

After Li and Lin, "A 43 language multilingual punctuation prediction neural network model" (2020),
section 2.2: an LSTM goes from left to right and answers for a piece once it has read `look_ahead`
more. Its state is carried on, so that a word costs the same however long the stream is.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch

from subpunct_app.decoding.inference.calibrate import calibrated
from subpunct_app.decoding.inference.prediction import Answers, decide
from subpunct_app.decoding.inference.words_as_read import as_read_alone
from subpunct_app.decoding.names import NO_NAMES, Names
from subpunct_app.models.card import read_card
from subpunct_app.models.mark_labels import CASES
from subpunct_app.models.model_registry import check_files, find
from subpunct_app.models.networks import PADDING, LookAheadNetwork, State
from subpunct_app.models.punctuator import Probabilities, softmax
from subpunct_app.models.torch_runtime import TorchPunctuator
from subpunct_app.runtime.errors import ModelError
from subpunct_app.text.mojibake import without_mojibake
from subpunct_app.text.words import Case, Mark


@dataclass(frozen=True, slots=True)
class Decided:
    """A word as it should be written, and the mark after it."""

    text: str
    mark: Mark


@dataclass(frozen=True, slots=True)
class _Answer:
    """A word with the probabilities of the mark after it (labels,) and of its case (cases,)."""

    word: str
    marks: Probabilities
    cases: Probabilities


class Stream:
    """One text whose words come bit by bit; feed them, and finish at its end.

    The language, the first of the model if none is told, says which letters are each other's
    capitals. `names` of one word are written as they are spelled. How the words are split over
    calls changes nothing. Not for use by two threads.
    """

    def __init__(
        self, punctuator: TorchPunctuator, language: str = "", names: Names = NO_NAMES
    ) -> None:
        if not isinstance(punctuator.network, LookAheadNetwork):
            raise _needs_whole_text(punctuator.card.id)
        self._network = punctuator.network
        self.card = punctuator.card
        self.language = language or next(iter(self.card.languages), "en")
        self._names = names
        self._tokens = punctuator.tokens
        self._device = next(self._network.parameters()).device
        self._state: State = None
        # What is read before the answer for the first piece of the first word comes out.
        self._early = self._network.look_ahead + 1
        self._waiting: deque[tuple[str, int]] = deque()
        self._marks: deque[Probabilities] = deque()
        self._cases: deque[Probabilities] = deque()
        self._starts = True
        self._read([self._tokens.opening])

    def feed(self, words: Sequence[str]) -> list[Decided]:
        """Read more words and return those, old and new, that have heard enough of the next."""
        if not words:
            return []
        pieces = self._tokens.of(as_read_alone(list(map(without_mojibake, words)), self.language))
        self._waiting.extend((word, len(part)) for word, part in zip(words, pieces, strict=True))
        self._read(np.concatenate(pieces).tolist())
        return self._decided(self._answered(), [True] * len(self.card.labels))

    def finish(self) -> list[Decided]:
        """Return the words that still wait, the last with a mark that ends a sentence.

        Nothing can be fed afterwards.
        """
        self._read([self._tokens.closing, *[PADDING] * self._network.look_ahead])
        words = self._answered()
        anything = [True] * len(self.card.labels)
        endings = [mark.ends_sentence for mark in self.card.labels]
        return self._decided(words[:-1], anything) + self._decided(words[-1:], endings)

    def _read(self, pieces: Sequence[int]) -> None:
        """Run the network over pieces and keep what it answers for those of words."""
        with torch.inference_mode():
            row = torch.tensor([pieces], device=self._device)
            marks, cases, self._state = self._network.step(row, self._state)
        early = min(self._early, len(pieces))
        self._early -= early
        self._marks.extend(softmax(marks[0, early:].float().cpu().numpy()))
        self._cases.extend(softmax(cases[0, early:].float().cpu().numpy()))

    def _answered(self) -> list[_Answer]:
        """Take the words out of the queue whose every piece is answered for."""
        answers = []
        while self._waiting and self._waiting[0][1] <= len(self._marks):
            word, count = self._waiting.popleft()
            marks = [self._marks.popleft() for _ in range(count)]
            cases = [self._cases.popleft() for _ in range(count)]
            answers.append(_Answer(word, marks[-1], cases[0]))
        return answers

    def _decided(self, answers: Sequence[_Answer], allowed: Sequence[bool]) -> list[Decided]:
        """Decide words by calibrated probabilities; `allowed` says which labels they may take."""
        if not answers:
            return []
        marks = np.stack([answer.marks for answer in answers])
        cases = np.stack([answer.cases for answer in answers])
        prediction = calibrated(
            self.card, Answers(marks, cases, np.zeros(len(marks), dtype=np.float32))
        )
        bias = np.where(allowed, prediction.bias, -np.inf).astype(np.float32)
        best = decide(prediction.marks, bias).tolist()
        guessed = prediction.cases.argmax(axis=1).tolist()
        return [
            self._put(answer.word, prediction.labels[label], CASES[case])
            for answer, label, case in zip(answers, best, guessed, strict=True)
        ]

    def _put(self, word: str, mark: Mark, case: Case) -> Decided:
        text = _written(word, case, self.language, starts=self._starts)
        for own in self._names.cases([word]).values():
            text = own.apply(word, self.language)
        self._starts = mark.ends_sentence
        return Decided(text, mark)


def open_stream(model: str, language: str = "", names: Names = NO_NAMES) -> Stream:
    """Return a stream for a model given by id or folder; raise ModelError where it cannot be.

    It runs on the CPU: word by word a GPU is no faster.
    """
    folder = find(model)
    card = read_card(folder)
    if card.network.kind != "lookahead":
        raise _needs_whole_text(card.id)
    check_files(card, folder)
    return Stream(TorchPunctuator(card, folder, "cpu"), language, names)


def _needs_whole_text(model: str) -> ModelError:
    return ModelError(
        f"The model {model} cannot punctuate a stream.",
        "This model needs the whole text: choose one trained by li2020.",
    )


def _written(word: str, case: Case, language: str, *, starts: bool) -> str:
    """Write a word in its case; what is written in mixed case stays."""
    if Case.of(word) is Case.KEEP:
        return word
    if starts and case is not Case.UPPER:
        return Case.CAPITALISED.apply(word, language)
    return case.apply(word, language)
