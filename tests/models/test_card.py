from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from subpunct_app.models.card import Calibration, ModelCard, NetworkShape, read_card, write_card
from subpunct_app.models.mark_labels import MARKS, scheme_marks, scheme_openings
from subpunct_app.runtime.errors import ModelError

CARD = ModelCard(
    "one",
    "One",
    ("es", "ca"),
    scheme_marks(9),
    predictions=8.0,
    openings=scheme_openings(9),
    network=NetworkShape("lookahead", 64, 2, embedding=8, vocabulary=99, look_ahead=8),
    calibration=Calibration(
        (0.9,) * 7, (0.0, 0.1, -0.2) + (0.0,) * 4, 0.5, (0.1,) * 7, (1.5,) * 25, (-0.1, -0.35)
    ),
    about={"limits": ["none"]},
)

MODELS = Path(__file__).parents[2] / "models"


def test_a_card_comes_back_as_it_was_written(tmp_path: Path) -> None:
    write_card(CARD, tmp_path)
    assert read_card(tmp_path) == CARD


def test_a_card_holds_names_of_files_that_are_no_utf_8(tmp_path: Path) -> None:
    named = replace(CARD, about={"train_files": ["tr\udcff.txt"]})
    write_card(named, tmp_path)
    assert read_card(tmp_path) == named


def test_what_people_say_of_a_model_does_not_change_it(tmp_path: Path) -> None:
    write_card(replace(CARD, about={"window": "30 ms", "files": []}), tmp_path)
    assert read_card(tmp_path) == replace(CARD, about={})


def test_a_model_that_names_no_language_reads_english(tmp_path: Path) -> None:
    write_card(replace(CARD, languages=()), tmp_path)
    assert read_card(tmp_path).knows("en-GB")


def test_a_card_from_before_shapes_is_one_of_the_gap_network(tmp_path: Path) -> None:
    (tmp_path / "card.json").write_text(
        '{"id": "old", "name": "Old", "languages": ["en"], "labels": ["", ",", ".", "?", "!", ":"],'
        ' "window": 256, "files": {}, "calibration": {"case_temperature": 1}}',
        encoding="utf-8",
    )
    card = read_card(tmp_path)
    assert (card.network, card.labels, card.openings) == (NetworkShape(), MARKS, ())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"window": 256', '"window": 1e999'),
        ('"window": 256', '"window": 2'),
        ('"window": 256', '"window": -5'),
        ('"features": 0', '"features": -1'),
        ('"features": 0', '"features": "ten"'),
        ('"layers": 2', '"layers": 1000000'),
        ('"case_temperature": 0.5', '"case_temperature": 0'),
        ("      0.9,\n", ""),
        ("      0.1,\n", ""),
        ("      -0.35", "      -0.35, 1"),
        ("      -0.35", "      NaN"),
        ("      1.5,\n", ""),
        ('"labels": [', '"labels": ["!",'),
        ('",",\n    "."', '".",\n    "."'),
        ('"",\n    ","', '",",\n    ""'),
        ('"languages": [\n    "es",\n    "ca"\n  ]', '"languages": "es"'),
        ('"files": {}', '"files": {"model\\u0000.onnx": "0"}'),
        ('"files": {}', '"files": {"../model.onnx": "0"}'),
        ('"files": {}', '"files": [[5, "0"]]'),
    ],
)
def test_a_card_whose_parts_do_not_fit_is_damaged(tmp_path: Path, old: str, new: str) -> None:
    write_card(CARD, tmp_path)
    written = (tmp_path / "card.json").read_text(encoding="utf-8")
    assert old in written
    (tmp_path / "card.json").write_text(written.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ModelError, match="damaged"):
        read_card(tmp_path)


@pytest.mark.parametrize("content", ["[" * 100_000, '{"id": "x"}', '"a string"', "[]", "{"])
def test_a_damaged_card_is_told_by_its_folder(tmp_path: Path, content: str) -> None:
    (tmp_path / "card.json").write_text(content, encoding="utf-8")
    with pytest.raises(ModelError, match="damaged"):
        read_card(tmp_path)


@pytest.mark.parametrize(
    "card", sorted(MODELS.glob("*/card.json")), ids=lambda card: card.parent.name
)
def test_a_card_that_ships_names_no_folder_of_who_made_it(card: Path) -> None:
    assert re.findall(r'["\s](?:/|~/|[A-Z]:\\)\w+[^"\s]*', card.read_text("utf-8")) == []
