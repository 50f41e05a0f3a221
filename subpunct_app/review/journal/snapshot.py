"""A whole review at one moment, as the records that a journal begins with."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from subpunct_app.review.journal.records import (
    Decided,
    EditorPlace,
    Exported,
    FileState,
    Heading,
    Record,
    Suggested,
    decode_record,
    encode_record,
)
from subpunct_app.review.journal.review_journal import journal_path
from subpunct_app.review.session import ReviewSession
from subpunct_app.runtime.append_journal import AppendJournal, decode_line
from subpunct_app.runtime.errors import FileError
from subpunct_app.runtime.file_errors import translate_os_errors
from subpunct_app.subtitles.formats.file_lines import LINE_END
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.text.decisions import Verdict, is_untouched

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from subpunct_app.review.views.open_review import Review
    from subpunct_app.subtitles.formats.document import Document
    from subpunct_app.subtitles.reading.transcript import Transcript

# Small enough that other threads need not wait for one to be written down.
_PORTION = 30
_WORDS = 1000
_CUES = 100
# Enough for a thread that waits for Python's lock to get it.
_REST_SECONDS = 0.0005


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What is under review of a file that was `opened` so and reads as the `document` now.

    Nobody changes the `review` any more; there is none where no model was asked, and only cues
    were changed by hand. Where an export has taken the place of the file, it wrote it from the
    document `before`.
    """

    source: FileState
    opened: Document
    document: Document
    review: Review | None = None
    place: EditorPlace = field(default_factory=EditorPlace)
    exported: Exported = field(default_factory=partial(Exported, True))
    chosen: str = ""
    before: Document | None = None

    def records(self) -> Iterator[Record]:
        """Yield the records that bring the review back: what a model made, and what was said."""
        session = self.review.session if self.review else ReviewSession()
        yield self._heading(decided=any(_decisions(session, session.gaps)))
        for at in range(0, len(session), _PORTION):
            gaps = session.gaps[at : at + _PORTION]
            yield Suggested(tuple(map(session.made, gaps)))
            if decided := dict(_decisions(session, gaps)):
                yield Decided(decided)
        yield self.place
        yield self.exported

    def _heading(self, *, decided: bool) -> Heading:
        before = self.before if decided else None
        texts = changed_texts(self.opened, self.document)
        former = {cue for cue in texts if before and before.cue_text(cue) == texts[cue]}
        heading = Heading(
            path=str(self.source.path),
            sha256=self.source.sha256,
            encoding=self.opened.encoding.name,
            words="",
            chosen=self.chosen,
            said=fingerprint_of_texts(self.opened),
            texts=tuple((cue, text) for cue, text in texts.items() if cue not in former),
            former=tuple((cue, text) for cue, text in texts.items() if cue in former),
        )
        return _with_review(heading, self.review) if self.review else heading


def _with_review(heading: Heading, review: Review) -> Heading:
    transcript, curve = review.transcript, review.curve
    return replace(
        heading,
        words=fingerprint_of_words(transcript),
        language=transcript.language,
        model=review.model,
        temperature=review.temperature,
        capitals=review.capitals,
        openings=tuple((word, *sign) for word, sign in transcript.openings.items()),
        passages=tuple(transcript.passages.items()),
        curve=(curve.error_rate, curve.points) if curve else None,
    )


def write_ahead(path: Path, written: FileState, result: Document, document: Document) -> None:
    """Copy a journal about a `document` for the bytes of its `result`, before they are written.

    So no kill comes between. What was accepted stands in the result already: the copy holds those
    cues as they were before. Raise FileError.
    """
    with translate_os_errors(path), path.open("rb") as lines:
        first, others = lines.readline(), lines.read()
    try:
        before = decode_record(decode_line(first))
    except ValueError:
        before = None
    if not isinstance(before, Heading):
        raise FileError(f"{path.name} is no journal of a review.")
    heading = replace(
        before,
        sha256=written.sha256,
        encoding=result.encoding.name,
        said=fingerprint_of_texts(result, rest=0),
        texts=(),
        former=tuple(changed_texts(result, document).items()),
    )
    copied = [encode_record(heading), others, encode_record(Exported(True, written))]
    after = journal_path(written, result.encoding)
    with translate_os_errors(after):
        AppendJournal.begin(after, copied).close()


def reads_back(written: Document, name: str) -> bool:
    """Tell whether a document is read as the same cues once it lies in a file of this name.

    A journal counts by cues, and an emptied paragraph, for one, is none any more.
    """
    found = parse(written.to_bytes(), name=name, encoding=written.encoding.name)
    places = [[(cue.start, cue.end) for cue in one.cues] for one in (found, written)]
    return found.format is written.format and places[0] == places[1]


def fingerprint_of_words(transcript: Transcript) -> str:
    """Return what tells whether gaps are counted by the same words; for threads in no hurry.

    Where they stand does not count, nor does which letters an encoding makes of them.
    """
    words = hashlib.sha256()
    for first in range(0, len(transcript.words), _WORDS):
        some = transcript.words[first : first + _WORDS]
        words.update(_encoded([f"{word.cue} {word.end - word.start}" for word in some]))
        time.sleep(_REST_SECONDS)
    return words.hexdigest()[:32]


def fingerprint_of_texts(document: Document, *, rest: float = _REST_SECONDS) -> str:
    """Return what tells whether cues read alike, however their lines end.

    Where somebody waits for it, it takes no `rest`, in seconds.
    """
    texts, count = hashlib.sha256(), len(document.cues)
    for first in range(0, count, _CUES):
        some = range(first, min(first + _CUES, count))
        texts.update(_encoded([LINE_END.sub("\n", document.cue_text(cue)) for cue in some]))
        time.sleep(rest)
    return texts.hexdigest()[:32]


def changed_texts(opened: Document, document: Document) -> dict[int, str]:
    """Return the cues that read otherwise than when the file was opened."""
    if document is opened:
        return {}
    return {cue: document.cue_text(cue) for cue in other_cues(document, opened)}


def other_cues(document: Document, other: Document) -> list[int]:
    """Return the cues that two documents do not have in common."""
    cues = range(len(other.cues))
    return [cue for cue in cues if document.cue_text(cue) != other.cue_text(cue)]


def _decisions(session: ReviewSession, gaps: Iterable[int]) -> Iterator[tuple[int, Verdict]]:
    """Yield what the editor did at some gaps: not what reads as it is proposed, adapted or not."""
    for gap in gaps:
        one, verdict = session.suggestion(gap), session.verdict(gap)
        if not (is_untouched(one, verdict) or is_untouched(one.original, verdict)):
            yield gap, verdict


def _encoded(parts: Sequence[str]) -> bytes:
    return "".join(f"{part}\0" for part in parts).encode("utf-8", "surrogatepass")
