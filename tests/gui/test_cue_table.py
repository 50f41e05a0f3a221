"""The list of cues: its columns, and thousands of rows."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from subpunct_app.gui.cue_table import END, SPEED, START, TEXT, CueTable, clock
from subpunct_app.subtitles.parse import parse

CUE = "{0}\n{1}:{2:02}:{3:02},000 --> {1}:{2:02}:{3:02},900\nthis is the first line\nand two\n\n"


def shown(table: CueTable, row: int, column: int) -> object:
    return table.model().index(row, column).data()


def test_times_and_speed_are_shown(qtbot: QtBot) -> None:
    table = CueTable()
    qtbot.addWidget(table)
    content = b"1\n00:00:01,000 --> 00:00:03,000\n<i>twelve chars</i>\n\n"
    table.set_content(parse(content, name="a.srt"), None)
    assert shown(table, 0, START) == "0:00:01.000"
    assert shown(table, 0, END) == "0:00:03.000"
    assert shown(table, 0, SPEED) == "6.0"
    assert shown(table, 0, TEXT) == "<i>twelve chars</i>"


def test_plain_text_has_no_times(qtbot: QtBot) -> None:
    table = CueTable()
    qtbot.addWidget(table)
    table.set_content(parse(b"just some words\n", name="a.txt"), None)
    assert table.isColumnHidden(START)
    assert table.isColumnHidden(SPEED)
    assert shown(table, 0, SPEED) == ""


@pytest.mark.parametrize(
    ("time_ms", "text"), [(None, ""), (0, "0:00:00.000"), (3_661_007, "1:01:01.007")]
)
def test_a_time_is_written_for_reading(time_ms: int | None, text: str) -> None:
    assert clock(time_ms) == text


def test_headings_explain_themselves(qtbot: QtBot) -> None:
    model = CueTable().model()
    tip = Qt.ItemDataRole.ToolTipRole
    assert model.headerData(SPEED, Qt.Orientation.Horizontal, tip) == "Characters a second"
    assert model.headerData(0, Qt.Orientation.Vertical) is None


@pytest.mark.slow
def test_twenty_thousand_cues_are_shown_at_once(qtbot: QtBot) -> None:
    cues = (CUE.format(n + 1, n // 3600, n // 60 % 60, n % 60) for n in range(20_000))
    document = parse("".join(cues).encode(), name="a.srt")
    table = CueTable()
    qtbot.addWidget(table)
    table.resize(1200, 800)
    started = time.process_time()
    table.set_content(document, None)
    table.show()
    table.show_cue(15_000)
    table.grab()
    assert time.process_time() - started < 2.0
    assert table.model().rowCount() == 20_000
