"""`subpunct punctuate`: restore marks and capitals in files without asking."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from subpunct_app.batch.batch_options import RestoreOptions
from subpunct_app.cli.command import Quiet
from subpunct_app.cli.command_options import (
    Force,
    NamesFile,
    Out,
    check_language,
    check_track,
    note_damage,
    note_tracks,
)
from subpunct_app.cli.console import Console
from subpunct_app.cli.exit_codes import SOME_FILES_FAILED
from subpunct_app.cli.targets import (
    STREAM,
    check_apart,
    check_unchanged,
    deliver,
    named_by_path,
    open_text,
    targets_of,
)
from subpunct_app.decoding.names import read_names
from subpunct_app.decoding.suggestions.options import Mode
from subpunct_app.languages.language_data import language_name
from subpunct_app.runtime.errors import FileError, MediaError, ModelError, SettingsError
from subpunct_app.runtime.file_io import as_json
from subpunct_app.runtime.paths import make_folder
from subpunct_app.speech.media.tracks import SoundTrack
from subpunct_app.subtitles.files import check_target, formatted
from subpunct_app.subtitles.format_choice import implied_format
from subpunct_app.subtitles.formats.registry import FORMATS_TEXT
from subpunct_app.subtitles.reading.document_language import foreign_note, foreign_part
from subpunct_app.subtitles.writing.mark_placement import signs_given_up
from subpunct_app.subtitles.writing.render import render
from subpunct_app.text.decisions import Edits, marks_given_up
from subpunct_app.text.quantities import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from subpunct_app.decoding.proposing.model_input import HeardPauses
    from subpunct_app.decoding.proposing.pipeline import Proposal
    from subpunct_app.models.card import ModelCard
    from subpunct_app.models.model_registry import Models
    from subpunct_app.runtime.task import Task
    from subpunct_app.subtitles.reading.transcript import Transcript


def punctuate(
    context: typer.Context,
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help=f"{FORMATS_TEXT}; - reads stdin."),
    ],
    *,
    out: Out = None,
    out_dir: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Write the results into this folder, under the same names."
        ),
    ] = None,
    in_place: Annotated[
        bool, typer.Option("--in-place", help="Replace the files themselves.")
    ] = False,
    force: Force = False,
    options: RestoreOptions,
    names: NamesFile = None,
    stream: Annotated[
        bool,
        typer.Option(
            "--stream",
            help="Punctuate the words of stdin as they come, one sentence a line; FILE must be - "
            "and the model one that was trained by li2020. stdin is UTF-8 if --encoding is absent.",
        ),
    ] = False,
    media: Annotated[
        Path | None,
        typer.Option(
            metavar="VIDEO",
            help="Listen to the pauses in this recording of FILE; only with English subtitles and "
            "a model that has learned to hear. One that breaks off is told of on stderr; the text "
            "is whole all the same, so the exit code is 0.",
        ),
    ] = None,
    track: SoundTrack = None,
    report: Annotated[
        Path | None,
        typer.Option(metavar="REPORT.json", help="Write what was proposed as JSON; - is stdout."),
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Restore punctuation and capitals in files.

    Words and times never change. The result of a single file goes to stdout unless -o, --out-dir
    or --in-place says otherwise. A file is never overwritten without --in-place or --force. A
    result in the format of FILE keeps every byte that is no mark or capital; one in another
    format is written anew in UTF-8, and you are told what it cannot hold.

    Example: subpunct punctuate lecture.srt -o lecture.punct.srt
    """
    console = Console(quiet)
    if stream:
        from subpunct_app.cli.punctuate_stream import check_options, punctuate_stream

        check_options(context, files, options.encoding)
        punctuate_stream(options, read_names(names), console)
        return
    if in_place and options.kind:
        raise SettingsError("With --in-place a file keeps its format.", "Choose -o or --out-dir.")
    check_track(track, media)
    if media and len(files) > 1:
        raise SettingsError("One VIDEO belongs to one FILE.", "Run the files one by one.")
    targets = targets_of(files, out=out, out_dir=out_dir, in_place=in_place, kind=options.kind)
    kind = options.kind or implied_format(files[0], out)
    options = replace(options, kind=kind, names=read_names(names))
    _check_apart(targets, [path for path in (media, names) if path], report)
    if out_dir:
        make_folder(out_dir)
    if report and report != STREAM:
        check_target(report, overwrite=force)
    with console.task("Loading the model"):
        from subpunct_app.models.model_registry import choice, models_of

        check_language(options.model, options.language)
        note_damage(options.model, console)
        models = models_of(choice(options.model), device=options.device)
    restoring = Restoring(
        models,
        options,
        console,
        overwrite=in_place or force,
        several=len(targets) > 1,
        media=media,
        track=track,
    )
    rows = [restoring.do(source, target) for source, target in targets]
    if report:
        content = as_json(rows[0] if len(rows) == 1 else rows)
        deliver(content, report, console, overwrite=force)
    if any("error" in row for row in rows):
        raise typer.Exit(SOME_FILES_FAILED)


def _check_apart(
    targets: Sequence[tuple[Path, Path]], others: Sequence[Path], report: Path | None
) -> None:
    """Raise SettingsError where results or the report would replace a file or each other."""
    sources, results = zip(*targets, strict=True)
    check_apart(results, others)
    if report is None:
        return
    if report == STREAM and STREAM in results:
        raise SettingsError("The result goes to stdout already.", "Name a file for the report.")
    check_apart([report], [*sources, *results, *others])
    if report != STREAM and report.suffix.lower() != ".json":
        raise SettingsError(
            f"The report is JSON, which {report} does not say.",
            "End its name in .json; batch writes .csv and .html too.",
        )


@dataclass(frozen=True, slots=True)
class Restoring:
    """How files are restored, and who is told of it.

    Where there are `several`, one without a model for its language does not stop the others.
    """

    models: Models
    options: RestoreOptions
    console: Console
    overwrite: bool
    several: bool
    media: Path | None
    track: int | None

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
        from subpunct_app.decoding.proposing.model_input import HeardText
        from subpunct_app.decoding.proposing.pipeline import accepted, propose_for, report_rows
        from subpunct_app.subtitles.reading.passes import read_words

        started = time.perf_counter()
        if target != STREAM:
            check_target(target, overwrite=self.overwrite)
        with self.console.task(source.name) as task:
            name = "This text" if source == STREAM else source.name
            with named_by_path(source):
                document = open_text(source, self.options.encoding)
                punctuator, language, guessed = self.models.for_text(
                    document, name, self.options.language
                )
                transcript = read_words(document, language, task)
                heard = HeardText(transcript, self._heard(transcript, punctuator.card, task))
                proposal = propose_for(heard, punctuator, self.options.options(), task)
        edits = accepted(proposal.suggestions, self.options.minimum)
        language = proposal.transcript.language
        content, lost = formatted(
            render(proposal.transcript, edits),
            self.options.kind,
            language,
            to_utf8=self.options.to_utf8,
        )
        for remark in lost:
            self.console.note(f"{source}: line {remark.line}: {remark.reason}")
        check_unchanged(source, document, target)
        deliver(content, target, self.console, overwrite=self.overwrite)
        fills = self.options.mode is Mode.FILL
        for note in _notes(proposal, edits, guessed=guessed, fills=fills):
            self.console.note(f"{source}: {note}")
        return {
            "file": str(source),
            "model": punctuator.card.id,
            "language": language,
            **report_rows(proposal),
            "applied": len(edits),
            "seconds": round(time.perf_counter() - started, 3),
        }

    def _heard(self, transcript: Transcript, card: ModelCard, task: Task) -> HeardPauses:
        if self.media is None:
            return {}
        if not card.hears:
            self.console.note(f"{card.id} has not learned to hear pauses.")
            return {}
        from subpunct_app.speech.alignment.heard_pauses import can_hear, heard_pauses

        if not can_hear(transcript.language):
            name = language_name(transcript.language)
            self.console.note(f"Pauses can be heard in English only, not in {name}")
            return {}
        note_tracks(self.media, self.track, self.console)

        def note_broken(recording: MediaError) -> None:
            # The text is whole all the same, and so is its result.
            self.console.note(str(recording))

        heard = heard_pauses(transcript, self.media, task, note_broken, track=self.track)
        self.console.note(f"{len(heard)} of {len(transcript.words)} pauses were heard")
        return heard


def _notes(proposal: Proposal, edits: Edits, *, guessed: bool, fills: bool) -> Iterator[str]:
    """Yield what was done to a text, and what its editor may not expect."""
    transcript = proposal.transcript
    yield f"{len(edits):,} of {counted(len(proposal.suggestions), 'suggestion')} applied"
    given_up = marks_given_up(transcript.gaps, edits) + signs_given_up(transcript, edits)
    if given_up:
        hint = "" if fills else "; --mode fill keeps them"
        yield f"{counted(given_up, 'mark')} of its own replaced or removed{hint}"
    if other := transcript.other_language:
        yield f"lines in {language_name(other)} stay as they are"
    if foreign := foreign_part(transcript):
        yield foreign_note(foreign, transcript.language)
    if guessed:
        taken = f"taken for {language_name(transcript.language)}"
        yield f"{taken}, because too little text shows its language; set it with --language"
