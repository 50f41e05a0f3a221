"""What was seen since the last word, of which a gap is made as the next word comes."""

from __future__ import annotations

from dataclasses import dataclass, replace

from subpunct_app.languages.typography import Typography
from subpunct_app.text.words import Break, Gap, Mark, Word


@dataclass(slots=True)
class Tail:
    """What stands behind the last word, from `start` to `end`, offsets in the document's text.

    A `mark` stands there if it is `marked`, and a hyphen at the end of a line if it is `hyphened`.
    All else is as in Gap.
    """

    start: int
    end: int
    mark: Mark = Mark.NONE
    marked: bool = False
    fixed: bool = False
    turn: bool = False
    item: bool = False
    quoted: bool = False
    goes_on: bool = False
    led_on: bool = False
    opened: bool = False
    bracketed: bool = False
    hyphened: bool = False
    aside: bool = False
    remarked: bool = False
    sign: Mark = Mark.NONE
    code: bool = False

    def note_goings_on(self, run: str, typography: Typography) -> None:
        """Note what tells behind a mark that its sentence goes on: “Why?”, she asked.

        A dash closes what was said as a quote does: —¿Vienes? —preguntó Ana.
        """
        mark = typography.mark_of(run)
        ended = (self.mark if self.marked else mark).ends_sentence
        self.goes_on |= ended and typography.mark_of(run[-1]) is Mark.COMMA
        self.quoted |= ended and self.marked and mark is Mark.DASH

    def gap_before(self, first: Word | None) -> Gap:
        """Return the gap before the first word of a text, which may have none."""
        cue, at = (first.cue, first.start) if first else (0, 0)
        begun = Gap(cue, at, at, break_=Break.CUE, fixed=self.fixed)
        return replace(begun, opened=self.opened, sign=self.sign, code=self.code)

    def gap_behind(
        self, word: Word, mark: Mark, pause: int | None, break_: Break, *, fixed: bool
    ) -> Gap:
        """Return the gap behind the last word, with a pause in milliseconds where that is known."""
        told = (self.turn, fixed, self.item, self.quoted, self.goes_on, self.led_on)
        opened = (self.opened, self.bracketed)
        place = (word.cue, self.start, self.end, mark, pause, break_)
        closed = (False, self.aside, self.remarked)
        return Gap(*place, *told, *opened, *closed, self.sign, self.code)
