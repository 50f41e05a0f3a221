"""Failures as a user reads them."""

from __future__ import annotations

import pytest

from subpunct_app.runtime.errors import SubpunctError


@pytest.mark.parametrize(
    ("message", "hint", "told"),
    [
        ("It broke.", "Try again.", "It broke. Try again."),
        ("It broke: no answer", "Try again.", "It broke: no answer. Try again."),
        ("It broke: no file 'a'", "Try again.", "It broke: no file 'a'. Try again."),
        ("It broke: no answer", "", "It broke: no answer"),
        ("No marks: a?", "Choose from ,.?", "No marks: a? Choose from ,.?"),
    ],
)
def test_a_failure_and_its_hint_are_two_sentences(message: str, hint: str, told: str) -> None:
    assert str(SubpunctError(message, hint)) == told
