"""`subpunct check`: say what was read of a file and what was not."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from subpunct_app.batch.file_search import Search, search
from subpunct_app.cli.command import Quiet
from subpunct_app.cli.command_options import AsJson, EncodingIfUntold, Force
from subpunct_app.cli.console import Console
from subpunct_app.cli.exit_codes import SOME_FILES_FAILED
from subpunct_app.cli.targets import (
    STREAM,
    check_reports,
    content_of,
    document_of,
    name_of,
    named_by_path,
)
from subpunct_app.languages.language_data import language_name
from subpunct_app.runtime.errors import FileError, SettingsError
from subpunct_app.runtime.paths import is_folder
from subpunct_app.subtitles.files import write_text
from subpunct_app.subtitles.formats.registry import TEXT_SUFFIXES
from subpunct_app.subtitles.inspection import FAST, Finding, Inspection, Need, inspect
from subpunct_app.text.quantities import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence


def check(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="Files, or folders to search; - reads stdin."),
    ],
    *,
    round_trip: Annotated[
        bool,
        typer.Option("--round-trip", help="Open and write in memory, and compare the bytes."),
    ] = False,
    as_json: AsJson = False,
    html_out: Annotated[
        Path | None,
        typer.Option(
            "--html",
            metavar="OUT.html",
            help="Write one page, with the files that need most work first.",
        ),
    ] = None,
    force: Force = False,
    encoding: EncodingIfUntold = None,
    quiet: Quiet = False,
) -> None:
    """Show what can be read of subtitle files, and what cannot.

    Folders are searched for .srt, .vtt, .sbv and .txt files, links followed and hidden ones left
    out. With --round-trip every file is opened and written in memory instead, and must come out
    byte for byte as it was. With --html only the totals are printed: how many files lack all
    marks, lack them in stretches, or cannot be read.

    Example: subpunct check captions/ --html state.html
    """
    console = Console(quiet)
    if files.count(STREAM) > 1:
        raise SettingsError("There is one stdin only.", "Give - once.")
    paths = list(_each_once(files))
    if html_out:
        if round_trip:
            raise SettingsError("--html does not go with --round-trip.", "Run check twice.")
        if STREAM in files:
            raise SettingsError("A page links to files, not to stdin.", "Name the files.")
        check_reports([html_out], paths, overwrite=force)
    look = partial(_compare if round_trip else _describe, encoding=encoding)
    verdicts = _look_at(paths, look, console)
    for verdict in verdicts:
        if verdict.failure:
            console.error(verdict.failure)
    try:
        if as_json:
            rows = [verdict.as_row() for verdict in verdicts]
            console.result_json(rows)
        elif html_out:
            console.results(_totals(verdicts))
        else:
            console.results(_comparison(verdicts) if round_trip else _descriptions(verdicts))
    finally:
        # Also where nobody reads what is printed.
        if html_out:
            from subpunct_app.subtitles.triage_page import triage_page

            page = triage_page(files, verdicts, html_out)
            write_text(page, html_out, overwrite=force)
    if not all(verdict.fine for verdict in verdicts):
        raise typer.Exit(SOME_FILES_FAILED)


@dataclass(frozen=True, slots=True)
class _Verdict(Finding):
    identical: bool | None = None
    failure: FileError | None = None

    @property
    def fine(self) -> bool:
        return self.failure is None and self.identical is not False

    def as_row(self) -> dict[str, object]:
        row: dict[str, object] = {"file": str(self.path)}
        if self.inspection:
            row |= asdict(self.inspection)
        if self.identical is None:
            row["state"] = self.need.value
        else:
            row["identical"] = self.identical
        if self.error:
            row["error"] = self.error
        return row


def _look_at(
    paths: Sequence[Path], look: Callable[[Path], _Verdict], console: Console
) -> list[_Verdict]:
    verdicts = []
    with console.task("Checking") as task:
        for done, path in enumerate(paths):
            task.step(done, len(paths), path.name)
            try:
                with named_by_path(path):
                    verdicts.append(look(path))
            except FileError as error:
                verdicts.append(_Verdict(path, error=str(error), failure=error))
    return verdicts


def _each_once(files: Iterable[Path]) -> Iterator[Path]:
    """Yield the files that are named or lie in folders, whatever names them again left out."""
    seen: set[Path] = set()
    for given in files:
        inside: list[Path] = []
        if given != STREAM and is_folder(given):
            found = search(given, Search(follow_links=True, results=True))
            inside = [given / name for name in (*found.wanted, *found.closed)]
        for path in inside or [given]:
            if path.absolute() not in seen:
                seen.add(path.absolute())
                yield path


def _content_of(path: Path) -> bytes:
    if path != STREAM and is_folder(path) and os.access(path, os.R_OK):
        *others, last = TEXT_SUFFIXES
        raise FileError(
            f"{path} holds no {', '.join(others)} or {last} files.", "Name the files themselves."
        )
    return content_of(path)


def _describe(path: Path, encoding: str | None) -> _Verdict:
    document = document_of(_content_of(path), path, encoding)
    return _Verdict(path, inspection=inspect(document, name_of(path)))


def _compare(path: Path, encoding: str | None) -> _Verdict:
    content = _content_of(path)
    written = document_of(content, path, encoding).to_bytes()
    return _Verdict(path, identical=written == content)


def _totals(verdicts: Sequence[_Verdict]) -> Iterator[str]:
    needs = Counter(verdict.need for verdict in verdicts)
    yield counted(len(verdicts), "file")
    for need in Need:
        if needs[need]:
            yield f"{needs[need]:>9,} {need.value}"


def _comparison(verdicts: Sequence[_Verdict]) -> Iterator[str]:
    identical = sum(verdict.identical is True for verdict in verdicts)
    for verdict in verdicts:
        if not verdict.fine:
            yield f"{verdict.path}: {'cannot be read' if verdict.error else 'differs'}"
    yield f"{counted(len(verdicts), 'file')}, {identical} identical"


def _descriptions(verdicts: Iterable[_Verdict]) -> Iterator[str]:
    for verdict in verdicts:
        if verdict.inspection:
            yield from _description(verdict.path, verdict.inspection)


def _description(path: Path, found: Inspection) -> Iterator[str]:
    encoding = f"{found.encoding} with BOM" if found.bom else found.encoding
    size = f"{counted(found.cues, 'cue')}, {counted(found.words, 'word')}"
    yield f"{path}: {found.format}, {encoding}, {size}"
    if found.language:
        language = found.language
        yield f"  {language.name} ({language.code}), told by its {language.source}"
    if found.other_language:
        yield f"  lines in {language_name(found.other_language)} are not read"
    yield f"  {found.marks_per_100_words:.1f} marks per 100 words"
    for run in found.runs:
        marks = counted(run.marks, "mark") if run.marks else "no mark"
        words = counted(run.words, "word")
        yield f"  {marks} in {words}, cues {run.first_cue} to {run.last_cue}"
    if pace := found.pace:
        yield (
            f"  {pace.median_speed:.1f} characters a second at the median, {pace.top_speed:.1f}"
            f" at most, {counted(pace.fast_cues, 'cue')} over {FAST:.0f}"
        )
        yield (
            f"  {pace.median_seconds:.1f} s a cue at the median, {pace.longest_seconds:.1f} at most"
        )
    for remark in found.remarks:
        yield f"  line {remark.line}: {remark.reason}"
