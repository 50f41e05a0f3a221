"""Say where files come from, and where their results go."""

from __future__ import annotations

import contextlib
import os
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from subpunct_app.runtime.errors import FileError, SettingsError
from subpunct_app.speech.media.media_files import in_format
from subpunct_app.subtitles.files import check_target, read_stream, read_text, write
from subpunct_app.subtitles.formats.encoding import tells_encoding
from subpunct_app.subtitles.formats.parse import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from subpunct_app.cli.console import Console
    from subpunct_app.subtitles.formats.adapter import OutputFormat
    from subpunct_app.subtitles.formats.document import Document

STREAM = Path("-")


def content_of(source: Path) -> bytes:
    """Return the bytes of a file, STREAM being stdin."""
    return read_stream(sys.stdin.buffer, "stdin") if source == STREAM else read_text(source)


def name_of(source: Path) -> str:
    """Return what messages call a file and its language can be told by; "" for STREAM."""
    return "" if source == STREAM else source.name


def document_of(content: bytes, source: Path, encoding: str | None) -> Document:
    """Parse bytes in an encoding unless they show another; None is to guess."""
    told = None if tells_encoding(content) else encoding
    return parse(content, name=name_of(source), encoding=told)


def open_text(source: Path, encoding: str | None) -> Document:
    """Read and parse a file, STREAM being stdin; raise FileError where it holds no text."""
    document = parse(content_of(source), name=name_of(source), encoding=encoding)
    return _with_text(document, source)


def open_any_text(source: Path, encoding: str | None) -> Document:
    """Read a file as `open_text` does, in an encoding unless it shows another.

    Errors call it by its path.
    """
    with named_by_path(source):
        return _with_text(document_of(content_of(source), source, encoding), source)


def check_unchanged(source: Path, document: Document, target: Path) -> None:
    """Raise FileError where a result would take the place of a file that has changed since."""
    if _named_again([target], [source]) and read_text(source) != document.to_bytes():
        raise FileError(
            f"{source} was changed by another program meanwhile, and stays as it is now.",
            "Run it once more.",
        )


@contextlib.contextmanager
def named_by_path(source: Path) -> Iterator[None]:
    """Let errors about a file that is read call it by its path: many have the same name."""
    try:
        yield
    except FileError as error:
        if source == STREAM:
            raise
        message = with_path(error.message, source, source, source.name)
        raise FileError(message, error.hint) from error


def with_path(text: str, source: Path, *names: Path | str) -> str:
    """Return what is said of a file with its path, once where it begins with one of its names."""
    for name in names:
        if text.startswith(f"{name} "):
            return f"{source}{text.removeprefix(str(name))}"
    return f"{source}: {text}"


def targets_of(
    files: Sequence[Path],
    *,
    out: Path | None,
    out_dir: Path | None,
    in_place: bool,
    kind: OutputFormat | None,
) -> list[tuple[Path, Path]]:
    """Return each file with the place of its result, STREAM for stdout.

    Raise SettingsError where that cannot be told or two results would meet.
    """
    if sum((out is not None, out_dir is not None, in_place)) > 1:
        raise SettingsError(
            "A result can go to one place only.", "Choose one of -o, --out-dir and --in-place."
        )
    if STREAM in files and (out_dir or in_place):
        raise SettingsError("The result of stdin goes to stdout.", "Or to one file: -o OUT.")
    if in_place:
        _check_once(files)
        return [(file, file) for file in files]
    if out_dir:
        targets = [out_dir / (in_format(file.name, kind) if kind else file.name) for file in files]
        target, count = Counter(targets).most_common(1)[0]
        if count > 1:
            _check_once(file for file, of in zip(files, targets, strict=True) if of == target)
            raise SettingsError(
                f"{count} of the results would be {target}.",
                "Run them one by one, each with a folder of its own.",
            )
        return list(zip(files, targets, strict=True))
    if len(files) > 1:
        raise SettingsError(
            "Several results cannot go to one place.", "Choose --out-dir DIR or --in-place."
        )
    return [(files[0], out or STREAM)]


def target_of(out: Path | None, sources: Iterable[Path], *, overwrite: bool) -> Path:
    """Return where the one result goes, STREAM unless said; raise at once where it cannot go."""
    if out is None or out == STREAM:
        return STREAM
    check_apart([out], sources)
    check_target(out, overwrite=overwrite)
    return out


def check_reports(
    reports: Sequence[Path], sources: Iterable[Path] = (), *, overwrite: bool
) -> None:
    """Raise at once where a report would replace a file, or cannot stand beside what is printed."""
    check_apart(reports, sources)
    for report in reports:
        if report == STREAM:
            raise SettingsError(
                "A report cannot go to stdout: the results are printed there.",
                "Name a file instead of -.",
            )
        check_target(report, overwrite=overwrite)


def write_all(reports: Iterable[Callable[[], None]], console: Console) -> None:
    """Write every report that can be; raise FileError where one cannot, the last that is told."""
    refused: list[FileError] = []
    for write_report in reports:
        try:
            write_report()
        except FileError as error:
            refused.append(error)
    if refused:
        *others, last = refused
        for other in others:
            console.error(other)
        raise last


def check_apart(targets: Iterable[Path], others: Iterable[Path]) -> None:
    """Raise SettingsError where two targets are the same file, or one is among the others."""
    again = _named_again(targets, others)
    if again is not None:
        raise SettingsError(
            f"{again} would replace a file that is read, or another result.",
            "Choose another name.",
        )


def _with_text(document: Document, source: Path) -> Document:
    if not document.cues:
        name = "stdin" if source == STREAM else source
        raise FileError(f"{name} holds no text.", "Is it the right file?")
    return document


def _check_once(files: Iterable[Path]) -> None:
    again = _named_again(files)
    if again is not None:
        raise SettingsError(f"{again} is a file that is named already.", "Name it once.")


def _named_again(files: Iterable[Path], others: Iterable[Path] = ()) -> Path | None:
    """Return the first file that is the same as one before it or one of the others, if any is.

    A circle of links is none: whoever opens it tells what is wrong with it.
    """
    taken = {os.path.realpath(other) for other in others if other != STREAM}
    for file in files:
        if file == STREAM:
            continue
        place = os.path.realpath(file)
        if place in taken:
            return file
        taken.add(place)
    return None


def deliver(content: bytes, target: Path, console: Console, *, overwrite: bool) -> None:
    """Write a result where it belongs, STREAM being stdout."""
    if target == STREAM:
        console.result_bytes(content)
    else:
        write(content, target, overwrite=overwrite)
