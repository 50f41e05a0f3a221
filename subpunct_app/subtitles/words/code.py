"""What programs have, between backticks or with underscores: call `run()`, then to_csv."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

# Not so quotes that a backtick opens and an apostrophe closes, as in `one' and `two'.
_CODE = re.compile(r"(?<![\w`])`(?=[^\s`])[^`\r\n]*(?<=\S)`(?![\w`])")


def code_in(text: str) -> list[range]:
    """Return where code stands in a shown text, with its backticks, in the order of the text."""
    return [range(*found.span()) for found in _CODE.finditer(text)]


def code_at(spans: Sequence[range], at: int) -> range | None:
    """Return which of these spans an offset lies in, if any."""
    index = bisect_right(spans, at, key=lambda span: span.start) - 1
    return spans[index] if index >= 0 and at in spans[index] else None


def is_identifier(word: str) -> bool:
    """Tell whether underscores join a word, as in to_csv, but not in _really_."""
    return "_" in word.strip("_")
