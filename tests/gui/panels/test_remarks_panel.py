"""The list of what stayed raw, and the way from it to the cues."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTableView, QToolButton
from pytestqt.qtbot import QtBot

from subpunct_app.gui.main_window import MainWindow
from subpunct_app.review.editing.sheet import CueEdit
from tests.gui.conftest import SRT, open_and_wait

BROKEN = (
    b"1\n00:00:01,000 --> 00:00:02,000\none\n\n"
    b"2\nnot a time\ntwo\n\n"
    b"3\n00:00:05,000 --> 00:00:04,000\nthree\n\n"
    b"4\n00:00:07,000 --> 00:00:08,000\nfour\n"
)


@pytest.fixture
def broken(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    path = tmp_path / "broken.srt"
    path.write_bytes(BROKEN)
    open_and_wait(window, path, qtbot)
    return window


def table_of(window: MainWindow) -> QTableView:
    table = window.remarks.widget()
    assert isinstance(table, QTableView)
    return table


def test_the_key_tells_that_there_are_no_remarks(opened: MainWindow) -> None:
    QTest.keyClick(opened.windowHandle(), Qt.Key.Key_F8, Qt.KeyboardModifier.ControlModifier)
    assert opened.status.currentMessage().startswith("No remarks: the whole file")
    assert opened.remarks.isHidden()
    assert opened.page.table.hasFocus()


def test_the_status_bar_opens_the_panel(broken: MainWindow) -> None:
    assert broken.remarks.isHidden()
    buttons = broken.status.findChildren(QToolButton)
    button = next(b for b in buttons if "remark" in b.text())
    button.click()
    assert broken.remarks.isVisible()
    assert table_of(broken).hasFocus()
    button.click()
    assert broken.remarks.isHidden()


def test_every_remark_has_its_line_and_reason(broken: MainWindow) -> None:
    assert broken.file is not None
    model = table_of(broken).model()
    rows = [(model.index(r, 0).data(), model.index(r, 1).data()) for r in range(model.rowCount())]
    assert rows == [(str(r.line), r.reason) for r in broken.file.document.remarks]
    assert len(rows) >= 2
    assert model.headerData(0, Qt.Orientation.Horizontal) == "Line"
    assert model.headerData(0, Qt.Orientation.Vertical) is None


def test_a_click_leads_to_the_cue(broken: MainWindow) -> None:
    broken.commands["remarks"].trigger()
    table = table_of(broken)
    assert broken.file is not None
    lines = [remark.line for remark in broken.file.document.remarks]
    row = next(row for row, line in enumerate(lines) if line >= 9)
    place = table.visualRect(table.model().index(row, 1)).center()
    QTest.mouseClick(
        table.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place
    )
    cue = broken.page.table.currentIndex().row()
    assert broken.file.document.cue_text(cue) == "three"


def test_a_remark_leads_to_its_cue_after_lines_were_typed_before_it(broken: MainWindow) -> None:
    assert broken.file is not None
    lines = [remark.line for remark in broken.file.document.remarks]
    row = next(row for row, line in enumerate(lines) if line >= 9)
    assert broken.writing.rewriter.edit([CueEdit(0, "a\nb\nc\nd\ne")], "Edit cue 1")
    broken.commands["remarks"].trigger()
    table = table_of(broken)
    table.selectRow(row)
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert broken.file.document.cue_text(broken.page.table.currentIndex().row()) == "three"


def test_the_panel_closes_for_a_file_without_remarks(
    broken: MainWindow, talk: Path, qtbot: QtBot
) -> None:
    broken.commands["remarks"].trigger()
    talk.write_bytes(SRT)
    open_and_wait(broken, talk, qtbot)
    assert broken.remarks.isHidden()
