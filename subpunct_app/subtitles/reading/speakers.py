"""Tell who says what, and the name from what stands around it in a label."""

from __future__ import annotations

import re

from subpunct_app.subtitles.reading.bylines import HEAD, OPENING_SIGN, TIME, Voices
from subpunct_app.subtitles.reading.transcript import Transcript

TURN_SIGNS = ">-–—‐ \t"
_AROUND = TURN_SIGNS + "*|"
_OPENING_SIGN = re.compile(OPENING_SIGN)
_ASIDE = re.compile(r"(?<=\w)\s*[\[(][^()\[\]]*[\])]$")
_TIME_BESIDE = re.compile(rf"^(?:\d+\t)?(?:{TIME}[*\s]+)+|(?<!\s)\s+{TIME}$")
_NUMBER_BESIDE = re.compile(r"^\s*\d+\s+(?=[QA]\.)")


def speakers_of(transcript: Transcript) -> dict[str, frozenset[int]]:
    """Return which words each speaker says whom the file names, in the order of the names."""
    said: dict[str, list[int]] = {}
    for at, word in enumerate(transcript.words):
        if word.speaker:
            said.setdefault(word.speaker, []).append(at)
    return {name: frozenset(places) for name, places in said.items()}


def name_in(label: str) -> str:
    """Return the name that a label gives, without the signs around it and what is said beside it.

    That is a time, or how or where somebody speaks: JOHN (V.O.).
    """
    name = _NUMBER_BESIDE.sub("", label).strip(_AROUND + ":")
    name = _TIME_BESIDE.sub("", name).strip(_AROUND + ":")
    if name.startswith("["):
        name = name[1:].removesuffix("]")
    return _ASIDE.sub("", name).strip("[()]<> \t")


def end_of_sign(shown: str, voices: Voices) -> int:
    """Return where in what a cue shows the sign ends that tells nothing, as each cue has one."""
    sign = _OPENING_SIGN.match(shown) if voices.signed else None
    return sign.end() if sign else 0


def head_of(shown: str, voices: Voices) -> tuple[str, int]:
    """Return the name above what a cue of subtitles says, and where that begins."""
    head = None if voices.stamped else HEAD.match(shown)
    return (name_in(head[1]), head.end()) if head and head[1] in voices.heads else ("", 0)


def opens_line(before: str) -> bool:
    """Tell whether who speaks behind these signs of a line says all of it, as in "- <v Bob>Hi"."""
    return not any(map(str.isalnum, before))
