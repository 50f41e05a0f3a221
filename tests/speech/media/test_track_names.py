from __future__ import annotations

import pytest

from subpunct_app.speech.media.track_names import track_name
from subpunct_app.speech.sound.tracks import Track


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
