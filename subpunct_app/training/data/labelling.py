"""Take the marks and the case off written text, word by word.

What no speaker says is dropped first, as Perez-Enriquez et al. (2024, section 3) clean their
corpora: HTML tags and entities, addresses of mail and of pages, hidden characters. Quotes and
brackets, in pairs or alone, go with the marks. Numbers and symbols stay: subtitles hold them too.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from subpunct_app.languages.language_data import language_data
from subpunct_app.languages.marks import BRACKETS, MARKS, QUOTES, mark_of
from subpunct_app.languages.scripts import IDEOGRAPHS
from subpunct_app.models.mark_labels import CASES, OPENINGS, WRITTEN
from subpunct_app.subtitles.formats.document import Cue, Document
from subpunct_app.subtitles.formats.encoding import UTF8
from subpunct_app.subtitles.formats.plain_text import PLAIN_TEXT
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.subtitles.reading.transcript import Transcript
from subpunct_app.text.words import Case
from subpunct_app.training.data.corpus import Row

_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
# Not the joiners U+200C and U+200D: Persian and the scripts of India spell with them.
_HIDDEN = re.compile("[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_LINK = re.compile(r"(?:https?|ftp)://|www\.|[^@]+@[^@]+\.[^@]+$", re.I)
_DASHES_AND_DOTS = re.compile(r"--|\.\.|[—―…]")
_SIGNS = f"[{MARKS}{QUOTES}{BRACKETS}]"
# A dash may also stand between the marks and the quotes of both words.
_GLUED = re.compile(
    rf"(?<=\w)(?:\.\.+|…)(?=[^\W_])|(?<=\w){_SIGNS}*(?:[—―]|--+)(?=[{QUOTES}{BRACKETS}]*[^\W_])"
)
# Possessive, as novels hold lines of a hundred dots, which can be taken apart in 2^100 ways.
_LEADING = re.compile(rf"(?:[{QUOTES}{BRACKETS}—–―…-]|\.\.++)++(?=[\w$€£₹])")
# Begun only where a run begins: else a long one within a word is tried from each of its signs.
_TRAILING = re.compile(rf"(?<!{_SIGNS})(?<!--)(?:{_SIGNS}|--++)++$|^-$")
_NO_MARK = re.compile(rf"[^{MARKS}-]")
_DASHES = "-—–―"
_ABBREVIATION = re.compile(
    r"^(?:(?:[A-Za-z]\.){2,}|(?:Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr|vs|Gen|Sen|Rep|Gov|Ph\.D|e\.g|i\.e)\.)$"
)
_AFTER_ABBREVIATION = "\"'”’,?!:;)"
# Scripts without spaces between words are read as in subtitles; how Japanese differs from Chinese
# makes no difference here.
_UNSPACED = re.compile(f"[{IDEOGRAPHS}]")
_GREEK = re.compile("[\u0370-\u03ff\u1f00-\u1fff]")
_MARK_INDEX = {mark: index for index, mark in enumerate(WRITTEN)}
_CASE_INDEX = {case: index for index, case in enumerate(CASES)}


def labelled_words(line: str) -> Iterator[Row]:
    """Yield the words of one paragraph as they are spelled, with the marks and the case of each.

    Marks that stand alone, or after something that is no word, belong to the word before, opening
    marks that stand alone to the word after.
    """
    line = _clean(line)
    if line.isascii() or not _UNSPACED.search(line):
        yield from with_lone_marks(map(_split, line.split()))
        return
    document = Document(PLAIN_TEXT, line, UTF8, (Cue(0, len(line)),))
    yield from transcript_rows(read_words(document, "zh"))


def with_lone_marks(rows: Iterable[Row]) -> Iterator[Row]:
    """Yield the rows that hold a word.

    Of one without, the mark belongs to the word before, the opening mark to the word after.
    """
    held: Row | None = None
    opening = 0
    for row in rows:
        if not row.word:
            opening = row.opening or opening
            if row.mark and held is not None and not held.mark:
                held = held._replace(mark=row.mark)
            continue
        if held is not None:
            yield held
        held = row._replace(opening=row.opening or opening) if opening else row
        opening = 0
    if held is not None:
        yield held


def transcript_rows(transcript: Transcript) -> Iterator[Row]:
    """Yield the words of a document as subpunct reads them."""
    text, cues = transcript.document.text, transcript.document.cues
    before = 0
    for word, gap in zip(transcript.words, transcript.gaps[1:], strict=True):
        opening = _opening(text[max(before, cues[word.cue].start) : word.start])
        before = gap.end
        yield Row(word.text, _MARK_INDEX[gap.current], _CASE_INDEX[Case.of(word.text)], opening)


def _clean(line: str) -> str:
    if "<" in line:
        line = _TAG.sub(" ", line)
    if "&" in line:
        line = html.unescape(line)
    if not line.isascii():
        line = _HIDDEN.sub("", line)
    return _GLUED.sub(r"\g<0> ", line) if _DASHES_AND_DOTS.search(line) else line


@lru_cache(maxsize=1 << 19)
def _split(token: str) -> Row:
    """Take the marks off one written token; the word is empty where none is left."""
    found = _LEADING.match(token)
    leading = found.group() if found else ""
    bare = token[len(leading) :]
    core = bare.rstrip(_AFTER_ABBREVIATION)
    if not _ABBREVIATION.match(core):
        tail = _TRAILING.search(bare)
        core = bare[: tail.start()] if tail else bare
    mark = _mark(core, bare[len(core) :])
    if _LINK.match(core):
        return Row("", mark, 0)
    if not any(map(str.isalnum, core)):
        return Row("", mark, 0, _opening(token))
    return Row(core, mark, _CASE_INDEX[Case.of(core)], _opening(leading))


def _mark(word: str, tail: str) -> int:
    """Return the number of what stands after a word; a dash counts where nothing else does."""
    run = _NO_MARK.sub("", tail)
    run = run.rstrip(_DASHES) or run
    if not run:
        return 0
    greek = ";" in run and _GREEK.search(word)
    return _MARK_INDEX[language_data("el").typography.mark_of(run) if greek else mark_of(run)]


def _opening(leading: str) -> int:
    return next((at for at, sign in enumerate(OPENINGS, 1) if sign in leading), 0)
