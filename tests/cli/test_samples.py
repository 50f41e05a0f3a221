from __future__ import annotations

import re

import pytest

from subpunct_app.subtitles.files import open_document
from subpunct_app.subtitles.reading.passes import read_words
from tests.cli.conftest import SAMPLES

MARKS = re.compile(r"[,.?!:;]")


def reference() -> list[str]:
    text = (SAMPLES / "lecture.txt").read_text(encoding="utf-8")
    return MARKS.sub("", text).lower().split()


@pytest.mark.parametrize("name", ["lecture.srt", "lecture.vtt"])
def test_the_captions_are_the_words_of_the_lecture(name: str) -> None:
    document = open_document(SAMPLES / name)
    assert [word.text for word in read_words(document).words] == reference()
    assert not document.remarks


@pytest.mark.parametrize("name", ["lecture.srt", "lecture.vtt"])
def test_the_captions_are_well_cut(name: str) -> None:
    document = open_document(SAMPLES / name)
    lines = [document.cue_text(index).split("\n") for index in range(len(document.cues))]
    assert max(map(len, lines)) <= 2
    assert max(len(line) for cue in lines for line in cue) <= 42


@pytest.mark.parametrize("name", ["lecture.srt", "lecture.vtt"])
def test_the_captions_follow_one_another(name: str) -> None:
    cues = open_document(SAMPLES / name).cues
    times = [time for cue in cues for time in (cue.start_ms, cue.end_ms)]
    assert times == sorted(time for time in times if time is not None)


def test_the_lecture_has_every_common_mark() -> None:
    text = (SAMPLES / "lecture.txt").read_text(encoding="utf-8")
    assert {mark for mark in ",.?!:" if mark in text} == set(",.?!:")
    assert text.count("?") >= 4
