"""Tell which words only number an item of a list, at the start of a line or within it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence, Set
from functools import cached_property, lru_cache

from subpunct_app.subtitles.formats.document import Document
from subpunct_app.subtitles.formats.markup import Shown
from subpunct_app.subtitles.reading.speakers import opens_line
from subpunct_app.subtitles.reading.tokens import Token

# What numbers an item; “I.” is rather the end of a sentence.
_DIGITS = r"\d{1,2}(?:\.\d{1,2})*"
_LETTERS = "(?:[A-Za-z]|[ivx]{2,5}|[IVX]{2,5})"
_NUMBER = rf"(?:(?P<digits>{_DIGITS})|(?![iI]\.\s){_LETTERS})"
_SIGN = r"(?P<sign>\.|\.?\))"
_ITEM = re.compile(rf"{_NUMBER}{_SIGN}(?=\s+\S)")
_INNER = re.compile(r"(?<!\S)(?P<number>\d{1,2})[.)](?=\s+\S)")
_BRACKET = re.compile(r"[()]")
# Who asks and who answers.
_ANSWERING = {"Q", "A"}
# In a raw text it may have a label and tags before it.
_TAG = r"<[^<>\r\n]*>|\{[^{}\r\n]*\}"
_LINE = re.compile(
    rf"(?<![^\r\n])(?:[^\r\n:]*:\s)?(?:{_TAG}|[^\w\r\n<{{])*({_DIGITS}|{_LETTERS}){_SIGN}(?![^\s<{{])"
)


class Lists:
    """The lists of a document; all of it is looked through once a line begins with a number."""

    def __init__(self, document: Document) -> None:
        self._document = document

    def number_item(self, cue: int, shown: Shown, word: Token, *, opens: bool) -> bool:
        """Tell whether a word of a cue, which opens a line or not, only numbers an item."""
        found = _ITEM.match(shown.text, word.start)
        if found is None or word.start in _numbers_within(shown.text):
            return found is not None
        if not opens or found["sign"] == ".":
            return opens and self._counts(found) and not _is_initial(found, shown, word)
        return not self._stands_in_bracket(cue, shown.text, word.start)

    def _stands_in_bracket(self, cue: int, text: str, start: int) -> bool:
        """Tell whether a bracket is open before a place of a cue, and holds something there."""
        last = _bracket_before(text, start)
        if last < 0:
            text = self._shown_before(cue)
            start += len(text)
            last = _bracket_before(text, len(text))
        return last >= 0 and text[last] == "(" and last < start - 1

    def _counts(self, found: re.Match[str]) -> bool:
        number = found["digits"] or found[0].removesuffix(found["sign"])
        roman = not found["digits"] and len(number) > 1
        return roman or number in self._numbers

    @cached_property
    def _numbers(self) -> frozenset[str]:
        return numbers_of(self._document)

    def _shown_before(self, cue: int) -> str:
        """Return what is shown of the cue before, where a bracket may open."""
        if cue == 0:
            return ""
        start, end = self._document.span_of(self._document.whole_of(cue - 1))
        return self._document.shown(start, end).text


def is_like_number(text: str, start: int) -> bool:
    """Tell whether a word that starts here may number an item, wherever it stands: (a) this."""
    return _ITEM.match(text, start) is not None


def _is_initial(found: re.Match[str], shown: Shown, word: Token) -> bool:
    """Tell whether a word of letters has its dot for itself, as in "J. Smith"."""
    return found["digits"] is None and shown.text[word.end - 1] == "."


@lru_cache(maxsize=1)
def _numbers_within(text: str) -> Set[int]:
    """Return where the numbers stand that count on from 1 in a cue, or from where a line begins."""
    counting: set[int] = set()
    before: re.Match[str] | None = None
    for found in _INNER.finditer(text):
        number = int(found["number"])
        if before is not None and number == int(before["number"]) + 1:
            counting |= {before.start(), found.start()}
            before = found
        else:
            before = found if number == 1 or _opens_line(text, found.start()) else None
    return counting


def _opens_line(text: str, at: int) -> bool:
    # From here back: what tells is near, the line may have begun a book ago.
    while at and text[at - 1] not in "\r\n":
        at -= 1
        if not opens_line(text[at]):
            return False
    return True


def _bracket_before(text: str, end: int) -> int:
    """Return where the last bracket before a place stands, -1 where there is none."""
    brackets = _brackets_in(text)
    at = bisect_left(brackets, end)
    return brackets[at - 1] if at else -1


@lru_cache(maxsize=2)
def _brackets_in(text: str) -> Sequence[int]:
    return [found.start() for found in _BRACKET.finditer(text)]


def numbers_of(document: Document) -> frozenset[str]:
    """Return the numbers at the start of lines that count: from one on, or on from another.

    One that ends a sentence there stands alone, as in "until" and "76. In 75" on two lines. So does
    the letter of a name: m. dupont; those of a list follow each other.
    """
    found = opening_numbers(document.text)
    letters = set(filter(str.isalpha, found))
    numbers, roman = found - letters, any(len(letter) > 1 for letter in letters)
    letters = {letter for letter in letters if len(letter) == 1}
    known = {0, *(int(part) for number in numbers for part in number.split("."))}
    last = {number: int(number.rpartition(".")[2]) for number in numbers}
    counting = {number for number in numbers if {last[number] - 1, last[number] + 1} & known}
    beside = {letter: {chr(ord(letter) - 1), chr(ord(letter) + 1)} for letter in letters}
    listed = {
        letter for letter in letters if beside[letter] & letters or (roman and letter in "vVxX")
    }
    return frozenset(counting | listed | (_ANSWERING if letters >= _ANSWERING else set()))


def opening_numbers(text: str) -> set[str]:
    """Return the numbers and letters that may count the lines of a raw text, as they begin them."""
    return {line[1] for line in _LINE.finditer(text)}
