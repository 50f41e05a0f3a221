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
def test_the_captions_are_the_words_of_the_lecture_well_cut(name: str) -> None:
    document = open_document(SAMPLES / name)
    assert [word.text for word in read_words(document).words] == reference()
    assert not document.remarks
    lines = [document.cue_text(index).split("\n") for index in range(len(document.cues))]
    assert max(map(len, lines)) <= 2
    assert max(len(line) for cue in lines for line in cue) <= 42
    times = [time for cue in document.cues for time in (cue.start_ms, cue.end_ms)]
    assert times == sorted(time for time in times if time is not None)
