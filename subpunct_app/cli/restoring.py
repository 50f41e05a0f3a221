"""Restore files one by one, and tell what was done to each."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from subpunct_app.cli.console import Console
from subpunct_app.cli.targets import STREAM, check_unchanged, deliver, open_text, told_by_path
from subpunct_app.cli.tracks import note_tracks
from subpunct_app.decoding.proposing.report import report as report_of
from subpunct_app.decoding.suggestions.options import Mode
from subpunct_app.languages.codes import language_name
from subpunct_app.runtime.errors import FileError, MediaError, ModelError
from subpunct_app.subtitles.files import check_target, formatted
from subpunct_app.subtitles.reading.foreign_part import foreign_note, foreign_part
from subpunct_app.subtitles.writing.output_format import OutputFormat
from subpunct_app.subtitles.writing.render import render
from subpunct_app.subtitles.writing.signs import signs_given_up
from subpunct_app.text.counting import counted
from subpunct_app.text.verdicts import Edits, marks_given_up

if TYPE_CHECKING:
    from collections.abc import Iterator

    from subpunct_app.decoding.proposing.pipeline import Proposal
    from subpunct_app.decoding.suggestions.options import Options
    from subpunct_app.models.by_language import Choice, Models
    from subpunct_app.models.card import ModelCard
    from subpunct_app.runtime.task import Task
    from subpunct_app.speech.alignment.heard_pauses import HeardPauses
    from subpunct_app.subtitles.formats.document import Document


@dataclass(frozen=True, slots=True)
class Restoring:
    """How files are restored, and who is told of it.

    Where there are `several`, one without a model for its language does not stop the others.
    """

    models: Models
    options: Options
    minimum: float
    language: str | None
    runs_only: bool
    kind: OutputFormat | None
    encoding: str | None
    to_utf8: bool
    overwrite: bool
    media: Path | None
    track: int | None
    several: bool
    console: Console

    def do(self, source: Path, target: Path) -> dict[str, object]:
        """Restore one file and return its report, or tell why not and return that as an error."""
        try:
            return self._restore(source, target)
        except FileError as error:
            return self._told(source, error)
        except ModelError as error:
            if not self.several:
                raise
            # Others may be in a language of another model.
            return self._told(source, FileError(f"{source}: {error.message}", error.hint))

    def _told(self, source: Path, error: FileError) -> dict[str, object]:
        self.console.error(error)
        return {"file": str(source), "error": str(error)}

    def _restore(self, source: Path, target: Path) -> dict[str, object]:
        from subpunct_app.decoding.proposing.pipeline import accepted

        started = time.perf_counter()
        if target != STREAM:
            check_target(target, overwrite=self.overwrite)
        with self.console.task(source.name) as task:
            name = "This text" if source == STREAM else source.name
            with told_by_path(source):
                document = open_text(source, self.encoding)
                chosen = self.models.for_text(document, name, self.language)
                proposal = self._propose(document, chosen, task)
        edits = accepted(proposal.suggestions, self.minimum)
        language = proposal.transcript.language
        content = self._converted(render(proposal.transcript, edits), language, source)
        check_unchanged(source, document, target)
        deliver(content, target, self.console, overwrite=self.overwrite)
        fills = self.options.mode is Mode.FILL
        for note in _notes(proposal, edits, guessed=chosen.guessed, fills=fills):
            self.console.note(f"{source}: {note}")
        return {
            "file": str(source),
            "model": chosen.punctuator.card.id,
            "language": language,
            **report_of(proposal),
            "applied": len(edits),
            "seconds": round(time.perf_counter() - started, 3),
        }

    def _propose(self, document: Document, chosen: Choice, task: Task) -> Proposal:
        from subpunct_app.decoding.proposing.pipeline import propose

        punctuator, language, _ = chosen
        heard = self._heard(document, language, punctuator.card, task)
        return propose(
            document,
            punctuator,
            self.options,
            task,
            language=language,
            heard=heard,
            runs_only=self.runs_only,
        )

    def _heard(self, document: Document, language: str, card: ModelCard, task: Task) -> HeardPauses:
        if self.media is None:
            return {}
        if not card.hears:
            self.console.note(f"{card.id} has not learned to hear pauses.")
            return {}
        from subpunct_app.speech.alignment.heard_pauses import can_hear, heard_pauses
        from subpunct_app.subtitles.reading.reading import read_words

        if not can_hear(language):
            name = language_name(language)
            self.console.note(f"Pauses are heard in English alone, not in {name}")
            return {}
        transcript = read_words(document, language)
        note_tracks(self.media, self.track, self.console)
        heard = heard_pauses(transcript, self.media, task, self._note_broken, track=self.track)
        self.console.note(f"{len(heard)} of {len(transcript.words)} pauses were heard")
        return heard

    def _note_broken(self, recording: MediaError) -> None:
        """Say that a recording breaks off; the text is whole, and so is its result."""
        self.console.note(str(recording))

    def _converted(self, document: Document, language: str, source: Path) -> bytes:
        content, lost = formatted(document, self.kind, language, to_utf8=self.to_utf8)
        for remark in lost:
            self.console.note(f"{source}: line {remark.line}: {remark.reason}")
        return content


def _notes(proposal: Proposal, edits: Edits, *, guessed: bool, fills: bool) -> Iterator[str]:
    """Yield what was done to a text, and what its editor may not expect."""
    transcript = proposal.transcript
    yield f"{len(edits):,} of {counted(len(proposal.suggestions), 'suggestion')} applied"
    given_up = marks_given_up(transcript.gaps, edits) + signs_given_up(transcript, edits)
    if given_up:
        hint = "" if fills else "; --mode fill keeps all"
        yield f"{counted(given_up, 'mark')} of its own gave way{hint}"
    if other := transcript.other_language:
        yield f"lines in {language_name(other)} stay as they are"
    if foreign := foreign_part(transcript):
        yield foreign_note(foreign, transcript.language)
    if guessed:
        taken = f"taken for {language_name(transcript.language)}"
        yield f"{taken}, as too little tells its language; --language names it"
