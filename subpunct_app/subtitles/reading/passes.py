"""Read the words of a document and the gaps between them, across its cues."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from subpunct_app.languages.abbreviations import shortens_on
from subpunct_app.languages.language_data import language_data
from subpunct_app.languages.marks import CLOSING_BRACKETS, CORE, QUOTES, fills_line, is_open
from subpunct_app.languages.scripts import is_ideograph
from subpunct_app.languages.typography import Typography
from subpunct_app.runtime.task import Task
from subpunct_app.subtitles.formats.document import Document
from subpunct_app.subtitles.formats.markup import Shown
from subpunct_app.subtitles.formats.webvtt import Metadata
from subpunct_app.subtitles.reading.document_language import OtherLines, pair_of
from subpunct_app.subtitles.reading.enclosures import (
    closes_aside,
    closes_quote,
    closes_remark,
    end_of_acronym,
    is_behind_bracket,
    opened_by_sign,
    opens_quote,
)
from subpunct_app.subtitles.reading.labels import Voices
from subpunct_app.subtitles.reading.lists import Lists, is_like_number
from subpunct_app.subtitles.reading.rolling import Roll
from subpunct_app.subtitles.reading.speakers import TURN_SIGNS, name_in, voices_of
from subpunct_app.subtitles.reading.tokens import (
    Code,
    Token,
    TokenKind,
    end_of_index,
    ends_line,
    is_identifier,
    is_in_groups,
    is_in_thousands,
    may_be_broken,
    tokens,
)
from subpunct_app.subtitles.reading.transcript import Place, Transcript
from subpunct_app.text.words import Break, Case, Gap, Mark, Word, base_of

_CLOSING = re.compile(f"(?:[{QUOTES}]*[{CLOSING_BRACKETS}])+")
_WITHIN = frozenset({Mark.NONE, Mark.COMMA, Mark.COLON, Mark.SEMICOLON})
_CORE = re.compile(rf"\\*{CORE}")
_SPACE = re.compile(r"\s")
# The longest silence in which a word may still go on.
_BREATH_MS = 300
_LINE_END = re.compile(r"[\r\n]")
# Signs that join what stands beside them, and are no words here: 2 × 3, x ≤ 5.
_JOINING_SIGN = re.compile(r"\s[×÷≤≥≠≈]\s")
# A star does between figures or short names, as elsewhere it may open an item: 2 * 3, dy * x.
_MULTIPLIES = re.compile(r"\S*\d\S* \* \S+|\S+ \* \S*\d\S*|\S{1,2} \* \S{1,2}")
# Cues that are read within a tenth of a second or so.
_PER_STEP = 500


def read_words(document: Document, language: str = "en", task: Task | None = None) -> Transcript:
    """Return every spoken word with its place, and what stands in each gap now.

    The language, a code such as `fr` or `fr-CA`, says how its marks are written. Raise Cancelled
    where the task is to stop.
    """
    task = task or Task()
    pair, roll = pair_of(document), Roll.of(document)
    other = OtherLines.of(document, pair, language) if pair else None
    reader = Reader(document, language, voices_of(document), roll, other)
    for count, whole in enumerate(document.wholes()):
        if not count % _PER_STEP:
            task.step(whole.start, len(document.cues), "Reading the words")
        reader.read(whole)
    return replace(reader.finish(), apart=pair is None and roll is None)


class Reader:
    """Read one cue after the other, knowing how the file names its speakers and if lines roll.

    `speaker` is who speaks at the end of what was read.
    """

    def __init__(
        self,
        document: Document,
        language: str,
        voices: Voices,
        roll: Roll | None = None,
        other: OtherLines | None = None,
    ) -> None:
        self._document = document
        self._language = language
        self._typography = language_data(language).typography
        self._english = base_of(language) == "en"
        self._stress = Mark.NONE
        self._voices = voices
        self._roll = roll
        self._other = other
        self._lists = Lists(document)
        self._metadata = Metadata(document)
        self._words: list[Word] = []
        self._gaps: list[Gap] = []
        self._copies: list[Place] = []
        self._unread: dict[int, tuple[int, int]] = {}
        self._tail = Tail(0, 0)
        self._first = 0
        self._further: list[int] = []
        self._code = Code()
        self.speaker = ""
        self._named = False

    def read(self, whole: range) -> None:
        """Read the words of the next cue, or of the next ones that are read as one."""
        self._first = whole.start
        self._further = [self._document.cues[index].start for index in whole[1:]]
        start, end = self._document.span_of(whole)
        if self._metadata.holds(start, end):
            return
        shown = self._document.shown_cues(whole)
        found = self._tokens(shown)
        self._code = Code.of(shown.text, found)
        if self._roll is not None:
            starts = [token.start for token in found if token.kind is TokenKind.WORD]
            known, end = self._roll.known(self._first, shown.text, starts, len(self._words))
            old = [token for token in found if token.start < end]
            self._copies.extend(self._places(shown, old, known))
            found = found[len(old) :]
        self._read_new(shown, found)

    def _tokens(self, shown: Shown) -> list[Token]:
        """Return the tokens of a cue but for those of lines in another language."""
        found = list(tokens(shown.text, self._voices, language=self._language))
        if self._other is None:
            return found
        start, end = self._other.within(shown.text)
        naming = [token for token in found if token.kind in (TokenKind.LABEL, TokenKind.TURN)]
        if start == 0 and naming and naming == found[:1]:
            # Who speaks stands before the upper line alone, and says both.
            start = min(found[0].end, end)
        if start == end:
            return found
        self._unread[self._first] = shown.span(start, end)
        return [token for token in found if not start <= token.start < end]

    def _cue_at(self, start: int) -> int:
        """Return the cue that a place lies in, of those that are read now."""
        return self._first + bisect_right(self._further, start)

    def _places(
        self, shown: Shown, found: Iterable[Token], known: Iterable[int]
    ) -> Iterator[Place]:
        """Yield where words that are known already stand again in a cue."""
        words = iter(known)
        place: Place | None = None
        for token in found:
            start, end = shown.span(token.start, token.end)
            if token.kind is TokenKind.WORD:
                if place is not None:
                    yield place
                at, word = self._insertion(shown, token), next(words)
                place = Place(self._cue_at(start), word, start, end, at, at)
                self._spell_plainly(word, shown.text[token.start : token.end])
            elif (
                token.kind is TokenKind.MARKS
                and place is not None
                and place.gap_start == place.gap_end
            ):
                start = shown.starts[shown.run_start(token.start, self._typography.spaces)]
                place = replace(place, gap_start=start, gap_end=end)
        if place is not None:
            yield place

    def _spell_plainly(self, index: int, spelling: str) -> None:
        """Take the spelling where a known word stands again if it has fewer capitals.

        Capitals that come and go only show that a word is said now.
        """
        word, spelling = self._words[index], self._typography.unstressed(spelling)
        if len(spelling) == len(word.text) and _capitals(spelling) < _capitals(word.text):
            self._words[index] = replace(word, text=spelling)

    def _read_new(self, shown: Shown, found: Sequence[Token]) -> None:
        before: Token | None = None
        named = deque(shown.voices)
        self._named = False
        for token in found:
            while named and named[0][0] <= token.start:
                self._speak(named.popleft()[1])
            if token.kind is TokenKind.WORD:
                self._add_word(shown, token, before)
                before, self._named = token, False
            else:
                self._add_other(shown, token, before)
        for _, name in named:
            self._speak(name)

    def finish(self) -> Transcript:
        """Return all words and gaps."""
        self._gaps.append(self._gap(None, Break.CUE))
        return Transcript(
            self._document,
            tuple(self._words),
            tuple(self._gaps),
            tuple(self._copies),
            self._language,
            unread=self._unread,
            other_language=self._other.language if self._other else "",
            voices=self._voices,
        )

    def _add_word(self, shown: Shown, token: Token, before: Token | None) -> None:
        start, end = shown.span(token.start, token.end)
        spelling = shown.text[token.start : token.end]
        text = self._typography.unstressed(spelling)
        word = Word(text, self._cue_at(start), start, end, self.speaker)
        break_ = Break.CUE if before is None else self._break_between(shown.text, before, token)
        self._note_opening(shown.text, token, before, start)
        self._gaps.append(self._gap(word, break_))
        self._words.append(word)
        self._stress = self._typography.stress_of(spelling) or self._stress
        self._tail = self._tail_of(shown, token, opens=break_ is not Break.NONE)

    def _break_between(self, text: str, before: Token, token: Token) -> Break:
        """Return what breaks a text between two words of a cue; note if no mark may part them."""
        between = text[before.end : token.start]
        if between != " ":
            apart = _SPACE.search(between) and not is_in_thousands(text, before.end)
            may_part = apart or self._may_part(text, before.end, token.start)
            self._tail.fixed |= not may_part or _JOINING_SIGN.fullmatch(between) is not None
            beside = text[before.start : token.end]
            self._tail.fixed |= between == " * " and _MULTIPLIES.fullmatch(beside) is not None
        if text[before.end - 1].isdigit() and text[token.start].isdigit():
            self._tail.fixed |= is_in_groups(text, token.start)
        return Break.LINE if _LINE_END.search(between) else Break.NONE

    def _note_opening(self, text: str, token: Token, before: Token | None, start: int) -> None:
        """Note for the gap before a word, which starts there in the file, what opens in it."""
        code, tail = self._code.at(token.start), self._tail
        tail.code = code is not None or is_identifier(text, token)
        tail.fixed |= code is not None and before is not None and before.start in code
        tail.opened = opens_quote(text, token.start)
        tail.sign = opened_by_sign(text, token.start)
        # An acronym's mark goes behind its bracket.
        if tail.end <= start and not is_like_number(text, token.start):
            tail.bracketed = is_behind_bracket(text, token.start)

    def _tail_of(self, shown: Shown, token: Token, *, opens: bool) -> Tail:
        """Return what is known by now of the gap behind a word, which `opens` a line or not."""
        at = self._insertion(shown, token)
        item = self._lists.number_item(self._first, shown, token, opens=opens)
        quoted = closes_quote(shown.text, token.end)
        shortened = shortens_on(shown.text, token.start, token.end, self._language)
        remarked = self._english and not item and closes_remark(shown.text, token.end)
        fixed = item or shortened or remarked or self._is_behind_cut(at)
        return Tail(at, at, fixed=fixed, item=item, quoted=quoted, remarked=remarked)

    def _insertion(self, shown: Shown, word: Token) -> int:
        """Return where a mark goes after a word: behind closing brackets, before closing quotes.

        An acronym in brackets belongs to the words that it stands for, backticks to their code, and
        an index to its word.
        """
        end = end_of_index(shown.text, word, self._code.end_behind(word))
        end = end_of_acronym(shown.text, end)
        closing = _CLOSING.match(shown.text, end)
        return shown.ends[(closing.end() if closing else end) - 1]

    def _add_other(self, shown: Shown, token: Token, before: Token | None) -> None:
        self._tail.hyphened = False
        if token.kind is TokenKind.MARKS:
            self._add_marks(shown, token, before)
        elif token.kind is TokenKind.LINK:
            self._tail.fixed = True
        elif token.kind is TokenKind.TURN:
            self._tail.turn = True
            # Whoever goes on is nobody known, unless named before the sign: <v Ann>- So.
            self.speaker = self.speaker if self._named else ""
        elif token.kind is TokenKind.LABEL:
            label = shown.text[token.start : token.end].strip()
            self._tail.turn |= label[0] in TURN_SIGNS and not self._voices.signed
            self._speak(name_in(label))

    def _add_marks(self, shown: Shown, token: Token, before: Token | None) -> None:
        if not self._words:
            return
        run = shown.text[token.start : token.end]
        tail = self._tail
        start, end = shown.span(token.start, token.end)
        glued = _CORE.match(shown.text, token.end) and not (
            before and self._may_part(shown.text, before.end, token.end)
        )
        if before is None or tail.turn or glued or is_open(run) or end - start != len(run):
            tail.fixed = True
        leads = before is None or tail.turn or tail.marked
        tail.led_on |= leads and is_open(run)
        tail.note_goings_on(run, self._typography)
        # Of two runs, as in "no!", she said, replacing one would leave the other.
        tail.fixed |= tail.marked or self._code.at(token.start) is not None
        if leads:
            return
        # A line that is left empty would end the cue.
        tail.fixed |= fills_line(shown.text, token.start, token.end)
        tail.fixed |= self._is_behind_cut(end)
        start = shown.starts[shown.run_start(token.start, self._typography.spaces)]
        tail.start, tail.end, tail.marked = start, end, True
        tail.mark = self._typography.mark_of(run)
        tail.hyphened = before is not None and ends_line(shown.text, before.end, token.end)
        tail.quoted |= closes_quote(shown.text, token.end)
        tail.aside = closes_aside(shown.text, token.end)

    def _is_behind_cut(self, at: int) -> bool:
        """Tell whether the mark of the last word goes in another part of a long paragraph.

        Each part is written by itself, so that one stays: three | (laughs), four.
        """
        return bool(self._further) and self._cue_at(at) > self._words[-1].cue

    def _may_part(self, text: str, end: int, start: int) -> bool:
        """Tell whether a mark may part two words without a space, as in Chinese."""
        if self._typography.spaced:
            return False
        return is_ideograph(text[end - 1]) or is_ideograph(text[start])

    def _speak(self, name: str) -> None:
        self._tail.turn |= name != self.speaker
        self.speaker, self._named = name, True

    def _gap(self, after: Word | None, break_: Break) -> Gap:
        """Return the gap between the last word and the next one."""
        tail = self._tail
        if not self._words:
            return tail.gap_before(after)
        word = self._words[-1]
        fixed = tail.fixed or (not tail.marked and self._may_end(word, after))
        pause = self._pause(word.cue, after.cue) if after and break_ is Break.CUE else None
        if after and self._is_broken(word, after, pause):
            at = tail.start
            return Gap(word.cue, at, at, Mark.NONE, pause, break_, fixed=True, broken=True)
        mark = self._stressed(tail, last=after is None)
        return tail.gap_behind(word, mark, pause, break_, fixed=fixed)

    def _is_broken(self, word: Word, after: Word, pause: int | None) -> bool:
        """Tell whether the last word goes on in the next line, before anything else is heard."""
        tail = self._tail
        at_once = not (tail.turn or tail.led_on) and (pause or 0) <= _BREATH_MS
        return tail.hyphened and at_once and may_be_broken(word.text, after.text)

    def _stressed(self, tail: Tail, *, last: bool) -> Mark:
        """Return the mark in a gap, a full stop being what the signs in its sentence make it."""
        ends = tail.turn or last
        if not (ends or tail.mark.ends_sentence):
            return tail.mark
        stress, self._stress = self._stress, Mark.NONE
        plain = tail.mark is Mark.PERIOD or (ends and tail.mark in _WITHIN)
        return stress if stress and plain else tail.mark

    def _may_end(self, word: Word, after: Word | None) -> bool:
        """Tell whether the dot of a word may end a sentence, too, as the next may begin one.

        Where all is in capitals these do not tell, but behind a name's initial or title: D.C., THE.
        """
        if word.text[-1] != "." or after is None:
            return word.text[-1] == "."
        if self._voices.shouted and "." in word.text[:-1]:
            return False
        return Case.of(after.text) is not Case.LOWER

    def _pause(self, cue: int, after: int) -> int | None:
        end, start = self._document.cues[cue].end_ms, self._document.cues[after].start_ms
        if end is None or start is None:
            return None
        return max(0, start - end)


def _capitals(spelling: str) -> int:
    return sum(map(str.isupper, spelling))


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
