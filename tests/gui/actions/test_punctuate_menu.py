"""What a model may propose, and asking it again without losing a decision."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from subpunct_app.decoding.suggestions.options import Mode, Options
from subpunct_app.gui.actions.menus import PunctuateMenu
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.models.card import DEFAULT_MODEL
from subpunct_app.models.mark_labels import scheme_marks
from subpunct_app.models.model_registry import readable_cards
from subpunct_app.review import settings
from subpunct_app.review.model_queries import load_model, options_of
from subpunct_app.review.settings import MARKS, Settings
from subpunct_app.text.decisions import Decision, Edit
from subpunct_app.text.words import Case, Mark
from tests.gui.conftest import (
    NewWindow,
    offered,
    open_and_wait,
    press,
    punctuate_and_wait,
    review_file,
    session_of,
)

START, EVERYONE, YOU, WHY, FREEZES, SAYS, END = 0, 3, 14, 25, 31, 32, 33


def tick(menu: PunctuateMenu, text: str) -> None:
    action = next(a for a in menu.actions() if a.text().replace("&", "").startswith(text))
    action.trigger()


def test_the_choices_are_those_of_the_decoder(qtbot: QtBot) -> None:
    assert options_of(Settings()) == Options(ask=True)
    menu = PunctuateMenu()
    qtbot.addWidget(menu)
    for mode in Mode:
        menu.show_settings(Settings(mode=mode))
        assert menu.applied_to(Settings()).mode is mode
    assert tuple(map(Mark, MARKS)) == scheme_marks(6)[1:]


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_menu_stays_open_while_boxes_are_ticked(qtbot: QtBot) -> None:
    menu = PunctuateMenu()
    qtbot.addWidget(menu)
    menu.show_settings(Settings())
    menu.popup(menu.pos())
    commas = next(a for a in menu.actions() if a.text().startswith("&Commas"))
    place = menu.actionGeometry(commas).center()
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    assert not commas.isChecked()
    assert menu.isVisible()


def test_the_models_at_hand_are_offered_and_the_language_decides_at_first(qtbot: QtBot) -> None:
    menu = PunctuateMenu()
    qtbot.addWidget(menu)
    menu.show_settings(Settings())
    menu.models.aboutToShow.emit()
    names = {card.id: card.name for card in readable_cards()}
    ticked = [action.text() for action in menu.models.actions() if action.isChecked()]
    by_language = "By the &language of the text"
    assert [action.text() for action in menu.models.actions()] == [by_language, *names.values()]
    assert ticked == [by_language]
    for model, name in names.items():
        next(a for a in menu.models.actions() if a.text() == name).trigger()
        assert menu.applied_to(Settings()).model == model


@pytest.mark.parametrize(
    ("name", "model"), [("a.en.srt", DEFAULT_MODEL), ("a.de.srt", "europe-compact")]
)
def test_a_remembered_model_that_is_gone_gives_way_to_one_for_the_language(
    tmp_path: Path, qtbot: QtBot, name: str, model: str
) -> None:
    path = tmp_path / name
    path.write_text("1\n00:00:01,000 --> 00:00:02,000\nguten morgen wie geht es ihnen heute\n")
    window = MainWindow(load_model=load_model, remembered=Settings(model="my-german"))
    qtbot.addWidget(window, before_close_func=lambda _: window.page.stack.setClean())
    window.show()
    review_file(window, path, qtbot)
    assert window.message.text.startswith(f"my-german is not installed, so {model} was used.")
    assert window.page.review is not None
    assert window.page.review.model == model
    menu = window.choices.models
    menu.aboutToShow.emit()
    assert [action.data() for action in menu.actions() if action.isChecked()] == [""]
    assert window.choices.applied_to(Settings()).model == "my-german"
    window.page.replacing.start_anew()
    assert window.message.text == ""


def test_the_choices_are_kept_for_the_next_time(opened: MainWindow) -> None:
    tick(opened.choices, "Fill")
    tick(opened.choices, "Commas")
    tick(opened.choices, "Capitals")
    opened.close()
    kept = settings.load()
    assert (kept.mode, kept.marks, kept.case) == ("fill", ".?!:", False)


def test_who_restores_a_text_with_marks_is_offered_to_keep_them(
    new_window: NewWindow, talk: Path, qtbot: QtBot
) -> None:
    talk.write_bytes(talk.read_bytes().replace(b"why", b"why,").replace(b"there is", b"there, is"))
    window = new_window(remembered=Settings(case=False))
    review_file(window, talk, qtbot)
    assert window.message.text.startswith("2 of the 2 marks in the text would be changed")
    button = offered(window.message)
    assert button.text() == "Fill instead"
    with qtbot.waitSignal(window.proposed):
        button.click()
    assert list(session_of(window).gaps) == [EVERYONE, YOU, FREEZES, END]
    # What is asked again beside a decision, too, keeps them.
    assert window.page.review is not None
    assert window.page.review.wanted is not None
    assert window.page.review.wanted.mode == "fill"
    assert window.message.text == ""


def test_asking_again_keeps_every_decision(reviewing: MainWindow, qtbot: QtBot) -> None:
    press(reviewing, Qt.Key.Key_Return, Qt.Key.Key_Backspace, Qt.Key.Key_Question)
    for text in ("Commas", "Question marks", "Capitals"):
        tick(reviewing.choices, text)
    punctuate_and_wait(reviewing, qtbot)
    session = session_of(reviewing)
    assert list(session.gaps) == [START, EVERYONE, YOU, FREEZES, END]
    assert session.verdict(EVERYONE).decision is Decision.REJECTED
    assert session.edits() == {
        START: Edit(Mark.NONE, Case.CAPITALISED),
        YOU: Edit(Mark.QUESTION, Case.CAPITALISED),
    }
    assert session.open_count == 2
    assert reviewing.page.current == FREEZES
    assert reviewing.message.text == "Kept 3 earlier decisions; 2 left to review."
    reviewing.commands["undo"].trigger()
    assert reviewing.message.text == ""


def test_asking_again_is_one_step_that_can_be_undone(reviewing: MainWindow, qtbot: QtBot) -> None:
    press(reviewing, Qt.Key.Key_Return)
    before = session_of(reviewing)
    tick(reviewing.choices, "Commas")
    punctuate_and_wait(reviewing, qtbot)
    press(reviewing, Qt.Key.Key_Return)
    edits = session_of(reviewing).edits()
    assert len(edits) == 2
    for _ in range(2):
        reviewing.commands["undo"].trigger()
        reviewing.commands["undo"].trigger()
        assert session_of(reviewing) is before
        assert list(before.edits()) == [START]
        reviewing.commands["undo"].trigger()
        assert before.edits() == {}
        for _ in range(3):
            reviewing.commands["redo"].trigger()
        assert session_of(reviewing).edits() == edits


def test_fill_leaves_the_marks_of_the_file_alone(
    new_window: NewWindow, talk: Path, qtbot: QtBot
) -> None:
    talk.write_bytes(talk.read_bytes().replace(b"why", b"why,").replace(b"there is", b"there, is"))
    window = new_window(remembered=Settings(mode="fill", case=False))
    open_and_wait(window, talk, qtbot)
    punctuate_and_wait(window, qtbot)
    assert list(session_of(window).gaps) == [EVERYONE, YOU, FREEZES, END]
