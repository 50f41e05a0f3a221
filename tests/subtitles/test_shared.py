from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.document_language import Language, Source, detect
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.subtitles.writing.render import render
from subpunct_app.text.decisions import Edit
from subpunct_app.text.words import Case, Mark
from tests.subtitles.unmarked import strip_marks

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

# By a part of the file's name: the language, the least marks per 100 words, and the least share
# of punctuated cues that come back when all marks are taken out and put in again. Some files
# are not written as their language is: French with common spaces, Arabic with spaces before
# commas, Bengali with dots, Spanish without opening signs.
WRITTEN = {
    "binary-counting_chinese": ("zh", 9, 1.0),
    "binary-counting_spanish": ("es", 11, 1.0),
    "chicas_del_cable": ("es", 22, 0.98),
    "subtitles_es": ("es", 22, 0.7),
    "portuguese_brazil": ("pt", 11, 1.0),
    "old_french": ("fr", 10, 0.95),
    "subtitles_fr": ("fr", 21, 0.6),
    "old_german": ("de", 12, 1.0),
    "subtitles_de": ("de", 25, 1.0),
    "old_hebrew": ("he", 12, 1.0),
    "old_russian": ("ru", 23, 1.0),
    "inventing-math_arabic": ("ar", 11, 0.29),
    "windows-1256": ("ar", 28, 1.0),
    "bengali": ("bn", 12, 0.9),
    "hungarian": ("hu", 15, 1.0),
    "vector-spaces_japanese": ("ja", 4, 0.98),
    "inscribed-rectangle-problem_hindi": ("hi", 6, 0.99),
    "iso8859_9": ("tr", 25, 1.0),
    "cp-949": ("ko", 33, 1.0),
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
    edits = {gap: Edit(MARKS[gap % 4], CASES[gap % 5]) for gap in range(len(transcript.gaps))}
    rendered = render(transcript, edits)
    for index in range(len(document.cues)):
        before, after = document.cue_text(index), rendered.cue_text(index)
        assert strip_marks(after, document.format) == strip_marks(before, document.format)
    assert [(c.start_ms, c.end_ms, c.label) for c in rendered.cues] == [
        (c.start_ms, c.end_ms, c.label) for c in document.cues
    ]


@pytest.mark.parametrize("part", WRITTEN)
def test_marks_are_read_and_written_as_the_language_does(part: str) -> None:
    language, marks, share = WRITTEN[part]
    (path,) = (SHARED / "real").glob(f"*{part}*")
    document = parse(path.read_bytes(), name=path.name)
    transcript = read_words(document, language)
    current = {gap: Edit(place.current, Case.KEEP) for gap, place in enumerate(transcript.gaps)}
    bare = render(transcript, dict.fromkeys(current, Edit(Mark.NONE, Case.KEEP)))
    again = read_words(bare, language)
    back = render(again, current)
    assert [word.text for word in again.words] == [word.text for word in transcript.words]
    assert 100 * sum(edit.mark is not Mark.NONE for edit in current.values()) >= marks * len(
        transcript.words
    )
    cues = range(len(document.cues))
    punctuated = [cue for cue in cues if bare.cue_text(cue) != document.cue_text(cue)]
    same = [cue for cue in punctuated if back.cue_text(cue) == document.cue_text(cue)]
    assert len(same) >= share * len(punctuated)
    if share == 1.0 and part != "binary-counting_spanish":
        assert back.to_bytes() == path.read_bytes()


@pytest.mark.parametrize("part", [part for part in WRITTEN if part != "windows-1256"])
def test_the_language_is_told_by_the_text(part: str) -> None:
    (path,) = (SHARED / "real").glob(f"*{part}*")
    found = detect(parse(path.read_bytes(), name=path.name))
    assert found == Language(WRITTEN[part][0], Source.TEXT)
