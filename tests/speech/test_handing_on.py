from __future__ import annotations

from dataclasses import fields

from subpunct_app.batch.batch_options import order_of
from subpunct_app.decoding.suggestions.options import Options
from subpunct_app.review.model_queries import options_of
from subpunct_app.review.settings import Settings

CHOSEN = Settings(mode="fill", marks=",.", case=False, ask=True, names=("DataCollator",))


def forgotten(options: Options) -> set[str]:
    """Return the fields that are as if nobody had chosen anything.

    To restore only stretches without marks is a command by itself, no choice that is kept.
    """
    usual, names = Options(), (field.name for field in fields(Options) if field.name != "runs_only")
    return {name for name in names if getattr(options, name) == getattr(usual, name)}


def test_the_window_hands_every_choice_on_to_the_decoder() -> None:
    assert forgotten(options_of(CHOSEN)) == set()


def test_a_batch_of_the_window_hands_on_all_but_what_nobody_answers() -> None:
    assert forgotten(order_of(CHOSEN).options()) == {"ask"}
