"""Find words in the cues and replace them; find the cue that a number or a time means."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import time
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, islice, repeat
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from subpunct_app.review.editing import regex_worker
from subpunct_app.review.editing.sheet import CueEdit
from subpunct_app.runtime.errors import FileError, SettingsError
from subpunct_app.runtime.task import Task
from subpunct_app.subtitles.formats.file_lines import LINE_END
from subpunct_app.text.quantities import milliseconds

if TYPE_CHECKING:
    from subpunct_app.subtitles.formats.document import Document


_LIMIT_SECONDS = 5.0
_POLL_SECONDS = 0.05


class Hit(NamedTuple):
    """Where something was found, in the text of a cue as it would be written now."""

    cue: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Query:
    """What to look for."""

    pattern: str
    regex: bool = False
    match_case: bool = False

    def compiled(self) -> re.Pattern[str]:
        """Return the expression, or raise SettingsError where it is none."""
        try:
            return re.compile(self.pattern if self.regex else phrase(self.pattern), self.flags)
        except (re.error, ValueError, OverflowError, RecursionError) as error:
            raise SettingsError(f"This is no regular expression: {error}.") from error

    @property
    def flags(self) -> int:
        """Return how to search; ^ and $ stand for the ends of each line."""
        return re.MULTILINE | (re.NOFLAG if self.match_case else re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Replacing:
    """The cues that read otherwise once every hit is replaced, and how many hits there were."""

    edits: tuple[CueEdit, ...] = ()
    hits: int = 0


def find(texts: Sequence[str], query: Query, task: Task) -> list[Hit]:
    """Return every hit in these cues, in reading order.

    Raise SettingsError where the query is no expression, or one that takes for ever.
    """
    pattern = query.compiled()
    if not query.regex:
        return [Hit(*hit) for hit in regex_worker.found(pattern, list(texts))]
    return [Hit(*hit) for hit in _asked(query, {"texts": list(texts)}, task)]


def replace_all(texts: Sequence[str], query: Query, template: str, task: Task) -> Replacing:
    r"""Return what becomes of the cues when every hit is replaced.

    With a regular expression `\1` and `\g<name>` in the template stand for its groups. Raise
    SettingsError as `find` does, and where the template is none.
    """
    if query.regex:
        _check_template(query, template)
        found = _asked(query, {"texts": list(texts), "template": template}, task)
    else:
        pattern = query.compiled()
        found = [replaced(pattern, text, template) for text in texts]
    edits = tuple(
        CueEdit(cue, new)
        for cue, ((new, _), old) in enumerate(zip(found, texts, strict=True))
        if new != old
    )
    return Replacing(edits, sum(count for _, count in found))


def replace_hit(text: str, hit: Hit, query: Query, template: str, task: Task) -> CueEdit:
    """Return what becomes of a cue when one hit in it is replaced; raise as `replace_all` does."""
    if not query.regex:
        before, rest = text[: hit.start], text[hit.start :]
        return CueEdit(hit.cue, before + replaced(query.compiled(), rest, template, 1)[0])
    _check_template(query, template)
    found = _asked(query, {"texts": [text], "template": template, "at": hit.start}, task)
    return CueEdit(hit.cue, found[0][0])


def _check_template(query: Query, template: str) -> None:
    """Raise SettingsError for a template that cannot be put in, before any text is searched."""
    pattern = query.compiled()
    names = {number: f"?P<{name}>" for name, number in pattern.groupindex.items()}
    # It has the same groups and finds nothing in them.
    empty = "".join(f"({names.get(at + 1, '')})" for at in range(pattern.groups))
    try:
        re.sub(empty, template, "")
    except (re.error, IndexError) as error:
        raise SettingsError(f"This cannot be put in: {error}.") from error


def _asked(query: Query, request: dict[str, object], task: Task) -> list[Any]:
    """Return the answer of a process that is stopped when it takes too long."""
    query.compiled()
    content = json.dumps({"pattern": query.pattern, "flags": int(query.flags), **request})
    try:
        found: list[Any] = json.loads(_answer(content.encode(), task))
    except OSError as error:
        raise FileError(
            f"The search cannot be begun: {error.strerror or error}.",
            "Make room for temporary files.",
        ) from error
    except ValueError as error:
        # It has died, most likely for want of memory.
        raise SettingsError("This search has broken down.", "Make it simpler.") from error
    return found


def _answer(content: bytes, task: Task) -> bytes:
    # From a pipe, what was not read when the first wait ended would never be sent.
    with tempfile.TemporaryFile() as asked:
        asked.write(content)
        asked.seek(0)
        with subprocess.Popen(_worker(), stdin=asked, stdout=subprocess.PIPE) as process:
            try:
                return _waited(process, task)
            finally:
                process.kill()


def _worker() -> list[str]:
    if getattr(sys, "frozen", False):
        return [sys.executable, regex_worker.WANTED]
    return [sys.executable, "-I", "-S", str(Path(regex_worker.__file__))]


def _waited(process: subprocess.Popen[bytes], task: Task) -> bytes:
    until = time.monotonic() + _LIMIT_SECONDS
    while time.monotonic() < until:
        task.step(0, 0, "Searching")
        try:
            return process.communicate(timeout=_POLL_SECONDS)[0]
        except subprocess.TimeoutExpired:
            continue
    raise SettingsError("This expression takes too long.", "Make it simpler.")


_BETWEEN_WORDS = re.compile(r"(?<=\S) (?=\S)")
_CURLY = "’"
_APOSTROPHES = f"['{_CURLY}]"


def phrase(text: str) -> str:
    """Return an expression for a text, whose spaces between words stand for line ends, too.

    So does the apostrophe of a keyboard for one that is curly: l'eau finds l’eau.
    """
    words = map(re.escape, _BETWEEN_WORDS.split(text))
    return r"\s".join(word.replace("'", _APOSTROPHES) for word in words)


def replaced(
    pattern: re.Pattern[str], text: str, words: str, most: int | None = None
) -> tuple[str, int]:
    """Return a text with other words for each hit of a phrase, and how many there were.

    Spaces and curly apostrophes stay those that were there. A line that ended within the hit ends
    behind it where the new words have no room for that. No more than `most` hits are replaced, from
    the first on.
    """
    typed = _APOSTROPHES in pattern.pattern
    hits = [*islice(pattern.finditer(text), most)]
    pieces: list[str] = []
    at = 0
    for hit in hits:
        curled = words.replace("'", _CURLY) if typed and _CURLY in hit[0] else words
        new, line_ends = _put(curled, hit[0])
        pieces += [text[at : hit.start()], new]
        at = hit.end()
        if line_ends and text[at : at + 1] == " ":
            pieces.append("\n")
            at += 1
    return "".join([*pieces, text[at:]]), len(hits)


def _put(words: str, old: str) -> tuple[str, bool]:
    """Return words with the spaces of what they replace, and whether a line end is left over."""
    spaces = re.findall(r"\s", old)
    first, *others = words.split(" ")
    new = first + "".join(
        space + other for space, other in zip(chain(spaces, repeat(" ")), others, strict=False)
    )
    return new, "\n" in spaces[len(others) :]


_NUMBER = re.compile(r"#?\s*(\d{1,9})")
_TIME = re.compile(r"(?:(?:(\d{1,9}):)?(\d{1,9}):)?(\d{1,9})(?:[.,](\d{1,3}))?")
_HINT = "Type a number such as 118, or a time such as 1:02:03,5."


def locate(document: Document, text: str) -> int:
    """Return the cue of this number, or the one shown at this time or next after it.

    Raise SettingsError where the text is neither, or beyond the end.
    """
    if number := _NUMBER.fullmatch(text.strip()):
        if not 1 <= int(number[1]) <= len(document.cues):
            raise SettingsError(
                f"There is no cue {int(number[1]):,}: the last one is {len(document.cues):,}."
            )
        return int(number[1]) - 1
    time = _TIME.fullmatch(text.strip())
    if time is None:
        raise SettingsError(f"“{text.strip()}” is no cue and no time.", _HINT)
    time_ms = milliseconds(*time.groups(default="0"))
    for index, cue in enumerate(document.cues):
        if cue.end_ms is not None and cue.end_ms > time_ms:
            return index
    raise SettingsError("No cue is shown then or later.", _HINT)


def cue_near(document: Document, line: int) -> int:
    """Return the cue that holds a line of a file, counted from 1, or comes next."""
    ends = LINE_END.finditer(document.text)
    start = next((end.end() for end in islice(ends, line - 2, None)), 0) if line > 1 else 0
    nearest = bisect_left(document.cues, start, key=attrgetter("end"))
    return min(nearest, max(0, len(document.cues) - 1))
