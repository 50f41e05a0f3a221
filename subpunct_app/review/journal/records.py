"""What stands in the journal of a review, one line of JSON a record."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from msgspec import Meta, convert, to_builtins

from subpunct_app.runtime import paths
from subpunct_app.runtime.append_journal import encode_line
from subpunct_app.runtime.errors import FileError
from subpunct_app.subtitles import files
from subpunct_app.text.decisions import Decision, Edit, Verdict, is_untouched, untouched
from subpunct_app.text.words import Case, Mark, Suggestion

if TYPE_CHECKING:
    from subpunct_app.review.session import ReviewSession
    from subpunct_app.text.decisions import Change

Count: TypeAlias = Annotated[int, Meta(ge=0)]
Share: TypeAlias = Annotated[float, Meta(ge=0, le=1)]
_Amount: TypeAlias = Annotated[float, Meta(ge=0, le=1e9)]
# Cues, each with a text.
_Texts: TypeAlias = tuple[tuple[Count, str], ...]
_SuggestionRow: TypeAlias = tuple[
    Count, Mark, Case, Share, tuple[tuple[Mark, Share], ...], bool, str
]
_DecisionRow: TypeAlias = tuple[Count, Mark, Case, Decision, bool]
_PlaceRow: TypeAlias = tuple[Count | None, Count, bool, _Amount]


@dataclass(frozen=True, slots=True)
class FileState:
    """A file with the bytes that it had when it was opened or written."""

    path: Path
    sha256: str

    @classmethod
    def of(cls, path: Path, content: bytes) -> FileState:
        """Return what tells these bytes of a file from all others."""
        return cls(path, hashlib.sha256(content).hexdigest())

    def replaces(self, other: FileState) -> bool:
        """Tell whether this is the same file with other bytes."""
        return self.sha256 != other.sha256 and self.path.resolve() == other.path.resolve()

    @property
    def changed(self) -> bool:
        """Tell whether the file has other bytes by now; one that is gone or closed has none."""
        try:
            # A pipe would keep whoever reads it waiting.
            found = paths.is_file(self.path)
            return found and FileState.of(self.path, files.read(self.path)) != self
        except FileError:
            return False


@dataclass(frozen=True, slots=True)
class Heading:
    """The first record: which file, and how the words under review were read and asked about.

    `words` is the fingerprint of the words that the gaps are counted by, empty where no model was
    asked; `said` is that of the texts of all cues, whatever their times. `chosen` is the language
    that the editor chose, empty where the text told it. `openings` holds words with an opening sign
    and how sure a model is of it, `passages` the cues that were asked about in another language.
    `texts` holds the cues that were changed by hand, `former` those that an export over the file
    has written with accepted marks, as they were before it. `curve` is an error rate, and the
    points of a ReviewCurve.
    """

    path: str
    sha256: str
    encoding: str
    words: str
    language: str = ""
    chosen: str = ""
    said: str = ""
    model: str = ""
    temperature: _Amount = 1.0
    capitals: bool = True
    openings: tuple[tuple[Count, str, Share], ...] = ()
    passages: _Texts = ()
    texts: _Texts = ()
    former: _Texts = ()
    curve: tuple[Share, tuple[tuple[Share, Share], ...]] | None = None
    kind: Literal["subpunct review"] = "subpunct review"
    version: Literal[1] = 1


@dataclass(frozen=True, slots=True)
class Suggested:
    """Some of the suggestions under review, as a model has them from now on."""

    suggestions: tuple[Suggestion, ...]


@dataclass(frozen=True, slots=True)
class Decided:
    """How things stand at some gaps from now on."""

    verdicts: Mapping[int, Verdict]


@dataclass(frozen=True, slots=True)
class EditorPlace:
    """Where the editor is: the suggestion and the cue, the order, and the line of the budget.

    `typed` is the cue that is being changed by hand, and what it reads so far.
    """

    gap: int | None = None
    cue: int = 0
    by_doubt: bool = False
    line: float = 0.0
    typed: tuple[int, str] | None = None


@dataclass(frozen=True, slots=True)
class Exported:
    """Whether an export holds everything that was decided, and what was written where at last.

    With `as_utf8` it is written in that encoding, whatever the file is in.
    """

    whole: bool
    last: FileState | None = None
    as_utf8: bool = False


Record: TypeAlias = Heading | Suggested | Decided | EditorPlace | Exported


def encode_record(record: Record) -> bytes:
    """Return a record as one line."""
    return encode_line(_plain(record))


def decode_record(values: object) -> Record:
    """Return the record of the plain values of a line; raise ValueError where they are none."""
    match values:
        case {"kind": str(), "path": str(path)} if paths.is_path(path):
            return convert(values, Heading)
        case {"suggested": rows}:
            found = convert(rows, tuple[_SuggestionRow, ...])
            return Suggested(tuple(Suggestion(*row[:6], model=row[6]) for row in found))
        case {"decided": rows}:
            return Decided(dict(map(_decision, convert(rows, tuple[_DecisionRow, ...]))))
        case {"place": [*place, int(cue), str(text)]}:
            return replace(_place(place), typed=convert((cue, text), tuple[Count, str]))
        case {"place": place}:
            return _place(place)
        case {"exported": bool(whole)}:
            return Exported(whole)
        # Journals of earlier versions end before the encoding.
        case {"exported": [bool(whole), str(path), str(sha256), *as_utf8]} if paths.is_path(path):
            last = FileState(Path(path), sha256) if path else None
            return Exported(whole, last, any(convert(as_utf8, tuple[bool, ...])))
    raise ValueError("no record")


def records_of_change(change: Change) -> Iterator[Decided | Suggested]:
    """Yield what there is to tell of a change, as it came about.

    Where nothing had been proposed, no record before tells what the decision is about.
    """
    renewed = ((gap, change.before[gap][0].original) for gap in change.renewed)
    others = [made for gap, old in renewed if (made := change.after[gap][0].original) is not old]
    unknown = [one for one, _ in change.after.values() if one.by_editor]
    if unknown or others:
        yield Suggested((*unknown, *others))
    yield Decided({gap: _said(*standing) for gap, standing in change.after.items()})


def records_of_renewed(session: ReviewSession, gaps: Iterable[int]) -> Iterator[Suggested]:
    """Yield what a model made of the gaps that it thought again of."""
    if made := tuple(map(session.made, gaps)):
        yield Suggested(made)


def _plain(record: Record) -> object:
    match record:
        case Heading():
            return to_builtins(record)
        case Suggested(suggestions):
            return {"suggested": [_row(one) for one in suggestions]}
        case Decided(verdicts):
            rows = [
                (gap, one.edit.mark, one.edit.case, one.decision, one.seen)
                for gap, one in verdicts.items()
            ]
            return {"decided": rows}
        case EditorPlace(gap, cue, by_doubt, line, typed):
            return {"place": [gap, cue, by_doubt, line, *(typed or ())]}
        case Exported(whole, last, as_utf8):
            written = (str(last.path), last.sha256) if last else ("", "")
            return {"exported": [whole, *written, as_utf8] if last or as_utf8 else whole}


def _row(one: Suggestion) -> _SuggestionRow:
    values = one.gap, one.mark, one.case, one.confidence
    return *values, one.alternatives, one.asked, one.model


def _decision(row: _DecisionRow) -> tuple[int, Verdict]:
    gap, mark, case, decision, seen = row
    return gap, Verdict(Edit(mark, case), decision, seen)


def _place(row: object) -> EditorPlace:
    gap, cue, by_doubt, line = convert(row, _PlaceRow)
    return EditorPlace(gap, cue, by_doubt, line)


def _said(suggestion: Suggestion, verdict: Verdict) -> Verdict:
    """Return what an editor did about what the model made, where an adapted one is shown."""
    if suggestion.made is None or not is_untouched(suggestion, verdict):
        return verdict
    return untouched(suggestion.made)
