"""Tell what stands in the gap between two words, and what may be put there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from subpunct_app.languages.abbreviations import shortens_on
from subpunct_app.languages.marks import (
    BRACKETS,
    CLOSING_BRACKETS,
    CORE,
    QUOTES,
    fills_line,
    is_open,
)
from subpunct_app.languages.scripts import is_ideograph
from subpunct_app.languages.typography import NARROW, NO_BREAK, Typography
from subpunct_app.subtitles.formats.document import Document
from subpunct_app.subtitles.reading.tokens import (
    CueTokens,
    Heard,
    Token,
    TokenKind,
    is_identifier,
    is_in_groups,
)
from subpunct_app.text.words import Break, Case, Gap, Mark

if TYPE_CHECKING:
    from subpunct_app.subtitles.reading.passes import Reading


# French quotes have spaces within: « Oui », dit-il.
_QUOTE_START = re.compile(r"\s?[\"'“‘„«]|«\s")
# British quotes have their mark behind: "The point", he said.
_QUOTE_END = re.compile(rf"(?:[{QUOTES}]+|[^\S\r\n]»)[,.;:?!…]*(?!\S)")
_UNCLOSED = f"(?<![{CLOSING_BRACKETS}])(?<![{CLOSING_BRACKETS}] )"
_OPENED = re.compile(rf"{_UNCLOSED}[(\[（［【〔][ {QUOTES}]*\Z")
_SIGNS = {"¿": Mark.QUESTION, "¡": Mark.EXCLAMATION}
_BEFORE = re.compile(rf"[ {BRACKETS}{QUOTES}]*\Z")
# Two brackets and a space, a space and a quote.
_NEAR = 5


def opens_quote(text: str, start: int) -> bool:
    """Tell whether a quote opens before a word."""
    return _QUOTE_START.fullmatch(text, max(0, start - 2), start) is not None


def is_behind_bracket(text: str, start: int) -> bool:
    """Tell whether a bracket opens right before a word, a space or a quote between them or not.

    One right behind another tells nothing: marks part what is listed so, as in (4, 2), (5, 3).
    """
    return _OPENED.search(text[max(0, start - _NEAR) : start]) is not None


def opened_by_sign(text: str, start: int) -> Mark:
    """Return the mark that closes what ¿ or ¡ opens before a word, a quote or a bracket between."""
    near = text[max(0, start - _NEAR) : start]
    # Most texts have none.
    if _SIGNS.keys().isdisjoint(near):
        return Mark.NONE
    before = _BEFORE.search(near)
    return next((mark for sign, mark in _SIGNS.items() if before and sign in before[0]), Mark.NONE)


def closes_quote(text: str, end: int) -> bool:
    """Tell whether a quote closes behind a word or its marks."""
    return _QUOTE_END.match(text, end) is not None


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


_CLOSING = re.compile(f"(?:[{QUOTES}]*[{CLOSING_BRACKETS}])+")
_CORE = re.compile(rf"\\*{CORE}")
_SPACE = re.compile(r"\s")
_HYPHENS = frozenset("-‐")
_SMALL_BELOW = re.compile(r"\s*[\r\n]\s*(?=[^\W\d_])(?![A-ZÀ-Þ])")
_LINE_END = re.compile(r"[\r\n]")
# Signs that join what stands beside them, and are no words here: 2 × 3, x ≤ 5.
_JOINING_SIGN = re.compile(r"\s[×÷≤≥≠≈]\s")
# What ends a word that is no plain one: an abbreviation, the number of an item.
_UNPLAIN_ENDS = ".)"


class Between(NamedTuple):
    """What is heard between two words, or before the first word, or behind the last one.

    A `turn` tells that another one speaks behind it; the word before `opens` a line or not.
    """

    before: Heard | None
    heard: Sequence[Heard]
    after: Heard | None
    turn: bool
    opens: bool


class _Marks(NamedTuple):
    """What stands behind a word: its mark with offsets in the document, and what that tells."""

    start: int
    end: int
    mark: Mark = Mark.NONE
    marked: bool = False
    fixed: bool = False
    quoted: bool = False
    goes_on: bool = False
    led_on: bool = False


class _Opening(NamedTuple):
    """What opens before a word, and what breaks the text there."""

    break_: Break = Break.CUE
    fixed: bool = False
    opened: bool = False
    sign: Mark = Mark.NONE
    code: bool = False


def gap_between(reading: Reading, between: Between) -> Gap:
    """Return the gap between two words, before the first one or behind the last one."""
    before, heard, after, turn, opens = between
    if before is None:
        return _first_gap(heard, after)
    cue, word = before.cue, before.token
    if after is not None and not heard and not turn and _are_plain(cue, word, after):
        return _plain_gap(cue, word, after)
    text = cue.shown.text
    marks = _marks_behind(reading.typography, before, heard)
    opening = _opening(reading.typography, before, after) if after else _Opening()
    pause = _pause(reading.document, before, after) if opening.break_ is Break.CUE else None
    item = opens and reading.lists.number_item(text, word.start)
    fixed = (
        (opening.fixed or marks.fixed or item)
        or any(one.token.kind is TokenKind.LINK for one in heard)
        or shortens_on(text, word.start, word.end, reading.language)
        or _is_behind_cut(before, insertion(cue, word))
        or (not marks.marked and _may_end(before, after, shouted=reading.labels.shouted))
    )
    return Gap(
        before.cue_index,
        marks.start,
        marks.end,
        marks.mark,
        pause,
        opening.break_,
        turn,
        fixed,
        item=item,
        quoted=marks.quoted or closes_quote(text, word.end),
        goes_on=marks.goes_on,
        led_on=marks.led_on,
        opened=opening.opened,
        # A bracket opens behind the mark of the word before.
        bracketed=after is not None
        and marks.end <= after.start
        and is_behind_bracket(after.cue.shown.text, after.token.start),
        sign=opening.sign,
        code=opening.code,
    )


def insertion(cue: CueTokens, word: Token) -> int:
    """Return where a mark goes after a word: behind closing brackets, before closing quotes."""
    closing = _CLOSING.match(cue.shown.text, word.end)
    return cue.shown.ends[(closing.end() if closing else word.end) - 1]


def _first_gap(heard: Sequence[Heard], after: Heard | None) -> Gap:
    """Return the gap before the first word of a text, which may have none."""
    fixed = any(one.token.kind is TokenKind.LINK for one in heard)
    if after is None:
        return Gap(0, 0, 0, break_=Break.CUE, fixed=fixed)
    place = (after.cue_index, after.start, after.start)
    opened, sign, code = _opened(after)
    return Gap(*place, break_=Break.CUE, fixed=fixed, opened=opened, sign=sign, code=code)


def _opened(after: Heard) -> tuple[bool, Mark, bool]:
    """Return whether a quote opens before a word, what a sign there asks for, if it is code."""
    text, start = after.cue.shown.text, after.token.start
    return opens_quote(text, start), opened_by_sign(text, start), is_identifier(text, after.token)


def _are_plain(cue: CueTokens, word: Token, after: Heard) -> bool:
    """Tell whether nothing but a space parts two words, and nothing else needs a look there."""
    text = cue.shown.text
    start = word.end
    return (
        after.cue is cue
        and after.token.start == start + 1
        and text[start] == " "
        and text[start - 1] not in _UNPLAIN_ENDS
        and not cue.further
    )


def _plain_gap(cue: CueTokens, word: Token, after: Heard) -> Gap:
    """Return the gap between two words that nothing but a space parts."""
    text, at = cue.shown.text, cue.shown.ends[word.end - 1]
    start = after.token.start
    numbers = text[start - 2].isdigit() and text[start].isdigit() and is_in_groups(text, start)
    code = is_identifier(text, after.token)
    return Gap(cue.first, at, at, fixed=numbers, code=code)


def _marks_behind(typography: Typography, before: Heard, heard: Sequence[Heard]) -> _Marks:
    """Return the marks between a word and the next one.

    The first run counts that stands in the cue of the word before anybody else speaks. Where more
    follow, replacing one would leave the others: "no!", she said. Those lead on where they are dots
    or a dash. A comma behind a mark tells that the sentence goes on: “Why?”, she asked. A dash
    closes what was said as a quote does: —¿Vienes? —preguntó Ana.
    """
    runs = [one for one in heard if one.token.kind is TokenKind.MARKS]
    first = runs[0] if runs and runs[0].cue is before.cue and not runs[0].turn else None
    if first is None:
        at = insertion(before.cue, before.token)
        found = _Marks(at, at)
    else:
        found = _mark_of(typography, before, first)
    if not runs:
        return found
    further = runs[1:] if first else runs
    goes_on = quoted = False
    for one in runs:
        mark = typography.mark_of(one.spelling)
        ended = (found.mark if first else mark).ends_sentence
        goes_on |= ended and typography.mark_of(one.spelling[-1]) is Mark.COMMA
        quoted |= ended and first is not None and one is not first and mark is Mark.DASH
    return found._replace(
        fixed=found.fixed or bool(further),
        quoted=found.quoted or quoted,
        goes_on=goes_on,
        led_on=any(is_open(one.spelling) for one in further),
    )


def _mark_of(typography: Typography, before: Heard, marks: Heard) -> _Marks:
    """Return the mark right behind a word, and whether it has to stay."""
    shown, token = marks.cue.shown, marks.token
    text, end = shown.text, token.end
    at, stop = shown.span(token.start, end)
    glued = _CORE.match(text, end) and not _may_part(typography, text, before.token.end, end)
    fixed = (
        (bool(glued) or is_open(marks.spelling) or stop - at != len(marks.spelling))
        # A word that the end of a line splits: impor- tant.
        or (text[token.start : end] in _HYPHENS and _SMALL_BELOW.match(text, end) is not None)
        # A line that is left empty would end the cue.
        or fills_line(text, token.start, end)
        or _is_behind_cut(before, stop)
    )
    start = shown.starts[shown.run_start(token.start, typography.spaces)]
    mark = typography.mark_of(marks.spelling)
    return _Marks(start, stop, mark, True, fixed, closes_quote(text, end))


def _opening(typography: Typography, before: Heard, after: Heard) -> _Opening:
    """Return what opens before a word, and whether a mark may part it from the one before."""
    text, token = after.cue.shown.text, after.token
    if after.cue is not before.cue:
        return _Opening(Break.CUE, False, *_opened(after))
    fixed = not _are_apart(typography, text, before.token, token)
    broken = _LINE_END.search(text, before.token.end, token.start)
    return _Opening(Break.LINE if broken else Break.NONE, fixed, *_opened(after))


def _are_apart(typography: Typography, text: str, word: Token, after: Token) -> bool:
    """Tell whether a mark may part two words of a cue."""
    between = text[word.end : after.start]
    figures = text[word.end - 1].isdigit() and text[after.start].isdigit()
    if figures and is_in_groups(text, after.start):
        return False
    if between == " ":
        return True
    if figures and between in {NO_BREAK, NARROW}:
        return False
    if not _SPACE.search(between) and not _may_part(typography, text, word.end, after.start):
        return False
    return _JOINING_SIGN.fullmatch(between) is None


def _may_part(typography: Typography, text: str, end: int, start: int) -> bool:
    """Tell whether a mark may part two words without a space, as in Chinese."""
    return not typography.spaced and (is_ideograph(text[end - 1]) or is_ideograph(text[start]))


def _is_behind_cut(word: Heard, at: int) -> bool:
    """Tell whether the mark of a word goes in another part of a long paragraph.

    Each part is written by itself, so that one stays: three | (laughs), four.
    """
    return bool(word.cue.further) and word.cue.cue_at(at) > word.cue_index


def _may_end(word: Heard, after: Heard | None, *, shouted: bool) -> bool:
    """Tell whether the dot of a word may end a sentence, too, as the next may begin one.

    Where all is in capitals these do not tell, but behind a name's initial or title: D.C., THE.
    """
    spelling = word.spelling
    if spelling[-1] != "." or after is None:
        return spelling[-1] == "."
    if shouted and "." in spelling[:-1]:
        return False
    return Case.of(after.spelling) is not Case.LOWER


def _pause(document: Document, before: Heard, after: Heard | None) -> int | None:
    if after is None:
        return None
    end = document.cues[before.cue_index].end_ms
    start = document.cues[after.cue_index].start_ms
    return None if end is None or start is None else max(0, start - end)
