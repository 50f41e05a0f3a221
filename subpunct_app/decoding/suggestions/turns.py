"""Tell what becomes of a sentence where another speaker begins, or a text ends."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from subpunct_app.decoding.inference.prediction import Prediction
from subpunct_app.decoding.suggestions.options import Mode
from subpunct_app.text.words import Break, Case, Gap, Word

# Least probability, set by hand, of a sentence's end at a turn that the model knows of.
_TURNS = 0.5
# The most words of a speaker's name; see `words.bylines`.
_LABEL_WORDS = 3
# What ends no English sentence: of a million such words a dozen stand before a full stop.
_LEADING_ON = re.compile(
    r"an?|the|my|our|your|their|every|and|or|but|if|because|as|(?:it|that)['’]s"
    r"|\w+['’](?:re|m|ve)"
)


def closing_gaps(gaps: Sequence[Gap], prediction: Prediction, mode: Mode) -> list[int]:
    """Return the gaps where a sentence ends with a turn or the text, whatever is said."""
    turns = (at for at, gap in enumerate(gaps) if gap.turn and at)
    return [*(at for at in turns if _closes(at, prediction, mode)), len(gaps) - 1]


def broken_off(words: Sequence[Word], gaps: Sequence[Gap], prediction: Prediction) -> Iterator[int]:
    """Yield the ends of turns and of a text where English words lead on to what nobody says.

    An "a" that the model finds large is a letter: vitamin A. A word alone may ask: And?
    """
    for at in range(2, len(gaps)):
        if not (gaps[at].turn or at == len(words)) or gaps[at - 1].turn:
            continue
        word = words[at - 1].text.lower()
        if _LEADING_ON.fullmatch(word) and (word != "a" or prediction.cases[at - 1, 0] > 0.5):
            yield at


def follows_name(words: Sequence[Word], gaps: Sequence[Gap], at: int) -> bool:
    """Tell whether a gap is behind one to three words with capitals that open a line or a turn."""
    for start in range(at - 1, max(0, at - _LABEL_WORDS) - 1, -1):
        if Case.of(words[start].text) is not Case.CAPITALISED:
            return False
        if gaps[start].turn or gaps[start].break_ is not Break.NONE:
            return True
    return False


def label_ends(gaps: Sequence[Gap], prediction: Prediction) -> Iterator[int]:
    """Yield the gaps behind the words of a turn that read like the name of its speaker."""
    last = len(gaps) - 2
    turns = [at for at, gap in enumerate(gaps) if gap.turn]
    for start in turns and [0, *turns]:
        for at in range(start + 1, min(start + _LABEL_WORDS, last) + 1):
            yield at
            if prediction.cases[at, 0] > 0.5:
                break


def _closes(at: int, prediction: Prediction, mode: Mode) -> bool:
    """Tell whether a sentence ends with a turn: machines set some apart in its middle.

    A model that knows of the turn hardly ever takes a sentence's end for none there, but a
    REVIEW does not take its word for it where the text goes on.
    """
    if not prediction.turns[at - 1 : at].any():
        return True
    ends = prediction.marks[at - 1, [mark.ends_sentence for mark in prediction.labels]].sum()
    return mode is not Mode.REVIEW and bool(ends >= _TURNS)
