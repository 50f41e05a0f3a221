"""The open file is changed on the disk, by this window or by another program."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from subpunct_app.gui.file.source_watch import SourceWatch
from subpunct_app.gui.main_window import MainWindow
from tests.gui.conftest import SRT, choose_file, offered, press


def test_a_file_that_something_else_changed_is_opened_again(
    opened: MainWindow, talk: Path, qtbot: QtBot
) -> None:
    # As editors do: the new file takes the place of the old one.
    for text in (b"good day everyone", b"good evening everyone"):
        other = talk.with_name("other.tmp")
        other.write_bytes(SRT.replace(b"good morning everyone", text))
        other.replace(talk)
        qtbot.waitUntil(lambda: "has changed" in opened.message.text)
        with qtbot.waitSignal(opened.opened):
            offered(opened.message).click()
        assert opened.file is not None
        assert opened.file.document.cue_text(0).startswith(text.decode())


def test_a_file_that_is_as_it_was_again_is_told_of_no_more(
    opened: MainWindow, talk: Path, qtbot: QtBot
) -> None:
    talk.write_bytes(SRT.replace(b"good morning", b"good evening"))
    qtbot.waitUntil(lambda: "has changed" in opened.message.text)
    talk.write_bytes(SRT)
    qtbot.waitUntil(lambda: not opened.message.text)


def test_a_file_that_goes_and_comes_back_is_told(
    opened: MainWindow, talk: Path, qtbot: QtBot
) -> None:
    elsewhere = talk.with_name("elsewhere.srt")
    for _ in range(2):
        talk.rename(elsewhere)
        qtbot.waitUntil(lambda: "talk.srt was moved or deleted" in opened.message.text)
        assert offered(opened.message).text() == "Open…"
        elsewhere.rename(talk)
        qtbot.waitUntil(lambda: opened.message.text == "talk.srt is back.")
    talk.unlink()
    qtbot.waitUntil(lambda: "was moved or deleted" in opened.message.text)
    talk.write_bytes(SRT.replace(b"good morning", b"good evening"))
    qtbot.waitUntil(lambda: "has changed" in opened.message.text)


def test_an_export_over_the_open_file_is_no_surprise(
    reviewing: MainWindow, talk: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose_file(talk, monkeypatch)
    press(reviewing, Qt.Key.Key_Return)
    with qtbot.waitSignal(timer_of(reviewing).timeout):
        assert reviewing.exporter.export_as()
    assert reviewing.message.text.startswith("Exported")
    talk.write_bytes(SRT)
    qtbot.waitUntil(lambda: "has changed" in reviewing.message.text)


def timer_of(window: MainWindow) -> QTimer:
    """Return what the window waits for before it looks at a file that was touched."""
    watch = window.findChild(SourceWatch)
    assert watch is not None
    timer = watch.findChild(QTimer)
    assert timer is not None
    return timer


def question_on_closing(window: MainWindow) -> str:
    """Return what the question says that closing a window asks, and stay."""
    said: list[str] = []

    def stay() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        said.append(box.informativeText())
        assert box.defaultButton().text() == "&Export"
        box.button(QMessageBox.StandardButton.Cancel).click()

    QTimer.singleShot(0, stay)
    window.close()
    return said[0]


def test_that_kept_decisions_may_not_fit_a_changed_file_is_told(
    reviewing: MainWindow, talk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    press(reviewing, Qt.Key.Key_Return)
    assert "they come back when you open the file again" in question_on_closing(reviewing)
    talk.write_bytes(SRT.replace(b"good morning", b"good evening"))
    assert "only if its words and marks are still the same" in question_on_closing(reviewing)
    choose_file(talk, monkeypatch)
    assert reviewing.exporter.export_as()
    reviewing.page.decider.accept_current()
    assert "they come back when you open the file again" in question_on_closing(reviewing)
