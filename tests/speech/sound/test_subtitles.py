from __future__ import annotations

from pathlib import Path

import pytest

from subpunct_app.runtime.errors import Cancelled, MediaError
from subpunct_app.runtime.task import Task
from subpunct_app.speech.sound import subtitles
from subpunct_app.speech.sound.subtitles import Caption, read_subtitles
from tests.media import SUBTITLES, Media


def times(path: Path) -> list[tuple[int, int]]:
    return [(one.start_ms, one.end_ms) for one in read_subtitles(path, Task()).captions]


@pytest.mark.parametrize("name", ["subtitled.mkv", "subtitled.webm", "advanced.mkv"])
def test_subtitles_are_read_with_their_times(media: Media, name: str) -> None:
    (first, second) = times(media.file(name))
    # Encoders of sound begin some milliseconds early, and Matroska shifts all of a film then.
    assert first == pytest.approx((1000, 2000), abs=50)
    assert second == pytest.approx((8000, 9500), abs=50)


def test_in_an_mp4_file_there_is_something_between_them(media: Media) -> None:
    captions = read_subtitles(media.file("subtitled.mp4"), Task()).captions
    written = [one for one in captions if len(one.content) > 2]
    assert [(one.start_ms, one.end_ms) for one in written] == [(1000, 2000), (8000, 9500)]


def test_times_count_from_the_start_of_the_film(media: Media, tmp_path: Path) -> None:
    film, late = media.file("subtitled.mkv"), tmp_path / "late.mkv"
    media.ffmpeg("-i", film, "-c", "copy", "-output_ts_offset", "10", to=late)
    assert times(late) == times(film)


def test_the_other_tracks_are_named(media: Media) -> None:
    found = read_subtitles(media.file("two_languages.mkv"), Task())
    assert (found.track.number, found.track.language) == (1, "eng")
    assert [(other.number, other.title) for other in found.others] == [(2, "Full")]
    second = read_subtitles(media.file("two_languages.mkv"), Task(), number=2)
    assert [one.content for one in second.captions] == [b"schau"]


def test_a_number_that_no_track_has_is_told(media: Media) -> None:
    with pytest.raises(MediaError, match=r"It has 2 such tracks: 1 \(eng\), 2 \(ger, Full\)"):
        read_subtitles(media.file("two_languages.mkv"), Task(), number=3)


@pytest.mark.parametrize("name", ["film.mp4", "speech.wav"])
def test_a_film_without_subtitles_is_told(media: Media, name: str) -> None:
    with pytest.raises(MediaError, match="no subtitles that are text"):
        read_subtitles(media.file(name), Task())


@pytest.mark.parametrize("name", ["half_subtitled.mkv", "half_subtitled.mp4"])
def test_of_half_a_film_what_is_there_is_read_and_the_rest_is_missed(
    media: Media, name: str
) -> None:
    found = read_subtitles(media.file(name), Task())
    assert b"look" in b"".join(one.content for one in found.captions)
    assert b"why" not in b"".join(one.content for one in found.captions)
    assert found.broken is not None
    assert "breaks off" in found.broken.message


@pytest.mark.parametrize("name", ["subtitled.mkv", "subtitled.mp4", "subtitled_front.mp4"])
def test_of_a_whole_film_nothing_is_missed(media: Media, name: str) -> None:
    assert read_subtitles(media.file(name), Task()).broken is None


def test_reading_can_be_cancelled(media: Media) -> None:
    task = Task()
    task.cancel()
    with pytest.raises(Cancelled):
        read_subtitles(media.file("subtitled.mkv"), task)


def test_far_too_much_text_is_refused(media: Media, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subtitles, "_MOST", len(SUBTITLES) // 2)
    with pytest.raises(MediaError, match="far too much text"):
        read_subtitles(media.file("subtitled.mkv"), Task())


def test_a_cue_without_an_end_lasts_until_the_next_or_some_seconds() -> None:
    open_ended = [Caption(0, 0, b"a"), Caption(900, 900, b"b"), Caption(9000, 9000, b"c")]
    ends = [one.end_ms for one in subtitles.ended(open_ended)]
    assert ends == [900, 5900, 14000]
