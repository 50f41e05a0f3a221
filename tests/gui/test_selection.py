"""Selected cues and single speakers are punctuated alone; everything else stays as it was."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from subpunct_app.gui.actions.menus import SpeakerMenu
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.models.card import ModelCard
from subpunct_app.models.mark_labels import MARKS
from subpunct_app.text.decisions import Decision
from tests.gui.conftest import (
    SRT,
    NewWindow,
    Reopen,
    open_and_wait,
    press,
    review_file,
    session_of,
    text_of,
)
from tests.gui.fakes import FakePunctuator
from tests.gui.keeping import keep_and_close
from tests.gui.panels.test_history_panel import check_undo

EVERYONE, YOU, WHY, FREEZES, SAYS, END = 3, 14, 25, 31, 32, 33
SHIFT = Qt.KeyboardModifier.ShiftModifier
TALK = """WEBVTT

00:01.000 --> 00:02.000
<v Anna>look at the bridges you

00:02.000 --> 00:03.000
<v Ben>why does it fall and you so

00:03.000 --> 00:04.000
<v Anna>it freezes in the kitchen
"""
MIXED = """1
00:00:01,000 --> 00:00:02,000
pourquoi pas why

2
00:00:02,000 --> 00:00:03,000
et alors freezes

3
00:00:03,000 --> 00:00:04,000
por qué no why

4
00:00:04,000 --> 00:00:05,000
dónde está fall
"""


class Polyglot(FakePunctuator):
    """Know French and Spanish."""

    card = ModelCard("polyglot", "Polyglot", ("fr", "es"), MARKS)


def select(window: MainWindow, *cues: int) -> None:
    table = window.page.table
    model = table.selectionModel()
    model.clearSelection()
    flags = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
    for cue in cues:
        model.select(table.model().index(cue, 0), flags)


def punctuate_selection(window: MainWindow, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.proposed):
        QTest.keyClick(window, Qt.Key.Key_F9, SHIFT)


def accept_everything(window: MainWindow) -> list[str]:
    review = window.page.review
    assert review is not None
    window.page.decider.decide(review, list(review.session.gaps), Decision.ACCEPTED)
    assert window.file is not None
    result = window.file.result(review)
    return [result.cue_text(cue) for cue in range(len(result.cues))]


def test_only_the_selected_cues_get_suggestions(opened: MainWindow, qtbot: QtBot) -> None:
    select(opened, 1)
    punctuate_selection(opened, qtbot)
    assert list(session_of(opened).gaps) == [WHY]
    assert "1 suggestion for the 11 selected words" in opened.message.text
    texts = accept_everything(opened)
    assert texts[1] == "there is ice in it and\r\nthe ice is floating why?"
    before = SRT.decode("utf-8-sig").split("\r\n\r\n")
    assert texts[0] in before[0]
    assert texts[2] in before[2]


def test_cues_are_selected_with_shift_and_the_arrows(opened: MainWindow, qtbot: QtBot) -> None:
    press(opened, Qt.Key.Key_Home)
    opened.page.table.selectRow(0)
    QTest.keyClick(opened.page.table, Qt.Key.Key_Down, SHIFT)
    assert opened.page.table.selected_cues() == [0, 1]
    punctuate_selection(opened, qtbot)
    assert {EVERYONE, YOU, WHY} <= set(session_of(opened).gaps)
    assert not {FREEZES, SAYS, END} & set(session_of(opened).gaps)


def test_what_is_open_elsewhere_stays_open(reviewing: MainWindow, qtbot: QtBot) -> None:
    press(reviewing, Qt.Key.Key_Return, Qt.Key.Key_Backspace)
    before = {gap: session_of(reviewing).verdict(gap) for gap in session_of(reviewing).gaps}
    commas = next(a for a in reviewing.choices.actions() if a.text().startswith("&Commas"))
    stops = next(a for a in reviewing.choices.actions() if a.text().startswith("Full"))
    commas.trigger()
    stops.trigger()
    select(reviewing, 2)
    check_undo(reviewing, lambda: punctuate_selection(reviewing, qtbot))
    after = {gap: session_of(reviewing).verdict(gap) for gap in session_of(reviewing).gaps}
    assert {gap: after[gap] for gap in after if gap < FREEZES} == {
        gap: before[gap] for gap in before if gap < FREEZES
    }
    assert set(after) == set(before) - {FREEZES, END}


@pytest.fixture
def spoken(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    path = tmp_path / "spoken.en.vtt"
    path.write_text(TALK)
    open_and_wait(window, path, qtbot)
    return window


def speakers(window: MainWindow) -> SpeakerMenu:
    found = window.findChild(SpeakerMenu)
    assert found is not None
    return found


def test_one_speaker_alone_is_punctuated(spoken: MainWindow, qtbot: QtBot) -> None:
    names = [action.text() for action in speakers(spoken).actions()]
    assert names == ["Anna", "Ben"]
    with qtbot.waitSignal(spoken.proposed):
        speakers(spoken).actions()[1].trigger()
    texts = accept_everything(spoken)
    assert texts == [
        "<v Anna>look at the bridges you",
        "<v Ben>Why? Does it fall? And you. So.",
        "<v Anna>it freezes in the kitchen",
    ]


def test_a_file_without_names_says_so(opened: MainWindow) -> None:
    (action,) = speakers(opened).actions()
    assert action.text() == "The file names no speakers"
    assert not action.isEnabled()


def test_each_part_of_a_text_is_written_in_its_own_language(
    new_window: NewWindow, reopen: Reopen, tmp_path: Path, qtbot: QtBot
) -> None:
    window, talk = new_window(Polyglot), tmp_path / "talk.fr.srt"
    talk.write_text(MIXED, encoding="utf-8")
    review_file(window, talk, qtbot)
    french = accept_everything(window)[:2]
    assert french == ["Pourquoi pas why\u202f?", "Et alors freezes."]
    window.languages.chosen.emit("es")
    select(window, 2, 3)
    punctuate_selection(window, qtbot)
    spanish = ["¿Por qué no why?", "¿Dónde está fall?"]
    assert accept_everything(window) == [*french, *spanish]
    window.languages.chosen.emit("fr")
    assert "still those" not in window.message.text
    window.page.select_gap(6)
    press(window, Qt.Key.Key_Question)
    assert text_of(window, 1) == "Et alors freezes\u202f?"
    keep_and_close(window)
    again = reopen(talk)
    assert [text_of(again, cue) for cue in (0, 2, 3)] == [french[0], *spanish]
