"""What stands in the journal of a review, one line of JSON a record."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from subpunct_app.review.budget import ReviewCurve
from subpunct_app.runtime import paths
from subpunct_app.runtime.errors import FileError
from subpunct_app.runtime.paths import is_path
from subpunct_app.subtitles import files
from subpunct_app.text.decisions import Decision, Edit, Verdict, is_untouched, untouched
from subpunct_app.text.words import Case, Mark, Suggestion

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from subpunct_app.review.session import ReviewSession
    from subpunct_app.text.decisions import Change


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


VERSION = 1
_KIND = "subpunct review"


@dataclass(frozen=True, slots=True)
class Heading:
    """The first record: which file, and how the words under review were read and asked about.

    `words` is the fingerprint of the words that the gaps are counted by (see `fingerprint`), empty
    where no model was asked; `said` is that of the texts of all cues, whatever their times.
    `chosen` is the language that the editor chose, empty where the text told it. `passages` holds
    the cues that were asked about in another one. `texts` holds the cues that were changed by hand.
    `former` holds cues that an export over the file has written with accepted marks, as they were
    before it.
    """

    path: str
    sha256: str
    encoding: str
    words: str
    language: str = ""
    chosen: str = ""
    said: str = ""
    model: str = ""
    temperature: float = 1.0
    capitals: bool = True
    openings: Mapping[int, tuple[str, float]] = field(default_factory=dict)
    passages: Mapping[int, str] = field(default_factory=dict)
    texts: Mapping[int, str] = field(default_factory=dict)
    former: Mapping[int, str] = field(default_factory=dict)
    curve: ReviewCurve | None = None


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


def encode(record: Record) -> bytes:
    """Return a record as one line."""
    return json.dumps(_plain(record), separators=(",", ":")).encode("ascii") + b"\n"


def decode(line: bytes) -> Record:
    """Return the record of a line; raise ValueError where it is none that could be trusted."""
    try:
        values = json.loads(line)
        if values.get("kind") == _KIND:
            return _heading(values)
        ((name, value),) = values.items()
        return _READERS[name](value)
    except (AttributeError, KeyError, TypeError, RecursionError, OverflowError) as error:
        raise ValueError(str(error)) from error


def _plain(record: Record) -> dict[str, object]:
    match record:
        case Heading():
            return {"kind": _KIND, "version": VERSION} | _plain_heading(record)
        case Suggested(suggestions):
            return {"suggested": [_plain_suggestion(s) for s in suggestions]}
        case Decided(verdicts):
            return {"decided": [_plain_verdict(gap, v) for gap, v in verdicts.items()]}
        case EditorPlace(gap, cue, by_doubt, line, typed):
            return {"place": [gap, cue, by_doubt, line, *(typed or ())]}
        case Exported(whole, last, as_utf8):
            written = (str(last.path), last.sha256) if last else ("", "")
            return {"exported": [whole, *written, as_utf8] if last or as_utf8 else whole}


def _plain_heading(heading: Heading) -> dict[str, object]:
    texts = ("path", "sha256", "encoding", "words", "language", "chosen", "said", "model")
    curve = heading.curve
    return {name: getattr(heading, name) for name in (*texts, "temperature", "capitals")} | {
        "openings": [[word, *sign] for word, sign in heading.openings.items()],
        "passages": list(heading.passages.items()),
        "texts": list(heading.texts.items()),
        "former": list(heading.former.items()),
        "curve": [curve.error_rate, curve.points] if curve else None,
    }


def _plain_suggestion(suggestion: Suggestion) -> list[object]:
    return [
        suggestion.gap,
        suggestion.mark,
        suggestion.case,
        suggestion.confidence,
        suggestion.alternatives,
        suggestion.asked,
        suggestion.model,
    ]


def _plain_verdict(gap: int, verdict: Verdict) -> list[object]:
    return [gap, verdict.edit.mark, verdict.edit.case, verdict.decision, verdict.seen]


def _heading(values: dict[str, Any]) -> Heading:
    if values["version"] != VERSION:
        raise ValueError(values["version"])
    curve = values["curve"]
    return Heading(
        path=_path(values["path"]),
        sha256=_text(values["sha256"]),
        encoding=_text(values["encoding"]),
        words=_text(values["words"]),
        language=_text(values["language"]),
        chosen=_text(values["chosen"]),
        said=_text(values.get("said", "")),
        model=_text(values["model"]),
        temperature=_number(values["temperature"]),
        capitals=_flag(values["capitals"]),
        openings={
            _count(word): (_text(sign), _share(sure)) for word, sign, sure in values["openings"]
        },
        passages=_texts(values.get("passages", [])),
        texts=_texts(values["texts"]),
        former=_texts(values["former"]),
        curve=None if curve is None else _curve(curve),
    )


def _texts(values: list[Any]) -> dict[int, str]:
    return {_count(cue): _text(text) for cue, text in values}


def _curve(values: list[Any]) -> ReviewCurve:
    error_rate, points = values
    pairs = tuple((_share(looked), _share(caught)) for looked, caught in points)
    if not pairs or pairs[-1][0] != 1.0:
        raise ValueError("a curve ends where everything is looked at")
    return ReviewCurve(pairs, _share(error_rate))


def _suggested(values: list[Any]) -> Suggested:
    return Suggested(tuple(_suggestion(value) for value in values))


def _suggestion(values: list[Any]) -> Suggestion:
    gap, mark, case, confidence, alternatives, asked, model = values
    return Suggestion(
        _count(gap),
        Mark(mark),
        Case(case),
        _share(confidence),
        tuple((Mark(other), _share(sure)) for other, sure in alternatives),
        _flag(asked),
        model=_text(model),
    )


def _decided(values: list[Any]) -> Decided:
    return Decided(dict(_verdict(value) for value in values))


def _verdict(values: list[Any]) -> tuple[int, Verdict]:
    gap, mark, case, decision, seen = values
    return _count(gap), Verdict(Edit(Mark(mark), Case(case)), Decision(decision), _flag(seen))


def _place(values: list[Any]) -> EditorPlace:
    gap, cue, by_doubt, line, *typed = values
    here = None if gap is None else _count(gap)
    return EditorPlace(here, _count(cue), _flag(by_doubt), _number(line), _typed(*typed))


def _typed(cue: object = None, text: object = None) -> tuple[int, str] | None:
    return None if cue is None else (_count(cue), _text(text))


def _exported(value: bool | list[Any]) -> Exported:
    if isinstance(value, bool):
        return Exported(value)
    # Journals of earlier versions end before the encoding.
    whole, path, sha256, *as_utf8 = value
    last = FileState(Path(_path(path)), _text(sha256)) if path else None
    return Exported(_flag(whole), last, any(map(_flag, as_utf8)))


_READERS: Mapping[str, Callable[[Any], Record]] = {
    "suggested": _suggested,
    "decided": _decided,
    "place": _place,
    "exported": _exported,
}


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _path(value: object) -> str:
    """Return a text that the system would take for a path; raise ValueError where it is none."""
    path = _text(value)
    if not is_path(path):
        raise ValueError(path)
    return path


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError(value)
    return value


def _count(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise TypeError(value)
    return value


def _number(value: object) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
        raise TypeError(value)
    return float(value)


def _share(value: object) -> float:
    share = _number(value)
    if not 0 <= share <= 1:
        raise ValueError(share)
    return share


def records_of_change(change: Change) -> Iterator[Decided | Suggested]:
    """Yield what there is to tell of a change, as it came about.

    Where nothing had been proposed, no record before tells what the decision is about.
    """
    renewed = ((gap, change.before[gap][0].original) for gap in change.renewed)
    others = [made for gap, old in renewed if (made := change.after[gap][0].original) is not old]
    unknown = [one for one, _ in change.after.values() if one.by_editor]
    yield from _steps_suggested((*unknown, *others))
    yield Decided({gap: _said(*standing) for gap, standing in change.after.items()})


def records_of_renewed(session: ReviewSession, gaps: Iterable[int]) -> Iterator[Suggested]:
    """Yield what a model made of the gaps that it thought again of."""
    yield from _steps_suggested(tuple(map(session.made, gaps)))


def _steps_suggested(made: tuple[Suggestion, ...]) -> Iterator[Suggested]:
    if made:
        yield Suggested(made)


def _said(suggestion: Suggestion, verdict: Verdict) -> Verdict:
    """Return what an editor did about what the model made, where an adapted one is shown."""
    if suggestion.made is None or not is_untouched(suggestion, verdict):
        return verdict
    return untouched(suggestion.made)
