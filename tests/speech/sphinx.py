"""A recogniser of English that is small enough for tests and knows nothing of Whisper."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from subpunct_app.speech.media.audio import RATE, as_int16
from subpunct_app.speech.recognition.recogniser import SpokenWord

_WORD = re.compile(r"([^\[<(+]+)(?:\(\d+\))?")
_SEGMENT_WORDS = 5


class Sphinx:
    """The recogniser of pocketsphinx, telling words without marks and capitals."""

    name = "pocketsphinx"

    def language_of(self, sound: NDArray[np.float32]) -> str | None:
        return "en" if sound.any() else None

    def segments(
        self, sound: NDArray[np.float32], language: str
    ) -> Iterator[tuple[SpokenWord, ...]]:
        from pocketsphinx import Decoder

        decoder = Decoder(samprate=float(RATE), loglevel="FATAL", maxhmmpf=3000, maxwpf=10)
        decoder.start_utt()
        decoder.process_raw(as_int16(sound).tobytes(), full_utt=True)
        decoder.end_utt()
        words = [word for word in map(_word, decoder.seg()) if word is not None]
        for at in range(0, len(words), _SEGMENT_WORDS):
            yield tuple(words[at : at + _SEGMENT_WORDS])


def _word(found: object) -> SpokenWord | None:
    match = _WORD.fullmatch(found.word)  # type: ignore[attr-defined]
    if match is None:
        return None
    start, end = found.start_frame, found.end_frame  # type: ignore[attr-defined]
    return SpokenWord(match[1], 10 * start, 10 * (end + 1))
