from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.conftest import SAMPLES, Run, assert_one_line

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


def test_scores_need_the_name_of_a_file(run: Run) -> None:
    outcome = run("evaluate", "--test", LECTURE, "--json", "-")
    assert (outcome.code, outcome.out) == (2, b"")
    assert_one_line(outcome, mentions=["stdout", "Name a file"])


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


def test_subtitles_are_heard_words_too(run: Run, misheard: Path, model: str) -> None:
    found = []
    for strict in ([], ["--strict-transfer"]):
        outcome = run("evaluate", "--test", misheard, "--reference", LECTURE, *strict)
        assert outcome.code == 0
        carried = re.search(rb"(\d+) of (\d+) marks carried over", outcome.out)
        assert carried is not None
        found.append(int(carried[1]))
    assert found[1] == found[0] - 1


def test_the_timing_of_subtitles_can_be_left_out(run: Run, tmp_path: Path, model: str) -> None:
    found, marked = [], tmp_path / "lecture.srt"
    run("punctuate", SAMPLES / "lecture.srt", "-o", marked)
    for options in ([], ["--no-timing"]):
        outcome = run("evaluate", "--test", marked, *options)
        assert outcome.code == 0
        said = re.search(rb"false periods per 100 cue ends (\S+)", outcome.out)
        assert said is not None
        found.append(float(said[1]))
    assert found[0] != found[1]


def test_a_text_that_kept_its_capitals_tells_more(run: Run, model: str) -> None:
    found = []
    for options in ([], ["--cased"]):
        outcome = run("evaluate", "--test", LECTURE, *options)
        said = re.search(rb"micro F1 (\S+)", outcome.out)
        assert said is not None
        found.append(float(said[1]))
    assert found[1] > found[0]


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


def test_the_exact_weights_score_about_the_same(run: Run, tmp_path: Path, model: str) -> None:
    scores = []
    for options in ([], ["--exact"]):
        out = tmp_path / f"{len(options)}.json"
        assert run("evaluate", "--test", LECTURE, "--json", out, *options).code == 0
        scores.append(json.loads(out.read_text(encoding="utf-8")))
    assert scores[0]["nll"] != scores[1]["nll"]
    assert abs(scores[0]["nll"] - scores[1]["nll"]) < 0.05


def test_a_mark_is_carried_over_strictly_on_request(run: Run, misheard: Path, model: str) -> None:
    heard = ("--test", misheard, "--reference", LECTURE)
    found = []
    for strict in ([], ["--strict-transfer"]):
        outcome = run("evaluate", "--model", model, *heard, *strict)
        assert outcome.code == 0
        carried = re.search(rb"(\d+) of (\d+) marks carried over", outcome.out)
        assert carried is not None
        found.append(int(carried[1]))
    assert found[1] == found[0] - 1


def test_strict_transfer_needs_a_reference(run: Run, model: str) -> None:
    outcome = run("evaluate", "--test", LECTURE, "--strict-transfer")
    assert outcome.code == 2
    assert_one_line(outcome, mentions=["--reference"])


def test_an_unknown_scheme_is_refused(run: Run, model: str) -> None:
    outcome = run("evaluate", "--test", LECTURE, "--scheme", "5")
    assert outcome.code == 2
    assert_one_line(outcome, mentions=["5"])


def test_a_missing_test_file_is_told(run: Run, tmp_path: Path, model: str) -> None:
    outcome = run("evaluate", "--test", tmp_path / "missing.txt")
    assert outcome.code == 1
    assert_one_line(outcome, mentions=["missing.txt"])


def test_an_unknown_model_cannot_run(run: Run) -> None:
    outcome = run("evaluate", "--test", LECTURE, "--model", "no-such-model")
    assert outcome.code == 3
    assert_one_line(outcome, mentions=["no-such-model"])


def test_a_text_without_marks_is_not_scored(run: Run, tmp_path: Path, model: str) -> None:
    bare, labelled = SAMPLES / "lecture.srt", tmp_path / "words.txt"
    labelled.write_text("good\tO\nmorning\tO\n")
    for path in (bare, labelled):
        outcome = run("evaluate", "--test", path, "--model", model)
        assert (outcome.code, outcome.out) == (1, b"")
        assert_one_line(outcome, mentions=[f"{path} has no mark to score", "marks are right"])
    outcome = run("evaluate", "--test", bare, "--reference", bare, "--model", model)
    assert outcome.code == 1
    assert_one_line(outcome, mentions=[f"No mark of {bare} is between words"])


def test_a_language_that_the_model_does_not_know_is_refused(
    run: Run, tmp_path: Path, model: str
) -> None:
    film, more = tmp_path / "film.srt", tmp_path / "more.txt"
    told = "Non, mais je pense qu'il viendra demain. Alors nous attendrons, c'est tout."
    film.write_text(f"1\n00:00:01,000 --> 00:00:09,000\n{told}\n", encoding="utf-8")
    more.write_text(told, encoding="utf-8")
    outcome = run("evaluate", "--test", film)
    assert (outcome.code, outcome.out) == (1, b"")
    assert_one_line(outcome, mentions=[f"{film} is in French", f"{model} does not know"])
    outcome = run("evaluate", "--test", film, more)
    assert_one_line(outcome, mentions=[f"The text of {film} and others is in French"])
    assert run("evaluate", "--test", film, "--language", "en").code == 0
    outcome = run("evaluate", "--test", film, "--language", "fr")
    assert outcome.code == 2
    assert_one_line(outcome, mentions=["does not know the language fr"])


def test_scores_are_not_written_over_a_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "scores.json").write_text("precious")
    outcome = run("evaluate", "--test", LECTURE, "--json", tmp_path / "scores.json")
    assert outcome.code == 1
    assert (tmp_path / "scores.json").read_text() == "precious"


def test_scores_never_replace_what_is_scored(run: Run, tmp_path: Path) -> None:
    test, scores = tmp_path / "test.txt", tmp_path / "scores.json"
    test.write_text("Good morning.", encoding="utf-8")
    for targets in (["--json", test], ["--json", scores, "--html", scores]):
        outcome = run("evaluate", "--test", test, *targets, "--force")
        assert outcome.code == 2
        assert_one_line(outcome, mentions=["would replace"])
    assert test.read_text(encoding="utf-8") == "Good morning."
