"""Waits end before pytest ends the test."""

from __future__ import annotations

import pytest

from tests.patience import PATIENCE


def test_a_wait_in_vain_tells_what_it_waited_for(pytestconfig: pytest.Config) -> None:
    assert float(pytestconfig.getini("timeout")) > PATIENCE
