from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from subpunct_app.training.data.texts import Texts
from subpunct_app.training.plan import Plan
from subpunct_app.training.recipes import recipe


@pytest.mark.parametrize(
    ("train", "dev", "told"),
    [
        (["d/talks.txt"], ["d/news.txt"], "--train talks.txt --dev news.txt"),
        (["d/train/de.txt"], ["d/dev/de.txt"], "--train train/de.txt --dev dev/de.txt"),
        (["d/a/x.txt", "d/b/x.txt"], ["d/a/x.txt"], "--train a/x.txt b/x.txt --dev a/x.txt"),
    ],
)
def test_a_command_divides_what_the_run_divides(
    train: list[str], dev: list[str], told: str
) -> None:
    texts = Texts(tuple(map(Path, train)), tuple(map(Path, dev)))
    assert told in Plan(recipe("compact", {}), texts).command


def test_a_command_names_what_it_starts_from() -> None:
    plan = Plan(
        recipe("compact", {}), Texts((Path("a"),), (Path("b"),)), starts=(Path("runs/one"),)
    )
    assert "--start one --train a --dev b" in plan.command


def test_the_encoder_and_the_pieces_of_a_start_are_not_told_as_those_of_the_recipe() -> None:
    texts, starts = Texts((Path("a"),), (Path("b"),)), (Path("runs/one"),)
    made = recipe("compact", {"encoder": "other", "vocabulary": "500", "epochs": "3"})
    fresh, later = Plan(made, texts), Plan(made, texts, starts=starts)
    assert (fresh.settings["encoder"], fresh.settings["vocabulary"]) == ("other", 500)
    assert later.settings.keys() == fresh.settings.keys() - {"encoder", "vocabulary"}
    assert later.command.endswith("--set epochs=3.0")
    anew = replace(later, recipe=replace(made, new_pieces=True))
    assert anew.settings["vocabulary"] == 500
