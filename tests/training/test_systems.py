"""Every recipe, from text to a punctuated subtitle file."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from subpunct_app.decoding.inference.prediction import decide
from subpunct_app.decoding.inference.windows import predict
from subpunct_app.decoding.proposing.pipeline import accepted, propose
from subpunct_app.decoding.stream import open_stream
from subpunct_app.decoding.suggestions.options import Options
from subpunct_app.models import model_registry as registry
from subpunct_app.models.card import read_card
from subpunct_app.models.model_registry import Models
from subpunct_app.models.punctuator import Punctuator
from subpunct_app.runtime.errors import SettingsError
from subpunct_app.runtime.task import Task
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.writing.render import render
from subpunct_app.training.evaluation.evaluator import (
    EvaluationOptions,
    evaluate_corpus,
    read_tests,
)
from subpunct_app.training.plan import Plan, Texts
from subpunct_app.training.recipes import RECIPES, recipe
from subpunct_app.training.train_model import train
from tests.training.conftest import paragraphs, spanish_paragraphs

pytestmark = [
    pytest.mark.slow,
    # Raised inside torch's exporter, where nothing can be done about it.
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
]

QUICK = {
    "window": "48",
    "batch": "4",
    "epochs": "1000",
    "max_steps": "60",
    "frozen_epochs": "0.5",
    "encoder_rate": "0.002",
    "head_rate": "0.002",
    "precision": "fp32",
    "evaluate_every": "20",
}
OWN: dict[str, dict[str, str]] = {
    "li2020": {
        "encoder": "",
        "vocabulary": "40",
        "embedding": "16",
        "width": "32",
        "layers": "1",
        "look_ahead": "1",
        "head_rate": "0.03",
        "batch": "8",
        "max_steps": "80",
    },
    "alam2020-crf": {"crf": "true", "allow_leak": "true", "window": "24"},
}
ENGLISH = [*(name for name in RECIPES if name != "perez2024"), "alam2020-crf"]

SPOKEN = "we saw the old bridge in london and went home we saw the home"
SRT = b"""1
00:00:01,000 --> 00:00:02,000
<i>we saw the old bridge in</i>

2
00:00:02,000 --> 00:00:04,000
london and went home we
saw the home
"""
SPANISH_SRT = b"""1
00:00:01,000 --> 00:00:02,000
todos cerca duermen donde vives

2
00:00:02,000 --> 00:00:04,000
cerca de la playa ahora
"""

Trained = Callable[[str], Path]
Loaded = Callable[[str], Punctuator]


@pytest.fixture(scope="session")
def trained(tmp_path_factory: pytest.TempPathFactory, encoder: Path) -> Trained:
    """Give a function that trains a system the first time it is asked for it."""

    @functools.cache
    def folder_of(system: str) -> Path:
        folder = tmp_path_factory.mktemp(system)
        written = spanish_paragraphs if system == "perez2024" else paragraphs
        (folder / "train.txt").write_text(written(60, seed=0), encoding="utf-8")
        (folder / "dev.txt").write_text(written(10, seed=1), encoding="utf-8")
        (folder / "learned.txt").write_text(written(1, seed=0), encoding="utf-8")
        return train(plan_of(system, folder, str(encoder)), folder / "model", Task())

    return folder_of


@pytest.fixture(scope="session")
def loaded(trained: Trained) -> Loaded:
    """Give a function that loads a trained system once."""
    return functools.cache(lambda system: registry.load(str(trained(system)), device="cpu"))


def plan_of(system: str, folder: Path, encoder: str) -> Plan:
    """Make the plan of a system on the texts in a folder; one tests on what it has learned."""
    name = system.partition("-")[0]
    chosen = recipe(name, QUICK | {"encoder": encoder} | OWN.get(system, {}))
    tests = (folder / "learned.txt",) if chosen.allow_leak else ()
    return Plan(chosen, Texts((folder / "train.txt",), (folder / "dev.txt",), tests))


def punctuated(model: Punctuator, content: bytes) -> str:
    """Return a subtitle file with all that a model proposes."""
    document = parse(content, name="a.srt")
    language = Models.only(model).for_text(document, "a.srt").language
    proposal = propose(document, model, Options(), Task(), language=language)
    return render(proposal.transcript, accepted(proposal.suggestions, 0.0)).text


@pytest.mark.parametrize("system", ENGLISH)
def test_a_system_finds_the_marks_it_has_learned(
    trained: Trained, loaded: Loaded, system: str
) -> None:
    dev = trained(system).parent / "dev.txt"
    report = evaluate_corpus(loaded(system), read_tests([dev]), Task(), EvaluationOptions(4))
    assert report.labels["PERIOD"].f1 > 0.9
    assert report.labels["COMMA"].f1 > 0.9


@pytest.mark.parametrize("system", ENGLISH)
def test_a_system_punctuates_subtitles(loaded: Loaded, system: str) -> None:
    text = punctuated(loaded(system), SRT)
    assert "<i>We saw the old bridge, in</i>" in text
    assert "home. We\nsaw the home.\n" in text


def test_nine_labels_put_both_marks_of_a_spanish_question(trained: Trained, loaded: Loaded) -> None:
    dev = trained("perez2024").parent / "dev.txt"
    report = evaluate_corpus(loaded("perez2024"), read_tests([dev]), Task(), EvaluationOptions(9))
    for label in ("PERIOD", "QUESTION", "INVERTED_QUESTION"):
        assert report.labels[label].f1 > 0.9
    text = punctuated(loaded("perez2024"), SPANISH_SRT)
    assert "Todos cerca duermen. \u00bfDonde vives\n" in text
    assert "cerca de la playa ahora?\n" in text


@pytest.mark.parametrize(
    ("system", "network", "scheme", "predictions"),
    [
        ("guerreiro2021", "gap", 4, 1.33),
        ("alam2020", "bilstm", 4, 1.33),
        ("nagy2021", "mlp", 4, 8.0),
        ("li2020", "lookahead", 4, 1.33),
        ("perez2024", "linear", 9, 1.33),
        ("compact", "gap", 6, 1.33),
    ],
)
def test_the_card_tells_the_system(
    trained: Trained, system: str, network: str, scheme: int, predictions: float
) -> None:
    card = read_card(trained(system))
    assert (card.network.kind, card.about["scheme"]) == (network, scheme)
    assert card.predictions == predictions
    assert card.languages == (("es",) if system == "perez2024" else ("en",))
    assert card.about["recipe"]["name"] == system
    assert f"subpunct train --recipe {system} " in card.about["command"]
    assert card.about["leaks"] == []
    described = json.loads((trained(system) / "run" / "run.json").read_text(encoding="utf-8"))
    assert card.about["documents_left_out"] == described["documents_left_out"] == 0


def test_li2020_trains_its_pieces_and_streams_the_marks_of_the_whole_text(
    trained: Trained, loaded: Loaded
) -> None:
    model, stream = loaded("li2020"), open_stream(str(trained("li2020")))
    assert read_card(trained("li2020")).network.vocabulary == 40
    words = SPOKEN.split()
    whole = predict(model, words, Task())
    expected = [whole.labels[label] for label in decide(whole.marks, whole.bias)]
    heard = [decided for word in words for decided in stream.feed([word])]
    assert [decided.mark for decided in heard] == expected[: len(heard)]
    assert len(heard) > len(words) - 4
    told = heard + stream.finish()
    assert "".join(decided.mark for decided in told) == ",.."
    assert [decided.text for decided in told][:2] == ["We", "saw"]


def test_the_card_admits_a_leak(trained: Trained) -> None:
    about = read_card(trained("alam2020-crf")).about
    (leak,) = about["leaks"]
    assert (leak["file"], leak["part"]) == ("learned.txt", "test")
    assert leak["runs"] > 10
    assert "allow_leak=true" in about["command"]


def test_training_goes_on_from_a_finished_model(trained: Trained, tmp_path: Path) -> None:
    folder = trained("alam2020-crf")
    plan = plan_of("alam2020-crf", folder.parent, encoder="not asked for")
    brief = replace(plan.recipe, max_steps=1, encoder_rate=0.0, head_rate=0.0)
    further = train(replace(plan, recipe=brief, starts=(folder,)), tmp_path / "further", Task())
    first, second = (load_file(path / "model.safetensors") for path in (folder, further))
    assert all(torch.equal(first[name], second[name]) for name in first)
    assert "encoder" not in read_card(further).about["recipe"]


def test_training_does_not_go_on_from_another_kind_of_model(
    trained: Trained, tmp_path: Path
) -> None:
    folder = trained("alam2020-crf")
    plan = plan_of("nagy2021", folder.parent, encoder="not asked for")
    with pytest.raises(SettingsError, match="nagy2021"):
        train(replace(plan, starts=(folder,)), tmp_path / "other", Task())
