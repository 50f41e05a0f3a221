"""Names and words that look like markup are shown as they stand."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6 import QtGui
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from subpunct_app.batch.execution import Listed
from subpunct_app.gui.batch.queue_model import QueueModel
from subpunct_app.gui.batch.rows import FILE
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.gui.widgets.verbatim import verbatim
from tests.gui.conftest import open_and_wait

ODD = ["<b>x</b>.srt", "a&lt;b.srt", "plain.srt", "<00:01> & more.srt", "a  b<i>.srt"]


def seen(tooltip: str) -> str:
    """Return what an editor reads in a tooltip."""
    if not QtGui.Qt.mightBeRichText(tooltip):
        return tooltip
    document = QTextDocument()
    document.setHtml(tooltip)
    return document.toPlainText().replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize("text", ODD)
def test_a_tooltip_shows_a_text_as_it_stands(text: str, qtbot: QtBot) -> None:
    assert seen(verbatim(text)) == text


@pytest.mark.parametrize("name", ODD)
def test_the_name_of_a_file_is_shown_as_it_is(
    window: MainWindow, tmp_path: Path, name: str, qtbot: QtBot
) -> None:
    path = Path(tmp_path, *name.split("/"))
    path.parent.mkdir(exist_ok=True)
    path.write_text("1\n00:00:01,000 --> 00:00:02,000\ngood morning\n")
    open_and_wait(window, path, qtbot)
    tips = {seen(label.toolTip()) for label in window.status.findChildren(QLabel)}
    assert str(path) in tips
    model = QueueModel(window)
    model.take([Listed((path,))])
    assert seen(model.index(0, FILE).data(Qt.ItemDataRole.ToolTipRole)) == str(path)
