from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.conftest import SAMPLES, Outcome, Run, assert_one_line

LECTURE = SAMPLES / "lecture.txt"


@pytest.fixture
def misheard(tmp_path: Path) -> Path:
    """Return subtitles of the lecture with another word behind one of its marks."""
    path = tmp_path / "heard.srt"
    path.write_bytes(
        (SAMPLES / "lecture.srt").read_bytes().replace(b"before we", b"the fore we", 1)
    )
    return path


def test_the_scores_of_the_sample(run: Run, tmp_path: Path, model: str) -> None:
    outcome = run("evaluate", "--test", LECTURE, LECTURE, "--json", tmp_path / "scores.json")
    assert outcome.code == 0
    assert b"604 words" in outcome.out
    scores = json.loads((tmp_path / "scores.json").read_text(encoding="utf-8"))
    assert set(scores["labels"]) == {"COMMA", "PERIOD", "QUESTION"}
    low, high = scores["interval"]["micro_f1"]
    assert 0 < low <= scores["micro_f1"] <= high < 1


def test_the_scores_tell_what_was_asked(run: Run, tmp_path: Path, model: str) -> None:
    path = tmp_path / "scores.json"
    options = ("--part", "train", "--cues", "human", "--no-timing", "--device", "cpu")
    assert run("evaluate", "--test", LECTURE, *options, "--json", path).code == 0
    assert json.loads(path.read_text(encoding="utf-8"))["order"] == {
        **{"model": model, "tests": [str(LECTURE)], "reference": [], "scheme": 4},
        **{"part": "train", "cues": "human", "strict": False, "predictions": None},
        **{"timing": False, "cased": False, "device": "cpu", "exact": False, "language": None},
        **{"media": None, "track": None},
    }


def test_marks_of_a_reference_are_carried_to_what_was_heard(
    run: Run, tmp_path: Path, model: str
) -> None:
    heard, page = tmp_path / "heard.txt", tmp_path / "report.html"
    words = LECTURE.read_text(encoding="utf-8").lower().split()
    heard.write_text(" ".join(words[:100] + words[110:]), encoding="utf-8")
    outcome = run("evaluate", "--test", heard, "--reference", LECTURE, "--html", page)
    assert (outcome.code, outcome.err) == (0, "")
    carried = re.search(rb"(\d+) of (\d+) marks carried over", outcome.out)
    assert carried is not None
    assert 0.9 < int(carried[1]) / int(carried[2]) < 1
    assert "</html>" in page.read_text(encoding="utf-8")


def test_only_the_held_out_documents_can_be_scored(run: Run, tmp_path: Path, model: str) -> None:
    text = tmp_path / "talks.txt"
    talks = [f"Talk number {number} is over. Thank you." for number in range(300)]
    text.write_text("\n\n".join(talks), encoding="utf-8")
    words = {}
    for part in ("train", "dev", "test"):
        outcome = run("evaluate", "--test", text, "--part", part)
        found = re.search(rb"(\d+) words", outcome.out)
        assert found is not None
        words[part] = int(found[1])
    assert sum(words.values()) == 300 * 7
    assert words["train"] > 30 * words["test"] > 0


def test_texts_can_be_cut_into_cues_first(run: Run, model: str) -> None:
    said = run("evaluate", "--test", LECTURE, "--cues", "rolling", "--predictions", "2")
    assert (said.code, said.err) == (0, "")
    assert b"false periods per 100 cue ends" in said.out


def test_a_text_without_marks_is_not_scored(run: Run, tmp_path: Path, model: str) -> None:
    bare, labelled = SAMPLES / "lecture.srt", tmp_path / "words.txt"
    labelled.write_text("good\tO\nmorning\tO\n")
    for path in (bare, labelled):
        outcome = run("evaluate", "--test", path, "--model", model)
        assert (outcome.code, outcome.out) == (1, b"")
        assert_one_line(outcome, f"{path} has no mark to score", "marks are right")
    outcome = run("evaluate", "--test", bare, "--reference", bare, "--model", model)
    assert_one_line(outcome, f"No mark of {bare} is between words", code=1)


def test_a_language_that_the_model_does_not_know_is_refused(
    run: Run, tmp_path: Path, model: str
) -> None:
    film, more = tmp_path / "film.srt", tmp_path / "more.txt"
    told = "Non, mais je pense qu'il viendra demain. Alors nous attendrons, c'est tout."
    film.write_text(f"1\n00:00:01,000 --> 00:00:09,000\n{told}\n", encoding="utf-8")
    more.write_text(told, encoding="utf-8")
    outcome = run("evaluate", "--test", film)
    assert (outcome.code, outcome.out) == (1, b"")
    assert_one_line(outcome, f"{film} is in French", f"{model} does not know")
    outcome = run("evaluate", "--test", film, more)
    assert_one_line(outcome, f"The text of {film} and others is in French")
    assert run("evaluate", "--test", film, "--language", "en").code == 0
    outcome = run("evaluate", "--test", film, "--language", "fr")
    assert_one_line(outcome, "does not know the language fr", code=2)


def found_in(pattern: str, outcome: Outcome) -> float:
    assert outcome.code == 0
    found = re.search(pattern, outcome.out.decode())
    assert found is not None
    return float(found[1])


def test_subtitles_are_heard_words_too(run: Run, misheard: Path, model: str) -> None:
    command = ("evaluate", "--test", misheard, "--reference", LECTURE)
    usual, strict = run(*command), run(*command, "--strict-transfer")
    carried = r"(\d+) of \d+ marks carried over"
    assert found_in(carried, strict) == found_in(carried, usual) - 1
    assert found_in(r"PERIOD .* (\d+)\n", usual) > 0


def test_options_tell_a_model_less_or_more(run: Run, tmp_path: Path, model: str) -> None:
    marked, command = tmp_path / "lecture.srt", ("evaluate", "--test", LECTURE)
    run("punctuate", SAMPLES / "lecture.srt", "-o", marked)
    timed, untimed = (run("evaluate", "--test", marked, *one) for one in ([], ["--no-timing"]))
    false_periods = r"false periods per 100 cue ends (\S+)"
    assert found_in(false_periods, timed) != found_in(false_periods, untimed)
    usual, cased, exact = (run(*command, *one) for one in ([], ["--cased"], ["--exact"]))
    assert found_in(r"micro F1 (\S+)", cased) > found_in(r"micro F1 (\S+)", usual)
    assert abs(found_in(r"log loss (\S+)", exact) - found_in(r"log loss (\S+)", usual)) < 0.05
