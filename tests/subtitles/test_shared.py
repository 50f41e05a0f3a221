from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from subpunct_app.core.text import Case, Mark
from subpunct_app.subtitles.parse import parse
from subpunct_app.subtitles.render import render, strip_marks
from subpunct_app.subtitles.words import read_words

SHARED = Path(__file__).parents[2].parent / "shared" / "subtitles"
FILES = sorted(path for path in SHARED.rglob("*.[sv]*t") if path.is_file())
VTT_JS = SHARED / "vtt.js" / "tests"
MARKS = (Mark.COMMA, Mark.NONE, Mark.QUESTION, Mark.PERIOD)
CASES = (Case.CAPITALISED, Case.KEEP, Case.LOWER, Case.UPPER, Case.KEEP)
# The corpus follows a draft of 2014; later ones, and the tolerance of this program, differ.
OTHERWISE = {
    "bom-garbage-data.vtt": "a first line that is not exact is only remarked on",
    "bom-tab-webvtt.vtt": "a first line that is not exact is only remarked on",
    "newline-before-webvtt.vtt": "a first line that is not exact is only remarked on",
    "tab-after-bom-before-header.vtt": "a first line that is not exact is only remarked on",
    "header-no-new-line.vtt": "times right under the header are a cue",
    "id.vtt": "an identifier with an arrow is dropped, its cue is not",
    "min-top-digits.vtt": "minutes have two digits",
    "minimum-spots-over-sixty.vtt": "minutes have two digits",
}

pytestmark = pytest.mark.skipif(not FILES, reason="the shared corpus ../shared is absent")


def expectations() -> list[tuple[Path, Path]]:
    found = []
    for script in sorted(VTT_JS.rglob("test*.js")):
        calls = re.findall(r'test\.jsonEqual\w*\(\s*"([^"]+)",\s*"([^"]+)"', script.read_text())
        found += [(VTT_JS / file, VTT_JS / expected) for file, expected in calls]
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_files_are_written_as_they_were(path: Path) -> None:
    assert parse(path.read_bytes(), name=path.name).to_bytes() == path.read_bytes()


@pytest.mark.parametrize(("path", "expected"), expectations(), ids=lambda path: path.name)
def test_webvtt_is_read_as_the_standard_says(path: Path, expected: Path) -> None:
    if path.name in OTHERWISE:
        pytest.skip(OTHERWISE[path.name])
    document = parse(path.read_bytes(), name=path.name)
    got = [
        (cue.start_ms, cue.end_ms, document.cue_text(index).strip().replace("\r\n", "\n"))
        for index, cue in enumerate(document.cues)
    ]
    assert got == [
        (round(cue["startTime"] * 1000), round(cue["endTime"] * 1000), cue["text"].strip())
        for cue in json.loads(expected.read_text())["cues"]
    ]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_edits_change_marks_and_case_alone(path: Path) -> None:
    document = parse(path.read_bytes(), name=path.name)
    transcript = read_words(document)
    edits = {gap: (MARKS[gap % 4], CASES[gap % 5]) for gap in range(len(transcript.gaps))}
    rendered = render(transcript, edits)
    for index in range(len(document.cues)):
        before, after = document.cue_text(index), rendered.cue_text(index)
        assert strip_marks(after, document.format) == strip_marks(before, document.format)
    assert [(c.start_ms, c.end_ms, c.label) for c in rendered.cues] == [
        (c.start_ms, c.end_ms, c.label) for c in document.cues
    ]
