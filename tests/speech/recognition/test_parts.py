from __future__ import annotations

import wave
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from subpunct_app.runtime.errors import MediaError
from subpunct_app.speech.recognition.parts import parts
from subpunct_app.speech.sound.audio import RATE, Sound, as_int16


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


def test_parts_end_where_it_is_quiet(noise: NDArray[np.float32], tmp_path: Path) -> None:
    path = save(noise, tmp_path / "noise.wav")
    first, second, *_ = parts(Sound(path), part_ms=20_000)
    assert 14_000 < first.end_ms < 16_000
    assert second.start_ms == first.end_ms


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


def test_what_is_no_recording_is_told(tmp_path: Path) -> None:
    path = tmp_path / "words.mp4"
    path.write_bytes(b"no film at all\n")
    with pytest.raises(MediaError):
        list(parts(Sound(path)))
