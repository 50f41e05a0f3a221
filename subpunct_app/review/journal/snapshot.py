"""A whole review at one moment, as the records that a journal begins with."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from subpunct_app.review.budget import ReviewCurve
from subpunct_app.review.journal.records import (
    Decided,
    EditorPlace,
    Exported,
    FileState,
    Heading,
    Record,
    Suggested,
    decode,
    encode,
)
from subpunct_app.review.journal.review_journal import journal_path
from subpunct_app.review.session import ReviewSession
from subpunct_app.runtime.errors import FileError
from subpunct_app.runtime.file_errors import translate_os_errors
from subpunct_app.subtitles.files import write
from subpunct_app.subtitles.formats.document import Document
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.formats.text_lines import LINE_END
from subpunct_app.subtitles.reading.transcript import Transcript
from subpunct_app.text.decisions import Verdict, is_untouched
from subpunct_app.text.words import Suggestion

if TYPE_CHECKING:
    from pathlib import Path


# Small enough that other threads need not wait for one to be written down.
_PORTION = 30
_WORDS = 1000
_CUES = 100
# Enough for a thread that waits for Python's lock to get it.
_REST_SECONDS = 0.0005


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What is under review of a file that was `opened` so and reads as the `document` now.

    Nobody changes the session any more. Its suggestions are as they are shown; the records hold
    what a model made of their gaps. Without a transcript no model was asked, and only cues were
    changed by hand. Where an export has taken the place of the file, it wrote it from the document
    `before`.
    """

    source: FileState
    opened: Document
    document: Document
    transcript: Transcript | None = None
    session: ReviewSession = field(default_factory=ReviewSession)
    place: EditorPlace = field(default_factory=EditorPlace)
    exported: Exported = field(default_factory=partial(Exported, True))
    chosen: str = ""
    model: str = ""
    temperature: float = 1.0
    capitals: bool = True
    curve: ReviewCurve | None = None
    before: Document | None = None

    def records(self) -> Iterator[Record]:
        """Yield the records that bring the review back."""
        shown = self.session.suggestions
        yield self._heading(decided=self.before is not None and any(self._touched(shown)))
        for at in range(0, len(shown), _PORTION):
            some = shown[at : at + _PORTION]
            yield Suggested(tuple([one.original for one in some]))
            if touched := dict(self._touched(some)):
                yield Decided(touched)
        yield self.place
        yield self.exported

    def _touched(self, shown: Iterable[Suggestion]) -> Iterator[tuple[int, Verdict]]:
        """Yield what the editor said about suggestions, as far as it is anything."""
        pairs = ((one, self.session.verdict(one.gap)) for one in shown)
        return ((one.gap, said) for one, said in pairs if _says(one, said))

    def _heading(self, *, decided: bool) -> Heading:
        transcript, before = self.transcript, self.before if decided else None
        texts = changed_texts(self.opened, self.document)
        former = {cue for cue in texts if before and before.cue_text(cue) == texts[cue]}
        return Heading(
            path=str(self.source.path),
            sha256=self.source.sha256,
            encoding=self.opened.encoding.name,
            words=fingerprint(transcript) if transcript else "",
            language=transcript.language if transcript else "",
            chosen=self.chosen,
            said=said(self.opened),
            model=self.model,
            temperature=self.temperature,
            capitals=self.capitals,
            openings=transcript.openings if transcript else {},
            passages=transcript.passages if transcript else {},
            texts={cue: text for cue, text in texts.items() if cue not in former},
            former={cue: text for cue, text in texts.items() if cue in former},
            curve=self.curve,
        )


def _says(suggestion: Suggestion, verdict: Verdict) -> bool:
    """Tell whether the editor did anything about it, as it is shown and as a model made it."""
    return not (is_untouched(suggestion, verdict) or is_untouched(suggestion.original, verdict))


def fingerprint(transcript: Transcript) -> str:
    """Return what tells whether gaps are counted by the same words; for threads in no hurry.

    Where they stand does not count, nor does which letters an encoding makes of them.
    """
    words = hashlib.sha256()
    for first in range(0, len(transcript.words), _WORDS):
        some = transcript.words[first : first + _WORDS]
        words.update(_encoded([f"{word.cue} {word.end - word.start}" for word in some]))
        time.sleep(_REST_SECONDS)
    return words.hexdigest()[:32]


def said(document: Document, *, rest: float = _REST_SECONDS) -> str:
    """Return what tells whether cues read alike, however their lines end.

    Where somebody waits for it, it takes no `rest`, in seconds.
    """
    texts, count = hashlib.sha256(), len(document.cues)
    for first in range(0, count, _CUES):
        some = range(first, min(first + _CUES, count))
        texts.update(_encoded([LINE_END.sub("\n", document.cue_text(cue)) for cue in some]))
        time.sleep(rest)
    return texts.hexdigest()[:32]


def _encoded(parts: Sequence[str]) -> bytes:
    return "".join(f"{part}\0" for part in parts).encode("utf-8", "surrogatepass")


def changed_texts(opened: Document, document: Document) -> dict[int, str]:
    """Return the cues that read otherwise than when the file was opened."""
    if document is opened:
        return {}
    return {cue: document.cue_text(cue) for cue in other_cues(document, opened)}


def other_cues(document: Document, other: Document) -> list[int]:
    """Return the cues that two documents do not have in common."""
    cues = range(len(other.cues))
    return [cue for cue in cues if document.cue_text(cue) != other.cue_text(cue)]


def write_ahead(path: Path, written: FileState, result: Document, document: Document) -> None:
    """Copy a journal about a `document` for the bytes of its `result`; raise FileError.

    What was accepted stands in the result already: the copy holds those cues as they were before.
    """
    with translate_os_errors(path), path.open("rb") as lines:
        first, others = lines.readline(), lines.read()
    heading = replace(
        _heading(first, path),
        sha256=written.sha256,
        encoding=result.encoding.name,
        said=said(result, rest=0),
        texts={},
        former=changed_texts(result, document),
    )
    exported = encode(Exported(True, written))
    after = journal_path(written, result.encoding)
    write(encode(heading) + others + exported, after, overwrite=True)


def reads_back(written: Document, name: str) -> bool:
    """Tell whether a document is read as the same cues once it lies in a file of this name.

    A journal counts by cues, and an emptied paragraph, for one, is none any more.
    """
    found = parse(written.to_bytes(), name=name, encoding=written.encoding.name)
    places = [[(cue.start, cue.end) for cue in one.cues] for one in (found, written)]
    return found.format is written.format and places[0] == places[1]


def _heading(line: bytes, path: Path) -> Heading:
    with suppress(ValueError):
        heading = decode(line)
        if isinstance(heading, Heading):
            return heading
    raise FileError(f"{path.name} is no journal.")
