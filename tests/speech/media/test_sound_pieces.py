from __future__ import annotations

import tracemalloc
import wave
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from subpunct_app.speech.media.audio import PER_MS, RATE, Sound, as_int16
from subpunct_app.speech.media.sound_pieces import SoundReader, parts


def save(sound: NDArray[np.float32], path: Path) -> Path:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(as_int16(sound).tobytes())
    return path


@pytest.fixture(scope="module")
def noise() -> NDArray[np.float32]:
    """Return a minute of noise that is silent from 14 to 16 and from 44 to 46 seconds."""
    sound = np.random.default_rng(1).uniform(-0.5, 0.5, 60 * RATE).astype(np.float32)
    for second in (14, 44):
        sound[second * RATE : (second + 2) * RATE] = 0
    return sound


def test_parts_hold_all_of_the_sound(noise: NDArray[np.float32], tmp_path: Path) -> None:
    path = save(noise, tmp_path / "noise.wav")
    found = list(parts(Sound(path), part_ms=20_000))
    assert len(np.concatenate([part.sound for part in found])) == len(noise)
    assert all(a.end_ms == b.start_ms for a, b in pairwise(found))


def test_a_short_silence_of_the_last_minute_is_cut_in_its_middle(tmp_path: Path) -> None:
    sound = np.random.default_rng(1).uniform(-0.5, 0.5, 90 * RATE).astype(np.float32)
    for start_ms, end_ms in ((10_000, 12_000), (70_000, 70_600)):
        sound[start_ms * RATE // 1000 : end_ms * RATE // 1000] = 0
    first, _ = parts(Sound(save(sound, tmp_path / "noise.wav")), part_ms=80_000)
    assert first.end_ms == pytest.approx(70_300, abs=100)


def test_a_later_start_gives_the_rest(noise: NDArray[np.float32], tmp_path: Path) -> None:
    path = save(noise, tmp_path / "noise.wav")
    (part,) = parts(Sound(path, start_ms=50_000))
    assert part.start_ms == 50_000
    assert part.end_ms == 60_000
    assert list(parts(Sound(path, start_ms=60_000))) == []


class Played:
    """A sound in blocks, in which each sample is its place."""

    def __init__(self, samples: np.ndarray, block: int) -> None:
        self._samples = samples
        self._block = block
        self.read = 0

    def __iter__(self) -> Iterator[np.ndarray]:
        for at in range(0, len(self._samples), self._block):
            self.read = at + self._block
            yield self._samples[at : at + self._block]


def places(ms: int) -> np.ndarray:
    return np.arange(ms * PER_MS, dtype=np.float32)


def reader_of(ms: int, block_ms: int) -> tuple[SoundReader, Played]:
    played = Played(places(ms), block_ms * PER_MS)
    return SoundReader(played), played  # type: ignore[arg-type]


@given(st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60))), st.integers(1, 30))
def test_any_stretch_is_what_lies_between_its_times(
    steps: Sequence[tuple[int, int]], block_ms: int
) -> None:
    reader, _ = reader_of(200, block_ms)
    start = 0
    for forward, length in steps:
        start += forward
        heard = reader.between(start, start + length)
        assert np.array_equal(heard, places(200)[start * PER_MS : (start + length) * PER_MS])


def test_no_more_is_read_than_is_asked_for() -> None:
    reader, played = reader_of(1_000, 10)
    reader.between(100, 200)
    assert played.read == 200 * PER_MS
    reader.finish()
    assert played.read == 1_000 * PER_MS


def test_what_lies_before_is_not_held() -> None:
    reader, played = reader_of(20_000, 100)
    tracemalloc.start()
    try:
        heard = reader.between(19_000, 20_000)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert played.read == 20_000 * PER_MS
    assert peak < 4 * heard.nbytes
