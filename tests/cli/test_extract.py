from __future__ import annotations

from pathlib import Path

import pytest

from subpunct_app.cli.exit_codes import FINE, SOME_FILES_FAILED, USAGE
from tests.cli.conftest import Run, assert_one_line
from tests.media import Media


def test_subtitles_within_a_film_are_written(run: Run, media: Media, tmp_path: Path) -> None:
    out = tmp_path / "film.srt"
    outcome = run("extract", media.file("two_languages.mkv"), "-o", out)
    assert outcome.code == FINE
    assert "2 cues of subtitle track 1: English" in outcome.err
    assert "2: German, Full" in outcome.err
    assert "look" in out.read_text(encoding="utf-8")


def test_another_track_goes_into_a_pipe(run: Run, media: Media) -> None:
    outcome = run("extract", media.file("two_languages.mkv"), "--track", "2", "--quiet")
    assert (outcome.code, outcome.err) == (FINE, "")
    assert b"schau" in outcome.out


def test_half_a_film_has_failed_and_gives_what_it_has(run: Run, media: Media) -> None:
    outcome = run("extract", media.file("half_subtitled.mkv"))
    assert outcome.code == SOME_FILES_FAILED
    assert b"look" in outcome.out
    assert "breaks off" in outcome.err


@pytest.mark.parametrize("name", ["film.vtt", "film.mkv", "film.ass"])
def test_only_srt_is_written(run: Run, media: Media, tmp_path: Path, name: str) -> None:
    outcome = run("extract", media.file("subtitled.mkv"), "-o", tmp_path / name)
    assert_one_line(outcome, name, "End its name in .srt: punctuate", code=USAGE)
    assert not list(tmp_path.iterdir())


def test_the_film_is_never_written_over(run: Run, media: Media, tmp_path: Path) -> None:
    film = tmp_path / "film.srt"
    film.write_bytes(media.file("subtitled.mkv").read_bytes())
    before = film.read_bytes()
    assert run("extract", film, "-o", film, "--force").code == USAGE
    assert film.read_bytes() == before
