from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.batch.mirror import Mirror
from subpunct_app.subtitles.formats.plain_text import PLAIN_TEXT
from subpunct_app.subtitles.formats.registry import JSON
from subpunct_app.subtitles.formats.webvtt import WEBVTT

names = st.lists(
    st.text("aAéÉ./-2ß", min_size=1, max_size=5).map(lambda stem: f"d/x{stem.strip('./')}.srt")
)


def test_names_stay_and_suffixes_follow_the_format() -> None:
    assert Mirror().place("a/talk.en.srt") == "a/talk.en.srt"
    assert Mirror().place("a/talk.en.srt", WEBVTT) == "a/talk.en.vtt"
    assert Mirror().place("notes.v2", PLAIN_TEXT) == "notes.v2.txt"


def test_what_would_meet_is_numbered() -> None:
    mirror = Mirror(["b.txt"])
    assert [mirror.place(name, PLAIN_TEXT) for name in ("a.srt", "a.vtt", "A.SRT", "b.srt")] == [
        "a.txt",
        "a-2.txt",
        "A-3.txt",
        "b-2.txt",
    ]


def test_a_name_can_be_refused() -> None:
    assert Mirror().place("a.srt", is_free=lambda name: name not in {"a.srt"}) == "a-2.srt"


@given(names)
def test_no_two_results_are_one_file_on_any_disk(sources: list[str]) -> None:
    mirror = Mirror()
    placed = [unicodedata.normalize("NFC", mirror.place(name)).casefold() for name in sources]
    assert len(set(placed)) == len(placed)


def test_media_become_subtitles() -> None:
    mirror = Mirror()
    assert mirror.place("a/talk.mp4") == "a/talk.srt"
    assert mirror.place("a/talk.MKV") == "a/talk-2.srt"
    assert mirror.place("a/talk.wav", WEBVTT) == "a/talk.vtt"


def test_no_result_has_a_longer_name_than_disks_take() -> None:
    mirror, name = Mirror(), "ü" * 125 + "x.srt"
    for source, kind in (
        (name, None),
        (name.upper(), None),
        (name, JSON),
        ("a" * 252 + ".ts", None),
    ):
        placed = mirror.place(f"d/{source}", kind)
        assert 250 < len(placed.removeprefix("d/").encode()) <= 255
        assert placed.endswith(("x.srt", "-2.SRT", ".json", "a.srt"))
