"""`subpunct punctuate --stream`: write words with their marks while they come in."""

from __future__ import annotations

import codecs
import re
import sys
from functools import partial
from typing import TYPE_CHECKING

from subpunct_app.cli.command_options import check_language
from subpunct_app.cli.targets import STREAM
from subpunct_app.languages.abbreviations import keeps_dot
from subpunct_app.languages.language_data import language_data
from subpunct_app.languages.marks import MARKS, QUOTES
from subpunct_app.languages.scripts import separator
from subpunct_app.models.card import AUTO, DEFAULT_MODEL
from subpunct_app.runtime.errors import FileError, SettingsError
from subpunct_app.subtitles.reading.tokens import UNSPACED_WORD
from subpunct_app.text.words import Mark

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path
    from typing import BinaryIO

    import typer

    from subpunct_app.batch.batch_options import RestoreOptions
    from subpunct_app.cli.console import Console
    from subpunct_app.decoding.stream import Decided
    from subpunct_app.languages.typography import Typography

_FITTING = {
    *("files", "stream", "model", "language", "names", "encoding"),
    *("quiet", "verbose", "version"),
}
_CHUNK = 65_536
# A dash after a word stays: no mark that is put there makes up for it.
_FINAL = re.sub("[—–―‒⸺]", "", MARKS)
_AFTER = re.compile(rf"(?<=[^{_FINAL}])[{_FINAL}][{_FINAL}{QUOTES}]*$")
_ALONE = re.compile(rf"[{MARKS}-]+")
_UNSPACED = re.compile(UNSPACED_WORD)
_SPOKEN = re.compile(r"[\w&+=%]")


def check_options(context: typer.Context, files: Sequence[Path], encoding: str | None) -> None:
    """Raise SettingsError on files and options that a stream has no use for."""
    if files != [STREAM]:
        raise SettingsError("A stream comes from stdin.", "Give - for FILE.")
    for parameter in context.command.params:
        name = parameter.name or ""
        source = context.get_parameter_source(name)
        if source and source.name == "COMMANDLINE" and name not in _FITTING:
            raise SettingsError(
                f"{parameter.opts[-1]} does not go with --stream.",
                "A stream goes from stdin to stdout, all marks and capitals restored.",
            )
    if codecs.lookup(encoding or "utf-8").incrementaldecoder is None:
        raise SettingsError(
            f"{encoding} cannot be read while it comes.", "Leave out --stream, or try utf-8."
        )


def punctuate_stream(options: RestoreOptions, names: Sequence[str], console: Console) -> None:
    """Punctuate what comes from stdin until it ends, one sentence a line.

    Without a language it is the first of the model, without an encoding UTF-8. Of names only those
    of one word are known. Ctrl+C ends it as if no more came. Raise FileError where what comes is
    written otherwise.
    """
    from subpunct_app.decoding.names import Names
    from subpunct_app.decoding.stream import open_stream

    model = DEFAULT_MODEL if options.model == AUTO else options.model
    check_language(model, options.language)
    if long := [name for name in names if " " in name]:
        console.note(f"A stream knows no names of several words, such as {long[0]}.")
    with console.task("Loading the model"):
        stream = open_stream(model, options.language or "", Names.of(names))
    writer = _Writer(console, language_data(stream.language).typography)
    words = Words(sys.stdin.buffer, stream.language, options.encoding)
    try:
        for come in words:
            writer.write(stream.feed(come))
    finally:
        writer.write(stream.feed(words.rest()))
        writer.write(stream.finish())


class Words:
    """Bare words as they come, each as soon as a space follows it; the last one is the `rest`.

    Where a language has no spaces each character is one, and comes as soon as the next is there.
    """

    def __init__(self, source: BinaryIO, language: str, encoding: str | None) -> None:
        spaced = language_data(language).typography.spaced
        self._cut = partial(_spaced_words, language=language) if spaced else _unspaced_words
        self._source = source
        self._encoding = encoding or "UTF-8"
        self._held = ""

    def __iter__(self) -> Iterator[list[str]]:
        decoder = codecs.getincrementaldecoder(_with_mark(self._encoding))()
        try:
            while chunk := self._source.read1(_CHUNK):  # type: ignore[attr-defined]
                words, self._held = self._cut(self._held + decoder.decode(chunk))
                yield words
            self._held += decoder.decode(b"", final=True)
        except UnicodeError as error:
            raise FileError(
                f"stdin is not written in {self._encoding}.", "Name its --encoding."
            ) from error

    def rest(self) -> list[str]:
        """Return what has come since and nothing has followed."""
        words, self._held = self._cut(f"{self._held}\n")
        return words


def _with_mark(encoding: str) -> str:
    """Return an encoding that takes a byte order mark for what it is."""
    return "utf-8-sig" if codecs.lookup(encoding).name == "utf-8" else encoding


def _spaced_words(text: str, language: str) -> tuple[list[str], str]:
    """Return the words that are whole, and what may go on."""
    *written, held = re.split(r"\s+", text)
    return [bare(word, language) for word in written if word and not _ALONE.fullmatch(word)], held


def _unspaced_words(text: str) -> tuple[list[str], str]:
    """Return the words that are whole, and what may go on: small kana, numbers, Latin words."""
    *_, held = re.split(r"\s", text)
    found = [word for word in _UNSPACED.finditer(text) if _SPOKEN.search(word[0])]
    if found and found[-1].start() >= len(text) - len(held):
        held = text[found.pop().start() :]
    return [word[0] for word in found], held


def bare(word: str, language: str = "en") -> str:
    """Return a word without the marks after it, and quotes among them.

    An abbreviation keeps its dot.
    """
    core = _AFTER.sub("", word)
    own = word[len(core) :].startswith(".") and keeps_dot(core, word, len(core) + 1, language)
    return f"{core}." if own else core


class _Writer:
    """Write words to stdout at once, with a line break after each sentence.

    Before each is a space, unless the language has none there.
    """

    def __init__(self, console: Console, typography: Typography) -> None:
        self._console = console
        self._typography = typography
        self._before = ""

    def write(self, words: Sequence[Decided]) -> None:
        text = "".join(map(self._written, words))
        if text:
            self._console.result_bytes(text.encode())

    def _written(self, word: Decided) -> str:
        own = word.mark is Mark.PERIOD and word.text.endswith(".")
        mark = "" if own else self._typography.spelled(word.mark)
        space = separator(self._before, word.text)
        if self._typography.spaced:
            space = " " if self._before else ""
        text = f"{space}{word.text}{mark}"
        self._before = "" if word.mark.ends_sentence else text
        return f"{text}\n" if word.mark.ends_sentence else text
