"""What the line at the bottom leaves out where a window is narrow."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QProgressBar, QToolButton
from pytestqt.qtbot import QtBot

from subpunct_app.gui.main_window import MainWindow
from subpunct_app.gui.panels.status_bar import StatusBar
from subpunct_app.gui.widgets.icons import IconButton
from subpunct_app.runtime.task import Progress
from subpunct_app.subtitles.formats.parse import parse
from tests.gui.conftest import SRT, Reopen, open_and_wait, press, punctuate_and_wait

_NAME = "Interview_with_the_minister_of_the_interior_2024-05-17_final_v3"
_EXPORTED = "Not exported · kept for later"
# From what matters least.
_WIDE = 1600
# A screen of 1280 x 800 at 200 %, in letters of the usual font.
_SMALLEST = 106


@pytest.fixture
def bar(window: MainWindow, qtbot: QtBot) -> StatusBar:
    """Return a line that has as much to say as it can have, and room for it."""
    bar = StatusBar(window.commands, window.encodings, window.languages)
    qtbot.addWidget(bar)
    bar.resize(_WIDE, bar.sizeHint().height())
    bar.show()
    broken = b"\r\n4\r\n00:00 --> nowhere\r\nlost\r\n"
    document = parse(SRT + broken)
    bar.show_document(Path("/films/talk.srt"), document)
    bar.show_encoding(document.encoding, as_utf8=False)
    bar.show_language(None)
    bar.show_video(Path("/films/talk.mp4"))
    bar.show_model("fake", "int8, CPU")
    bar.show_exported(_EXPORTED)
    return bar


def said(bar: StatusBar) -> str:
    """Return what can be read in the line."""
    labels, buttons = bar.findChildren(QLabel), bar.findChildren(QToolButton)
    texts = [label.text() for label in labels if label.isVisible()]
    return " | ".join([*texts, *(button.text() for button in buttons if button.isVisible())])


def test_no_state_of_a_review_widens_a_window(
    window: MainWindow, tmp_path: Path, reopen: Reopen, qtbot: QtBot
) -> None:
    least = window.status.minimumSizeHint().width()
    path = tmp_path / f"{_NAME}.srt"
    path.write_bytes(SRT.decode("utf-8-sig").replace("anna", "zoë").encode("cp1252"))
    open_and_wait(window, path, qtbot)
    window.status.show_video(path.with_suffix(".mp4"))
    punctuate_and_wait(window, qtbot)
    width = _SMALLEST * window.fontMetrics().averageCharWidth()
    window.resize(width, window.height())
    press(window, Qt.Key.Key_Return)
    assert "Not exported" in said(window.status)
    for one in (window, reopen(path)):
        assert one.status.minimumSizeHint().width() == least
    window.export()
    window.status.show_progress(Progress(1, 2, "Loading the model " * 9))
    assert window.status.minimumSizeHint().width() == least
    assert window.minimumSizeHint().width() <= width
    assert window.width() == width


def test_what_has_no_room_is_still_read_out(bar: StatusBar) -> None:
    bar.resize(bar.minimumSizeHint())
    assert "CPU" not in said(bar)
    names = [part.accessibleName() for part in bar.findChildren(QLabel)]
    assert "fake · int8, CPU" in names


def test_no_message_however_long_hides_the_state_of_the_export(bar: StatusBar) -> None:
    bar.showMessage("It is told at length. " * 40)
    for share in (1, 2, 3):
        bar.resize(_WIDE // share, bar.height())
        assert _EXPORTED in said(bar)
    bar.resize(_WIDE, bar.height())
    assert "talk.mp4" in said(bar)


def test_no_message_hides_how_to_stop_the_work(bar: StatusBar) -> None:
    (cancel,) = bar.findChildren(IconButton)
    for working in (True, False):
        if working:
            bar.show_progress(Progress(1, 4, "Punctuating"))
        else:
            bar.show_idle()
        bar.showMessage("It is told at length. " * 40)
        assert cancel.isVisible() is working
        assert bar.findChildren(QProgressBar)[0].isVisible() is working
