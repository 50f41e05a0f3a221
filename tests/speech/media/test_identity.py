from __future__ import annotations

import os
from pathlib import Path

import pytest

from subpunct_app.runtime.paths import stamp_of
from subpunct_app.speech.media.identity import Identity, sample_of

LARGE = 1 << 20


def opened(path: Path) -> Identity:
    return Identity(stamp_of(path), sample_of(path))


@pytest.fixture
def film(tmp_path: Path) -> Path:
    path = tmp_path / "film.mp4"
    path.write_bytes(bytes(LARGE))
    return path


def rewrite(path: Path, content: bytes) -> None:
    """Write a file so that its time is another one, however quick that was."""
    path.write_bytes(content)
    os.utime(path, (1, 1))


def test_what_is_copied_back_is_the_same(film: Path) -> None:
    before = opened(film)
    rewrite(film, bytes(LARGE))
    assert before.fits(film)


@pytest.mark.parametrize("at", [0, LARGE // 3, LARGE - 1])
def test_another_one_of_the_same_size_is_told(film: Path, at: int) -> None:
    before = opened(film)
    rewrite(film, bytes(at) + b"x" + bytes(LARGE - at - 1))
    assert not before.fits(film)


def test_one_that_grew_or_is_gone_is_not_the_same(film: Path) -> None:
    before = opened(film)
    rewrite(film, bytes(LARGE + 1))
    assert not before.fits(film)
    film.unlink()
    assert not before.fits(film)


def test_small_ones_are_read_wholly(tmp_path: Path) -> None:
    small = tmp_path / "small.wav"
    small.write_bytes(b"one")
    before = opened(small)
    rewrite(small, b"two")
    assert not before.fits(small)
