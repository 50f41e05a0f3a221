from __future__ import annotations

import numpy as np
import pytest

from subpunct_app.runtime.errors import MediaError
from subpunct_app.speech.media.audio import Sound
from subpunct_app.speech.media.probe import probe
from subpunct_app.speech.media.tracks import Track, track_name, tracks_in
from tests.media import Media


def loudest(media: Media, name: str, track: int) -> float:
    blocks = Sound(media.file(name), track=track)
    return max(float(np.abs(block).max()) for block in blocks)


def test_tracks_are_told_with_what_the_file_says_of_them(media: Media) -> None:
    found = [Track(1, "eng"), Track(2, "ger", "Commentary")]
    assert tracks_in(media.file("commented.mkv")) == found
    info = probe(media.file("commented.mkv"))
    assert (list(info.tracks), info.track) == (found, 1)


def test_the_track_that_players_choose_comes_first(media: Media) -> None:
    assert [track.number for track in tracks_in(media.file("two_tracks.mkv"))] == [2, 1]
    assert probe(media.file("two_tracks.mkv")).track == 2


def test_a_film_without_sound_has_no_tracks(media: Media) -> None:
    assert tracks_in(media.file("soundless.mp4")) == []
    assert probe(media.file("soundless.mp4")).track == 0


@pytest.mark.parametrize(
    ("name", "spoken", "silent"), [("commented.mkv", 1, 2), ("two_tracks.mkv", 2, 1)]
)
def test_the_track_is_heard_that_is_wanted(
    media: Media, name: str, spoken: int, silent: int
) -> None:
    assert loudest(media, name, spoken) > 0.2
    assert loudest(media, name, silent) < 0.001


def test_a_track_that_is_not_there_is_told_with_those_that_are(media: Media) -> None:
    with pytest.raises(MediaError, match=r"no sound track 3 .*1: English, 2: German, Commentary\."):
        list(Sound(media.file("commented.mkv"), track=3))


@pytest.mark.parametrize(
    ("track", "name"),
    [
        (Track(1, "eng"), "1: English"),
        (Track(2, "ger", " Commentary "), "2: German, Commentary"),
        (Track(3, "", "Stereo"), "3: Stereo"),
        (Track(4, "und"), "4"),
        (Track(5, "", "Said by\r\n\n the  cast"), "5: Said by the cast"),
    ],
)
def test_a_track_is_called_by_its_number_language_and_title(track: Track, name: str) -> None:
    assert track_name(track) == name
