"""Write a document as a new file of another format; saving in its own is not done here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from subpunct_app.runtime.errors import FileError
from subpunct_app.subtitles.formats.adapter import Loss, NewCue, OutputFormat, SubtitleFormat
from subpunct_app.subtitles.formats.document import NOT_READ, Document, Remark
from subpunct_app.subtitles.formats.encoding import NO_TEXT, legible
from subpunct_app.subtitles.formats.file_lines import remarks_at
from subpunct_app.subtitles.formats.plain_text import PLAIN_TEXT
from subpunct_app.subtitles.formats.registry import JSON
from subpunct_app.subtitles.formats.subrip import as_subrip_lines
from subpunct_app.subtitles.formats.substation import subrip_of
from subpunct_app.subtitles.formats.webvtt import unspoken, vtt_to_srt
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.subtitles.reading.transcript import Transcript
from subpunct_app.subtitles.writing.transcripts import json_listing, prose

_TRANSCRIPTS: Mapping[OutputFormat, Callable[[Transcript], str]] = {
    PLAIN_TEXT: prose,
    JSON: json_listing,
}
# Before the text of a line of Advanced SubStation in a film stand its layer, its style and so on.
_FIELDS = 8
_UTF16 = (b"\xfe\xff", b"\xff\xfe")


@dataclass(frozen=True, slots=True)
class Conversion:
    """The bytes of the new file, and what of the old one found no place in it."""

    content: bytes
    remarks: tuple[Remark, ...] = ()


def convert(document: Document, kind: OutputFormat, language: str = "en") -> Conversion:
    """Return a document as a file of this format: its own bytes if it is of this one, else UTF-8.

    A new subtitle file has the same cues in the same order with the same times; tags that both
    formats know are kept. The language says what words and marks are in a transcript or JSON. Raise
    FileError where a text without times should become subtitles.
    """
    if kind is document.format:
        return Conversion(document.to_bytes())
    losses: dict[Loss, list[int]] = defaultdict(list)
    for loss, offset in document.format.left_out(document):
        losses[loss].append(offset)
    if isinstance(kind, SubtitleFormat):
        return _encoded(document, kind.write(_new_cues(document, kind, losses)), losses)
    transcript = read_words(document, language)
    losses.clear()
    if kind is PLAIN_TEXT:
        losses[Loss.LANGUAGE] = [start for start, _ in transcript.unread.values()]
        losses[Loss.METADATA] = [document.cues[cue].start for cue in unspoken(document)]
    return _encoded(document, _TRANSCRIPTS[kind](transcript), losses)


def _new_cues(
    document: Document, kind: SubtitleFormat, losses: Mapping[Loss, list[int]]
) -> list[NewCue]:
    """Return the cues as another format has them, and note what is lost; drawings are no cues."""
    made = []
    for index, cue in enumerate(document.cues):
        if cue.start_ms is None or cue.end_ms is None:
            raise FileError(
                "A text without times cannot become subtitles.", "Write it as txt or json instead."
            )
        payload = kind.from_subrip(document.format.to_subrip(document, index))
        if cue.label.strip() and not cue.label.strip().isdecimal():
            payload.losses.add(Loss.NAMES)
        if min(cue.start_ms, cue.end_ms) < 0:
            payload.losses.add(Loss.EARLY)
        for loss in payload.losses:
            losses[loss].append(cue.start)
        if payload.text or Loss.DRAWINGS not in payload.losses:
            made.append(NewCue(max(0, cue.start_ms), max(0, cue.end_ms), payload))
    return made


def _encoded(document: Document, text: str, losses: Mapping[Loss, Sequence[int]]) -> Conversion:
    stray = {Loss.BYTES: [found.start() for found in NO_TEXT.finditer(document.text)]}
    findings = [
        (places[0], f"{loss} have no place in the new file: {len(places)} left out, first here.")
        for loss, places in {**losses, **stray}.items()
        if places
    ]
    unread = (one for one in document.remarks if one.reason.startswith(NOT_READ))
    return Conversion(legible(text).encode(), (*unread, *remarks_at(document.text, findings)))


def embedded_to_srt(content: bytes, codec: str) -> str:
    """Return the payload of a SubRip cue from one within a film, whose codec FFmpeg calls so.

    It is empty where nothing is written. Bytes that are no UTF-8 stay in it as surrogates: many
    films hold old encodings.
    """
    if codec == "mov_text":
        # The length of the text stands before it, styles behind it.
        content = content[2 : 2 + int.from_bytes(content[:2], "big")]
        if content.startswith(_UTF16):
            return as_subrip_lines(content.decode("utf-16", "replace"))
    text = content.decode("utf-8", "surrogateescape").replace("\0", "")
    if codec in {"ass", "ssa"}:
        text = subrip_of("".join(text.split(",", _FIELDS)[_FIELDS:])).text
    elif codec == "webvtt":
        text = vtt_to_srt(text, "").text
    return as_subrip_lines(text)
