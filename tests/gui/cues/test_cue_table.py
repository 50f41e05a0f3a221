"""The list of cues: its columns, and thousands of rows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from subpunct_app.gui.cues.cue_model import END, SPEED, START, TEXT
from subpunct_app.gui.cues.cue_table import CueTable
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.review import settings
from subpunct_app.subtitles.formats.document import Document
from subpunct_app.subtitles.formats.parse import parse
from tests.growth import check_linear
from tests.gui.conftest import NewWindow, open_and_wait, press

CUE = "{0}\n{1}:{2:02}:{3:02},000 --> {1}:{2:02}:{3:02},900\nthis is the first line\nand two\n\n"


def shown(table: CueTable, row: int, column: int) -> object:
    return table.model().index(row, column).data()


def long_document(count: int) -> Document:
    cues = (CUE.format(n + 1, n // 3600, n // 60 % 60, n % 60) for n in range(count))
    return parse("".join(cues).encode(), name="a.srt")


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("empty.srt", "", "This file has no cues."),
        ("notes.vtt", "WEBVTT\n\nNOTE to do\n", "This file has no cues."),
        ("empty.txt", "", "This file has no text."),
    ],
)
def test_a_list_of_nothing_says_why(
    window: MainWindow, tmp_path: Path, qtbot: QtBot, name: str, content: str, said: str
) -> None:
    path, other = tmp_path / name, tmp_path / "talk.srt"
    path.write_text(content)
    other.write_text(CUE.format(1, 0, 0, 1))
    open_and_wait(window, path, qtbot)
    table = window.page.table
    assert table.accessibleDescription() == said
    open_and_wait(window, other, qtbot)
    assert not table.accessibleDescription()


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


@pytest.mark.slow
def test_twenty_thousand_cues_are_shown_at_once(qtbot: QtBot) -> None:
    table = CueTable()
    qtbot.addWidget(table)
    table.resize(1200, 800)
    table.show()

    def look(document: Document) -> None:
        table.set_content(document, None)
        table.show_cue(len(document.cues) * 3 // 4)
        table.grab()

    check_linear(long_document, look, 20_000)
    assert table.model().rowCount() == 20_000


def test_a_letter_that_is_no_key_stays_in_its_place(reviewing: MainWindow) -> None:
    press(reviewing, Qt.Key.Key_Down)
    before = reviewing.page.cue, reviewing.page.current
    press(reviewing, Qt.Key.Key_3, Qt.Key.Key_1)
    assert (reviewing.page.cue, reviewing.page.current) == before


def test_home_and_end_go_to_the_first_and_the_last_cue(reviewing: MainWindow) -> None:
    press(reviewing, Qt.Key.Key_End)
    assert reviewing.page.cue == 2
    press(reviewing, Qt.Key.Key_Home)
    assert reviewing.page.cue == 0


def test_all_of_the_cues_that_are_selected_is_copied(opened: MainWindow) -> None:
    opened.page.table.selectAll()
    QTest.keyClick(opened.page.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text().splitlines() == [
        "good morning everyone before we start",
        "look at the glass in front of you",
        "there is ice in it and",
        "the ice is floating why",
        "almost everything sinks when it freezes says anna",
    ]


@pytest.mark.parametrize("taking_room", ["changes", "replace"])
def test_the_selected_cue_stays_in_view_where_the_list_becomes_smaller(
    window: MainWindow, tmp_path: Path, qtbot: QtBot, taking_room: str
) -> None:
    path = tmp_path / "long.srt"
    path.write_text("".join(CUE.format(n + 1, 0, n // 60, n % 60) for n in range(40)))
    open_and_wait(window, path, qtbot)
    table = window.page.table
    last = table.rowAt(table.viewport().height() - 1) - 1
    window.page.show_cue(last)
    height = table.viewport().height()
    window.commands[taking_room].trigger()
    qtbot.waitUntil(lambda: table.viewport().height() < height)
    assert table.viewport().rect().contains(table.visualRect(table.model().index(last, TEXT)))


def test_columns_come_back_as_wide_as_the_editor_had_them(
    opened: MainWindow, new_window: NewWindow, talk: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    assert not opened.page.table.column_state
    fitting = opened.page.table.columnWidth(START)
    opened.page.table.setColumnWidth(END, 133)
    # In plain text these columns are hidden.
    plain = tmp_path / "talk.txt"
    plain.write_text("good morning everyone")
    open_and_wait(opened, plain, qtbot)
    opened.close()
    again = new_window(remembered=settings.load())
    open_and_wait(again, talk, qtbot)
    assert again.page.table.columnWidth(END) == 133
    assert again.page.table.columnWidth(START) == fitting


@pytest.fixture
def from_the_right(qapp: QApplication) -> Iterator[None]:
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    yield
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


@pytest.mark.usefixtures("from_the_right")
def test_cues_and_marks_are_chosen_in_a_window_from_the_right_too(reviewing: MainWindow) -> None:
    table = reviewing.page.table
    reviewing.page.show_cue(1)
    assert table.selected_cues() == [1]
    table.step(1)
    assert reviewing.page.cue == 2
    cell = table.visualRect(table.model().index(0, TEXT))
    gaps = {table.gap_under(QPointF(x, cell.top() + 10)) for x in range(cell.left(), cell.right())}
    assert gaps >= {0, 3}


@pytest.mark.usefixtures("from_the_right")
def test_headings_stand_over_their_cells_in_a_window_from_the_right(qtbot: QtBot) -> None:
    table = CueTable()
    qtbot.addWidget(table)
    table.set_content(long_document(1), None)
    table.resize(800, 200)
    table.show()
    headings, cells = (
        part.grab().toImage() for part in (table.horizontalHeader(), table.viewport())
    )
    for column, end in ((START, -1), (END, -1), (TEXT, 0)):
        left, width = table.columnViewportPosition(column), table.columnWidth(column)
        across = range(left + 3, left + width - 3)
        edges = [dark_columns(image, across)[end] for image in (headings, cells)]
        # The style has a margin of its own.
        assert abs(edges[0] - edges[1]) <= 4


def dark_columns(image: QImage, across: range) -> list[int]:
    """Return where anything is written in the first row of some columns of an image."""
    down = range(3, min(image.height(), 30) - 3)
    return [x for x in across if any(image.pixelColor(x, y).lightness() < 150 for y in down)]
