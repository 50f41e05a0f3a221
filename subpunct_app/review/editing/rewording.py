"""Change the words of cues by hand, and carry suggestions and decisions over to the new text."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter

from subpunct_app.review.editing.cue_changes import CueChange, changes_of, unchanged
from subpunct_app.review.editing.sheet import CueEdit, Sheet
from subpunct_app.review.session import ReviewSession
from subpunct_app.subtitles.formats.document import Cue, Document
from subpunct_app.subtitles.formats.file_lines import LINE_END
from subpunct_app.subtitles.reading.rereading import reread
from subpunct_app.subtitles.reading.transcript import Transcript
from subpunct_app.subtitles.writing.fair_copy import FairCopy, Move
from subpunct_app.subtitles.writing.text_diff import untouched
from subpunct_app.text.decisions import Decision, Edit, Standing, Verdict
from subpunct_app.text.splice import Splice
from subpunct_app.text.words import Case, Suggestion, folded


class Moves:
    """Tell where a place of the old document lies in the new one, unless it is gone."""

    def __init__(self) -> None:
        self._done = self._shift = 0
        self._stretches: list[Move] = []

    def add(self, cue: Cue, length: int, moves: Sequence[Move]) -> None:
        """Take in what became of the next cue."""
        self.add_rest(cue.start)
        begin = cue.start + self._shift
        self._stretches += [Move(move.start, move.end, begin + move.new) for move in moves]
        self._done = cue.end
        self._shift += length - (cue.end - cue.start)

    def add_rest(self, end: int) -> None:
        """Take in what is unchanged up to a place."""
        if self._done < end:
            self._stretches.append(Move(self._done, end, self._done + self._shift))

    def __getitem__(self, offset: int) -> int | None:
        at = bisect_right(self._stretches, offset, key=attrgetter("start")) - 1
        if at < 0 or offset >= self._stretches[at].end:
            return None
        return self._stretches[at].new + offset - self._stretches[at].start


def gap_after(old: Transcript, new: Transcript, gap: int, cue: int | None = None) -> int:
    """Return which gap stands, after an edit, where one stood before it.

    Where its words are gone that is as far in the same cue: the one in which its mark shows first,
    unless another one is told that shows it.
    """
    if cue is None:
        cue = old.words[gap - 1].cue if gap else 0
    before, after = old.words_of(cue), new.words_of(cue)
    at = gap - before.start
    words, others = (
        [folded(text.words[word].text) for word in span]
        for text, span in ((old, before), (new, after))
    )
    if words[:at] == others[:at]:
        return after.start + at
    behind = words[at:]
    if behind == others[len(others) - len(behind) :]:
        return after.stop - len(behind)
    return after.start + min(at, len(after))


class Carrier:
    """Carry suggestions and decisions over to where their words stand now.

    Only words that were read again, as the splice tells, have to be looked for.
    """

    def __init__(
        self, old: Transcript, new: Transcript, splice: Splice, moves: Moves, cues: Collection[int]
    ) -> None:
        self._old = old
        self._new = new
        self._splice = splice
        self._moves = moves
        self._cues = frozenset(cues)
        self._starts = [new.words[at].start for at in splice.new]

    def word(self, index: int) -> int | None:
        """Return which word an old one is now, None where it is gone."""
        if index not in self._splice.old:
            return index if index < self._splice.old.start else index + self._splice.by
        old = self._old.words[index]
        place = self._moves[old.start]
        if place is None:
            return None
        found = bisect_left(self._starts, place)
        if found == len(self._starts) or self._starts[found] != place:
            return None
        at = self._splice.new[found]
        same = folded(self._new.words[at].text) == folded(old.text)
        return at if same else None

    def carried(self, session: ReviewSession, touched: Collection[int]) -> ReviewSession:
        """Return what stays of a session, by the gaps of the new text."""
        found: dict[int, Standing] = {}
        gaps = self._splice.gaps
        for gap in session.gaps_within(gaps.old):
            pair = session.standing(gap)
            at = None if gap in touched else self._gap(gap)
            pairs = self._halves(gap, *pair) if at is None else [(at, *pair)]
            for place, suggestion, verdict in pairs:
                moved = suggestion if place == suggestion.gap else replace(suggestion, gap=place)
                found[place] = _joined(found.get(place), (moved, verdict))
        left = {at: one for at, one in found.items() if self._is_possible(*one)}
        return session.spliced(gaps, left)

    def _is_possible(self, suggestion: Suggestion, verdict: Verdict) -> bool:
        """Tell whether a suggestion can stay: no mark is put any more where one is fixed now.

        What was accepted there stays, for it has to be written.
        """
        gap, accepted = self._new.gaps[suggestion.gap], verdict.decision is Decision.ACCEPTED
        marks = {suggestion.mark, verdict.edit.mark}
        return not gap.fixed or accepted or marks == {gap.current}

    def _gap(self, gap: int) -> int | None:
        """Return which gap lies between the same two words now."""
        left = self.word(gap - 1) if gap else -1
        right = self.word(gap) if gap < len(self._old.words) else len(self._new.words)
        return right if left is not None and right == left + 1 else None

    def _halves(
        self, gap: int, suggestion: Suggestion, verdict: Verdict
    ) -> Iterator[tuple[int, Suggestion, Verdict]]:
        """Yield what a suggestion goes on to mean for a cue that was not edited."""
        accepted = verdict.decision is Decision.ACCEPTED
        left = self.word(gap - 1) if self._lies_elsewhere(gap - 1) else None
        if left is not None and verdict.edit.mark is not self._old.gaps[gap].current:
            edit = replace(verdict.edit, case=Case.KEEP) if accepted else verdict.edit
            yield left + 1, suggestion, replace(verdict, edit=edit)
        right = self.word(gap) if self._lies_elsewhere(gap) else None
        if right is not None and accepted and verdict.edit.case is not Case.KEEP:
            edit = Edit(self._new.gaps[right].current, verdict.edit.case)
            yield right, replace(suggestion, mark=edit.mark), replace(verdict, edit=edit)

    def _lies_elsewhere(self, word: int) -> bool:
        words = self._old.words
        return 0 <= word < len(words) and words[word].cue not in self._cues


def _joined(left: Standing | None, right: Standing) -> Standing:
    """Return what the mark left of words that are gone and the case right of them come to."""
    if left is None or left[1].decision is not Decision.ACCEPTED:
        return right
    suggestion, verdict = left
    edit = replace(verdict.edit, case=right[1].edit.case)
    return replace(suggestion, case=right[0].case), replace(verdict, edit=edit)


def edited(sheet: Sheet, edits: Sequence[CueEdit]) -> Sheet:
    """Return the sheet with the cues reading as asked, the same one where they do already.

    A suggestion stays, with what was decided about it, where its two words and all between them
    are as they were. What was accepted elsewhere in these cues becomes part of the text, and so
    does what was accepted in another cue that would read otherwise now. Raise FileError where a
    text would make other cues of the file.

    Where signs open a sentence, as in Spanish, that of an accepted question goes to where its
    sentence begins now, be it in another cue.
    """
    changes = changes_of(sheet, edits)
    if not changes:
        return sheet
    if sheet.transcript is None or sheet.session is None:
        return Sheet(_written(sheet.document, changes, frozenset())[0])
    touched = _touched(sheet.transcript, changes)
    while True:
        result = _carried(sheet.transcript, sheet.session, changes, touched)
        others = _cues_beside(sheet.transcript, changes) | changes.keys()
        wrong = [cue for cue in sorted(others) if not _reads_on(sheet, result, changes, cue)]
        gaps = {gap for cue in wrong for gap in _gaps_at(sheet.transcript, cue)}
        if gaps <= touched:
            return result
        touched |= gaps
        changes = {cue: unchanged(sheet, cue) for cue in wrong} | changes


def _cues_beside(transcript: Transcript, changes: Iterable[int]) -> set[int]:
    """Return the cues that share a gap with others, or show lines of them again."""
    spans = {transcript.words_of(cue) for cue in changes}
    meeting = {gap for words in spans for gap in (words.start, words.stop)}
    rolling = {word for words in spans for word in words} if transcript.copies else ()
    return set().union(*map(transcript.cues_of, meeting), *map(transcript.cues_with, rolling))


def _reads_on(old: Sheet, new: Sheet, changes: Mapping[int, CueChange], cue: int) -> bool:
    """Tell whether a cue reads as it was typed, or else as before."""
    change = changes.get(cue)
    return new.copy_of(cue).text.strip("\n") == (
        change.text if change else old.copy_of(cue).text
    ).strip("\n")


def _gaps_at(transcript: Transcript, cue: int) -> range:
    words = transcript.words_of(cue)
    return range(words.start, words.stop + 1)


def _touched(transcript: Transcript, changes: Mapping[int, CueChange]) -> set[int]:
    """Return the gaps whose words or marks did not all stay as they were."""
    return {
        gap
        for cue, change in changes.items()
        for gap, start, end in _spans(transcript, cue, change.copy)
        if not untouched(change.blocks, change.text, start, end)
    }


def _spans(transcript: Transcript, cue: int, copy: FairCopy) -> Iterator[tuple[int, int, int]]:
    """Yield each gap of a cue with the span of its two words in the text, as `untouched` asks."""
    places = {place.word: place for place in transcript.places_of(cue)}
    place_of, stop = copy.places(), len(copy.text) + 1
    for gap in _gaps_at(transcript, cue):
        left, right = places.get(gap - 1), places.get(gap)
        start = place_of(left.start) if left else -1
        yield gap, start, place_of(right.end - 1) + 1 if right else stop


def _written(
    document: Document, changes: Mapping[int, CueChange], touched: Collection[int]
) -> tuple[Document, Moves]:
    """Return the document with the new texts, accepted suggestions in touched gaps among them."""
    moves, payloads = Moves(), {}
    for cue, change in sorted(changes.items()):
        line_end = _line_end(document, cue)
        payload, moved = change.copy.written(
            change.blocks, change.text, line_end, lambda segment: segment.gap not in touched
        )
        payloads[cue] = _closed(document, cue, payload, line_end)
        moves.add(document.cues[cue], len(payloads[cue]), moved)
    moves.add_rest(len(document.text))
    return document.with_texts(payloads), moves


def _line_end(document: Document, cue: int) -> str:
    if document.format.line_break:
        return document.format.line_break
    found = LINE_END.search(document.cue_text(cue)) or LINE_END.search(document.text)
    return found[0] if found else "\n"


def _closed(document: Document, cue: int, payload: str, line_end: str) -> str:
    """Return a payload that stands between lines of its own where there was none before."""
    start, end = document.cues[cue][:2]
    if start < end or not payload or not document.format.has_own_lines:
        return payload
    if document.text[start - 1 : start] not in {"\n", "\r"}:
        payload = line_end + payload
    if end == len(document.text):
        return payload
    follows = LINE_END.match(document.text, end)
    if follows is None:
        return payload + 2 * line_end
    return payload if LINE_END.match(document.text, follows.end()) else payload + line_end


def _carried(
    old: Transcript,
    session: ReviewSession,
    changes: Mapping[int, CueChange],
    touched: Collection[int],
) -> Sheet:
    """Return the new document, its words, and the decisions that still mean something."""
    document, moves = _written(old.document, changes, touched)
    new, splice = reread(old, document, sorted(changes))
    carrier = Carrier(old, new, splice, moves, changes)
    openings = {
        at: sign for word, sign in old.openings.items() if (at := carrier.word(word)) is not None
    }
    kept = carrier.carried(session, touched)
    return Sheet(document, replace(new, openings=openings), kept, splice)
