"""What was decided in a project is kept by file, and what is damaged teaches nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from platformdirs import user_data_path

from subpunct_app.review.learning.lessons import bring_back, forget, load, store
from subpunct_app.review.learning.recalibration import Lesson
from subpunct_app.runtime.errors import FileError
from tests.limits import close_folders, links

LESSONS = [
    Lesson("en-compact", (0.7, 0.3), right=True),
    Lesson("en-compact", (0.6, 0.3, 0.1), right=False),
    Lesson("en-compact", (0.7, 0.3), right=None),
]
TALK, OTHER = Path("/series/one/talk.srt"), Path("/series/two/talk.srt")


def kept() -> list[Path]:
    return list(user_data_path("subpunct", appauthor=False).rglob("*.lessons"))


def test_lessons_come_back_as_they_were() -> None:
    store(TALK, LESSONS)
    assert load(TALK.parent) == LESSONS


def test_what_is_decided_anew_takes_the_place_of_what_was() -> None:
    store(TALK, LESSONS)
    store(TALK.with_name("next.srt"), LESSONS[:1])
    store(TALK, LESSONS[1:])
    assert sorted(map(repr, load(TALK.parent))) == sorted(map(repr, LESSONS))
    store(TALK, [])
    assert load(TALK.parent) == LESSONS[:1]


def test_a_folder_that_is_closed_teaches_nothing_and_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    close_folders(monkeypatch)
    assert load(TALK.parent) == []
    with pytest.raises(FileError):
        forget(TALK.parent)


def test_each_project_learns_for_itself() -> None:
    store(TALK, LESSONS)
    store(OTHER, LESSONS[:1])
    assert load(OTHER.parent) == LESSONS[:1]
    forget(TALK.parent)
    assert load(TALK.parent) == []
    assert load(OTHER.parent) == LESSONS[:1]


@links
def test_what_cannot_be_read_is_forgotten_as_well() -> None:
    store(TALK, LESSONS)
    (path,) = kept()
    path.with_stem("closed").symlink_to("nowhere")
    forgotten = forget(TALK.parent)
    assert (list(forgotten), kept()) == ([path], [])
    bring_back(forgotten)
    assert load(TALK.parent) == LESSONS


WRONG_SHARE = b'{"model": "a", "shares": [2], "right": true}'


@pytest.mark.parametrize("line", [b"", b"{}", b"7", WRONG_SHARE, b"\xff\x00", b"[" * 50_000])
def test_damaged_lines_are_passed_over(line: bytes) -> None:
    store(TALK, LESSONS)
    (path,) = kept()
    first, rest = path.read_bytes().split(b"\n", 1)
    path.write_bytes(b"\n".join([first, line, rest]))
    assert load(TALK.parent) == LESSONS
