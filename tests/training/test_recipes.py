from __future__ import annotations

import pytest

from subpunct_app.core.errors import SettingsError
from subpunct_app.training.recipes import recipe


def test_any_default_can_be_changed() -> None:
    changed = recipe("guerreiro2021", {"epochs": "0.5", "batch": "4", "precision": "fp32"})
    assert (changed.epochs, changed.batch, changed.precision) == (0.5, 4, "fp32")


@pytest.mark.parametrize(
    ("name", "settings"),
    [("guerreiro2022", {}), ("guerreiro2021", {"epoch": "1"}), ("guerreiro2021", {"batch": "x"})],
)
def test_what_makes_no_sense_is_refused_with_a_hint(name: str, settings: dict[str, str]) -> None:
    with pytest.raises(SettingsError) as raised:
        recipe(name, settings)
    assert raised.value.hint
