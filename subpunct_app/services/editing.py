"""Change the words of cues by hand, and carry suggestions and decisions over to the new text."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from subpunct_app.core.errors import FileError
from subpunct_app.core.review import Change, Decision, ReviewSession, Verdict
from subpunct_app.core.task import Task
from subpunct_app.core.text import Suggestion
from subpunct_app.services.carrying import Carrier, Moves
from subpunct_app.subtitles.comparison import Block, compare, untouched
from subpunct_app.subtitles.document import Document, Format
from subpunct_app.subtitles.fair_copy import FairCopy, fair_copy, reviewed_copy
from subpunct_app.subtitles.lines import LINE_END
from subpunct_app.subtitles.rereading import reread
from subpunct_app.subtitles.srt import has_times
from subpunct_app.subtitles.transcript import Transcript


@dataclass(frozen=True, slots=True)
class CueEdit:
    """What an editor wants a cue to read, accepted marks included.

    Lines end in a line feed, whatever ends them in the file. Made again on the same document with
    the same decisions, it leads to the same document and the same decisions.
    """

    cue: int
    text: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """A document, and where a model was asked its words and the decisions about them."""

    document: Document
    transcript: Transcript | None = None
    session: ReviewSession | None = None

    def copy_of(self, cue: int) -> FairCopy:
        """Return a cue as it would be written now."""
        if self.transcript is None or self.session is None:
            return fair_copy(self.document, cue)
        around = self.session.suggested(self.transcript.gaps_around(cue))
        verdicts = {gap: self.session.verdict(gap) for gap in around}
        accepted = {
            gap: (verdict.edit.mark, verdict.edit.case)
            for gap, verdict in verdicts.items()
            if verdict.decision is Decision.ACCEPTED
        }
        return reviewed_copy(self.transcript, cue, accepted)

    def texts(self, task: Task) -> list[str]:
        """Return every cue as it would be written now."""
        changed: set[int] = set()
        if self.transcript is not None and self.session is not None:
            changed.update(*map(self.transcript.cues_of, self.session.edits()))
        found = []
        for cue in range(len(self.document.cues)):
            if not cue % 1000:
                task.step(cue, len(self.document.cues), "Looking through the text")
            found.append(
                (self.copy_of(cue) if cue in changed else fair_copy(self.document, cue)).text
            )
        return found


def edited(sheet: Sheet, edits: Sequence[CueEdit]) -> Sheet:
    """Return the sheet with the cues reading as asked, the same one where they do already.

    A suggestion stays, with what was decided about it, where its two words and all between them
    are as they were. What was accepted elsewhere in these cues becomes part of the text. Raise
    FileError where a text would make other cues of the file.

    Where signs open a sentence, as in Spanish, that of an accepted question goes to where its
    sentence begins now, be it in another cue.
    """
    changes = _changes(sheet, edits)
    if not changes:
        return sheet
    if sheet.transcript is None or sheet.session is None:
        return Sheet(_written(sheet.document, changes, frozenset())[0])
    touched = _touched(sheet.transcript, changes)
    result = _carried(sheet.transcript, sheet.session, changes, touched)
    if all(result.copy_of(change.cue).text.strip("\n") == change.text for change in changes):
        return result
    near = {gap for change in changes for gap in _gaps_at(sheet.transcript, change.cue)}
    return _carried(sheet.transcript, sheet.session, changes, near | touched)


@dataclass(frozen=True, slots=True)
class _Change:
    """Another text for a cue, and which parts of the old one it keeps."""

    cue: int
    copy: FairCopy
    text: str
    blocks: Sequence[Block]


def _changes(sheet: Sheet, edits: Sequence[CueEdit]) -> list[_Change]:
    """Return what changes, the copies of rolling lines included."""
    changes = {edit.cue: _change(sheet, edit) for edit in edits}
    for edit in edits:
        for repeat in _repeats(sheet, changes[edit.cue]):
            changes.setdefault(repeat.cue, _change(sheet, repeat))
    return [changes[cue] for cue in sorted(changes) if changes[cue].text != changes[cue].copy.text]


def _change(sheet: Sheet, edit: CueEdit) -> _Change:
    copy = sheet.copy_of(edit.cue)
    old = copy.text
    text = _tidied(old, edit.text)
    _refuse_times(sheet.document.format, text)
    return _Change(edit.cue, copy, text, compare(old, text))


def _tidied(old: str, text: str) -> str:
    """Return a text without blank lines, which would end the cue, but those that it had."""
    blank = {line for line in old.split("\n") if not line.strip()} if old else set()
    return "\n".join(line for line in text.split("\n") if line.strip() or line in blank)


def _refuse_times(kind: Format, text: str) -> None:
    if (kind is Format.VTT and "-->" in text) or (kind is Format.SRT and has_times(text)):
        raise FileError(
            "A cue cannot hold a line that reads as the times of another cue.",
            "Write the arrow in another way.",
        )


def _repeats(sheet: Sheet, change: _Change) -> Iterator[CueEdit]:
    """Yield the cues that show changed lines again, with the same change."""
    if sheet.transcript is None or not sheet.transcript.copies:
        return
    new = _new_lines(change.copy.text.split("\n"), change.text.split("\n"))
    words = sheet.transcript.words_of(change.cue)
    for cue in {cue for word in words for cue in sheet.transcript.cues_with(word)} - {change.cue}:
        old = sheet.copy_of(cue).text.split("\n")
        yield CueEdit(cue, "\n".join(new.get(_bare(line), line) for line in old))


def _new_lines(old: Sequence[str], new: Sequence[str]) -> dict[str, str]:
    """Return what became of each line that was changed, not of those that came or went."""
    blocks = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return {
        _bare(line): other
        for _, a, b, c, d in blocks
        if b - a == d - c
        for line, other in zip(old[a:b], new[c:d], strict=True)
        if line != other
    }


def _bare(line: str) -> str:
    return " ".join(line.split())


def _gaps_at(transcript: Transcript, cue: int) -> range:
    """Return the gaps beside the words of a cue."""
    words = transcript.words_of(cue)
    return range(words.start, words.stop + 1)


def _touched(transcript: Transcript, changes: Sequence[_Change]) -> set[int]:
    """Return the gaps whose words or marks did not all stay as they were."""
    return {
        gap
        for change in changes
        for gap, start, end in _spans(transcript, change.cue, change.copy)
        if not untouched(change.blocks, change.text, start, end)
    }


def _spans(transcript: Transcript, cue: int, copy: FairCopy) -> Iterator[tuple[int, int, int]]:
    """Yield each gap of a cue with the span of its two words in the text, as `untouched` asks."""
    places = {place.word: place for place in transcript.places_of(cue)}
    for gap in _gaps_at(transcript, cue):
        left, right = places.get(gap - 1), places.get(gap)
        start = copy.place_of(left.start) if left else -1
        yield gap, start, copy.place_of(right.end - 1) + 1 if right else len(copy.text) + 1


def _written(
    document: Document, changes: Sequence[_Change], touched: Collection[int]
) -> tuple[Document, Moves]:
    """Return the document with the new texts, accepted suggestions in touched gaps among them."""
    moves, payloads = Moves(), {}
    for change in changes:
        line_end = _line_end(document, change.cue)
        payload, moved = change.copy.written(
            change.blocks, change.text, line_end, lambda gap: gap not in touched
        )
        payload = _closed(document, change.cue, payload, line_end)
        payloads[change.cue] = payload
        moves.add(document.cues[change.cue], len(payload), moved)
    moves.add_rest(len(document.text))
    return document.with_texts(payloads), moves


def _line_end(document: Document, cue: int) -> str:
    found = LINE_END.search(document.cue_text(cue)) or LINE_END.search(document.text)
    return found[0] if found else "\n"


def _closed(document: Document, cue: int, payload: str, line_end: str) -> str:
    """Return a payload that stands between lines of its own where there was none before."""
    start, end = document.cues[cue][:2]
    if start < end or not payload or document.format is Format.TEXT:
        return payload
    if document.text[start - 1 : start] not in {"\n", "\r"}:
        payload = line_end + payload
    follows = LINE_END.match(document.text, end)
    if follows and not LINE_END.match(document.text, follows.end()):
        payload += line_end
    return payload


def _carried(
    old: Transcript, session: ReviewSession, changes: Sequence[_Change], touched: Collection[int]
) -> Sheet:
    """Return the new document, its words, and the decisions that still mean something."""
    document, moves = _written(old.document, changes, touched)
    new = reread(old, document, [change.cue for change in changes])
    carrier = Carrier(old, new, moves, {change.cue for change in changes})
    openings = {
        at: sign for word, sign in old.openings.items() if (at := carrier.word(word)) is not None
    }
    kept = carrier.kept(session, touched)
    return Sheet(document, replace(new, openings=openings), _session_of(kept))


def _session_of(kept: Mapping[int, tuple[Suggestion, Verdict]]) -> ReviewSession:
    session = ReviewSession(suggestion for suggestion, _ in kept.values())
    verdicts = {gap: verdict for gap, (_, verdict) in kept.items()}
    session.apply(Change("", {}, verdicts))
    return session
