from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from subpunct_app.runtime.errors import Cancelled, MediaError
from subpunct_app.runtime.task import Task
from subpunct_app.speech.media import embedded_subtitles as subtitles
from subpunct_app.speech.media.embedded_subtitles import (
    Caption,
    extract,
    free_place,
    read_subtitles,
)
from subpunct_app.speech.media.tracks import Track
from subpunct_app.subtitles.formats.parse import parse
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
    with pytest.raises(MediaError, match=r"It has 2 such tracks: 1: English, 2: German, Full"):
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


PLAIN = SUBTITLES.replace("<i>", "").replace("</i>", "")


def test_what_lies_in_an_mp4_file_comes_out_as_it_was_but_for_its_styles(media: Media) -> None:
    assert extract(media.file("subtitled.mp4"), Task()).content.decode() == PLAIN


@pytest.mark.parametrize("name", ["subtitled.mkv", "subtitled.webm", "advanced.mkv"])
def test_italics_and_lines_are_kept(media: Media, name: str) -> None:
    made = extract(media.file(name), Task())
    document = parse(made.content)
    shown = [document.cue_text(at) for at in range(len(document.cues))]
    assert shown == ["<i>look</i> at the glass\nin front of you", "why & how"]
    assert (made.cues, document.remarks) == (2, ())


def test_an_old_encoding_stays_for_the_reader_to_guess(media: Media, tmp_path: Path) -> None:
    film = Path(shutil.copy(media.file("subtitled.mkv"), tmp_path / "film.mkv"))
    # A letter for each of two, so that nothing else in the film moves.
    film.write_bytes(film.read_bytes().replace(b"the glass", "l'été est".encode("cp1252")))
    made = extract(film, Task())
    assert "l'été est".encode("cp1252") in made.content
    assert "l'été est" in parse(made.content).text


def test_a_track_in_which_nothing_is_written_is_told(media: Media, tmp_path: Path) -> None:
    drawn, film = tmp_path / "drawn.ass", tmp_path / "drawn.mkv"
    line = r"Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\p1}m 0 0 l 9 9{\p0}"
    drawn.write_text(f"[Script Info]\n\n[Events]\n{line}\n", encoding="utf-8")
    media.ffmpeg("-i", media.file("film.mp4"), "-i", drawn, "-c", "copy", to=film)
    with pytest.raises(MediaError, match=r"Subtitle track 1 of drawn.mkv holds no text"):
        extract(film, Task())


@pytest.mark.parametrize(
    ("language", "name"), [("ger", "film.de.srt"), ("", "film.srt"), ("und", "film.srt")]
)
def test_a_new_file_is_named_after_the_film_and_its_language(
    tmp_path: Path, language: str, name: str
) -> None:
    assert free_place(tmp_path / "film.mkv", Track(1, language)) == tmp_path / name
