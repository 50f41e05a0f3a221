"""The list of cues: its columns, and thousands of rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from subpunct_app.gui.cues.cue_model import END, NUMBER, SPEED, START, TEXT, clock
from subpunct_app.gui.cues.cue_table import CueTable
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.review import settings
from subpunct_app.review.settings import Settings
from subpunct_app.subtitles.formats.document import Document
from subpunct_app.subtitles.formats.parse import parse
from tests.growth import calls_in, check_linear
from tests.gui.conftest import NewWindow, open_and_wait, press, punctuate_and_wait

RGB = QImage.Format.Format_RGB32
CUE = "{0}\n{1}:{2:02}:{3:02},000 --> {1}:{2:02}:{3:02},900\nthis is the first line\nand two\n\n"


def shown(table: CueTable, row: int, column: int) -> object:
    return table.model().index(row, column).data()


def long_document(count: int) -> Document:
    cues = (CUE.format(n + 1, n // 3600, n // 60 % 60, n % 60) for n in range(count))
    return parse("".join(cues).encode(), name="a.srt")


def on_screen(table: CueTable) -> QImage:
    window = table.window()
    corner = table.mapTo(window, QPoint(0, 0))
    shown = window.screen().grabWindow(
        window.winId(), corner.x(), corner.y(), table.width(), table.height()
    )
    return shown.toImage().convertToFormat(RGB)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("empty.srt", "", "This file holds no cues."),
        ("notes.vtt", "WEBVTT\n\nNOTE to do\n", "This file holds no cues."),
        ("empty.txt", "", "This file holds no text."),
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
    drawn = table.viewport().grab().toImage()
    table.nothing = ""
    assert drawn != table.viewport().grab().toImage()
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


def test_a_glimpse_has_no_speed(qtbot: QtBot) -> None:
    table = CueTable()
    qtbot.addWidget(table)
    table.set_content(parse(b"1\n00:00:01,000 --> 00:00:01,010\nso\n\n"), None)
    assert shown(table, 0, SPEED) == ""


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


@pytest.fixture
def turned(qapp: QApplication) -> Iterator[Callable[[bool], None]]:
    """Return what has windows read from the right, or from the left again."""

    def turn(from_right: bool) -> None:
        right, left = Qt.LayoutDirection.RightToLeft, Qt.LayoutDirection.LeftToRight
        qapp.setLayoutDirection(right if from_right else left)

    yield turn
    turn(False)


def one_cue(qtbot: QtBot) -> CueTable:
    table = CueTable()
    qtbot.addWidget(table)
    table.set_content(parse(CUE.format(1, 0, 0, 1).encode(), name="a.srt"), None)
    table.resize(800, 200)
    table.show()
    return table


def test_the_sign_of_what_is_heard_stands_beside_the_number_in_any_window(
    turned: Callable[[bool], None], qtbot: QtBot
) -> None:
    cells = []
    for from_right in (False, True):
        turned(from_right)
        table = one_cue(qtbot)
        table.show_playing(0, None)
        left, width = table.columnViewportPosition(NUMBER), table.columnWidth(NUMBER)
        shown = table.viewport().grab().toImage()
        cells.append(shown.copy(left + 1, 0, width - 2, table.rowHeight(0)))
    assert cells[0] == cells[1]


@pytest.mark.parametrize("from_right", [False, True])
def test_headings_stand_over_their_cells(
    turned: Callable[[bool], None], qtbot: QtBot, *, from_right: bool
) -> None:
    turned(from_right)
    table = one_cue(qtbot)
    headings = table.horizontalHeader().grab().toImage()
    cells = table.viewport().grab().toImage().copy(0, 0, 800, table.rowHeight(0))
    for column, end in ((START, -1), (END, -1), (TEXT, 0)):
        left, width = table.columnViewportPosition(column), table.columnWidth(column)
        edges = [dark_columns(image, left + 4, width - 8)[end] for image in (headings, cells)]
        assert abs(edges[0] - edges[1]) <= 2


def dark_columns(image: QImage, left: int, width: int) -> list[int]:
    """Return where between some columns of an image anything is written."""
    across, down = range(left, left + width), range(3, image.height() - 3)
    return [x for x in across if any(image.pixelColor(x, y).lightness() < 150 for y in down)]


def test_what_is_painted_bit_by_bit_looks_like_the_whole(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "long.srt"
    cues = (CUE.format(n + 1, 0, n // 60, n % 60).replace("first", str(n)) for n in range(40))
    path.write_text("".join(cues).replace("two", "so fall"))
    open_and_wait(window, path, qtbot)
    punctuate_and_wait(window, qtbot)
    table = window.page.table
    qtbot.waitUntil(table.hasFocus)
    steps = ["accept"] * 25 + ["next"] * 5 + ["undo", "reject", "next_choice", "undo"]
    for step in steps:
        window.commands[step].trigger()
        QApplication.processEvents()
        assert on_screen(table) == table.grab().toImage().convertToFormat(RGB)
    assert table.verticalScrollBar().value() > 0


def test_the_list_is_framed_while_it_has_the_focus_and_while_a_cue_is_typed(
    reviewing: MainWindow, qtbot: QtBot
) -> None:
    table, editor = reviewing.page.table, reviewing.writing.manual.editor
    qtbot.waitUntil(table.hasFocus)
    keys = [Qt.Key.Key_F2, Qt.Key.Key_A, Qt.Key.Key_Return, Qt.Key.Key_N]
    keys += [Qt.Key.Key_F2, Qt.Key.Key_Escape, Qt.Key.Key_Tab, Qt.Key.Key_Backtab]
    frames = []
    for key in keys:
        QTest.keyClick(reviewing.windowHandle(), key)
        QApplication.processEvents()
        screen = on_screen(table)
        whole = table.grab().toImage().convertToFormat(RGB)
        assert editor.isVisible() or screen == whole
        edge, inside = (screen.pixelColor(5, table.height() - up) for up in (2, 6))
        frames.append(edge != inside)
    assert frames == [key != Qt.Key.Key_Tab for key in keys]


def test_the_frame_goes_with_the_focus_of_who_typed_a_cue(
    reviewing: MainWindow, qtbot: QtBot
) -> None:
    table = reviewing.page.table
    qtbot.waitUntil(table.hasFocus)
    corner = table.grab().toImage().pixelColor(1, 1)
    QTest.keyClick(reviewing.windowHandle(), Qt.Key.Key_F2)
    reviewing.page.panel.context.setFocus()
    QApplication.processEvents()
    assert on_screen(table) == table.grab().toImage().convertToFormat(RGB)
    assert on_screen(table).pixelColor(1, 1) != corner


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


def test_all_cues_are_copied_as_one_by_one(reviewing: MainWindow) -> None:
    table = reviewing.page.table
    press(reviewing, Qt.Key.Key_Return, Qt.Key.Key_R, Qt.Key.Key_Return)
    one_by_one = [shown(table, cue, TEXT) for cue in range(table.contents.count())]
    table.selectAll()
    QTest.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text() == "\n".join(map(str, one_by_one))


def test_thousands_of_selected_cues_are_not_asked_for_their_headings(qtbot: QtBot) -> None:
    table = CueTable()
    qtbot.addWidget(table)
    table.set_content(long_document(5_000), None)
    table.selectAll()
    assert calls_in(table.grab) < 5_000


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
    table, fitting = opened.page.table, opened.page.table.columnWidth(START)
    table.setColumnWidth(END, 133)
    # In plain text these columns are hidden.
    plain = tmp_path / "talk.txt"
    plain.write_text("good morning everyone")
    open_and_wait(opened, plain, qtbot)
    opened.close()
    again = new_window(remembered=settings.load())
    open_and_wait(again, talk, qtbot)
    assert again.page.table.columnWidth(END) == 133
    assert again.page.table.columnWidth(START) == fitting
    again.page.table.setColumnWidth(END, fitting)
    again.close()
    assert settings.load().columns == {}


def test_a_column_drawn_as_narrow_as_it_goes_stays_so(
    opened: MainWindow, new_window: NewWindow, talk: Path, qapp: QApplication, qtbot: QtBot
) -> None:
    table, before = opened.page.table, qapp.font()
    fitting = table.columnWidth(START)
    table.setColumnWidth(END, 5)
    narrow = table.columnWidth(END)
    assert narrow < fitting
    larger = qapp.font()
    larger.setPointSizeF(1.8 * before.pointSizeF())
    qapp.setFont(larger)
    qtbot.waitUntil(lambda: narrow < table.columnWidth(END) < fitting < table.columnWidth(START))
    qapp.setFont(before)
    qtbot.waitUntil(lambda: table.columnWidth(START) == fitting)
    assert table.columnWidth(END) == narrow
    opened.close()
    again = new_window(remembered=settings.load())
    open_and_wait(again, talk, qtbot)
    assert again.page.table.columnWidth(END) == narrow


def test_no_stored_width_pushes_the_text_out_of_the_list(
    new_window: NewWindow, talk: Path, qtbot: QtBot
) -> None:
    columns = dict.fromkeys(("#", "Start", "End", "Sec", "Text"), 60_000) | {"cps": 1, "Mood": 9}
    window = new_window(remembered=Settings(columns=columns))
    open_and_wait(window, talk, qtbot)
    table = window.page.table
    assert table.columnViewportPosition(TEXT) < table.viewport().width() - table.columnWidth(START)
    assert table.columnWidth(SPEED) >= table.horizontalHeader().minimumSectionSize()


def test_columns_rows_and_figures_follow_a_larger_font(
    reviewing: MainWindow, qapp: QApplication, qtbot: QtBot
) -> None:
    table = reviewing.page.table
    left = next(one for one in reviewing.page.panel.findChildren(QLabel) if "left" in one.text())
    table.setColumnWidth(END, 333)
    rows, size, before = table.rowHeight(0), left.font().pointSizeF(), qapp.font()
    larger = qapp.font()
    larger.setPointSize(before.pointSize() * 2)
    qapp.setFont(larger)
    try:
        qtbot.waitUntil(lambda: table.rowHeight(0) > rows)
        needed = table.fontMetrics().horizontalAdvance("0:00:00.000")
        assert table.columnWidth(START) > needed
        assert table.columnWidth(SPEED) > table.fontMetrics().horizontalAdvance("00.0")
        assert table.columnWidth(END) == 333
        assert left.font().pointSizeF() == pytest.approx(2 * size)
        assert left.font().bold()
    finally:
        qapp.setFont(before)
    qtbot.waitUntil(lambda: table.rowHeight(0) == rows)
    assert left.font().pointSizeF() == pytest.approx(size)
