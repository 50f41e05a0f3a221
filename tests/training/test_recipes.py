from __future__ import annotations

import pytest

from subpunct_app.core.errors import SettingsError
from subpunct_app.training.recipes import RECIPES, recipe


def test_any_default_can_be_changed() -> None:
    changed = recipe("guerreiro2021", {"epochs": "0.5", "batch": "4", "precision": "fp32"})
    assert (changed.epochs, changed.batch, changed.precision) == (0.5, 4, "fp32")


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("guerreiro2022", {}),
        ("guerreiro2021", {"epoch": "1"}),
        ("guerreiro2021", {"batch": "x"}),
        ("alam2020", {"batch": "0"}),
        ("alam2020", {"crf": "perhaps"}),
        ("nagy2021", {"noise": "brown"}),
        ("nagy2021", {"network": "transformer"}),
        ("li2020", {"schedule": "none"}),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_hint(name: str, settings: dict[str, str]) -> None:
    with pytest.raises(SettingsError) as raised:
        recipe(name, settings)
    assert raised.value.hint


def test_the_five_published_systems_are_there() -> None:
    assert {"guerreiro2021", "alam2020", "nagy2021", "li2020", "perez2024"} <= set(RECIPES)


@pytest.mark.parametrize(("word", "value"), [("true", True), ("no", False), ("False", False)])
def test_a_switch_is_read_as_a_word(word: str, value: bool) -> None:
    assert recipe("alam2020", {"crf": word}).crf is value
