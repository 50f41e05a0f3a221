from __future__ import annotations

import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from subpunct_app.gui.main_window import MainWindow
from tests.gui.conftest import open_and_wait


def test_the_text_is_there_where_nothing_can_be_played(
    window: MainWindow,
    talk: Path,
    film: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # What Python imports where a library of the system is missing.
    monkeypatch.setitem(sys.modules, "PySide6.QtMultimediaWidgets", None)
    open_and_wait(window, talk, qtbot)
    qtbot.waitUntil(lambda: "cannot be played" in window.message.text)
    assert window.file is not None
    assert window.file.path == talk
    assert window.watching.path is None
    assert not window.commands["play"].isEnabled()
    assert film.exists()
