from __future__ import annotations

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
