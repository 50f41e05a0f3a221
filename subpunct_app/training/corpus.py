"""Punctuated text as arrays: which word, which mark after it, in which case."""

from __future__ import annotations

import lzma
import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

import numpy as np
from numpy.typing import NDArray

from subpunct_app.core.errors import FileError
from subpunct_app.core.text import Case, Mark
from subpunct_app.punctuation.labels import CASES, MARKS, NAMES, fold_mark
from subpunct_app.punctuation.tokens import normalise
from subpunct_app.subtitles.document import Document
from subpunct_app.subtitles.parse import parse
from subpunct_app.subtitles.words import read_words

UNKNOWN_CASE = 255

_TRAILING = re.compile(r"""[.,?!:;…—–"'”’»)\]}*]+$""")
_LEADING = re.compile(r"""^["'“‘«(\[{*¿¡—–-]+(?=\w)""")
_DASHES = re.compile(r"^[-—–]+$")
_ABBREVIATION = re.compile(
    r"^(?:(?:[A-Za-z]\.){2,}|(?:Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr|vs|Gen|Sen|Rep|Gov|No|Ph\.D|e\.g|i\.e)\.)$"
)
_CLITIC = re.compile(r"^(?:'(?:s|re|m|ll|ve|d|t)|n't)$")
_FIRST_MARK = {
    ",": Mark.COMMA,
    ".": Mark.PERIOD,
    "?": Mark.QUESTION,
    "!": Mark.EXCLAMATION,
    ":": Mark.COLON,
    ";": Mark.SEMICOLON,
    "…": Mark.ELLIPSIS,
    "—": Mark.DASH,
    "–": Mark.DASH,
}
_SUBTITLES = {".srt", ".vtt"}
_MARKS_BY_NAME = {name: mark for mark, name in NAMES.items()}


@dataclass(frozen=True, slots=True)
class Corpus:
    """A text of n words: index into `vocabulary`, into MARKS and into CASES, each (n,).

    `documents` holds the offsets where documents start, and n at the end.
    """

    vocabulary: tuple[str, ...]
    words: NDArray[np.int32]
    marks: NDArray[np.uint8]
    cases: NDArray[np.uint8]
    documents: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.words)

    def spoken(self) -> list[str]:
        """Return the words themselves."""
        return [self.vocabulary[index] for index in self.words]

    def head(self, words: int) -> Corpus:
        """Return the whole documents that fit in about so many words, at least the first."""
        count = max(1, int(np.searchsorted(self.documents, words, side="right")) - 1)
        count = min(count, len(self.documents) - 1)
        end = int(self.documents[count])
        return Corpus(
            self.vocabulary,
            self.words[:end],
            self.marks[:end],
            self.cases[:end],
            self.documents[: count + 1],
        )


@dataclass(slots=True)
class _Builder:
    vocabulary: dict[str, int] = field(default_factory=dict)
    words: array[int] = field(default_factory=lambda: array("i"))
    marks: bytearray = field(default_factory=bytearray)
    cases: bytearray = field(default_factory=bytearray)
    documents: list[int] = field(default_factory=lambda: [0])

    def add(self, word: str, mark: int, case: int) -> None:
        self.words.append(self.vocabulary.setdefault(word, len(self.vocabulary)))
        self.marks.append(mark)
        self.cases.append(case)

    def end_document(self) -> None:
        if len(self.words) > self.documents[-1]:
            self.documents.append(len(self.words))

    def build(self) -> Corpus:
        self.end_document()
        return Corpus(
            tuple(self.vocabulary),
            np.frombuffer(self.words, dtype=np.int32).copy(),
            np.frombuffer(bytes(self.marks), dtype=np.uint8),
            np.frombuffer(bytes(self.cases), dtype=np.uint8),
            np.array(self.documents, dtype=np.int64),
        )


def read_corpus(paths: Sequence[Path]) -> Corpus:
    """Read punctuated text, `word<TAB>LABEL`, SRT and WebVTT files, `.xz` or not, as one corpus.

    Raise FileError where a file cannot be read or holds no words.
    """
    builder = _Builder()
    for path in paths:
        before = len(builder.words)
        try:
            _add_path(builder, path)
        except (OSError, lzma.LZMAError, UnicodeDecodeError) as error:
            raise FileError(f"{path} cannot be read as text.", "Is it UTF-8?") from error
        if len(builder.words) == before:
            raise FileError(f"{path} holds no words.", "Give punctuated text or word<TAB>LABEL.")
        builder.end_document()
    return builder.build()


def labelled_words(line: str) -> Iterator[tuple[str, Mark, Case]]:
    """Yield the words of one paragraph as they are spelled, the mark after and the case of each."""
    held: tuple[str, Mark, Case] | None = None
    for token in line.split():
        if _DASHES.match(token):
            if held is not None and held[1] is Mark.NONE:
                held = (held[0], Mark.DASH, held[2])
            continue
        found = _split(token)
        if found is None:
            continue
        if held is not None:
            yield held
        held = found
    if held is not None:
        yield held


def join_clitics(rows: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Rejoin `i` + `'m` and `do` + `n't`; the label of the second part follows the joined word."""
    held: tuple[str, str] | None = None
    for word, label in rows:
        if held is not None and held[1] == "O" and _CLITIC.match(word):
            held = (held[0] + word, label)
            continue
        if held is not None:
            yield held
        held = (word, label)
    if held is not None:
        yield held


def _add_path(builder: _Builder, path: Path) -> None:
    packed = path.suffix == ".xz"
    if Path(path.stem if packed else path.name).suffix.lower() in _SUBTITLES:
        content = path.read_bytes()
        _add_document(builder, parse(lzma.decompress(content) if packed else content))
        return
    with _open(path) as lines:
        _add_file(builder, lines)


def _open(path: Path) -> TextIO:
    if path.suffix == ".xz":
        return lzma.open(path, "rt", encoding="utf-8")
    return path.open(encoding="utf-8")


def _add_document(builder: _Builder, document: Document) -> None:
    transcript = read_words(document)
    for word, gap in zip(transcript.words, transcript.gaps[1:], strict=True):
        mark = MARKS.index(fold_mark(gap.current, 6))
        builder.add(normalise(word.text), mark, CASES.index(Case.of(word.text)))


def _add_file(builder: _Builder, lines: Iterable[str]) -> None:
    iterator = iter(lines)
    first = next(iterator, "")
    if first.rstrip("\n").rpartition("\t")[2] in _MARKS_BY_NAME:
        _add_rows(builder, _chain(first, iterator))
    else:
        _add_text(builder, _chain(first, iterator))


def _chain(first: str, rest: Iterator[str]) -> Iterator[str]:
    yield first
    yield from rest


def _add_rows(builder: _Builder, lines: Iterable[str]) -> None:
    pairs = (line.rstrip("\n").rpartition("\t") for line in lines if line.strip())
    for word, label in join_clitics((word.strip(), label) for word, _, label in pairs):
        if any(c.isalnum() for c in word):
            mark = fold_mark(_MARKS_BY_NAME.get(label, Mark.NONE), 6)
            builder.add(normalise(word), MARKS.index(mark), UNKNOWN_CASE)


def _add_text(builder: _Builder, lines: Iterable[str]) -> None:
    seen: dict[tuple[str, Mark, Case], tuple[str, int, int]] = {}
    for line in lines:
        if not line.strip():
            builder.end_document()
        for found in labelled_words(line):
            row = seen.get(found)
            if row is None:
                word, mark, case = found
                row = (normalise(word), MARKS.index(fold_mark(mark, 6)), CASES.index(case))
                seen[found] = row
            builder.add(*row)


def _split(token: str) -> tuple[str, Mark, Case] | None:
    """Take the marks off one written token; None where no word is left."""
    bare = _LEADING.sub("", token)
    if _ABBREVIATION.match(bare.rstrip("\"'”’,?!:;)")):
        core = bare.rstrip("\"'”’,?!:;)")
        return core, _first_mark(bare[len(core) :]), Case.of(core)
    match = _TRAILING.search(bare)
    core, tail = (bare[: match.start()], match.group()) if match else (bare, "")
    if not any(c.isalnum() for c in core):
        return None
    return core, _first_mark(tail), Case.of(core)


def _first_mark(tail: str) -> Mark:
    if "..." in tail or "…" in tail:
        return Mark.ELLIPSIS
    for wanted in "?!":
        if wanted in tail:
            return _FIRST_MARK[wanted]
    for character in tail:
        if character in _FIRST_MARK:
            return _FIRST_MARK[character]
    return Mark.NONE
