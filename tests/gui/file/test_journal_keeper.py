"""Where nothing can be kept, the window works all the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.gui.conftest import NewWindow, open_and_wait, press, punctuate_and_wait
from tests.limits import close_folders


def test_a_review_is_exported_where_the_folders_of_the_user_are_closed(
    new_window: NewWindow, talk: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    close_folders(monkeypatch)
    window = new_window()
    open_and_wait(window, talk, qtbot)
    assert window.message.text.startswith("Decisions cannot be saved")
    punctuate_and_wait(window, qtbot)
    press(window, Qt.Key.Key_Return)
    assert window.export()
    assert talk.with_name("talk.punct.srt").exists()
