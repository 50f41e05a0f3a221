from __future__ import annotations

from dataclasses import fields

import pytest

from subpunct_app.runtime.errors import SettingsError
from subpunct_app.training.recipes import RECIPES, Recipe, recipe


def test_any_default_can_be_changed() -> None:
    changed = recipe("guerreiro2021", {"epochs": "0.5", "batch": "4", "precision": "fp32"})
    assert (changed.epochs, changed.batch, changed.precision) == (0.5, 4, "fp32")


@pytest.mark.parametrize(
    ("setting", "hint"),
    [
        ("max_step=3", "Did you mean max_steps?"),
        ("widht=8", "Did you mean width?"),
        ("colour=red", "Known: encoder, network, width, "),
        ("max_steps=3.5", "Give a whole number."),
        ("head_rate=fast", "Give a number."),
    ],
)
def test_a_slip_in_a_setting_is_told_in_plain_words(setting: str, hint: str) -> None:
    key, _, value = setting.partition("=")
    with pytest.raises(SettingsError) as raised:
        recipe("compact", {key: value})
    assert raised.value.hint.startswith(hint)


@pytest.mark.parametrize(
    "setting",
    [
        *("predictions=0.5", "predictions=inf", "window=2", "vocabulary=3", "look_ahead=-1"),
        *("seed=-1", "dropout=2", "layer_dropout=1", "noise_rate=5", "plain_windows=-0.1"),
        *("epochs=inf", "epochs=nan", "head_rate=nan", "head_rate=1e8", "clip=0", "ema=1"),
        *("dev_words=0", "tune_words=-1", "max_steps=-1", "patience=-1", "scheme=5"),
        *("epochs=1e308", "frozen_epochs=1e308"),
    ],
)
def test_a_number_that_no_run_can_have_is_refused(setting: str) -> None:
    key, _, value = setting.partition("=")
    with pytest.raises(SettingsError, match=f"{key} cannot be") as raised:
        recipe("compact", {key: value})
    assert raised.value.hint


@pytest.mark.parametrize("value", ["-1", "nan"])
def test_every_number_has_a_least(value: str) -> None:
    kinds = {field.name: type(getattr(RECIPES["compact"], field.name)) for field in fields(Recipe)}
    for key in (key for key, kind in kinds.items() if kind in {int, float}):
        with pytest.raises(SettingsError, match=key):
            recipe("compact", {key: value})
