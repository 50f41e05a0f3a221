"""Where a mark goes beside closing quotes, and the signs that stand besides it, as Spanish ¿."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from unicodedata import normalize

from subpunct_app.languages.language_data import SentenceSigns, language_data
from subpunct_app.languages.marks import CLOSING_BRACKETS, QUOTES
from subpunct_app.languages.typography import NARROW, NO_BREAK, Typography
from subpunct_app.subtitles.formats.markup import Shown
from subpunct_app.subtitles.reading.transcript import REACH, Place, Transcript
from subpunct_app.text.decisions import Edits
from subpunct_app.text.words import Case, Mark

_CLOSER = f"[{QUOTES}{CLOSING_BRACKETS}]"
_CLOSING = re.compile(f"{_CLOSER}+")
_SPACED_CLOSING = re.compile(rf"(?:{_CLOSER}|[ {NO_BREAK}{NARROW}]»)+")
_OPENING = re.compile(rf"(?<![^\s(\[])[{QUOTES}](?=[ {NO_BREAK}{NARROW}]?[^\s{QUOTES}])")
# Where words stand side by side, only the form of a quote tells what it does.
_CLOSING_FORM = re.compile(r"[”’」』)）］】》〉]+")
_OPENING_FORM = re.compile(r"[“‘「『《〈]")


class Quotes:
    """Tell where marks go beside the quotes of one cue, which is looked through only once."""

    def __init__(self, transcript: Transcript, cue: int, edits: Edits) -> None:
        self._transcript = transcript
        self._cue = cue
        self._edits = edits
        self._written = language_data(transcript.language_of(cue)).typography

    def mark_place(self, place: Place, mark: Mark) -> int:
        """Return where to insert a mark after a word: right after it, or behind what closes.

        One that asks stays with a whole sentence, as the full stop does in most languages: Kennst
        du „Faust“? Er fragte: „Wann?“
        """
        asks = mark.asks_or_exclaims and self._written.spaced
        asks = asks and Mark.PERIOD in self._written.outside
        if mark not in self._written.outside and not asks:
            return place.gap_start
        may_stay = asks or mark in self._written.within
        return (
            place.gap_start if may_stay and self._holds_sentence(place) else self._end_behind(place)
        )

    def _end_behind(self, place: Place) -> int:
        """Return the end of the quotes that close after a word."""
        closing = _SPACED_CLOSING if " " in self._written.spaces else _CLOSING
        closing = closing if self._written.spaced else _CLOSING_FORM
        found = closing.match(self._shown.text, bisect_left(self._shown.starts, place.gap_start))
        return self._shown.ends[found.end() - 1] if found else place.gap_start

    def _holds_sentence(self, place: Place) -> bool:
        """Tell whether the quotes that close after a word opened with a sentence, or cues ago."""
        opened = bisect_left(self._opened, place.start)
        if not opened:
            return True
        index = bisect_right(self._places, self._opened[opened - 1], key=attrgetter("start"))
        first = self._places[index].word
        before = final_mark(self._transcript, self._edits, first)
        begins = before.ends_sentence or before in self._written.leads
        return begins or first == 0 or self._transcript.gaps[first].turn

    @cached_property
    def _shown(self) -> Shown:
        document = self._transcript.document
        cue = document.cues[self._cue]
        return document.shown(cue.start, cue.end)

    @cached_property
    def _opened(self) -> list[int]:
        """Return where quotes open in the cue."""
        opening = _OPENING if self._written.spaced else _OPENING_FORM
        return [self._shown.starts[found.start()] for found in opening.finditer(self._shown.text)]

    @cached_property
    def _places(self) -> list[Place]:
        return list(self._transcript.places_of(self._cue))


@dataclass(frozen=True, slots=True)
class SignChange:
    """Which signs at a word go and which one comes, and the gap whose edit asks for it."""

    gap: int
    removed: str
    added: str = ""


def final_mark(transcript: Transcript, edits: Edits, gap: int) -> Mark:
    """Return the mark that stands in a gap once the edits are made."""
    place = transcript.gaps[gap]
    if gap not in edits or gap == 0 or place.fixed:
        return place.current
    mark = edits[gap].mark
    written = language_data(transcript.language_at(gap - 1)).typography
    if not written.marked and mark is not Mark.NONE:
        return place.current
    # A semicolon right after AT&T would make an entity.
    makes_entity = written.spelled(mark).startswith(";") and "&" in transcript.words[gap - 1].text
    return place.current if makes_entity else mark


def sign_changes(transcript: Transcript, edits: Edits, words: range) -> dict[int, SignChange]:
    """Return what becomes of the signs at these words.

    Only sentences whose end is changed by an edit are looked at: a sign is removed where an edit
    puts another mark at the end of its sentence, or takes that mark away. Of a sentence of more
    than REACH words only the last ones are looked at, so that no word depends on marks far away.
    The beginning of such a sentence is not known, and no sign is put there.
    """
    if not (words and edits):
        return {}
    languages = {transcript.language}
    if transcript.passages:
        first, last = (transcript.words[at].cue for at in (words[0], words[-1]))
        languages = {transcript.language_of(cue) for cue in range(first, last + 1)}
    if not any(language_data(code).typography.signs for code in languages):
        return {}
    sentences = _Sentences(transcript, edits)
    found: dict[int, SignChange] = {}
    start = sentences.start_of(words.start)
    while start < words.stop:
        end = sentences.end_of(start, words.stop + REACH)
        first = max(start, end - REACH)
        found.update(sentences.changes(first, end, begun=first > start))
        start = end
    return {word: change for word, change in found.items() if word in words}


def signs_given_up(transcript: Transcript, edits: Edits) -> int:
    """Return how many signs go or become others that stood without the mark they belong to."""
    changes = sign_changes(transcript, edits, range(len(transcript.words))).values()
    gone = {change.gap for change in changes if change.removed}
    return sum(transcript.gaps[gap].current is Mark.NONE for gap in gone)


class _Sentences:
    """Sentences as they are once the edits are made; none goes on in another language."""

    def __init__(self, transcript: Transcript, edits: Edits) -> None:
        self._transcript = transcript
        self._edits = edits

    def start_of(self, word: int) -> int:
        """Return the first word of the sentence that holds a word, if it is not far away."""
        limit = max(0, word - REACH)
        while word > limit and not self._ends(word):
            word -= 1
        return word

    def end_of(self, start: int, limit: int) -> int:
        """Return the gap that ends the sentence beginning at a word, or else the last one."""
        limit = min(limit, len(self._transcript.words))
        gap = start + 1
        while gap < limit and not self._ends(gap):
            gap += 1
        return gap

    def changes(self, start: int, end: int, *, begun: bool) -> Iterator[tuple[int, SignChange]]:
        """Yield the changes at the words of one sentence, from the first to the last.

        They may be the end of one that has `begun` long before.
        """
        cause = self._cause(start, end)
        if cause is None:
            return
        sign = self._written(start).signs.get(self._final(end), "")
        standing = {word: signs for word in range(start, end) if (signs := self._signs_at(word))}
        kept = range(self._first_kept(start, end), end)
        removed = {word: signs for word, signs in standing.items() if word not in kept}
        holders = [word for word, signs in standing.items() if sign and sign in signs]
        if holders and holders[-1] in removed:
            removed[holders[-1]] = removed[holders[-1]].replace(sign, "")
        elif sign and len(removed) == len(standing):
            word = max(removed) if removed else self._place(start, end, sign)
            if removed or word > start + 1 or not begun:
                yield word, SignChange(cause, removed.pop(word, ""), sign)
        for word, signs in removed.items():
            if signs:
                yield word, SignChange(cause, signs)

    def _cause(self, start: int, end: int) -> int | None:
        """Return the gap whose edit makes another sentence of this one."""
        if self._ends_anew(end):
            return end
        if self._final(start).ends_sentence and not self._current(start).ends_sentence:
            return start
        inner = range(start + 1, end)
        return next((gap for gap in inner if self._current(gap).ends_sentence), None)

    def _first_kept(self, start: int, end: int) -> int:
        """Return from which word on the signs of a sentence stay, as its end does."""
        if self._ends_anew(end):
            return end
        inner = range(end - 1, start, -1)
        return next((gap for gap in inner if self._current(gap).ends_sentence), start)

    def _ends_anew(self, gap: int) -> bool:
        """Tell whether an edit changes how a sentence ends, or that one does."""
        before, after = self._current(gap), self._final(gap)
        return before is not after and (before.ends_sentence or after.ends_sentence)

    def _place(self, start: int, end: int, sign: str) -> int:
        """Return the word that takes a sign: that of the model, where it sees one.

        Else it is where what is said behind a colon begins, or a clause with a question word, or
        the last clause that asks: Mario, ¿vienes?
        """
        openings = self._transcript.openings
        seen = (word for word in range(start, end) if openings.get(word, ("",))[0] == sign)
        best = max(seen, key=lambda word: openings[word][1], default=None)
        if best is not None:
            return best
        clauses = [word for word in range(start + 1, end) if self._final(word)]
        for word in reversed(clauses):
            begun = self._final(word) is Mark.ELLIPSIS and not self._is_small(word)
            if begun or self._final(word) is Mark.COLON or self._interrogates(word, end):
                return word
        if self._final(end) is not Mark.QUESTION:
            return start
        if clauses and self._is_small(clauses[-1]) and not self._interrogates(start, end):
            return clauses[-1]
        leads = self._spelling(start) in self._lists(start).before_sign
        return start + 1 if leads and start + 1 < end else start

    def _lists(self, word: int) -> SentenceSigns:
        return language_data(self._transcript.language_at(word)).sentence_signs

    def _is_small(self, word: int) -> bool:
        """Tell whether a word is no name that is called, as Ana is in “¿Vienes, Ana?”."""
        case = self._edits[word].case if word in self._edits else Case.KEEP
        return case.apply(self._transcript.words[word].text)[0].islower()

    def _interrogates(self, word: int, end: int) -> bool:
        """Tell whether a clause begins with a question word, a preposition before it or not."""
        lists = self._lists(word)
        if word + 1 < end and self._spelling(word) in lists.before_question_words:
            word += 1
        return self._spelling(word) in lists.question_words

    def _spelling(self, word: int) -> str:
        return normalize("NFC", self._transcript.words[word].text.lower())

    def _signs_at(self, word: int) -> str:
        transcript = self._transcript
        here = transcript.words[word]
        start = max(
            transcript.gaps[word].end if word else 0, transcript.document.cues[here.cue].start
        )
        signs = self._written(word).signs.values()
        return "".join(one for one in transcript.document.text[start : here.start] if one in signs)

    def _ends(self, gap: int) -> bool:
        transcript = self._transcript
        parted = transcript.language_at(gap - 1) != transcript.language_at(gap)
        return self._final(gap).ends_sentence or parted or transcript.gaps[gap].turn

    def _written(self, word: int) -> Typography:
        return language_data(self._transcript.language_at(word)).typography

    def _current(self, gap: int) -> Mark:
        return self._transcript.gaps[gap].current

    def _final(self, gap: int) -> Mark:
        return final_mark(self._transcript, self._edits, gap)
