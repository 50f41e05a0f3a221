from __future__ import annotations

from pathlib import Path

import pytest

from subpunct_app.runtime.errors import FileError
from subpunct_app.runtime.paths import (
    export_path,
    free_path,
    make_folder,
    matching_files,
    path_from_text,
)
from subpunct_app.subtitles.files import write

SRT = b"1\n00:00:01,000 --> 00:00:02,000\ngood morning\n"


def test_a_folder_is_made_with_those_above_it(tmp_path: Path) -> None:
    make_folder(tmp_path / "a" / "b")
    make_folder(tmp_path / "a" / "b")
    assert (tmp_path / "a" / "b").is_dir()


def test_a_folder_that_is_missing_or_closed_holds_nothing(tmp_path: Path) -> None:
    (tmp_path / "b.srt").touch()
    (tmp_path / "a.srt").touch()
    assert matching_files(tmp_path, "*.srt") == [tmp_path / "a.srt", tmp_path / "b.srt"]
    assert matching_files(tmp_path / "gone", "*") == []
    # Nobody may look into that one, not even root.
    assert matching_files(tmp_path / ("closed" * 50), "*") == []


def test_a_folder_cannot_take_the_name_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    with pytest.raises(FileError, match="is not a folder"):
        make_folder(tmp_path / "a")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        *(("talk.srt", "talk.punct.srt"), ("a.b.vtt", "a.b.punct.vtt"), ("notes", "notes.punct")),
        (".srt", ".srt.punct.srt"),
    ],
)
def test_an_export_stands_beside_its_source(tmp_path: Path, source: str, expected: str) -> None:
    assert export_path(tmp_path / source) == tmp_path / expected


def test_an_export_never_takes_an_existing_name(tmp_path: Path) -> None:
    (tmp_path / "talk.punct.srt").touch()
    (tmp_path / "talk.punct-2.srt").symlink_to("nowhere")
    assert export_path(tmp_path / "talk.srt").name == "talk.punct-3.srt"


@pytest.mark.parametrize("letter", ["a", "ж"])
def test_an_export_of_the_longest_name_can_be_written(tmp_path: Path, letter: str) -> None:
    source = tmp_path / f"{letter * (250 // len(letter.encode()))}.srt"
    source.write_bytes(SRT)
    target = export_path(source)
    write(SRT, target)
    assert target.name.endswith(".punct.srt")
    assert export_path(source).name.endswith(".punct-2.srt")


def test_what_is_made_of_a_file_gets_a_free_name_beside_it(tmp_path: Path) -> None:
    names = []
    for _ in range(3):
        path = free_path(tmp_path / "talk.txt", ".srt")
        path.symlink_to("nowhere")
        names.append(path.name)
    assert names == ["talk.srt", "talk-2.srt", "talk-3.srt"]


def test_nothing_lies_beside_the_root() -> None:
    with pytest.raises(FileError, match="is a folder"):
        free_path(Path("/"), ".srt")


def test_a_name_without_a_place_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="too long a name"):
        export_path(tmp_path / f"a.{'b' * 260}")


def test_a_path_that_is_half_typed_is_taken_as_it_stands(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert path_from_text("~/out") == tmp_path / "out"
    assert path_from_text("~nobody-of-this-name/out") == Path("~nobody-of-this-name/out")
