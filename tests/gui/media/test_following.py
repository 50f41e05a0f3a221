"""The list, the picture and the player lead one another."""

from __future__ import annotations

import shutil
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from subpunct_app.gui.cues.cue_model import NUMBER, TEXT
from subpunct_app.gui.cues.letter_places import Letters
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.gui.media.player import Player
from tests.gui.conftest import press, punctuate_and_wait


def click(window: MainWindow, cue: int, column: int, share: float) -> None:
    """Click into a cell, at a share of a text some words long."""
    table = window.page.table
    place = table.visualRect(table.model().index(cue, column))
    width = table.fontMetrics().horizontalAdvance(table.contents.cell(cue, TEXT))
    x = place.left() + (6 + share * width if column == TEXT else 10)
    QTest.mouseClick(
        table.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(round(x), place.center().y())
    )


def shown(window: MainWindow) -> str:
    return window.watching.stage.panel.view.accessibleDescription()


def test_a_click_on_a_word_goes_to_when_it_is_heard(watched: MainWindow, player: Player) -> None:
    click(watched, 0, TEXT, 0.5)
    assert player.position == 200 + 500 * len("lookin") // len("lookinfrontofyou")
    click(watched, 2, NUMBER, 0)
    assert player.position == 3000


def test_a_click_on_a_large_word_goes_there_too(
    watched: MainWindow, player: Player, qtbot: QtBot
) -> None:
    punctuate_and_wait(watched, qtbot)
    press(watched, Qt.Key.Key_N)
    context = watched.page.panel.context
    player.seek(1500)
    qtbot.waitUntil(lambda: context.width() > 300)
    QTest.mouseClick(context, Qt.MouseButton.LeftButton, pos=QPoint(40, context.height() // 2))
    assert player.position == 200


def test_the_cue_and_the_word_that_are_heard_are_marked(
    watched: MainWindow, player: Player
) -> None:
    table = watched.page.table
    player.seek(310)
    assert (table.cells.playing, table.cells.heard_in(0)) == (0, Letters(0, 4))
    player.seek(690)
    assert table.cells.heard_in(0) == Letters(len("lookinfrontof"), len("lookinfrontofyou"))
    player.seek(800)
    assert (table.cells.playing, shown(watched)) == (None, "")


def test_the_text_over_the_picture_follows_decisions(
    watched: MainWindow, player: Player, qtbot: QtBot
) -> None:
    punctuate_and_wait(watched, qtbot)
    player.seek(400)
    assert shown(watched) == "Look in front of you."
    press(watched, Qt.Key.Key_Return, Qt.Key.Key_Backspace)
    assert shown(watched) == "Look in front of you"
    watched.page.stack.undo()
    assert shown(watched) == "Look in front of you."
    watched.commands["compare"].trigger()
    assert shown(watched) == "look in front of you"


def test_the_next_film_begins_with_its_own_cues(
    window: MainWindow, film: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    cue = b"00:00:00,000 --> 00:00:01,000\nit freezes\n\n"
    for name, cues in (("first", 2), ("second", 1)):
        folder = tmp_path / name
        folder.mkdir()
        shutil.copy(film, folder / "film.mp4")
        (folder / "film.srt").write_bytes(cues * cue)
        with qtbot.waitSignal(window.watching.opened):
            window.open_file(folder / "film.srt")
    assert shown(window) == "it freezes"


def test_markup_is_not_shown_as_text(watched: MainWindow, player: Player) -> None:
    player.seek(1500)
    assert shown(watched) == "there is ice why"
    player.seek(3500)
    assert shown(watched) == "it freezes so"


def test_the_list_follows_until_the_editor_looks_elsewhere(
    watched: MainWindow, player: Player, qtbot: QtBot
) -> None:
    watched.resize(900, 560)
    table, follow = watched.page.table, watched.commands["follow"]
    # So slowly that the last cue is far away for a busy machine, too.
    player.set_rate(0.5)
    player.seek(7000)
    assert not table.is_in_view(30)
    player.play()
    qtbot.waitUntil(lambda: (table.cells.playing or 0) > 24)
    assert table.is_in_view(table.cells.playing or 0)
    assert follow.isChecked()
    table.verticalScrollBar().setValue(0)
    assert not follow.isChecked()
    heard = table.cells.playing
    qtbot.waitUntil(lambda: table.cells.playing not in {heard, None})
    assert table.verticalScrollBar().value() == 0
    follow.trigger()
    assert follow.isChecked()
    assert table.is_in_view(table.cells.playing or 0)


def test_the_picture_that_stands_still_goes_with_the_editor(
    watched: MainWindow, player: Player, qtbot: QtBot
) -> None:
    press(watched, Qt.Key.Key_Down, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: player.position == 3000)
    assert shown(watched) == "it freezes so"


def test_what_is_played_goes_on_while_the_editor_moves(
    watched: MainWindow, player: Player, qtbot: QtBot
) -> None:
    sought: list[int] = []
    player.sought.connect(sought.append)
    player.play()
    press(watched, Qt.Key.Key_Down, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: player.position > 450)
    assert not sought


def test_a_tick_of_the_waveform_chooses_its_mark(watched: MainWindow, qtbot: QtBot) -> None:
    punctuate_and_wait(watched, qtbot)
    watched.watching.stage.panel.waveform.gap_chosen.emit(5)
    assert watched.page.current == 5
