"""Take the marks out that a model puts within one spoken unit: letters, a number, a sound."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from subpunct_app.decoding.suggestions.letters import (
    WORDS,
    explaining_letters,
    is_acronym,
    letters_of_day,
    spelled_letters,
    within_sounds,
)
from subpunct_app.decoding.suggestions.numbers import (
    beside_signs,
    goes_on_in_tens,
    said_digits,
    within_figures,
)
from subpunct_app.decoding.suggestions.predicted_text import PredictedText
from subpunct_app.decoding.suggestions.wanted import Wanted
from subpunct_app.languages.abbreviations import bare_joints, leads_on, trails
from subpunct_app.text.words import Case, Gap, Mark

# Least probability, set by hand, that a word behind letters is small, although a sentence's end is
# expected before it.
_SMALL = 0.6


def goes_on_bare(gaps: Sequence[Gap], at: int) -> bool:
    """Tell whether a text may go on at a gap without a mark."""
    gap = gaps[at]
    return at < len(gaps) - 1 and not gap.turn and gap.current is Mark.NONE


class Joints:
    """Find spoken units of several words, and leave the gaps within them without a mark.

    The prediction of `text` is weighed by how the text is written; `large` (n,) tells how likely
    each word has a capital by what the model alone says.
    """

    def __init__(self, text: PredictedText, large: Sequence[float], wanted: Wanted) -> None:
        self._words, self._gaps = text.words, text.gaps
        self._large = large
        self._cases = text.prediction.cases
        self._wanted = wanted

    def join_letters(self, *, english: bool) -> frozenset[int]:
        """Return the words that are letters one by one, with no mark between them but in a list.

        Commas stay where every letter but the last has one: that is a list, as in A, B, C. Where
        only some have one, the letters spell a word, and these commas go. In English so do full
        stops that end no sentence: U. S today, F. B I.
        """
        found = set[int]()
        wanted = self._wanted
        for letters in spelled_letters(self._words, self._gaps, self._large, wanted.__getitem__):
            commas = [at for at in letters[1:] if wanted[at] is Mark.COMMA]
            stops = self._lone_stops(letters) if english else []
            if english and is_acronym(self._words, letters):
                wanted.leave_bare(letters[1:])
            elif len(commas) < len(letters) - 1:
                wanted.leave_bare(commas)
            wanted.leave_bare(stops)
            found.update(letters)
        return frozenset(found)

    def join_signs(self) -> None:
        """Leave out marks beside signs that join two words, or a number to what it counts."""
        self._wanted.leave_bare(filter(self._is_bare, beside_signs(self._words)))

    def join_sounds(self, language: str) -> None:
        """Leave out marks within "mm hmm", or French "oh là là"."""
        self._wanted.leave_bare(filter(self._is_bare, within_sounds(self._words, language)))

    def join_numbers(self) -> None:
        """Leave out full stops within a number, and commas that not all its digits have.

        As in: five thirty, nine one one. A number in figures keeps no mark: 555 1234.
        """
        wanted = self._wanted
        wanted.leave_bare(filter(self._is_bare, within_figures(self._words)))
        for at in range(1, len(self._words)):
            if wanted[at] is Mark.PERIOD and goes_on_in_tens(self._words, at):
                wanted.leave_bare(filter(self._is_bare, [at]))
        for run in said_digits(self._words, self._gaps):
            inner = list(filter(self._is_bare, run[1:]))
            wanted.leave_bare(at for at in inner if wanted[at] is Mark.PERIOD)
            commas = [at for at in inner if wanted[at] is Mark.COMMA]
            if len(commas) < len(run) - 1:
                wanted.leave_bare(commas)

    def join_shortened(self) -> Mapping[int, Case]:
        """Leave out marks within e g, i e and 3 p m, and return the case of each of their letters.

        Both letters of a time of day are large where the model finds the second one large.
        """
        found = dict[int, Case]()
        for at in explaining_letters(self._words, self._gaps):
            found |= {at: Case.LOWER, at + 1: Case.LOWER}
            ended = self._wanted[at + 2].ends_sentence and self._is_bare(at + 2)
            self._wanted.leave_bare((at + 1, at + 2) if ended else (at + 1,))
        for at in letters_of_day(self._words, self._gaps):
            large = self._cases[at + 1, 0] < 0.5
            found |= dict.fromkeys((at, at + 1), Case.CAPITALISED if large else Case.LOWER)
            self._wanted.leave_bare((at + 1, *self._lone_stops(range(at, at + 2))))
        return found

    def join_species(self, gaps: Iterable[int]) -> Mapping[int, Case]:
        """Leave out marks at gaps within E. coli and the like, and return each word's case."""
        found = dict[int, Case]()
        for at in gaps:
            self._wanted.leave_bare(filter(self._is_bare, [at]))
            found |= {at - 1: Case.CAPITALISED, at: Case.LOWER}
        return found

    def join_leading(self, language: str) -> Mapping[int, Case]:
        """Leave out marks within z B and the like, and return the case of each word.

        None stands behind what leads on, either. EE UU in capitals was meant without dots.
        """
        found = dict[int, Case]()
        words = [word.text.lower() for word in self._words]
        for start, joint in bare_joints(words, language):
            leads = leads_on([f"{word}." for word in joint], language)
            gaps = range(start + 1, start + len(joint) + leads)
            meant = not leads and Case.of(self._words[start].text) is not Case.LOWER
            if not meant and all(map(self._is_bare, gaps)):
                self._wanted.leave_bare(gaps)
                found |= {start + at: Case.of(word) for at, word in enumerate(joint)}
        return found

    def join_trailing(self, language: str) -> None:
        """Leave out marks before what is shortened and belongs to what stands before it."""
        words = [word.text for word in self._words]
        trailing = (at for at in range(1, len(words)) if trails(words[at : at + 2], language))
        self._wanted.leave_bare(filter(self._is_bare, trailing))

    def _lone_stops(self, letters: range) -> list[int]:
        """Return the full stops among letters that neither end a sentence nor belong to them all.

        Where each letter has one, they go only before a small word. One before a last "I" or "a"
        stays as long as others lack theirs, for that may begin a sentence: plan B. I think.
        """
        inner, last, behind = letters[1:], letters[-1], letters.stop
        stops = [at for at in inner if self._wanted[at] is Mark.PERIOD]
        if len(stops) == len(inner) and self._wanted[behind].ends_sentence:
            return [*stops, behind] if self._goes_on_small(behind) else []
        alone = len(inner) == 1 or len(stops) < len(inner)
        may_begin = alone and self._words[last].text in WORDS
        return [at for at in stops if at != last or not may_begin]

    def _goes_on_small(self, at: int) -> bool:
        """Tell whether the word after a bare gap is too small for the model to begin a sentence."""
        return self._is_bare(at) and bool(self._cases[at, 0] > _SMALL)

    def _is_bare(self, at: int) -> bool:
        return goes_on_bare(self._gaps, at)
