"""Advanced SubStation (ASS) and SubStation (SSA): lines of fields, the text with effects in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from subpunct_app.runtime.task import Task
from subpunct_app.subtitles.formats.adapter import Format, Loss, Payload
from subpunct_app.subtitles.formats.document import Cue, Document, Remark
from subpunct_app.subtitles.formats.file_lines import Finding, filled_lines, remarks_at
from subpunct_app.subtitles.formats.markup import TAG, Markup
from subpunct_app.text.quantities import milliseconds

_SECTIONS = r"\[(?:script info|v4\+{0,2} styles|events)\]"
# Comments may stand above.
_SIGNATURE = re.compile(rf"\s*+(?:[;!][^\r\n]*+\s++)*+{_SECTIONS}", re.IGNORECASE)
_LINE = re.compile(
    r"(?<![^\r\n])(?:\[(?P<section>[^\]\r\n]*)\]"
    r"|(?P<kind>Format|Dialogue|Comment)[ \t]*:(?P<row>[^\r\n]*))",
    re.IGNORECASE,
)
_CLOCK = re.compile(r"\s*(\d{1,9}):(\d{1,2}):(\d{1,2})[.:,](\d{1,3})\s*")
_ESCAPES = {r"\N": "\n", r"\n": "\n", r"\h": " ", r"\{": "{", r"\}": "}"}
_ESCAPE = r"\\[Nnh{}]"
_DRAWS = r"\\p(\d+)"
_PART = re.compile(rf"(?P<escape>{_ESCAPE})|(?P<block>\{{[^{{}}]*\}})")
_OVERRIDE = re.compile(r"\\(an|i|p)(\d+)(?=[\\}\s])")
_EFFECT = re.compile(r"\\(?!(?:an|i|p)\d)[^\\}]")
_ITALIC = re.compile("</?i>")
_ON_TOP = "789"


class SubStation(Format):
    """Advanced SubStation and its elder; styles, attachments and comments stay as they are."""

    name = "ass"
    title = "Advanced SubStation"
    suffixes = (".ass", ".ssa")
    has_own_lines = False
    line_break = r"\N"
    markup = Markup.of(TAG, _ESCAPE, _ESCAPES, draws=_DRAWS)
    beside: ClassVar[Mapping[Loss, re.Pattern[str]]] = {
        Loss.BLOCKS: re.compile(r"(?<![^\r\n])\[(?!(?i:script info|events)\])[^\]\r\n]*\]"),
        # Lines that are hidden: they belong to whoever made the file.
        Loss.COMMENTS: re.compile(r"(?<![^\r\n])(?i:comment)[ \t]*:"),
    }

    def recognises(self, text: str, suffix: str) -> bool:
        return _SIGNATURE.match(text) is not None

    def read(self, text: str, task: Task) -> tuple[tuple[Cue, ...], tuple[Remark, ...]]:
        findings: list[Finding] = []
        cues = tuple(_cues(text, findings, task))
        if not cues and text.strip():
            findings.append((0, "This file holds no cue."))
        return cues, remarks_at(text, findings)

    def header(self, text: str, name: str) -> str:
        found = re.compile(rf"(?<![^\r\n]){name}:[ \t]*([\w-]+)", re.IGNORECASE).search(text)
        events = re.search(r"(?<![^\r\n])\[events\]", text, re.IGNORECASE)
        return found[1] if found and (not events or found.start() < events.start()) else ""

    def to_subrip(self, document: Document, cue: int) -> Payload:
        payload = subrip_of(document.cue_text(cue))
        payload.speaker = document.cues[cue].speaker
        return payload


SUBSTATION = SubStation()


def subrip_of(raw: str) -> Payload:
    """Return a text with its italics, and where it is shown on top; all other effects are lost.

    So is what is drawn rather than written.
    """
    line, at = _Line(), 0
    for part in _PART.finditer(raw):
        line.add(raw[at : part.start()])
        if part["escape"]:
            line.add(_ESCAPES[part[0]])
        else:
            line.take_effects(part[0])
        at = part.end()
    line.add(raw[at:])
    line.set_italic(False)
    text = filled_lines("".join(line.parts))
    shown = _ITALIC.sub("", text).strip()
    return Payload(line.top + text if shown else "", losses=line.losses)


class _Line:
    """The text of a line as far as its effects are read."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.losses: set[Loss] = set()
        self.top = ""
        self._draws = self._italic = False

    def add(self, text: str) -> None:
        """Add what stands between two effects, unless it draws."""
        if not self._draws:
            self.parts.append(text)
        elif text.strip():
            self.losses.add(Loss.DRAWINGS)

    def take_effects(self, block: str) -> None:
        """Take what SubRip has, too, and what tells drawings from text."""
        if _EFFECT.search(block):
            self.losses.add(Loss.OVERRIDES)
        for name, value in _OVERRIDE.findall(block):
            if name == "an":
                # The last place in a line is the one that counts.
                self.top = r"{\an8}" if value in _ON_TOP else ""
            elif name == "p":
                self._draws = value != "0"
            else:
                self.set_italic(value == "1")

    def set_italic(self, italic: bool) -> None:
        """Begin or end what stands in italics."""
        if italic != self._italic:
            self._italic = italic
            self.parts.append("<i>" if italic else "</i>")


def _cues(text: str, findings: list[Finding], task: Task) -> Iterator[Cue]:
    """Yield the lines of dialogue; only those below the heading of events are any."""
    columns = _Columns()
    in_events = False
    for count, line in enumerate(_LINE.finditer(text)):
        if not count % 1000:
            task.step(line.start(), len(text), "Reading")
        kind = (line["kind"] or "").lower()
        if line["section"] is not None:
            in_events = line["section"].strip().lower() == "events"
        elif in_events and kind == "format":
            columns = _Columns.of(line["row"])
        elif in_events and kind == "dialogue":
            yield from _cue(text, columns, line, findings)


@dataclass(frozen=True, slots=True)
class _Columns:
    """The columns of the lines of dialogue, by default those of the standard."""

    names: Sequence[str] = (
        *("layer", "start", "end", "style", "name"),
        *("marginl", "marginr", "marginv", "effect", "text"),
    )
    text: int = 9

    @classmethod
    def of(cls, row: str) -> _Columns:
        """Return the columns as a line of the file has them; -1 stands for no text."""
        named = [name.strip().lower() for name in row.split(",")]
        names = ["name" if name == "actor" else name for name in named]
        return cls(names, names.index("text") if "text" in names else -1)

    def parted(self, row: str) -> list[str]:
        """Return the fields of a line: only the text holds commas, wherever it stands."""
        *fields, rest = row.split(",", max(self.text, 0))
        return [*fields, *rest.rsplit(",", len(self.names) - self.text - 1)]


def _cue(
    text: str, columns: _Columns, line: re.Match[str], findings: list[Finding]
) -> Iterator[Cue]:
    """Yield the cue of a line, unless it cannot be read."""
    fields = columns.parted(line["row"])
    if columns.text < 0 or len(fields) != len(columns.names):
        findings.append((line.start(), "This line lacks some of its columns."))
        return
    row = dict(zip(columns.names, fields, strict=True))
    starts, ends = (_CLOCK.fullmatch(row.get(name, "")) for name in ("start", "end"))
    if starts is None or ends is None:
        findings.append((line.start(), "The times of this cue are not valid."))
        return
    start_ms, end_ms = milliseconds(*starts.groups()), milliseconds(*ends.groups())
    if end_ms < start_ms:
        findings.append((line.start(), "This cue ends before it starts."))
    start = line.start("row") + sum(len(field) + 1 for field in fields[: columns.text])
    speaker = " ".join(row.get("name", "").split())
    yield Cue(start, start + len(fields[columns.text]), start_ms, end_ms, speaker=speaker)
