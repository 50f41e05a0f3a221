"""Settings survive being stored, and being damaged."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.review.settings import (
    Settings,
    load,
    put_damaged_aside,
    settings_path,
    store,
    store_changes,
)
from subpunct_app.runtime.errors import FileError


@pytest.fixture
def path() -> Path:
    """Return where settings lie, in a folder that is there."""
    path = settings_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def test_settings_come_back_as_they_were_stored() -> None:
    settings = Settings(
        recent=("/tmp/é.srt",),
        threshold=0.75,
        mode="fill",
        marks="?.",
        case=False,
        geometry="AAA=",
        splitter="BBB=",
        by_doubt=True,
        learn=False,
        precision=0.95,
        speed=1.5,
        repeat=True,
        docks="AAAA",
        columns="AAAA",
        shortcuts={"accept": ("Ctrl+Enter", "K"), "quit": ()},
    )
    store(settings)
    assert load() == settings


def test_with_every_box_ticked_a_model_may_put_all_marks_it_knows() -> None:
    assert Settings().allowed_marks is None
    assert Settings(marks="?.").allowed_marks == "?."


def test_what_is_changed_in_two_windows_is_kept_together() -> None:
    before = Settings(
        recent=("/old.srt", "/gone.srt", "/gone_there.srt"),
        shortcuts={"accept": ("K",), "quit": ()},
        videos={"/old.srt": "/old.mp4"},
    )
    other = replace(
        before.with_recent(Path("/two.srt")).without_recent(Path("/gone_there.srt")),
        model="two",
        precision=0.95,
        shortcuts={**before.shortcuts, "accept": ("L",), "undo": ("U",)},
        videos={**before.videos, "/two.srt": "/two.mp4"},
    )
    here = replace(
        before.with_recent(Path("/one.srt")).without_recent(Path("/gone.srt")),
        precision=0.99,
        by_doubt=True,
        shortcuts={"accept": ("K",)},
        videos={**before.videos, "/one.srt": "/one.mp4"},
    )
    store(other)
    store_changes(before, here)
    assert load() == Settings(
        recent=("/one.srt", "/two.srt", "/old.srt"),
        model="two",
        precision=0.99,
        by_doubt=True,
        shortcuts={"accept": ("L",), "undo": ("U",)},
        videos={"/old.srt": "/old.mp4", "/two.srt": "/two.mp4", "/one.srt": "/one.mp4"},
    )


@pytest.mark.parametrize("stored", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b"[]"])
def test_a_damaged_file_gives_the_defaults(
    stored: bytes, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path.write_bytes(stored)
    assert load() == Settings()
    assert "cannot be read" in caplog.text
    caplog.clear()


def test_what_cannot_be_read_gives_the_defaults(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path.mkdir()
    assert load() == Settings()
    assert "cannot be read" in caplog.text
    caplog.clear()


@pytest.mark.parametrize("damaged", [b'{"names": ["Ada"', b"[]"])
def test_a_damaged_file_is_kept_under_another_name(damaged: bytes, path: Path) -> None:
    for name in ("settings.damaged.json", "settings.damaged-2.json"):
        path.write_bytes(damaged)
        assert put_damaged_aside() == path.with_name(name)
        assert not path.exists()
        assert path.with_name(name).read_bytes() == damaged
    assert put_damaged_aside() is None


def test_a_file_that_was_damaged_meanwhile_is_not_written_over(path: Path) -> None:
    path.write_bytes(b'{"names": ["Ada"')
    store_changes(Settings(), Settings(volume=30))
    assert load() == Settings(volume=30)
    assert path.with_name("settings.damaged.json").read_bytes() == b'{"names": ["Ada"'


def test_values_that_make_no_sense_are_left_out(path: Path) -> None:
    stored = {"recent": [1], "threshold": 7, "geometry": None, "splitter": "ok", "colour": "red"}
    stored |= {"mode": "rewrite", "marks": ".;", "case": 1, "shortcuts": {"quit": "Q"}}
    stored |= {"speed": 1e9, "repeat": "yes", "columns": {"Start": 120}}
    stored |= {"volume": 101, "videos": {"/talk.srt": 1}}
    path.write_text(json.dumps(stored))
    assert load() == Settings(splitter="ok")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inside: st.lists(inside) | st.dictionaries(st.text(), inside),
)


@given(st.dictionaries(st.sampled_from([one.name for one in fields(Settings)]), JSON))
def test_whatever_is_stored_can_be_read_and_stored_again(stored: dict[str, object]) -> None:
    path = settings_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(stored))
    loaded = load()
    store(loaded)
    assert load() == loaded


def test_a_folder_that_cannot_be_made_is_told(path: Path) -> None:
    path.parent.rmdir()
    path.parent.write_bytes(b"")
    with pytest.raises(FileError) as told:
        store(Settings())
    assert str(told.value).startswith(f"{path.parent} exists already and is not a folder.")
    assert told.value.hint


def test_the_latest_file_is_first_and_listed_once() -> None:
    settings = Settings()
    for name in ("/a.srt", "/b.srt", "/a.srt"):
        settings = settings.with_recent(Path(name))
    assert settings.recent == ("/a.srt", "/b.srt")
    assert settings.without_recent(Path("/a.srt")).recent == ("/b.srt",)
    assert Settings().with_recent(Path("a.srt")).recent == (str(Path.cwd() / "a.srt"),)


def test_each_file_keeps_its_video_and_takes_another() -> None:
    settings = Settings()
    for name, video in (("/a.srt", "/a.mp4"), ("/b.srt", "/b.mp4"), ("/a.srt", "/c.mp4")):
        settings = settings.with_video(Path(name), Path(video))
    assert settings.videos == {"/a.srt": "/c.mp4", "/b.srt": "/b.mp4"}
    settings = settings.with_track(Path("/a.mp4"), "German").with_track(Path("/b.mp4"), "French")
    assert settings.with_track(Path("/a.mp4"), None).tracks == {"/b.mp4": "French"}


@pytest.mark.parametrize("name", ["geometry", "splitter", "media_layout"])
def test_a_state_that_no_window_saved_is_left_out(path: Path, name: str) -> None:
    path.write_text(json.dumps({name: "\ud800", "volume": 3}))
    assert load() == Settings(volume=3)
