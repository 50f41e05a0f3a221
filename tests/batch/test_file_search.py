from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from subpunct_app.batch.file_search import (
    JOURNAL,
    MEDIA_PATTERNS,
    PATTERNS,
    Search,
    search,
)
from tests.batch.pools import tree
from tests.limits import links, not_root


def names(folder: Path, wanted: Search | None = None, without: Path | None = None) -> list[str]:
    return [file.name for file in search(folder, wanted or Search(), without=without).files]


def test_subtitles_and_texts_are_found_in_order_at_any_depth(tmp_path: Path) -> None:
    tree(tmp_path, "b.VTT", "A.srt", "a/z.txt", "c.mp4", ".hidden.srt", ".git/x.srt", "a/b/c.srt")
    assert names(tmp_path) == ["a/b/c.srt", "a/z.txt", "A.srt", "b.VTT"]
    assert names(tmp_path, Search(recursive=False)) == ["A.srt", "b.VTT"]


def test_numbers_in_names_are_in_the_order_of_counting(tmp_path: Path) -> None:
    tree(tmp_path, "e10.srt", "e2.srt", "E1.srt", "e2b.srt", "e02.srt", "s10/e1.srt", "s9/e1.srt")
    in_turn = ["E1.srt", "e02.srt", "e2.srt", "e2b.srt", "e10.srt", "s9/e1.srt", "s10/e1.srt"]
    assert names(tmp_path) == in_turn


def test_patterns_look_at_names_or_at_paths(tmp_path: Path) -> None:
    tree(tmp_path, "talk.en.srt", "talk.de.srt", "Season 1/talk.en.SRT", "Season 2/talk.en.srt")
    assert len(names(tmp_path, Search(("*.en.srt",)))) == 3
    assert names(tmp_path, Search(("season 1/*",))) == ["Season 1/talk.en.SRT"]
    assert names(tmp_path, Search(("**/*.de.srt",))) == ["talk.de.srt"]
    assert names(tmp_path, Search(("**/season 1/**/*.srt",))) == ["Season 1/talk.en.SRT"]
    assert names(tmp_path, Search(("*.de.*", "season 2/*.srt"))) == [
        "Season 2/talk.en.srt",
        "talk.de.srt",
    ]


def test_the_output_folder_is_never_searched(tmp_path: Path) -> None:
    tree(tmp_path, "a.srt", "out/a.srt")
    assert names(tmp_path, without=tmp_path / "out") == ["a.srt"]


def test_folders_with_results_of_other_batches_are_left_out_and_named(tmp_path: Path) -> None:
    tree(
        tmp_path, "a.srt", f"vtt/{JOURNAL}", "vtt/deep/a.vtt", f"deep/fill/{JOURNAL}", "deep/b.srt"
    )
    tree(tmp_path, JOURNAL, "deep/fill/b.srt")
    assert names(tmp_path) == ["a.srt", "deep/b.srt"]
    assert search(tmp_path, Search()).results == ["deep/fill", "vtt"]
    assert search(tmp_path, Search(("vtt/*",))).results == ["vtt"]
    assert len(names(tmp_path, Search(results=True))) == 4


def test_exports_are_left_out_beside_their_sources_and_named(tmp_path: Path) -> None:
    tree(tmp_path, "Talk.srt", "talk.PUNCT.srt", "talk.punct-2.vtt", "a/talk.punct.srt", "b.srt")
    tree(tmp_path, "film.mp4", "film.punct.srt", "punct.srt", "b.punctual.srt", ".punct.srt")
    found = search(tmp_path, Search())
    assert [file.name for file in found.files] == [
        *("a/talk.punct.srt", "b.punctual.srt", "b.srt"),
        *("film.punct.srt", "punct.srt", "Talk.srt"),
    ]
    assert found.exports == ["talk.punct-2.vtt", "talk.PUNCT.srt"]


@links
def test_an_export_of_what_is_not_taken_is_taken(tmp_path: Path) -> None:
    tree(tmp_path, "raw/talk.srt", "talk.punct.srt", ".hidden.srt", ".hidden.punct.srt")
    (tmp_path / "talk.srt").symlink_to("raw/talk.srt")
    found = search(tmp_path, Search())
    assert [file.name for file in found.files] == ["raw/talk.srt", "talk.punct.srt"]
    assert found.exports == []
    assert search(tmp_path, Search(follow_links=True)).exports == ["talk.punct.srt"]


@links
def test_a_file_that_is_no_text_is_left_out_by_its_place(tmp_path: Path) -> None:
    tree(tmp_path, "a.srt", "names.txt", "deep/names.txt")
    (tmp_path / "link.txt").symlink_to("names.txt")
    wanted = Search(follow_links=True, no_texts=(tmp_path / "names.txt",))
    assert names(tmp_path, wanted) == ["a.srt", "deep/names.txt"]


@links
def test_links_are_left_out_or_followed_without_going_round(tmp_path: Path) -> None:
    folder, other = tree(tmp_path / "in", "a.srt"), tree(tmp_path / "other", "b.srt")
    (folder / "link").symlink_to(other)
    (folder / "c.srt").symlink_to(other / "b.srt")
    (folder / "gone.srt").symlink_to("nowhere")
    (other / "round").symlink_to(folder)
    assert names(folder) == ["a.srt"]
    assert names(folder, Search(follow_links=True)) == ["a.srt", "c.srt", "link/b.srt"]


@links
def test_no_folder_is_looked_through_twice_whatever_links_lead_to_it(tmp_path: Path) -> None:
    tree(tmp_path, "in/a.srt", "in/z/b.srt", "one/c.srt", "one/inner/d.srt")
    for link in ("again", "link"):
        (tmp_path / "in" / link).symlink_to(tmp_path / "one")
    (tmp_path / "in" / "early").symlink_to("z")
    (tmp_path / "one" / "latest").symlink_to("inner")
    found = names(tmp_path / "in", Search(follow_links=True))
    assert found == ["a.srt", "again/c.srt", "again/inner/d.srt", "z/b.srt"]


@links
def test_links_that_lead_nowhere_are_missed_if_links_are_followed(tmp_path: Path) -> None:
    folder = tree(tmp_path, "a.srt")
    (folder / "gone.srt").symlink_to("nowhere.srt")
    (folder / "gone.png").symlink_to("nowhere.png")
    assert search(folder, Search()).missing == []
    assert search(folder, Search(follow_links=True)).missing == ["gone.srt"]
    chosen = Search(follow_links=True, chosen=("gone.srt", "away.srt"))
    assert search(folder, chosen).wanted == ["a.srt", "away.srt", "gone.srt"]


@links
def test_a_link_to_itself_is_passed_over(tmp_path: Path) -> None:
    folder = tree(tmp_path / "in", "a.srt", "deep/b.srt")
    (folder / "deep" / "self").symlink_to("self")
    (folder / "deep" / "self.srt").symlink_to("self.srt")
    found = search(folder, Search(follow_links=True), without=folder / "deep" / "self")
    assert [file.name for file in found.files] == ["a.srt", "deep/b.srt"]
    assert found.closed == []


@links
def test_a_link_into_the_output_folder_is_no_source(tmp_path: Path) -> None:
    folder, out = tree(tmp_path / "in", "a.srt"), tree(tmp_path / "out", "a.srt")
    (folder / "results").symlink_to(out)
    (folder / "result.srt").symlink_to(out / "a.srt")
    assert names(folder, Search(follow_links=True), without=out) == ["a.srt"]


@not_root
def test_a_file_that_may_not_be_looked_at_is_named(tmp_path: Path) -> None:
    tree(tmp_path, "a.srt", "listed/b.srt")
    (tmp_path / "listed").chmod(0o400)
    found = search(tmp_path, Search())
    (tmp_path / "listed").chmod(0o700)
    assert ([file.name for file in found.files], found.closed) == (["a.srt"], ["listed/b.srt"])


@not_root
def test_a_closed_folder_is_named(tmp_path: Path) -> None:
    tree(tmp_path, "a.srt", "closed/b.srt")
    (tmp_path / "closed").chmod(0)
    found = search(tmp_path, Search())
    (tmp_path / "closed").chmod(0o700)
    assert ([file.name for file in found.files], found.closed) == (["a.srt"], ["closed"])


def test_media_are_found_that_have_no_subtitles_beside_them(tmp_path: Path) -> None:
    tree(tmp_path, "a.mp4", "b.MP4", "b.en.srt", "c.mkv", "deep/c.srt", "deep/c.wav", "d.txt")
    wanted = Search((*PATTERNS, *MEDIA_PATTERNS), bare_media=True)
    assert names(tmp_path, wanted) == ["a.mp4", "b.en.srt", "c.mkv", "d.txt", "deep/c.srt"]


def test_a_sound_track_beside_a_film_is_left_out(tmp_path: Path) -> None:
    tree(tmp_path, "d/film.mp4", "d/film.ac3", "d/Film.MKA", "e/film.mka", "d/other.wav")
    tree(tmp_path, "song.flac", "song.mp3", "news.mp3", "clip.3gp")
    wanted = Search((*PATTERNS, *MEDIA_PATTERNS), bare_media=True)
    found = ["clip.3gp", "d/film.mp4", "d/other.wav", "e/film.mka", "news.mp3", "song.mp3"]
    assert names(tmp_path, wanted) == found
    assert names(tmp_path, Search(("*.ac3",), bare_media=True)) == ["d/film.ac3"]
    assert names(tmp_path, replace(wanted, bare_media=False)) == sorted(
        [*found, "d/film.ac3", "d/Film.MKA", "song.flac"], key=str.casefold
    )


@pytest.mark.skipif(sys.platform == "win32", reason="paths are shorter there")
def test_folders_may_lie_deeper_than_calls(tmp_path: Path) -> None:
    deep = "/".join("d" * 600)
    tree(tmp_path, f"{deep}/a.srt")
    assert names(tmp_path) == [f"{deep}/a.srt"]
