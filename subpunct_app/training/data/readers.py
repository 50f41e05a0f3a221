"""Read files of punctuated text into a corpus, line by line, whole or divided by documents."""

from __future__ import annotations

import lzma
import re
import tarfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from pathlib import Path, PurePosixPath

from subpunct_app.models.features import Features, features_of
from subpunct_app.models.mark_labels import NAMES, OPENING_NAMES, OPENINGS, WRITTEN
from subpunct_app.runtime.errors import FileError
from subpunct_app.runtime.file_errors import refuse_device
from subpunct_app.runtime.file_io import read_at_most
from subpunct_app.runtime.task import Task
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.formats.registry import SUBTITLE_SUFFIXES
from subpunct_app.subtitles.reading.document_language import detect
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.subtitles.reading.rolling import is_rolling
from subpunct_app.text.mojibake import without_mojibake
from subpunct_app.text.words import Mark
from subpunct_app.training.data.corpus import UNKNOWN_CASE, Corpus, CorpusBuilder, Row
from subpunct_app.training.data.labelling import (
    labelled_words,
    transcript_rows,
    with_lone_marks,
)

_SEED = 1
_LARGEST = 64 << 20
_AT_ONCE = 1 << 20
_LINES_A_STEP = 100
_READING = "Reading"
_CLITIC = re.compile(r"^(?:'(?:s|re|m|ll|ve|d|t)|n't)$")
_NOTHING = NAMES[Mark.NONE]
# What a label says of the marks after and before a word.
_LABELS = {NAMES[mark]: (index, 0) for index, mark in enumerate(WRITTEN)} | {
    OPENING_NAMES[sign]: (0, index) for index, sign in enumerate(OPENINGS, 1)
}
# What the part of a divided file is for.
_PARTS = {
    "train": "left to learn from",
    "dev": "held out to tune on",
    "test": "held out to test on",
}
_UNREADABLE = (OSError, EOFError, lzma.LZMAError, zlib.error, tarfile.TarError, UnicodeDecodeError)
_Document = tuple[Iterable[Row], Features | None]


def part_of(document: str) -> str:
    """Return the part a document belongs to: `test` and `dev` get 1 % each, `train` the rest.

    `document` is its lines joined by newlines, without any at its ends.
    """
    # Subtitles in unknown encodings are read with lone surrogates.
    share = zlib.crc32(f"{_SEED}:{document}".encode("utf-8", "surrogatepass")) % 100
    return {0: "test", 1: "dev"}.get(share, "train")


class NothingHeldOut(FileError):
    """None of the documents in some files is of the part that was asked for."""

    @classmethod
    def of(cls, paths: Sequence[Path], part: str) -> NothingHeldOut:
        """Return what is to be said of these files: nothing is `train`, `dev` or `test`."""
        more = f" and {len(paths) - 1} more" if len(paths) > 1 else ""
        return cls(
            f"None of the documents in {paths[0].name}{more} is {_PARTS[part]}.",
            "Of a hundred documents, about one is for tests and one for tuning.",
        )


def read_corpus(
    paths: Sequence[Path], parts: Mapping[Path, str] | None = None, task: Task | None = None
) -> Corpus:
    """Read punctuated text, `word<TAB>LABEL` and timed subtitles, `.xz` or not, as one corpus.

    A blank line ends a document; subtitles are one, in a `.tar` each file of it. Timed files come
    with features. Of the files in `parts` only the documents of their part are read: `train`,
    `dev` or `test`. Raise FileError where a file cannot be read, holds no words or an unknown
    label, NothingHeldOut where nothing belongs to the parts asked for, Cancelled on request.
    """
    builder = CorpusBuilder()
    chosen, task = parts or {}, task or Task()
    for path in paths:
        before = len(builder)
        try:
            for rows, features in _documents(path, chosen.get(path), task):
                builder.add(rows, features)
                builder.end_document()
        except _UNREADABLE as error:
            raise _refusal(path, error) from error
        if len(builder) == before and path not in chosen:
            raise FileError(f"{path} holds no words.", "Give punctuated text or word<TAB>LABEL.")
    if not len(builder):
        raise NothingHeldOut.of(paths, chosen[paths[0]])
    return builder.build()


def join_clitics(rows: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Rejoin `i` + `'m` and `do` + `n't`; the label of the second part follows the joined word."""
    held: tuple[str, str] | None = None
    for word, label in rows:
        if held is not None and held[1] == _NOTHING and _CLITIC.match(word):
            held = (held[0] + word, label)
            continue
        if held is not None:
            yield held
        held = (word, label)
    if held is not None:
        yield held


def _refusal(path: Path, error: Exception) -> FileError:
    """Return what a user can act on where a file could not be read."""
    if path.is_dir():
        return FileError(f"{path} is a folder.", "Name the files in it.")
    if not path.exists():
        return FileError(f"There is no file {path}.", "Check its name.")
    if isinstance(error, UnicodeDecodeError):
        return FileError(f"{path} cannot be read as text.", "Is it UTF-8?")
    return FileError(f"{path} cannot be read.", "It is damaged or protected.")


def _documents(path: Path, part: str | None, task: Task) -> Iterator[_Document]:
    """Yield the words of each document of a file that belongs to a part."""
    refuse_device(path)
    packed = path.suffix.lower() == ".xz"
    name = path.stem if packed else path.name
    suffix = Path(name).suffix.lower()
    if suffix == ".tar" or suffix in SUBTITLE_SUFFIXES:
        members = _members(path) if suffix == ".tar" else [(name, _whole(path, packed=packed))]
        try:
            for member, content in members:
                task.step(0, 0, _READING)
                yield from _subtitles(content, member, part)
        except FileError as error:
            raise FileError(f"In {path}: {error.message}", error.hint) from error
        return
    with (
        lzma.open(path, "rt", encoding="utf-8-sig") if packed else path.open(encoding="utf-8-sig")
    ) as file:
        lines = map(without_mojibake, _stepping(file, task))
        head = []
        for line in lines:
            head.append(line)
            if line.strip():
                break
        labelled = bool(head) and (_is_labelled(head[-1]) or _is_table(head[-1]))
        whole = chain(head, lines)
        for document in _of_part(_checked(whole, path) if labelled else whole, part):
            yield (_labelled(document) if labelled else _written(document)), None


def _whole(path: Path, *, packed: bool) -> bytes:
    """Return what is in a file of subtitles; raise FileError where that is far too much."""
    refusal = FileError(
        f"{path} is far too large to be subtitles.",
        f"Name files that hold up to {_LARGEST >> 20} MiB.",
    )
    with lzma.open(path) if packed else path.open("rb") as file:
        return read_at_most(file, _LARGEST, refusal)


def _stepping(lines: Iterable[str], task: Task) -> Iterator[str]:
    for number, line in enumerate(lines):
        if not number % _LINES_A_STEP:
            task.step(0, 0, _READING)
        yield line


def _checked(lines: Iterable[str], path: Path) -> Iterator[str]:
    """Yield lines of labelled words; raise FileError on a line that is none."""
    for number, line in enumerate(lines, 1):
        if line.strip() and not _is_labelled(line):
            raise FileError(
                f"Line {number} of {path} is not word<TAB>LABEL: {line.strip()}.",
                f"Known labels: {', '.join(_LABELS)}.",
            )
        yield line


def _is_labelled(line: str) -> bool:
    return line.count("\t") == 1 and _label(line) in _LABELS


def _is_table(line: str) -> bool:
    """Return whether a line is one of a table, though not word<TAB>LABEL.

    It is a word and something behind a tab, a label that nobody knows, or has further columns.
    """
    columns = [column.strip() for column in line.split("\t")]
    return len(columns) == len(line.split()) == 2 or not _LABELS.keys().isdisjoint(columns[1:])


def _label(line: str) -> str:
    return line.rpartition("\t")[2].strip()


def _members(path: Path) -> list[tuple[str, bytes]]:
    """Return the subtitle files in an archive by name; nothing is written to the disk.

    Links, devices and hidden or huge files are left alone.
    """
    found = []
    with tarfile.open(path) as archive:
        for member in archive:
            name = PurePosixPath(member.name).name
            known = PurePosixPath(name).suffix.lower() in SUBTITLE_SUFFIXES and name[0] != "."
            if not (known and member.isreg() and member.size <= _LARGEST):
                continue
            content = archive.extractfile(member)
            if content is not None:
                found.append((member.name, content.read()))
        _check_end(archive)
    return sorted(found)


def _check_end(archive: tarfile.TarFile) -> None:
    """Raise ReadError unless the files ended where an archive ends: in zeros, or with the file.

    A damaged header ends them as well. All that follows is read, too, since what is packed tells
    only at its end whether its checksum holds.
    """
    file = archive.fileobj
    assert file is not None
    file.seek(archive.offset)
    if any(file.read(tarfile.BLOCKSIZE)):
        raise tarfile.ReadError("no file begins where one should")
    while file.read(_AT_ONCE):
        pass


def _subtitles(content: bytes, name: str, part: str | None) -> Iterator[_Document]:
    document = parse(content, name=name)
    if part in {None, part_of(document.text.strip("\r\n"))}:
        found = detect(document, name)
        read = read_words(document, found.code if found else "en")
        rolling = is_rolling(document)
        features = features_of(read.words, read.gaps, document.cues, rolling=rolling)
        yield transcript_rows(read), features


def _of_part(lines: Iterator[str], part: str | None) -> Iterator[Iterable[str]]:
    """Yield the lines of each document of a part, to be used up before the next is asked for."""
    for blank, document in groupby(lines, key=lambda line: not line.strip()):
        if blank:
            continue
        if part is None:
            yield document
            continue
        held = list(document)
        if part == part_of("".join(held).strip("\n")):
            yield held


def _written(lines: Iterable[str]) -> Iterator[Row]:
    return chain.from_iterable(map(labelled_words, lines))


def _labelled(lines: Iterable[str]) -> Iterator[Row]:
    """Yield rows whose word is empty where there is nothing to say."""
    pairs = join_clitics((line.rpartition("\t")[0].strip(), _label(line)) for line in lines)
    spoken = (
        (word if any(map(str.isalnum, word)) else "", *_LABELS[label]) for word, label in pairs
    )
    yield from with_lone_marks(
        Row(word, mark, UNKNOWN_CASE, opening) for word, mark, opening in spoken
    )
