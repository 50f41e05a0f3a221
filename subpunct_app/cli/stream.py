"""`subpunct punctuate --stream`: write words with their marks while they come in."""

from __future__ import annotations

import codecs
import re
import sys
from typing import TYPE_CHECKING

from subpunct_app.cli.targets import STREAM
from subpunct_app.core.errors import SettingsError
from subpunct_app.core.text import Mark
from subpunct_app.subtitles.abbreviations import keeps_dot
from subpunct_app.subtitles.typography import typography

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path
    from typing import BinaryIO

    import typer

    from subpunct_app.cli.console import Console
    from subpunct_app.punctuation.card import ModelCard
    from subpunct_app.punctuation.stream import Decided

_FITTING = {"files", "stream", "model", "language", "quiet", "verbose", "version"}
_CHUNK = 65_536
_AFTER = re.compile(r"(?<=[^.,?!:;…])[.,?!:;…]+$")
_ALONE = re.compile(r"[.,?!:;…—–-]+")


def check_options(context: typer.Context, files: Sequence[Path]) -> None:
    """Refuse files and options that a stream has no use for; raise SettingsError."""
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


def punctuate_stream(model: str, language: str, console: Console) -> None:
    """Punctuate what comes from stdin until it ends, one sentence a line.

    `auto` is the first language of the model.
    """
    from subpunct_app.punctuation.stream import open_stream

    with console.task("Loading the model"):
        stream = open_stream(model)
    writer = _Writer(console, _language(stream.card, language))
    for words in words_of(sys.stdin.buffer):
        writer.write(stream.feed(words))
    writer.write(stream.finish())


def words_of(source: BinaryIO) -> Iterator[list[str]]:
    """Yield bare words as they come, each as soon as a space or the end follows it."""
    decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
    held = ""
    while chunk := source.read1(_CHUNK):  # type: ignore[attr-defined]
        *whole, held = re.split(r"\s+", held + decoder.decode(chunk))
        yield _bare_words(whole)
    yield _bare_words([held + decoder.decode(b"", final=True)])


def _bare_words(written: Sequence[str]) -> list[str]:
    return [bare(word) for word in written if word and not _ALONE.fullmatch(word)]


def bare(word: str) -> str:
    """Return a word without the marks after it; an abbreviation keeps its dot."""
    core = _AFTER.sub("", word)
    own = word[len(core) :].startswith(".") and keeps_dot(core, word, len(core) + 1)
    return f"{core}." if own else core


def _language(card: ModelCard, wanted: str) -> str:
    if wanted == "auto":
        return next(iter(card.languages), "en")
    if card.knows(wanted):
        return wanted
    raise SettingsError(
        f"{card.id} does not know the language {wanted}.",
        f"It knows: {', '.join(card.languages)}.",
    )


class _Writer:
    """Write words to stdout at once, a space before each and a line break after each sentence."""

    def __init__(self, console: Console, language: str) -> None:
        self._console = console
        self._typography = typography(language)
        self._space = ""

    def write(self, words: Sequence[Decided]) -> None:
        text = "".join(map(self._written, words))
        if text:
            self._console.result_bytes(text.encode())

    def _written(self, word: Decided) -> str:
        own = word.mark is Mark.PERIOD and word.text.endswith(".")
        mark = "" if own else self._typography.spelled(word.mark)
        text = f"{self._space}{word.text}{mark}"
        self._space = "" if word.mark.ends_sentence else " "
        return f"{text}\n" if word.mark.ends_sentence else text
