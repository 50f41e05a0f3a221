"""Sentences spoken by espeak-ng with known silences between them."""

from __future__ import annotations

import subprocess
import wave
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

SENTENCES = (
    "So I went back and looked at the old house on the hill.",
    "Nobody had lived there since the winter of 1984.",
    "The door was open, and the kitchen table was still set for 2 people.",
    "My friend Zorblatt did not want to go inside.",
)
SILENCE_MS = 700


@dataclass(frozen=True, slots=True)
class Recording:
    """A file, and when each of its sentences starts and ends in milliseconds."""

    path: Path
    spans: tuple[tuple[int, int], ...]


def record(path: Path, sentences: Sequence[str] = SENTENCES, *, before_ms: int = 300) -> Recording:
    """Speak sentences into a WAV file, with SILENCE_MS after each."""
    parts: list[np.ndarray[tuple[int], np.dtype[np.int16]]] = []
    spans: list[tuple[int, int]] = []
    rate, at_ms = 22_050, before_ms
    for sentence in sentences:
        sound, rate = _said(path.with_suffix(".part.wav"), sentence)
        silence = np.zeros(SILENCE_MS * rate // 1000, np.int16)
        length_ms = 1000 * len(sound) // rate
        spans.append((at_ms, at_ms + length_ms))
        at_ms += length_ms + SILENCE_MS
        parts += [sound, silence]
    start = np.zeros(before_ms * rate // 1000, np.int16)
    with wave.open(str(path), "wb") as stream:
        stream.setparams((1, 2, rate, 0, "NONE", ""))
        stream.writeframes(np.concatenate([start, *parts]).tobytes())
    return Recording(path, tuple(spans))


def _said(path: Path, sentence: str) -> tuple[np.ndarray[tuple[int], np.dtype[np.int16]], int]:
    """Return a sentence without the silence around it."""
    command = ["espeak-ng", "-v", "en-us", "-s", "150", "-w", str(path), sentence]
    subprocess.run(command, check=True, capture_output=True)
    with wave.open(str(path)) as stream:
        rate = stream.getframerate()
        sound = np.frombuffer(stream.readframes(stream.getnframes()), np.int16)
    loud = np.flatnonzero(np.abs(sound.astype(np.int32)) > 300)
    return sound[loud[0] : loud[-1] + 1], rate
