"""How one language writes the marks: its characters, spaces, quotes and signs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from subpunct_app.languages.marks import mark_of
from subpunct_app.text.words import Mark

NARROW = "\u202f"
NO_BREAK = "\u00a0"
_THIN = "\u2009"


@dataclass(frozen=True, slots=True)
class Typography:
    """How one language writes the marks.

    `spellings` holds the marks that are written otherwise than in English, `meanings` the
    characters that mean another mark here than elsewhere, as a table for str.translate. Marks in
    `outside` go behind closing quotes. Those of them that are in `within` stay inside where the
    quotes hold a whole sentence: one that begins after the end of another, or after a mark in
    `leads`, which introduces what somebody says. The characters in `spaces` belong to the mark that
    they stand before; in French one may stand before a closing quote, too. `signs` are set in
    addition to a mark, before the first word of its clause. `spaced` tells whether spaces separate
    words, `marked` whether marks are put at all. Where a dash `narrates`, one stands before who
    said it as before what is said.
    """

    spellings: Mapping[Mark, str]
    meanings: Mapping[int, int]
    outside: frozenset[Mark]
    within: frozenset[Mark]
    leads: frozenset[Mark]
    spaces: str
    signs: Mapping[Mark, str]
    spaced: bool
    marked: bool
    narrates: bool

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> Typography:
        """Return what a table of a language's file says; see `data/und.toml`."""
        spaced_marks = table["space_before"].split()
        spellings = {Mark(mark): NARROW + mark for mark in spaced_marks}
        return cls(
            spellings=spellings | _by_mark(table["spellings"]),
            meanings=str.maketrans(table["meanings"]),
            outside=_marks(table["outside_quotes"]),
            within=_marks(table["inside_whole_quotes"]),
            leads=_marks(table["before_quotes"]),
            spaces=f" {NO_BREAK}{NARROW}{_THIN}" if spaced_marks else NO_BREAK + NARROW,
            signs=_by_mark(table["signs"]),
            spaced=table["spaces_between_words"],
            marked=table["writes_marks"],
            narrates=table["dashes_before_narration"],
        )

    def spelled(self, mark: Mark) -> str:
        """Return the characters of a mark as they follow a word, with the space before them."""
        return self.spellings.get(mark, mark.value)

    def mark_of(self, run: str) -> Mark:
        """Return what a run of mark characters means in this language."""
        return mark_of(run.translate(self.meanings))


def _marks(text: str) -> frozenset[Mark]:
    return frozenset(map(Mark, text.split()))


def _by_mark(table: Mapping[str, str]) -> dict[Mark, str]:
    return {Mark(mark): spelling for mark, spelling in table.items()}
