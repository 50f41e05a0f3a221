"""What an editor may rely on, whatever the text looks like: the shipped models, as they ship."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from subpunct_app.core.places import shipped
from subpunct_app.core.task import Task
from subpunct_app.punctuation.base import Punctuator
from subpunct_app.punctuation.decode import Options
from subpunct_app.punctuation.prediction import decide
from subpunct_app.punctuation.registry import load, model_folders
from subpunct_app.punctuation.windows import predict
from subpunct_app.services.pipeline import accepted, propose
from subpunct_app.subtitles.parse import parse
from subpunct_app.subtitles.render import render
from subpunct_app.subtitles.words import read_words

LECTURE = shipped("resources") / "samples" / "lecture.srt"


@pytest.fixture(scope="module", params=[folder.name for folder in model_folders()])
def model(request: pytest.FixtureRequest) -> Punctuator:
    return load(request.param, device="cpu")


@pytest.fixture(scope="module")
def words() -> list[str]:
    return [word.text.lower() for word in read_words(parse(LECTURE.read_bytes())).words]


def punctuated(text: str, model: Punctuator) -> str:
    """Return a plain text with everything accepted that the model proposes."""
    proposal = propose(parse(text.encode()), model, Options(), Task())
    return render(proposal.transcript, accepted(proposal.suggestions, 0.0)).text


@pytest.mark.parametrize("seed", range(3))
def test_where_lines_of_a_text_break_changes_no_mark(
    model: Punctuator, words: list[str], seed: int
) -> None:
    rng = random.Random(seed)
    broken = "".join(word + rng.choice(("\n", " ", " ", " ")) for word in words)
    whole = punctuated(" ".join(words), model)
    assert punctuated(broken, model).split() == whole.split()


def test_capitals_throughout_get_the_same_marks(model: Punctuator, words: list[str]) -> None:
    plain = punctuated(" ".join(words), model)
    shouted = punctuated(" ".join(words).upper(), model)
    assert shouted.lower().split() == plain.lower().split()
    assert sum(map(str.isupper, shouted)) < 0.1 * len(shouted)


def test_mixed_case_gets_the_same_marks(model: Punctuator, words: list[str]) -> None:
    rng = random.Random(1)
    mixed = " ".join(rng.choice((word, word.capitalize(), word.upper())) for word in words)
    plain = punctuated(" ".join(words), model)
    assert punctuated(mixed, model).lower().split() == plain.lower().split()


@pytest.mark.parametrize(
    "whole",
    [
        "new york",
        "mr smith",
        "dr jones",
        "two thousand and twelve",
        "3.5 million",
        "10,000 people",
        "the u.s. government",
        "united states of america",
    ],
)
def test_names_and_numbers_stay_whole(model: Punctuator, whole: str) -> None:
    text = f"last year we talked about {whole} for a long time and then we all went home"
    result = punctuated(text, model)
    assert whole in result.lower()
    assert result.endswith("home.")


@pytest.mark.parametrize("text", ["", " \n ", "...", "♪"])
def test_nothing_said_is_nothing_proposed(model: Punctuator, text: str) -> None:
    assert propose(parse(text.encode()), model, Options(), Task()).suggestions == ()


def test_one_word_is_a_sentence(model: Punctuator) -> None:
    assert punctuated("yes", model) == "Yes."


def test_a_long_text_in_one_line_keeps_its_words(model: Punctuator, words: list[str]) -> None:
    text = " ".join(words * (20_000 // len(words)))
    result = punctuated(text, model)
    said = "".join(c for c in result.lower() if c.isalnum() or c == " ")
    assert said == "".join(c for c in text if c.isalnum() or c == " ")
    assert result.count(".") > 500


def test_the_small_integers_decide_as_the_full_network_does(
    model: Punctuator, words: list[str]
) -> None:
    from subpunct_app.punctuation.card import read_card
    from subpunct_app.punctuation.torch_runtime import TorchPunctuator

    folder = shipped("models") / model.card.id
    full = TorchPunctuator(read_card(folder), folder, "cpu")
    small, large = (predict(each, words, Task()) for each in (model, full))
    same = decide(small.marks, small.bias) == decide(large.marks, large.bias)
    assert same.mean() > 0.98
    assert np.abs(small.marks - large.marks).mean() < 0.004


# What onnxruntime would send is kept in the home folder first, under an id of this machine.
def test_onnxruntime_keeps_and_sends_nothing(tmp_path: Path) -> None:
    home = dict.fromkeys(("HOME", "XDG_CACHE_HOME", "LOCALAPPDATA"), str(tmp_path))
    told = {name: value for name, value in os.environ.items() if not name.startswith("ORT_")}
    code = "from subpunct_app.punctuation.registry import load; load('en-compact', device='cpu')"
    subprocess.run([sys.executable, "-c", code], env=told | home, check=True)
    assert list(tmp_path.rglob("*")) == []
