from __future__ import annotations

import shlex
import sys

import pytest

from subpunct_app.runtime.commands import way_to


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such shell")
def test_what_is_missing_is_installed_for_the_python_that_lacks_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "executable", "/home/jo/my programs/python")
    command = way_to("matplotlib").partition(": ")[2]
    assert shlex.split(command) == [sys.executable, "-m", "pip", "install", "matplotlib"]


def test_the_program_without_python_names_no_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert "pip" not in way_to("matplotlib")
