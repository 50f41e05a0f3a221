"""What is found, what is put in its place, and expressions that go astray."""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.review.editing import finding
from subpunct_app.review.editing.finding import (
    Hit,
    Query,
    cue_near,
    find,
    locate,
    replace_all,
    replace_hit,
)
from subpunct_app.review.editing.sheet import CueEdit
from subpunct_app.runtime.errors import Cancelled, FileError, SettingsError
from subpunct_app.runtime.task import Task
from subpunct_app.subtitles.formats.parse import parse
from tests.patience import PATIENCE

TEXTS = ("The ice (is) here\nice", "no", "ICE?")
ASTRAY = Query(r"(\w+\s?)+$", regex=True)
LONG = ["and so it went on and on for ever and ever!"]


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "_LIMIT_SECONDS", PATIENCE)


def test_plain_words_are_found_as_they_are() -> None:
    assert find(TEXTS, Query("ice"), Task()) == [Hit(0, 4, 7), Hit(0, 18, 21), Hit(2, 0, 3)]
    assert find(TEXTS, Query("ice", match_case=True), Task())[-1].cue == 0
    assert find(TEXTS, Query("(is)"), Task()) == [Hit(0, 8, 12)]


def test_expressions_see_the_lines() -> None:
    assert find(TEXTS, Query("^ice$", regex=True), Task()) == [Hit(0, 18, 21)]


@pytest.mark.parametrize("pattern", ["(", "[", "a{2,1}", "(?P<a>", "*", "(?a)(?u)"])
def test_what_is_no_expression_is_told(pattern: str) -> None:
    with pytest.raises(SettingsError, match="no regular expression"):
        find(TEXTS, Query(pattern, regex=True), Task())
    assert find(TEXTS, Query(pattern), Task()) is not None


def test_groups_are_put_in_again() -> None:
    result = replace_all(TEXTS, Query(r"(\w+) \((\w+)\)", regex=True), r"\2 \1", Task())
    assert result.edits == (CueEdit(0, "The is ice here\nice"),)
    assert result.hits == 1
    named = Query(r"(?P<a>\w)(?P<b>\w)(s)?$", regex=True)
    assert replace_all(["so"], named, r"\g<b>\g<a>\3", Task()).edits == (CueEdit(0, "os"),)


def test_a_plain_replacement_means_no_groups() -> None:
    assert replace_all(["a"], Query("a"), r"\1\n", Task()).edits == (CueEdit(0, r"\1\n"),)


@pytest.mark.parametrize("template", [r"\2", r"\g<name>", "\\"])
def test_a_template_without_its_groups_is_told(template: str) -> None:
    with pytest.raises(SettingsError, match="cannot be put in"):
        replace_all(TEXTS, Query("(ice)", regex=True), template, Task())


@pytest.mark.parametrize("query", [Query("ice"), Query("i(c)e", regex=True)])
def test_every_hit_is_replaced_and_counted(query: Query) -> None:
    result = replace_all(TEXTS, query, "snow", Task())
    assert result.edits == (CueEdit(0, "The snow (is) here\nsnow"), CueEdit(2, "snow?"))
    assert result.hits == 3


@pytest.mark.parametrize("query", [Query("ice"), Query("i(c)e", regex=True)])
def test_one_hit_is_replaced_and_no_other(query: Query) -> None:
    first, last = (
        replace_hit(TEXTS[0], hit, query, "snow", Task()) for hit in (Hit(7, 4, 7), Hit(7, 18, 21))
    )
    assert first == CueEdit(7, "The snow (is) here\nice")
    assert last == CueEdit(7, "The ice (is) here\nsnow")


@pytest.mark.parametrize(
    ("text", "words", "new"),
    [
        ("of hugging\nface models", "Hugging Face", "of Hugging\nFace models"),
        ("of hugging\u00a0face models", "Hugging Face", "of Hugging\u00a0Face models"),
        ("of hugging\nface models", "HF", "of HF\nmodels"),
        ("of hugging\nface, models", "HF", "of HF, models"),
        ("of hugging\nface models", "the big HF", "of the\nbig HF models"),
        ("of hugging  face", "HF", "of hugging  face"),
    ],
)
def test_a_phrase_may_go_on_in_the_next_line(text: str, words: str, new: str) -> None:
    query, edits = Query("hugging face"), (CueEdit(0, new),) if new != text else ()
    assert replace_all([text], query, words, Task()).edits == edits
    for hit in find([text], query, Task()):
        assert replace_hit(text, hit, query, words, Task()).text == new


def test_an_apostrophe_as_keyboards_have_it_finds_a_curly_one() -> None:
    texts = ["l’eau, qu’il", "l'eau", "leau"]
    hits = find(texts, Query("l'eau"), Task())
    assert [(hit.cue, hit.start, hit.end) for hit in hits] == [(0, 0, 5), (1, 0, 5)]
    replaced = replace_all(texts, Query("l'eau"), "d'or", Task())
    assert [edit.text for edit in replaced.edits] == ["d’or, qu’il", "d'or"]
    assert [hit.cue for hit in find(texts, Query("l’eau"), Task())] == [0]
    straight = replace_all(texts, Query("’"), "'", Task())
    assert [edit.text for edit in straight.edits] == ["l'eau, qu'il"]


def test_a_frozen_program_searches_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "subpunct"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m subpunct_app "$@"\n')
    program.chmod(0o700)
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(program))
    assert find(TEXTS, Query("^ice$", regex=True), Task()) == [Hit(0, 18, 21)]
    assert replace_all(TEXTS, Query("ICE", True, True), "snow", Task()).hits == 1


def test_an_expression_that_goes_astray_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "_LIMIT_SECONDS", 0.3)
    with pytest.raises(SettingsError, match="takes too long"):
        find(LONG, ASTRAY, Task())
    with pytest.raises(SettingsError, match="takes too long"):
        replace_all(LONG, ASTRAY, "", Task())


@pytest.mark.parametrize("pattern", ["(?:(?:|a){9999}){9999}", "(?:(?:(?:a?){999}){999}){999}"])
def test_one_that_goes_astray_in_no_text_at_all_is_stopped(
    monkeypatch: pytest.MonkeyPatch, pattern: str
) -> None:
    monkeypatch.setattr(finding, "_LIMIT_SECONDS", 0.3)
    with pytest.raises(SettingsError, match="too long"):
        replace_all([""], Query(pattern, regex=True), r"\g<0>", Task())


def test_a_search_that_breaks_down_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "_worker", lambda: [sys.executable, "-c", "raise MemoryError"])
    with pytest.raises(SettingsError, match="broken down"):
        find(TEXTS, Query("ice", regex=True), Task())


def test_a_search_can_be_cancelled() -> None:
    task = Task()
    task.cancel()
    with pytest.raises(Cancelled):
        find(LONG, ASTRAY, task)


@given(st.lists(st.text(max_size=9), max_size=5), st.text(min_size=1, max_size=2))
def test_a_plain_hit_reads_as_what_was_looked_for(texts: list[str], pattern: str) -> None:
    for hit in find(texts, Query(pattern, match_case=True), Task()):
        assert as_typed(texts[hit.cue][hit.start : hit.end]) == as_typed(pattern)


def as_typed(text: str) -> str:
    return re.sub(r"\s", " ", text).replace("’", "'")


def test_that_temporary_files_have_no_room_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    with pytest.raises(FileError, match="search cannot be begun"):
        find(TEXTS, Query("i.e", regex=True), Task())


TWO = parse(b"1\n00:00:01,000 --> 00:00:02,000\na\n\n2\n00:01:03,000 --> 00:01:04,500\nb\n")


@pytest.mark.parametrize(
    ("text", "cue"),
    [
        *(("1", 0), (" #2 ", 1), ("0:00", 0), ("0:01,999", 0), ("0:02", 1)),
        *(("1:04,4", 1), ("0:01:04.4", 1)),
    ],
)
def test_a_number_or_a_time_means_a_cue(text: str, cue: int) -> None:
    assert locate(TWO, text) == cue


@pytest.mark.parametrize("text", ["0", "3", "2 b", "1:04,5", "1:03 b", "1:2:3:4", ""])
def test_what_is_no_cue_and_no_time_is_told(text: str) -> None:
    with pytest.raises(SettingsError):
        locate(TWO, text)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_cue_of_a_line_or_the_one_after_it(end: str) -> None:
    text = "1\n00:00:01,000 --> 00:00:02,000\na\n\n2\n00:00:03,000 --> 00:00:04,000\nb\nc\n\nrest\n"
    document = parse(text.replace("\n", end).encode(), name="a.srt")
    first_cue = [cue_near(document, line) for line in (1, 2, 3)]
    assert (first_cue, {cue_near(document, line) for line in range(4, 12)}) == ([0, 0, 0], {1})
    assert cue_near(document, 99) in {0, 1}
