from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run, assert_one_line
from tests.media import Media

QUICK = ("benchmark", "--cues", "100", "--rounds", "1")


@pytest.mark.slow
def test_the_figures_are_printed_and_written(run: Run, tmp_path: Path, model: str) -> None:
    path = tmp_path / "speed.json"
    outcome = run(*QUICK, "--json", path)
    assert (outcome.code, outcome.err) == (0, "")
    for word in (
        b"open 100 cues",
        b"write 100 cues",
        b"pysrt",
        b"words/s",
        b"start",
        b"read English",
    ):
        assert word in outcome.out
    figures = json.loads(path.read_text(encoding="utf-8"))
    assert set(figures) == {"files", "models", "start"}
    assert figures["files"]["open_ratio"] > 0
    assert model in [row["model"] for row in figures["models"]]


@pytest.mark.slow
@pytest.mark.usefixtures("frozen_again")
def test_the_window_and_a_film_are_timed_on_request(run: Run, tmp_path: Path, media: Media) -> None:
    path = tmp_path / "speed.json"
    film = media.file("film.mp4")
    outcome = run(*QUICK, "--window", "--media", "--film", film, "--json", path)
    assert (outcome.code, outcome.err) == (0, "")
    told = (
        b"window, 100 cues",
        b"open to first paint",
        b"95th percentile",
        b"at once",
        b"end an edit",
        b"next hit",
    )
    for words in told:
        assert words in outcome.out
    for words in (b"film of 0.2 minutes", b"waveform", b"silences", b"an hour of sound"):
        assert words in outcome.out
    figures = json.loads(path.read_text(encoding="utf-8"))
    assert figures["window"]["key"]["median"]["wall"] > 0
    assert figures["window"]["far"]["select_all"]["wall"] > 0
    assert figures["window"]["far"]["end_edit"]["cpu"] > 0
    assert figures["media"]["duration_ms"] == pytest.approx(10_000, abs=150)
    assert figures["media"]["peaks"]["cpu"] > 0


def test_peers_need_torch(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.delitem(sys.modules, "subpunct_app.benchmarks.peers", raising=False)
    monkeypatch.setitem(sys.modules, "subpunct_app.benchmarks.program_speed", None)
    outcome = run(*QUICK, "--peers")
    assert_one_line(outcome, "torch", "pip install", code=2)


def test_a_film_that_cannot_be_heard_is_told_before_anything_is_timed(
    run: Run, tmp_path: Path, media: Media
) -> None:
    silent = tmp_path / "silent.mp4"
    media.ffmpeg("-i", media.file("film.mp4"), "-an", "-c", "copy", to=silent)
    for film, told in ((tmp_path / "none.mp4", "none.mp4"), (silent, "no sound")):
        outcome = run("benchmark", "--rounds", "1000000", "--film", film)
        assert_one_line(outcome, told, code=1)


def test_the_worth_of_rules_is_printed_and_written(run: Run, tmp_path: Path) -> None:
    path, talk = tmp_path / "worth.json", tmp_path / "talk.txt"
    talk.write_text("We put all of it on GitHub last week, and nobody noticed.\n", encoding="utf-8")
    outcome = run("benchmark", "--rules", talk, "--json", path)
    assert (outcome.code, outcome.err) == (0, "")
    assert b"net/100k" in outcome.out
    rows = {row["rule"]: row for row in json.loads(path.read_text(encoding="utf-8"))["rules"]}
    assert rows["case.names"]["right"] >= 1
