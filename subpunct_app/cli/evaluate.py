"""`subpunct evaluate`: score a model on text whose marks are known."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from subpunct_app.batch.batch_options import Device
from subpunct_app.cli.command import Quiet
from subpunct_app.cli.command_options import Force, check_language, check_track, note_tracks
from subpunct_app.cli.console import Console
from subpunct_app.cli.targets import check_reports, write_all
from subpunct_app.models.card import AUTO, DEFAULT_MODEL, language_of
from subpunct_app.runtime.errors import FileError, SettingsError
from subpunct_app.runtime.option import Option
from subpunct_app.speech.media.tracks import SoundTrack
from subpunct_app.subtitles.files import write_json, write_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from subpunct_app.models.punctuator import Punctuator
    from subpunct_app.runtime.task import Task
    from subpunct_app.speech.alignment.heard_pauses import Tell
    from subpunct_app.training.data.corpus import Corpus
    from subpunct_app.training.evaluation.scoring import Report


@dataclass(frozen=True, slots=True)
class EvaluateOptions:
    """What is scored, and how."""

    tests: Annotated[
        tuple[Path, ...],
        Option(
            "Punctuated text, word<TAB>LABEL, subtitle files or a .tar of them, .xz too.",
            name="--test",
            metavar="FILE...",
        ),
    ]
    part: Annotated[
        Literal["train", "dev", "test"] | None,
        Option("Score only this part of the files, where a model also learned from them."),
    ] = None
    reference: Annotated[
        tuple[Path, ...],
        Option(
            "The same text with its marks, where the test files hold a recogniser's words.",
            metavar="FILE...",
        ),
    ] = ()
    strict: Annotated[
        bool,
        Option(
            "Carry a mark over only where both words around it were recognised.",
            name="--strict-transfer",
        ),
    ] = False
    cues: Annotated[
        Literal["human", "recogniser", "rolling", "wrong", "heard"] | None,
        Option(
            "Cut the texts into cues first: as captioners do, as recognisers do, as rolling "
            "captions are, wrongly on purpose, or in any way with every silence heard."
        ),
    ] = None
    media: Annotated[
        Path | None,
        Option(
            "The recording of one subtitle file: the model then reads the pauses heard in it.",
            metavar="VIDEO",
        ),
    ] = None
    track: SoundTrack = None
    predictions: Annotated[
        float | None,
        Option(
            "How many windows see each word; if absent: as the card says.", metavar="N", least=1
        ),
    ] = None
    timing: Annotated[
        bool,
        Option(
            "Give the model only the words of subtitles: no cues, pauses or speakers.",
            name="--no-timing",
            turns_off=True,
        ),
    ] = True
    cased: Annotated[
        bool, Option("Take only the marks off the texts, and leave their capitals.")
    ] = False
    model: Annotated[
        str,
        Option("See: models list.", metavar="ID"),
    ] = DEFAULT_MODEL
    language: Annotated[
        str | None,
        Option(
            "Language of the texts; auto: told by the texts.",
            metavar="CODE|auto",
            parse=language_of,
            default=AUTO,
        ),
    ] = None
    scheme: Annotated[
        int,
        Option(
            "Labels to tell apart, no mark among them: 2 (any mark), 3 (, .), 4 (, . ?), "
            "6 (, . ? ! :) or 9 (, . ? ! : ; ¿ ¡).",
            metavar="N",
        ),
    ] = 4
    device: Device = "auto"
    exact: Annotated[bool, Option("On the CPU, run the weights as they are, not as int8.")] = False

    def check(self) -> None:
        """Raise SettingsError where there is no such scheme, or options do not go together."""
        from subpunct_app.models.mark_labels import scheme_marks

        scheme_marks(self.scheme)
        if self.strict and not self.reference:
            raise SettingsError("There is nothing to transfer.", "Name a --reference as well.")
        if self.reference and (self.part or self.cues or self.predictions):
            raise SettingsError(
                "A reference goes with whole files as they are.",
                "Leave out --part, --cues and --predictions.",
            )
        check_track(self.track, self.media)
        if self.media and (len(self.tests) > 1 or self.reference or self.part or self.cues):
            raise SettingsError(
                "A recording goes with one subtitle file as it is.",
                "Leave out --part, --cues and --reference.",
            )
        check_language(self.model, self.language)

    def as_plain(self) -> dict[str, object]:
        """Return plain values for JSON."""
        tests, reference = map(str, self.tests), map(str, self.reference)
        media = self.media and str(self.media)
        return asdict(self) | {"tests": [*tests], "reference": [*reference], "media": media}

    def report(self, task: Task, tell: Tell) -> Report:
        """Score the model; `tell` hears of a recording that breaks off."""
        from subpunct_app.models.model_registry import load
        from subpunct_app.training.evaluation.evaluator import (
            carry_marks_over,
            read_heard,
            read_tests,
        )
        from subpunct_app.training.evaluation.scoring import Carried

        punctuator = load(self.model, device=self.device, exact=self.exact)
        language = self.language
        if self.media:
            if not punctuator.card.hears:
                raise SettingsError(
                    f"{punctuator.card.id} has not learned to hear pauses.", "Leave out --media."
                )
            heard = read_heard(self.tests[0], self.media, task, tell, track=self.track)
            return self._score(punctuator, heard, task)
        if not self.reference:
            corpus = read_tests(self.tests, part=self.part, cues=self.cues, language=language)
            return self._score(punctuator, corpus, task)
        moved = carry_marks_over(self.reference, self.tests, strict=self.strict, language=language)
        report = self._score(punctuator, moved.corpus, task)
        return replace(report, transfer=Carried(moved.marks, moved.carried))

    def _score(self, punctuator: Punctuator, corpus: Corpus, task: Task) -> Report:
        from subpunct_app.training.evaluation.evaluator import EvaluationOptions, evaluate_corpus
        from subpunct_app.training.plan import check_marks, text_name

        if self.reference and not corpus.is_marked():
            raise FileError(
                f"No mark of {text_name(self.reference)} is between words that were recognised.",
                "Name the same text with its marks.",
            )
        check_marks(corpus, self.tests, "score")
        self._check_known(punctuator, corpus)
        options = EvaluationOptions(self.scheme, self.predictions, self.timing, self.cased)
        return evaluate_corpus(punctuator, corpus, task, options)

    def _check_known(self, punctuator: Punctuator, corpus: Corpus) -> None:
        """Raise FileError where the model does not know the language of the texts."""
        from subpunct_app.models.model_registry import Models
        from subpunct_app.subtitles.reading.document_language import Language, Source
        from subpunct_app.training.plan import text_name

        models, code = Models.only(punctuator), corpus.language()
        if code and models.knowing(code) is None:
            raise models.refusal(text_name(self.tests), Language(code, Source.TEXT))


def evaluate(
    *,
    options: EvaluateOptions,
    json_out: Annotated[
        Path | None, typer.Option("--json", metavar="OUT.json", help="Write all scores as JSON.")
    ] = None,
    html_out: Annotated[
        Path | None,
        typer.Option(
            "--html", metavar="OUT.html", help="Write a page with charts and the surest errors."
        ),
    ] = None,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Score a model on text whose marks are known.

    It prints a table. All files are scored together; scores are fractions, intervals of 95 %.
    With a reference, its marks are carried over to the recogniser's words, by minimum edit
    distance, wherever the word before or after a mark was recognised. Texts in a language that the
    model does not know are refused, unless another is named.

    Example: subpunct evaluate --test talks.txt test2011.tsv.xz --json scores.json
    """
    console = Console(quiet)
    targets = [target for target in (json_out, html_out) if target]
    check_reports(targets, [*options.tests, *options.reference], overwrite=force)
    options.check()
    page_of: Callable[[Report, Sequence[str]], str] | None = None
    if html_out:
        from subpunct_app.runtime.environment import needing_extra

        # Before hours of work are done.
        with needing_extra("A page of charts"):
            from subpunct_app.training.evaluation.html_report import render

            page_of = render
    with console.task("Evaluating") as task:
        if options.media:
            note_tracks(options.media, options.track, console)
        report = options.report(task, lambda broken: console.note(str(broken)))
    try:
        console.results(table(report))
    finally:
        # Also where nobody reads what is printed.
        writes: list[Callable[[], None]] = []
        if json_out:
            content = {**report.as_json(), "order": options.as_plain()}
            writes.append(partial(write_json, content, json_out, overwrite=force))
        if html_out and page_of:
            page = page_of(report, [path.name for path in options.tests])
            writes.append(partial(write_text, page, html_out, overwrite=force))
        write_all(writes, console)


def table(report: Report) -> Iterator[str]:
    """Yield the lines of a report."""
    speed = f", {report.words_per_second:.0f} words/s" if report.words_per_second else ""
    yield f"{report.model}: {report.words} words{speed}"
    if report.transfer:
        yield f"{report.transfer.carried:,} of {report.transfer.marks:,} marks carried over"
    yield from _marks(report)
    yield from _overall(report)
    for scheme, scores in sorted(report.merges.items(), reverse=True):
        yield f"as {scheme} labels: micro F1 {scores.micro_f1:.3f}, slot errors {scores.ser:.3f}"
    if report.false_periods is not None:
        yield f"false periods per 100 cue ends {report.false_periods:.1f}"
    if report.case:
        yield f"capitals F1 {report.case['f1']:.3f}"
    for share, (caught, found) in report.review.items():
        yield f"reviewing {share:.0%} of the gaps: {caught:.0%} of the errors, {found:.0%} wrong"
    errors = report.output
    capitals = "" if errors.capitals is None else f" and {errors.capitals:.1f} wrong capitals"
    yield f"as written, after decoding: {errors.marks:.1f} wrong marks{capitals} per 1,000 words"


def _marks(report: Report) -> Iterator[str]:
    width = max(12, *map(len, report.labels))
    yield f"{'':<{width}} {'precision':>9} {'recall':>9} {'f1':>9} {'support':>9}"
    for name, score in report.labels.items():
        yield (
            f"{name:<{width}} {score.precision:9.3f} {score.recall:9.3f} {score.f1:9.3f}"
            f" {score.support:9d}"
        )


def _overall(report: Report) -> Iterator[str]:
    micro, macro, slots = (
        f"{value:.3f} ({low:.3f} to {high:.3f})"
        for value, (low, high) in (
            (report.micro_f1, report.interval["micro_f1"]),
            (report.macro_f1, report.interval["macro_f1"]),
            (report.ser, report.interval["ser"]),
        )
    )
    yield f"micro F1 {micro}, macro {macro}"
    yield f"slot error rate {slots}"
    yield (
        f"calibration error {report.ece:.3f}, by class {report.classwise_ece:.3f}"
        f" (where likely {report.likely_ece:.3f}), Brier {report.brier:.3f},"
        f" log loss {report.nll:.3f}"
    )
