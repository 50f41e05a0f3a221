"""Write words as a model should read them: with their apostrophes, long numbers in figures."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from text_to_num import find_numbers

from subpunct_app.runtime.file_io import encodable
from subpunct_app.text.words import base_of

_WHOLE = (
    "ain't aren't can't couldn't didn't doesn't don't hadn't hasn't haven't isn't mustn't needn't"
    " shouldn't wasn't weren't won't wouldn't could've i've might've should've they've we've"
    " would've you've it'll that'll they'll who'll you'll it'd they'd you'd i'm they're you're"
    " he's here's how's she's that's there's what's where's who's y'all"
)
# What is mostly another word where apostrophes are written.
_DOUBTFUL = "he'd i'd i'll it's let's we'd"
_BARE = {word.replace("'", ""): word for word in _WHOLE.split()}
_OR_BARE = _BARE | {word.replace("'", ""): word for word in _DOUBTFUL.split()}
_WRITTEN = frozenset(_OR_BARE.values())
# What stands for it: accents, what an encoding has for signs that it lacks, or what is shown of
# the bytes of another one.
_STAND_IN = re.compile(
    "(?<=\\w)(?:[‘´`\ufffd\x1a\x92\udc92]|â€™|\\?{1,3})(?=(?:s|t|m|d|re|ve|ll)$)", re.IGNORECASE
)


def is_contraction(word: str) -> bool:
    """Tell whether a word is an English one with an apostrophe for letters: that's, let's."""
    return _plain([word])[0] in _WRITTEN


def as_read(words: Sequence[str], language: str) -> Sequence[str]:
    """Return the words of a text as a model should read them, which knows them with apostrophes.

    In a text that has mostly lost these, so have "its" and "lets".
    """
    if base_of(language) != "en":
        return words
    words = _with_apostrophes(words)
    plain = _plain(words)
    lost = sum(word in _BARE for word in plain)
    if not lost:
        return words
    if lost > sum(word in _WRITTEN for word in plain):
        return _replaced(words, _OR_BARE)
    return _replaced(words, _BARE)


def as_read_alone(words: Sequence[str], language: str) -> Sequence[str]:
    """Return words as a model should read them, whatever other words the text has."""
    return _replaced(_with_apostrophes(words), _BARE) if base_of(language) == "en" else words


def _with_apostrophes(words: Sequence[str]) -> Sequence[str]:
    return [_STAND_IN.sub("'", word) for word in words]


def _replaced(words: Sequence[str], whole: Mapping[str, str]) -> Sequence[str]:
    return [whole.get(key, word) for key, word in zip(_plain(words), words, strict=True)]


def _plain(words: Sequence[str]) -> list[str]:
    return [word.lower().replace("’", "'") for word in words]


NUMBERED = {"de", "en", "es", "fr", "it", "nl", "pt"}
# Words that stay words behind a number: 25 million.
_SCALES = {
    *("million", "millions", "billion", "billions", "trillion", "trillions"),
    *("milliard", "milliards", "millionen", "milliarde", "milliarden", "miljoen", "miljard"),
    *("millón", "millones", "milione", "milioni", "miliardo", "miliardi"),
    *("milhão", "milhões", "bilhão", "bilhões"),
}
_ENGLISH_HUNDREDS = {"hundred", "thousand"}
_HUNDREDS = {*_ENGLISH_HUNDREDS, "cent", "cents", "mille", "mil"}
_MONTHS = {
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
}
# What stands before a year, and the first two figures of one that is told by few words.
_DATING = {"in", "of", "since", "until", "till", "by", "from", "to", "before", "after", "year"}
_GUESSING = {"about", "almost", "around", "nearly", "only", "over", "some", "than"}
_CENTURIES = range(16, 21)
_NOUGHT = {"oh", "o"}
_YEAR = re.compile(r"19\d\d|20(?!00)\d\d")
_HOURS, _MINUTES = 12, 60
_DECADES = {
    **{"twenties": 20, "thirties": 30, "forties": 40, "fifties": 50},
    **{"sixties": 60, "seventies": 70, "eighties": 80, "nineties": 90},
}
# One of something, and words of their own, behind hundreds: zweitausend, ein Mann; cento, sei.
_OTHERS = {"ein", "eine", "een", "sei", "um", "uma", "un", "una", "une", "uno"}
_ANDS = {"and", "e", "et", "y"}
_ROUND = re.compile(
    r".*(?:hundert|tausend|honderd|duizend|cento|cientos|venti|mil|mille|mila|cents?)"
)
_ONES = {"one", "two", "three", "four", "five", "six", "seven", "eight", "nine"}
# Behind who or what a hundred are: a hundred, one of them is broken.
_COUNTING = {"are", "has", "have", "is", "of", "was", "were"}
_FRENCH_ONES = {"deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf"}

# Nobody says a number of more figures; and Python reads none of some thousands.
_MOST_FIGURES = 40

IsParted = Callable[[int], bool]


@dataclass(frozen=True, slots=True)
class Number:
    """Words `start` to `end` of a text, and the number that they tell, in figures."""

    start: int
    end: int
    figures: str


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of a text as the number finder asks for it."""

    name: str
    at: int
    is_parted: IsParted

    def text(self) -> str:
        return self.name

    def nt_separated(self, before: _Word) -> bool:
        return self.name in _SCALES or before.name in _SCALES or self.is_parted(self.at)

    def not_a_number_part(self) -> bool:
        return False


def spelled_numbers(
    words: Sequence[str], language: str, is_parted: IsParted = lambda at: False
) -> list[Number]:
    """Return the numbers of several words in a text, or of several parts in a word, in order.

    `is_parted` tells whether anything before a word parts it from the word before, as a mark does.
    """
    base = base_of(language)
    if base not in NUMBERED:
        return []
    plain = [(word if word.isascii() else encodable(word)).lower() for word in words]
    asked = [_Word(word, at, is_parted) for at, word in enumerate(plain)]
    found = [Number(one.start, one.end, one.text) for one in find_numbers(asked, base, 0.0)]
    counted = _counted(found, is_parted) if base == "en" else frozenset()
    said = (one for one in found if _can_be_said(one) and one not in counted)
    numbers = [one for one in said if _is_one(plain, one)]
    if base == "en":
        numbers = list(_in_english(plain, numbers, is_parted))
    return [one for one in numbers if _has_parts(plain[one.start : one.end], one.figures)]


def _can_be_said(one: Number) -> bool:
    return len(one.figures) <= _MOST_FIGURES


def _counted(numbers: Sequence[Number], is_parted: IsParted) -> frozenset[Number]:
    """Return the numbers that are the first figures of several, said one by one: zero, one, two.

    Other languages than English keep them: models end a sentence behind a bare nought there.
    """
    following = (
        one
        for one, after in pairwise(numbers)
        if after.start == one.end and len(after.figures) == 1 and not is_parted(one.end)
    )
    return frozenset(one for one in following if _begins_with_nought(one))


def _begins_with_nought(one: Number) -> bool:
    return len(one.figures) > 1 and one.figures.isdecimal() and one.figures.startswith("0")


def _has_parts(words: Sequence[str], figures: str) -> bool:
    """Tell whether a number is a long one; those with hyphens are read as they are."""
    if len(words) > 1:
        return True
    value = int(figures) if figures.isdecimal() else 0
    return "-" not in words[0] and value > 20 and value % (100 if value > 100 else 10) > 0


def _is_one(words: Sequence[str], number: Number) -> bool:
    """Tell whether words are one number, not parts of several.

    Several are: one hundred, two hundred; twenty and five; January thirty, two thousand seven;
    dix, neuf, huit. In "several hundred thousand" the number begins before, and what begins
    "at one point five people" or "oh two of them" is none.
    """
    inside = words[number.start : number.end]
    before, after = _word(words, number.start - 1), _word(words, number.end)
    added = "and" in inside and inside[inside.index("and") - 1] not in _HUNDREDS
    dated = before in _MONTHS and "thousand" in inside
    counted = inside[0] == "dix" and after in _FRENCH_ONES
    uncounted = inside[0] in _ENGLISH_HUNDREDS and before != "a"
    begun = uncounted or (inside[0] in _HUNDREDS and before.isdecimal())
    once = inside[0] in _NOUGHT or (before == "at" and inside[:2] == ["one", "point"])
    # A noun, with its capital.
    apart = _ends_otherwise(inside, after) or "komma" in inside
    return not (added or dated or counted or begun or once or apart or after in _HUNDREDS)


def _ends_otherwise(inside: Sequence[str], after: str) -> bool:
    """Tell whether the last word of a number belongs to what follows.

    As in: zweitausend, ein Mann; two thousand, eight million; a hundred, one of them.
    """
    tens = [word for word in inside[:-1] if word not in _ANDS]
    if not tens:
        return False
    if inside[-1] in _OTHERS:
        return _ROUND.fullmatch(tens[-1]) is not None
    counted = tens[-1] in _ENGLISH_HUNDREDS and inside[-1] in _ONES and after in _COUNTING
    return counted or (tens[-1] == "thousand" and after in _SCALES)


def _in_english(
    words: Sequence[str], numbers: Sequence[Number], is_parted: IsParted
) -> Iterator[Number]:
    """Yield the numbers as they are written in English, the two of a year as one."""
    done = -1
    for at, one in enumerate(numbers):
        if one.start < done:
            continue
        listed = one.start == done and _word(words, numbers[at - 1].start - 1) not in _MONTHS
        found = None if listed else _year(words, one, numbers[at + 1 : at + 3])
        if found is None or any(map(is_parted, range(one.end, found.end))):
            counted = words[one.start] in _HUNDREDS and one.end - one.start > 1
            article = counted and not is_parted(one.start)
            start = one.start - article
            inside, guessed = words[one.start : one.end], _word(words, start - 1) in _GUESSING
            found = Number(start, one.end, _figures(inside, one.figures, guessed=guessed))
        done = found.end
        yield found


def _year(words: Sequence[str], first: Number, following: Sequence[Number]) -> Number | None:
    """Return the year that begins with a number, or the time of day: ten forty five."""
    if first.end - first.start > 1 or len(first.figures) != len("19"):
        return None
    century, word = int(first.figures), _word(words, first.end)
    if century > _CENTURIES[-1]:
        return None
    if word in _DECADES:
        return Number(first.start, first.end + 1, f"{first.figures}{_DECADES[word]}s")
    start = first.end + (word in _NOUGHT)
    rest = [one for one in following if one.start >= start]
    if not rest or rest[0].start > start or (rest[1:] and rest[1].start == rest[0].end):
        return None
    second = f"0{rest[0].figures}" if word in _NOUGHT else rest[0].figures
    plain = rest[0].end - first.start > len(("nineteen", "eighty"))
    dated = century in _CENTURIES and _word(words, first.start - 1) in _DATING
    if not re.fullmatch(r"\d\d", second) or not (plain or dated):
        return None
    colon = ":" if century <= _HOURS and int(second) < _MINUTES else ""
    return Number(first.start, rest[0].end, f"{first.figures}{colon}{second}")


def _figures(words: Sequence[str], figures: str, *, guessed: bool) -> str:
    """Return a number as English texts have it: 5,300, but 2005, which nobody guesses."""
    if words[-1] == "second":
        # As long as that, or at that place in a row.
        return "-".join(words)
    is_year = _YEAR.fullmatch(figures) is not None and not guessed
    return figures if is_year or not figures.isdigit() else f"{int(figures):,}"


def _word(words: Sequence[str], at: int) -> str:
    return words[at] if 0 <= at < len(words) else ""
