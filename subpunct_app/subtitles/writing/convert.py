"""Write a document as a new file of another kind; saving in its own kind is not done here."""

from __future__ import annotations

import io
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import pysrt
import webvtt

from subpunct_app.runtime.errors import FileError
from subpunct_app.subtitles.formats.document import Document, Format, Remark
from subpunct_app.subtitles.formats.encoding import NO_TEXT, legible
from subpunct_app.subtitles.formats.text_lines import line_before, parted, remarks_at
from subpunct_app.subtitles.formats.webvtt import BLOCK, KNOWN_BLOCK, unspoken
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.subtitles.reading.transcript import Transcript
from subpunct_app.subtitles.writing.caption_layout import behind_times
from subpunct_app.subtitles.writing.json_cues import listing
from subpunct_app.subtitles.writing.output_format import OutputFormat
from subpunct_app.subtitles.writing.payload import (
    Loss,
    Payload,
    sbv_to_srt,
    srt_to_vtt,
    vtt_to_srt,
)
from subpunct_app.subtitles.writing.prose import prose
from subpunct_app.text.quantities import time_stamp

_NUMBERS = re.compile(r"[\d\s]*")
_HEADER = re.compile(r"\s*WEBVTT(?!\S)(?P<more>\s*\S)?", re.IGNORECASE)


# New files in SBV are not written: players know the others better.
_OWN = {Format.SRT: OutputFormat.SRT, Format.VTT: OutputFormat.VTT, Format.TEXT: OutputFormat.TXT}


@dataclass(frozen=True, slots=True)
class Conversion:
    """The bytes of the new file, and what of the old one found no place in it."""

    content: bytes
    remarks: tuple[Remark, ...] = ()


def convert(document: Document, kind: OutputFormat, language: str = "en") -> Conversion:
    """Return a document as a file of this kind: its own bytes if it is of this kind, else UTF-8.

    A new subtitle file has the same cues in the same order with the same times; tags that both
    formats know are kept. The language says what words and marks are in a transcript or JSON. Raise
    FileError where a text without times should become subtitles.
    """
    if kind is _OWN.get(document.format):
        return Conversion(document.to_bytes())
    match kind:
        case OutputFormat.SRT:
            return _subtitles(document, kind, _srt)
        case OutputFormat.VTT:
            return _subtitles(document, kind, _vtt)
        case OutputFormat.TXT:
            return _transcript(read_words(document, language))
        case OutputFormat.JSON:
            return _encoded(document, listing(read_words(document, language)), _unshown(document))


@dataclass(frozen=True, slots=True)
class _Timed:
    start_ms: int
    end_ms: int
    payload: Payload


def _transcript(transcript: Transcript) -> Conversion:
    document = transcript.document
    losses = {
        Loss.LANGUAGE: [start for start, _ in transcript.unread.values()],
        Loss.METADATA: [document.cues[cue].start for cue in unspoken(document)],
        **_unshown(document),
    }
    return _encoded(document, prose(transcript), losses)


def _subtitles(
    document: Document, kind: OutputFormat, write: Callable[[Sequence[_Timed]], str]
) -> Conversion:
    losses: dict[Loss, list[int]] = defaultdict(list)
    cues = []
    for index, cue in enumerate(document.cues):
        timed = _timed(document, index, kind)
        cues.append(timed)
        for loss in timed.payload.losses:
            losses[loss].append(cue.start)
    for loss, offset in _between(document):
        losses[loss].append(offset)
    return _encoded(document, write(cues), losses)


def _timed(document: Document, index: int, kind: OutputFormat) -> _Timed:
    """Return a cue as another subtitle format has it."""
    cue = document.cues[index]
    if cue.start_ms is None or cue.end_ms is None:
        raise FileError(
            "A text without times cannot become subtitles.", "Write it as txt or json instead."
        )
    payload = _payload(document, index, kind)
    if not _NUMBERS.fullmatch(cue.label):
        payload.losses.add(Loss.NAMES)
    if cue.start_ms < 0 or cue.end_ms < 0:
        payload.losses.add(Loss.EARLY)
    return _Timed(max(0, cue.start_ms), max(0, cue.end_ms), payload)


def _payload(document: Document, index: int, kind: OutputFormat) -> Payload:
    """Return what a cue shows as another format has it."""
    raw, (place, words) = document.cue_text(index), parted(behind_times(document, index))
    if document.format is Format.VTT:
        payload = vtt_to_srt(raw, place)
    else:
        payload = sbv_to_srt(raw) if kind is OutputFormat.SRT else srt_to_vtt(raw, place)
    if words:
        payload.losses.add(Loss.BESIDE)
    return payload


def _unshown(document: Document) -> dict[Loss, list[int]]:
    """Return where words stand that no cue shows: beside its times, and in blocks without any."""
    beside = [
        cue.start
        for index, cue in enumerate(document.cues)
        if parted(behind_times(document, index))[1]
    ]
    lost = [] if document.format is Format.TEXT else _between(document)
    return {
        Loss.BESIDE: beside,
        Loss.UNREAD: [offset for loss, offset in lost if loss is Loss.UNREAD],
    }


def _between(document: Document) -> Iterator[tuple[Loss, int]]:
    """Yield what stands between the cues and is lost, with its offset."""
    starts = [0, *(cue.end for cue in document.cues)]
    heads = (_head(document, index) for index in range(len(document.cues)))
    for start, end in zip(starts, [*heads, len(document.text)], strict=True):
        for block in BLOCK.finditer(document.text, start, end):
            loss = _loss_of(block[0], document.format)
            if loss:
                yield loss, block.start()


def _head(document: Document, index: int) -> int:
    """Return where a cue begins: its times, and its label above if that stands alone."""
    text, floor = document.text, document.cues[index - 1].end if index else 0
    times, end = line_before(text, document.cues[index].start, floor)
    while times >= 0 and not text[times:end].strip():
        times, end = line_before(text, times, floor)
    label, label_end = line_before(text, times, floor)
    above = line_before(text, label, floor)
    alone = label >= 0 and not text[slice(*above)].strip()
    named = text[label:label_end].strip() in {"", document.cues[index].label.strip()}
    return label if alone and named else max(times, floor)


def _loss_of(block: str, source: Format) -> Loss | None:
    if _NUMBERS.fullmatch(block):
        return None
    if source is Format.VTT:
        if header := _HEADER.match(block):
            return Loss.HEADER if header["more"] else None
        if KNOWN_BLOCK.match(block):
            return Loss.BLOCKS
    return Loss.UNREAD


def _srt(cues: Sequence[_Timed]) -> str:
    items = [
        pysrt.SubRipItem(number, cue.start_ms, cue.end_ms, cue.payload.text)
        for number, cue in enumerate(cues, start=1)
    ]
    written = io.StringIO()
    pysrt.SubRipFile(items, eol="\n").write_into(written)
    return written.getvalue()


def _vtt(cues: Sequence[_Timed]) -> str:
    captions = [
        webvtt.Caption(
            time_stamp(cue.start_ms),
            time_stamp(cue.end_ms),
            cue.payload.text,
            settings=cue.payload.settings,
        )
        for cue in cues
    ]
    return webvtt.WebVTT(captions=captions).content


def _encoded(document: Document, text: str, losses: Mapping[Loss, Sequence[int]]) -> Conversion:
    stray = {Loss.BYTES: [found.start() for found in NO_TEXT.finditer(document.text)]}
    findings = [
        (places[0], f"{loss} have no place in the new file: {len(places)} left out, first here.")
        for loss, places in {**losses, **stray}.items()
        if places
    ]
    return Conversion(legible(text).encode(), remarks_at(document.text, findings))
