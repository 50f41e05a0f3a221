"""Tell which words only number an item of a list, at the start of a line."""

from __future__ import annotations

import re
from functools import cached_property

from subpunct_app.subtitles.formats.document import Document

_DIGITS = r"\d{1,2}(?:\.\d{1,2})*"
_ITEM = re.compile(
    rf"(?:(?P<counted>{_DIGITS})\.|(?:{_DIGITS}\.?|[A-Za-z]|[ivx]{{2,5}}|[IVX]{{2,5}})\))(?=\s+\S)"
)
# In a raw text it may have a label and tags before it.
_TAG = r"<[^<>\r\n]*>|\{[^{}\r\n]*\}"
_LINE = re.compile(
    rf"(?<![^\r\n])(?:[^\r\n:]*:\s)?(?:{_TAG}|[^\w\r\n<{{])*({_DIGITS})\.?[.)](?![^\s<{{])"
)


class Lists:
    """The lists of a document; all of it is looked through once a line begins with a number."""

    def __init__(self, document: Document) -> None:
        self._document = document

    def number_item(self, text: str, start: int) -> bool:
        """Tell whether a word that opens a line in a shown text only numbers an item there."""
        found = _ITEM.match(text, start)
        return found is not None and (not found["counted"] or found["counted"] in self._numbers)

    @cached_property
    def _numbers(self) -> frozenset[str]:
        return numbers_of(self._document)


def numbers_of(document: Document) -> frozenset[str]:
    """Return the numbers at the start of lines that count: from one on, or on from another.

    One that ends a sentence there stands alone, as in "until" and "76. In 75" on two lines.
    """
    found = opening_numbers(document.text)
    known = {0, *(int(part) for number in found for part in number.split("."))}
    last = {number: int(number.rpartition(".")[2]) for number in found}
    return frozenset(number for number in found if {last[number] - 1, last[number] + 1} & known)


def opening_numbers(text: str) -> set[str]:
    """Return the numbers that may count the lines of a raw text, as they begin them."""
    return {line[1] for line in _LINE.finditer(text)}
