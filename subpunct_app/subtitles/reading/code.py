"""What programs have: code between backticks, names with underscores, to_csv, and indices, a[0]."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from subpunct_app.subtitles.reading.tokens import Token, TokenKind

# Not so quotes that a backtick opens and an apostrophe closes, as in `one' and `two'.
_CODE = re.compile(r"(?<![\w`])`(?=[^\s`])[^`\r\n]*(?<=\S)`(?![\w`])")
# No sound, as in: well[laughs].
_INDEX = re.compile(r"""(?:\[(?:[^\W\d_](?:[+-]\d+)?|[\d:,+-]+|(["'])[^"'\[\]\r\n]*\1)\])+""")
# Behind a word that is no identifier: the town[1], the town[a].
_NOTE = re.compile(r"(?:\[(?:[a-h]|[1-9]\d*(?:[,-]\d+)*)\])+")


@dataclass(frozen=True, slots=True)
class Code:
    """Where code stands in a shown text, with its backticks, in the order of the text.

    `ends` tells where such code ends by the offset of the last word in it.
    """

    spans: Sequence[range] = ()
    ends: Mapping[int, int] = field(default_factory=dict)

    @classmethod
    def of(cls, text: str, found: Iterable[Token]) -> Code:
        """Return where code stands in a shown text of these tokens."""
        spans = [range(*code.span()) for code in _CODE.finditer(text)]
        if not spans:
            return cls()
        starts = [token.start for token in found if token.kind is TokenKind.WORD]
        last = {span.stop: at for at in starts if (span := _span_at(spans, at)) is not None}
        return cls(spans, {at: stop for stop, at in last.items()})

    def at(self, offset: int) -> range | None:
        """Return where the code stands that holds an offset, None where none does."""
        return _span_at(self.spans, offset)

    def end_behind(self, word: Token) -> int:
        """Return where the code ends of which a word is the last, else where the word does."""
        return self.ends.get(word.start, word.end)


def is_identifier(text: str, word: Token) -> bool:
    """Tell whether underscores join a word (to_csv, but not _really_), or a letter has an index."""
    spelling = text[word.start : word.end]
    indexed = len(spelling) == 1 and _INDEX.match(text, word.end) is not None
    return indexed or "_" in spelling.strip("_")


def end_of_index(text: str, word: Token, end: int) -> int:
    """Return the end of the index behind a word that ends here, as in a[0], else that of it.

    The note of a source is none.
    """
    found = _INDEX.match(text, end)
    if found is None or (_NOTE.fullmatch(found[0]) and not is_identifier(text, word)):
        return end
    return found.end()


def _span_at(spans: Sequence[range], offset: int) -> range | None:
    index = bisect_right(spans, offset, key=lambda span: span.start) - 1
    return spans[index] if index >= 0 and offset in spans[index] else None
