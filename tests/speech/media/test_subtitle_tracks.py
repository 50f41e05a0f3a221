from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from subpunct_app.runtime.errors import MediaError
from subpunct_app.runtime.task import Task
from subpunct_app.speech.media.subtitle_tracks import extract, free_place
from subpunct_app.speech.sound.tracks import Track
from subpunct_app.subtitles.formats.parse import parse
from tests.media import SUBTITLES, Media

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


def test_the_name_of_a_new_file_is_free(tmp_path: Path) -> None:
    (tmp_path / "film.en.srt").touch()
    assert free_place(tmp_path / "film.mkv", Track(1, "eng")).name == "film.en-2.srt"
