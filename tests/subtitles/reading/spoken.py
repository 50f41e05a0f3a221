"""Cues made of what they show, and what is read of it."""

from __future__ import annotations

from subpunct_app.subtitles.formats.document import Document
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.text.words import Break, Gap


def cues(*payloads: str, step: int = 2) -> Document:
    """Return WebVTT whose cues show this, one every so many seconds."""
    lines = [
        f"00:{at * step // 60:02}:{at * step % 60:02}.000 --> "
        f"00:{at * step // 60:02}:{at * step % 60:02}.900\n{payload}\n"
        for at, payload in enumerate(payloads)
    ]
    return parse(("WEBVTT\n\n" + "\n".join(lines)).encode())


def spoken(*payloads: str, language: str = "en") -> str:
    """Show words with their marks.

    `=` is a fixed gap, `#` one behind the number of an item, `/` a turn, `|` a line, `||` a cue.
    """
    transcript = read_words(cues(*payloads), language)
    shown = [
        word.text + _shown(gap, last=at + 1 == len(transcript.words))
        for at, (word, gap) in enumerate(zip(transcript.words, transcript.gaps[1:], strict=True))
    ]
    return " ".join(shown)


def _shown(gap: Gap, *, last: bool) -> str:
    breaks = {Break.NONE: "", Break.LINE: " |", Break.CUE: "" if last else " ||"}
    held = " #" if gap.item else " =" * gap.fixed
    parts = [f" {gap.current}" if gap.current else "", held, " /" * gap.turn]
    return "".join(parts) + breaks[gap.break_]
