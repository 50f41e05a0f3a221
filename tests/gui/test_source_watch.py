"""The open file is changed on the disk, by this window or by another program."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from subpunct_app.gui.main_window import MainWindow
from subpunct_app.gui.source_watch import SourceWatch
from tests.gui.conftest import SRT, offered, press


def test_a_file_that_something_else_changed_is_opened_again(
    opened: MainWindow, talk: Path, qtbot: QtBot
) -> None:
    # As editors do: the new file takes the place of the old one.
    for text in (b"good day everyone", b"good evening everyone"):
        other = talk.with_name("other.tmp")
        other.write_bytes(SRT.replace(b"good morning everyone", text))
        other.replace(talk)
        qtbot.waitUntil(lambda: "changed by something else" in opened.message.text)
        with qtbot.waitSignal(opened.opened):
            offered(opened.message).click()
        assert opened.file is not None
        assert opened.file.document.cue_text(0).startswith(text.decode())


def test_an_export_over_the_open_file_is_no_surprise(
    reviewing: MainWindow, talk: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(talk), ""))
    press(reviewing, Qt.Key.Key_Return)
    watch = reviewing.findChild(SourceWatch)
    assert watch is not None
    looked = watch.findChild(QTimer)
    assert looked is not None
    with qtbot.waitSignal(looked.timeout):
        assert reviewing.exporter.export_as()
    assert reviewing.message.text.startswith("Exported")
    talk.write_bytes(SRT)
    qtbot.waitUntil(lambda: "changed by something else" in reviewing.message.text)
