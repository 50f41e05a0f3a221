"""Words, the gaps between them, and what may be proposed for a gap."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from subpunct_app.text.capitals import as_spelled, capitalised, has_case, lowercased, uppercased
from subpunct_app.text.mojibake import as_mojibake, without_mojibake

# From what share of capitals on a text is written in them throughout.
_SHOUTED = 0.7
_AS = "as "
_EDITOR = "editor"
_ONE_I = str.maketrans("İı", "ii")


class Mark(StrEnum):
    """A mark that can stand after a word, written as in English."""

    NONE = ""
    COMMA = ","
    PERIOD = "."
    QUESTION = "?"
    EXCLAMATION = "!"
    COLON = ":"
    SEMICOLON = ";"
    ELLIPSIS = "…"
    DASH = "—"

    @property
    def ends_sentence(self) -> bool:
        """Tell whether a new sentence starts after this mark."""
        return self in _SENTENCE_ENDS

    @property
    def asks_or_exclaims(self) -> bool:
        """Tell whether this mark tells how its sentence is said; what it ends may be a quote."""
        return self in _TONES


_TONES = frozenset({Mark.QUESTION, Mark.EXCLAMATION})
_SENTENCE_ENDS = _TONES | {Mark.PERIOD}


class Case(StrEnum):
    """How a word is written; KEEP means: as it stands.

    Beside these there is one for each spelling that none of them makes, see `spelled`.
    """

    KEEP = "keep"
    LOWER = "lower"
    CAPITALISED = "capitalised"
    UPPER = "upper"

    @classmethod
    def spelled(cls, spelling: str) -> Case:
        """Return the case of a word that has its own capitals, or none: iPhone."""
        return cls(_AS + spelling)

    @classmethod
    def _missing_(cls, value: object) -> Case | None:
        if not isinstance(value, str) or not value.startswith(_AS) or value == _AS:
            return None
        case = str.__new__(cls, value)
        case._name_, case._value_ = "SPELLED", value
        return case

    @property
    def spelling(self) -> str:
        """Return how the word is spelled that has this case to itself, empty for all others."""
        return self.removeprefix(_AS) if self.startswith(_AS) else ""

    @property
    def has_capital(self) -> bool:
        """Tell whether a word in this case has a capital."""
        return self in (Case.CAPITALISED, Case.UPPER) or any(map(str.isupper, self.spelling))

    def apply(self, word: str, language: str = "") -> str:
        """Return the word in this case; never longer or shorter than it was.

        The language, a code such as `tr` or `nl-BE`, tells which letters are each other's capitals.
        """
        if self is Case.KEEP:
            return word
        if self.spelling:
            return as_spelled(word, self.spelling)
        plain = without_mojibake(word)
        if plain != word:
            changed = as_mojibake(self.apply(plain, language))
            return changed if folded(changed) == folded(word) else word
        base = base_of(language)
        if self is Case.CAPITALISED:
            return capitalised(word, base)
        return lowercased(word, base) if self is Case.LOWER else uppercased(word, base)

    @staticmethod
    def of(word: str) -> Case:
        """Return the case a word is written in; mixed case and no letters are KEEP."""
        word = without_mojibake(word)
        if word.islower():
            return Case.LOWER
        letters = [c for c in word if has_case(c)]
        if not letters:
            return Case.KEEP
        if all(c.islower() for c in letters):
            return Case.LOWER
        if len(letters) > 1 and all(c.isupper() for c in letters):
            return Case.UPPER
        if capitalised(word, "") == word:
            return Case.CAPITALISED
        return Case.KEEP

    @staticmethod
    def making(word: str) -> Case:
        """Return the case that makes a word of its small letters: in mixed case it is its own."""
        case = Case.of(word)
        return Case.spelled(word) if word and case is Case.KEEP else case


def in_capitals(words: Mapping[Case, int]) -> bool:
    """Tell whether so many words in each case are a text in capitals, so that they mean nothing."""
    cased = sum(words.get(case, 0) for case in Case if case is not Case.KEEP)
    return words.get(Case.UPPER, 0) > _SHOUTED * cased


def toggle_capital(
    case: Case, word: str, language: str = "", *, suggested: Case = Case.KEEP
) -> Case:
    """Return the case that turns a word's capital round, KEEP where that is how it stands.

    Capitals of its own that are `suggested`, or stand where no case is, come back: iPhone, iphone;
    VOC, voc, Voc.
    """
    shown = case.apply(word, language)
    if suggested is Case.KEEP:
        suggested = Case.making(word)
    capital = suggested if suggested.spelling else Case.CAPITALISED
    wanted = Case.LOWER if shown != Case.LOWER.apply(shown, language) else capital
    acronym = Case.UPPER.apply(word, language) if suggested is Case.UPPER else shown
    if shown == Case.CAPITALISED.apply(word, language) != acronym:
        wanted = Case.UPPER
    return Case.KEEP if wanted.apply(word, language) == word else wanted


def base_of(language: str) -> str:
    """Return the code of a language without script and region."""
    return language.partition("-")[0]


def folded(word: str) -> str:
    """Return a word as all its cases have it, in Turkish too: an i with or without its dot."""
    return with_one_i(word).casefold()


def with_one_i(word: str) -> str:
    """Return a word whose letters do not tell which capital, I or İ, a Turkish i has."""
    return word.translate(_ONE_I)


class Break(StrEnum):
    """What the file puts between two words."""

    NONE = "none"
    LINE = "line"
    CUE = "cue"

    @property
    def rank(self) -> int:
        """Return how far it parts, counted from 0 for nothing."""
        return _RANKS[self]


_RANKS = {break_: rank for rank, break_ in enumerate(Break)}


@dataclass(frozen=True, slots=True)
class Word:
    """One spoken word: `text` as a model reads it, without marks, tags and entities.

    `start` and `end` are offsets of its raw spelling in `Document.text`. `speaker` is who says it,
    empty where the file names nobody.
    """

    text: str
    cue: int
    start: int
    end: int
    speaker: str = ""

    def moved(self, by: int) -> Word:
        """Return the word so many characters further on."""
        return Word(self.text, self.cue, self.start + by, self.end + by, self.speaker)


@dataclass(frozen=True, slots=True)
class Gap:
    """The place between two words where a mark stands or could stand.

    Gap `k` lies between words `k - 1` and `k`; gap 0 comes before the first word and the last one
    after the last word, so a text of n words has n + 1 gaps. Gap 0 never takes a mark.

    `start` and `end` are the offsets in `Document.text` of the marks that stand there now; where
    there are none both are the place to insert one. `fixed` says that no mark may be put, changed
    or removed here; of gap 0, that a link begins the text.

    `item` says that the word before only numbers an item of a list, as in "1) Open it"; `quoted`
    that a quote closes here, or a dash what was said.

    Of what comes next: `turn` says that another speaker goes on; `goes_on` that a comma behind the
    mark continues the sentence, as in "“Why?”, she asked"; `led_on` that dots or a dash lead on, as
    in "...and so"; `opened` that a quote opens before the next word; `bracketed` that a bracket
    does; `sign` is the mark that closes what ¿ or ¡ opens before the next word; `code` says that
    it is a program's, as in to_csv, so that each letter counts.
    """

    cue: int
    start: int
    end: int
    current: Mark = Mark.NONE
    pause_ms: int | None = None
    break_: Break = Break.NONE
    turn: bool = False
    fixed: bool = False
    item: bool = False
    quoted: bool = False
    goes_on: bool = False
    led_on: bool = False
    opened: bool = False
    bracketed: bool = False
    sign: Mark = Mark.NONE
    code: bool = False

    def moved(self, by: int) -> Gap:
        """Return the gap so many characters further on."""
        return Gap(
            self.cue,
            self.start + by,
            self.end + by,
            self.current,
            self.pause_ms,
            self.break_,
            self.turn,
            self.fixed,
            self.item,
            self.quoted,
            self.goes_on,
            self.led_on,
            self.opened,
            self.bracketed,
            self.sign,
            self.code,
        )


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What a model proposes for one gap: the mark before and the case of the word after it.

    `mark` is the mark that should stand there (the current one where only the case changes),
    `case` the case of the next word (KEEP where it stays). `alternatives` lists every mark with
    its probability, best first. Where the model would leave a gap alone, but is not sure, it is
    `asked` whether this mark is missing. `confidence` tells how likely the best is done where
    nobody looks: where what is proposed is put, or where what is only asked is left out. `made` is
    what the model itself made of the gap, where the adapted one is another. `model` is
    the id of the model, where it is another one than that of the review. Where no model proposes
    anything an editor may decide all the same: see `by_editor`.
    """

    gap: int
    mark: Mark
    case: Case
    confidence: float
    alternatives: tuple[tuple[Mark, float], ...] = ()
    asked: bool = False
    made: Suggestion | None = field(default=None, compare=False)
    model: str = field(default="", compare=False)

    @classmethod
    def of_editor(cls, gap: int, current: Mark) -> Suggestion:
        """Return what an editor decides about at a gap for which nothing is proposed."""
        return cls(gap, current, Case.KEEP, 1.0, asked=True, model=_EDITOR)

    @property
    def by_editor(self) -> bool:
        """Tell whether it is no model's, but only there for what the editor decides."""
        return self.model == _EDITOR

    @property
    def original(self) -> Suggestion:
        """Return what the model itself made of the gap."""
        return self.made or self

    def moved(self, by: int) -> Suggestion:
        """Return the same for a gap so many further on."""
        return Suggestion(
            self.gap + by,
            self.mark,
            self.case,
            self.confidence,
            self.alternatives,
            self.asked,
            self.made and self.made.moved(by),
            self.model,
        )
