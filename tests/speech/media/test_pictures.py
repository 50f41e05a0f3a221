"""One picture of a video is decoded wherever whole ones stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import av
import numpy as np
import pytest

from subpunct_app.runtime.errors import Cancelled
from subpunct_app.runtime.task import Task
from subpunct_app.speech.media.pictures import picture_at, pixels_of
from tests.media import Media

if TYPE_CHECKING:
    from subpunct_app.speech.media.pictures import Pixels


def nth(media: Media, number: int) -> Pixels:
    """Return a picture of the film by reading all that come before it."""
    with av.open(str(media.file("film.mp4"))) as container:
        for count, frame in enumerate(container.decode(video=0)):
            if count == number:
                return frame.to_ndarray(format="rgb24").astype(np.uint8)
    raise AssertionError(number)


@pytest.mark.parametrize("name", ["film.mp4", "film.ts"])
@pytest.mark.parametrize(("place_ms", "number"), [(0, 0), (5500, 137), (9990, 249), (10_020, 249)])
def test_a_picture_is_that_of_its_time(media: Media, name: str, place_ms: int, number: int) -> None:
    # Time begins with the sound in a broadcast, and that is a little before the picture.
    shift_ms = 0 if name == "film.mp4" or not place_ms else 40
    picture = picture_at(media.file(name), place_ms + shift_ms, Task())
    assert picture is not None
    assert np.array_equal(picture, nth(media, number))


def test_a_film_from_a_telephone_stands_upright(media: Media) -> None:
    picture = picture_at(media.file("upright.mp4"), 1000, Task())
    assert picture is not None
    assert picture.shape == (192, 108, 3)
    assert np.array_equal(picture, np.rot90(nth(media, 25)))


def test_sound_has_no_picture(media: Media) -> None:
    assert picture_at(media.file("cover.mp3"), 0, Task()) is None


def test_the_search_can_be_stopped(media: Media) -> None:
    task = Task()
    task.cancel()
    with pytest.raises(Cancelled):
        picture_at(media.file("film.ts"), 5000, task)


class Counted(Task):
    """A task that counts its steps."""

    def __init__(self) -> None:
        super().__init__()
        self.steps = 0

    def step(self, done: int, total: int, message: str = "", *, timed: bool = False) -> None:
        self.steps += 1
        super().step(done, total, message, timed=timed)


def test_a_place_far_behind_the_only_whole_picture_is_given_up_soon(media: Media) -> None:
    film, task = media.file("one_key.mp4"), Counted()
    assert picture_at(film, 30_000, Task()) is not None
    assert picture_at(film, 45_000, task) is None
    assert task.steps <= 1000


@pytest.mark.parametrize("name", ["rgb4", "gray32le", "x2rgb10be", "yaf32le", "yaf32be"])
def test_colours_that_cannot_be_converted_give_no_picture(name: str) -> None:
    assert pixels_of(av.VideoFrame(64, 48, name), 1.0) is None


@pytest.mark.parametrize(
    ("width", "height", "aspect", "shape"),
    [
        (400, 3840, 1.0, (1280, 133, 3)),
        (3840, 400, 1.0, (133, 1280, 3)),
        (640, 640, 4.0, (320, 1280, 3)),
        (640, 360, 1.0, (360, 640, 3)),
    ],
)
def test_no_side_of_a_picture_is_longer_than_a_screen_needs(
    width: int, height: int, aspect: float, shape: tuple[int, int, int]
) -> None:
    picture = pixels_of(av.VideoFrame(width, height, "yuv420p"), aspect)
    assert picture is not None
    assert picture.shape == shape
