"""Numbers that are written in groups, which nothing may part."""

from __future__ import annotations

import re

from subpunct_app.languages.typography import NARROW, NO_BREAK

# Within 10 000, whose parts no line's end may set apart.
_THOUSANDS = re.compile(rf"(?<=\d)[{NO_BREAK}{NARROW}]\d{{3}}(?!\d)")
# In groups that no mark parts: 06 12 34 56 78, +33 6 12 34 56 78, 1 800 555 0199, 2 500 000,
# (555) 123-4567.
_IN_GROUPS = re.compile(
    r"(?<![\w.,:])(?:(?:\+\d{1,3}(?: \d)?|0\d{1,4})(?: \d{2,8}){2,}"
    r"|\([2-9]\d{2}\) \d{3}[-. ]\d{4}"
    r"|(?:(?:1 )?[2-9]\d{2} \d{3} \d{4}|[1-9]\d{0,2}(?: \d{3}){0,3} 000)(?! \d))(?!\S?\d)"
)
# Longer than most of such a number.
_FAR = 32


def is_in_thousands(text: str, at: int) -> bool:
    """Tell whether a space that no line ends at parts the thousands of a number here."""
    return _THOUSANDS.match(text, at) is not None


def is_in_groups(text: str, at: int) -> bool:
    """Tell whether a place lies within a number that is written in groups."""
    near = _IN_GROUPS.finditer(text, max(0, at - _FAR), at + _FAR)
    return any(found.start() < at < found.end() for found in near)
