from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from subpunct_app.runtime.errors import SettingsError
from subpunct_app.training.evaluation.report import Carried
from subpunct_app.training.evaluation.report_html import render
from subpunct_app.training.extras import needing_extra
from tests.training.evaluation.test_scoring import judged

_VOID = {"meta", "br"}


class _Page(HTMLParser):
    """Collect the ids of a page and check that its elements are closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.tags: set[str] = set()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.ids += [value for name, value in attrs if name == "id" and value]
        if tag not in _VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [value for name, value in attrs if name == "id" and value]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def page() -> str:
    report = replace(judged(9, right=0.7), transfer=Carried(1683, 1641))
    return render(report, ["<i>talk</i>.txt"])


def test_the_page_is_well_formed_with_every_id_once(page: str) -> None:
    parser = _Page()
    parser.feed(page)
    assert parser.open == []
    assert len(parser.ids) == len(set(parser.ids))
    assert "svg" in parser.tags


def test_the_page_fetches_nothing_and_runs_nothing(page: str) -> None:
    addresses = re.findall(r'(?:href|src)="([^"]*)"', page)
    assert [address for address in addresses if not address.startswith("#")] == []
    assert "<script" not in page
    assert "@import" not in page


def test_words_and_names_of_files_are_escaped(page: str) -> None:
    assert "<b>" not in page
    assert "<i>" not in page
    assert "&lt;b&gt;" in page


def test_the_page_tells_the_scores_and_how_many_marks_were_carried(page: str) -> None:
    report = judged(9, right=0.7)
    assert f"{100 * report.micro_f1:.1f}" in page
    assert "1641 of 1683" in page
    assert "INVERTED_QUESTION" in page


def test_the_page_tells_how_large_the_blocks_behind_the_intervals_are() -> None:
    report = judged(4, right=0.7)
    assert "blocks of 200 words" in render(replace(report, words=12_297), ["a.txt"])
    assert "blocks of 55 words" in render(replace(report, words=1112), ["a.txt"])


def test_a_rule_that_has_no_speed_is_told_without_one() -> None:
    report = judged(4)
    assert "1 words a second" in render(report, ["a.txt"])
    assert "words a second" not in render(replace(report, words_per_second=0.0), ["a.txt"])


def test_charts_take_their_colours_from_the_page(page: str) -> None:
    assert "#0102" not in page
    assert "var(--series-8)" in page


def test_a_flawless_model_has_a_page(page: str) -> None:
    assert "There are none." in render(judged(4), ["a.txt"])


def test_a_missing_library_is_told_with_what_to_do() -> None:
    told = pytest.raises(
        SettingsError, match=r"needs no_such_library.*pip install no_such_library$"
    )
    with told, needing_extra("A page of charts"):
        __import__("no_such_library")


def test_scoring_needs_neither_torch_nor_charts() -> None:
    code = (
        "import sys, subpunct_app.training.evaluation.evaluate;"
        "import subpunct_app.models.registry;"
        "sys.exit(str({'torch', 'matplotlib', 'jinja2', 'rapidfuzz'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.strip() == "set()"
