"""A text is treated in its language: told, chosen, drawn as it is written, or refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QApplication, QToolButton
from pytestqt.qtbot import QtBot

from subpunct_app.gui.actions.menus import LanguageMenu, title_of
from subpunct_app.gui.desk import Desk
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.gui.review.review_panel import MarkButton
from subpunct_app.models.card import DEFAULT_MODEL, ModelCard
from subpunct_app.models.mark_labels import MARKS
from subpunct_app.models.model_registry import knowing, languages_of, readable_cards
from subpunct_app.review.settings import Settings
from subpunct_app.subtitles.reading.document_language import Source
from subpunct_app.text.words import Mark
from tests.gui.conftest import (
    NewWindow,
    offered,
    open_and_wait,
    press,
    punctuate_and_wait,
    review_file,
    session_of,
    status_of,
    text_of,
)
from tests.gui.fakes import FakePunctuator

SPANISH = (
    "1\n00:00:01,000 --> 00:00:02,000\nhola a todos\n\n"
    "2\n00:00:02,000 --> 00:00:04,000\ncuándo se cae el vaso de la mesa\n\n"
    "3\n00:00:04,000 --> 00:00:06,000\ny por qué se rompe why\n\n"
    "4\n00:00:06,000 --> 00:00:08,000\nnadie lo sabe todavía freezes\n"
)

WHY = 17


class Polyglot(FakePunctuator):
    """Know some languages besides English."""

    card = ModelCard("polyglot", "Polyglot", ("en", "es", "zh", "ar", "el"), MARKS)


@pytest.fixture
def spanish(tmp_path: Path) -> Path:
    path = tmp_path / "charla.srt"
    path.write_text(SPANISH, encoding="utf-8")
    return path


@pytest.fixture
def asking(new_window: NewWindow, spanish: Path, qtbot: QtBot) -> MainWindow:
    """A window that shows suggestions for the Spanish file."""
    window = new_window(Polyglot)
    review_file(window, spanish, qtbot)
    return window


def choices(menu: LanguageMenu) -> list[QAction]:
    """Open the menu and return what it offers, in submenus too."""
    menu.aboutToShow.emit()
    return menu.findChildren(QAction)


def choice_of(window: MainWindow, mark: Mark) -> MarkButton:
    window.page.select_gap(1)
    buttons = window.page.panel.findChildren(MarkButton)
    return next(button for button in buttons if button.mark is mark)


def entry(window: MainWindow, name: str) -> QAction:
    return next(a for a in choices(window.languages) if a.text() == name)


def ticked(window: MainWindow) -> list[str]:
    return [a.text() for a in choices(window.languages) if a.isChecked()]


def button_of(window: MainWindow) -> QToolButton:
    buttons = window.status.findChildren(QToolButton)
    return next(button for button in buttons if button.menu() is window.languages)


def told(window: MainWindow) -> tuple[str, Source] | None:
    assert window.file is not None
    language = window.file.language
    return (language.code, language.source) if language else None


def test_the_menu_names_every_language_once(qtbot: QtBot) -> None:
    menu = LanguageMenu(Desk(Settings()))
    qtbot.addWidget(menu)
    names = [a.text() for a in choices(menu) if a.isCheckable()]
    assert {"Spanish", "French", "French (CA)", "Chinese", "Thai"} <= set(names)
    assert len(names) == len(set(names))


def test_the_languages_that_are_punctuated_come_first(qtbot: QtBot) -> None:
    menu = LanguageMenu(Desk(Settings()))
    qtbot.addWidget(menu)
    choices(menu)
    names = [a.text() for a in menu.actions() if a.isCheckable()]
    assert names[0] == "English"
    assert sorted(names) == sorted(map(title_of, languages_of(readable_cards())))


def test_the_language_is_told_by_the_text(opened: MainWindow) -> None:
    assert told(opened) == ("en", Source.TEXT)
    assert button_of(opened).isVisible()
    assert button_of(opened).text() == "English"
    assert "English" in status_of(opened)
    assert "detected from the text" in button_of(opened).toolTip()
    assert ticked(opened) == ["English"]


def test_a_chosen_language_is_remembered_until_it_is_guessed_again(
    opened: MainWindow, qtbot: QtBot
) -> None:
    entry(opened, "Spanish").trigger()
    assert told(opened) == ("es", Source.USER)
    assert button_of(opened).text() == "Spanish"
    assert ticked(opened) == ["Spanish"]
    with qtbot.waitSignal(opened.opened):
        opened.opener.reopen("utf-8")
    assert told(opened) == ("es", Source.USER)
    entry(opened, "&Guess").trigger()
    assert told(opened) == ("en", Source.TEXT)
    assert ticked(opened) == ["English"]


def test_marks_are_drawn_as_in_the_language(asking: MainWindow) -> None:
    assert asking.page.review is not None
    assert asking.page.review.transcript.language == "es"
    assert text_of(asking, 2) == "y por qué se rompe why?"
    assert text_of(asking, 3) == "Nadie lo sabe todavía freezes."
    asking.page.select_gap(WHY)
    labels = [button.text() for button in asking.page.panel.findChildren(QToolButton)]
    assert " ¿?   0.71" in labels


@pytest.mark.parametrize(
    ("language", "typed", "mark"),
    [
        ("ar", "؟", Mark.QUESTION),
        ("ar", "،", Mark.COMMA),
        ("ar", "?", Mark.QUESTION),
        ("el", ";", Mark.QUESTION),
        ("el", "·", Mark.SEMICOLON),
        ("en", ";", Mark.SEMICOLON),
    ],
)
def test_a_mark_is_typed_as_the_language_writes_it(
    language: str,
    typed: str,
    mark: Mark,
    new_window: NewWindow,
    tmp_path: Path,
    qtbot: QtBot,
) -> None:
    path = tmp_path / f"film.{language}.srt"
    path.write_text("1\n00:00:01,000 --> 00:00:02,000\nwhy so\n", encoding="utf-8")
    window = new_window(Polyglot)
    review_file(window, path, qtbot)
    plain = Qt.KeyboardModifier.NoModifier
    for target in (window.page.table, window.page.panel.context):
        window.page.select_gap(1)
        QApplication.sendEvent(target, QKeyEvent(QEvent.Type.KeyPress, ord(typed), plain, typed))
        assert session_of(window).edits()[1].mark is mark
        assert f"({typed})" in choice_of(window, mark).toolTip()
        window.page.stack.undo()
        assert 1 not in session_of(window).edits()


def test_another_language_keeps_decisions_about_the_same_words(
    asking: MainWindow, qtbot: QtBot
) -> None:
    press(asking, Qt.Key.Key_Return)
    edits = session_of(asking).edits()
    entry(asking, "English").trigger()
    punctuate_and_wait(asking, qtbot)
    assert session_of(asking).edits() == edits
    assert "¿" not in text_of(asking, 0)


def test_another_language_offers_to_punctuate_again(asking: MainWindow, qtbot: QtBot) -> None:
    entry(asking, "English").trigger()
    assert asking.message.text == "The suggestions were made for text in Spanish."
    assert offered(asking.message).text() == "Punctuate as English"
    entry(asking, "&Guess").trigger()
    assert asking.message.text == ""
    entry(asking, "English").trigger()
    with qtbot.waitSignal(asking.proposed):
        offered(asking.message).click()
    assert asking.page.review is not None
    assert asking.page.review.transcript.language == "en"
    assert asking.message.text == ""


def test_the_language_of_a_text_chooses_its_model(talk: Path, spanish: Path, qtbot: QtBot) -> None:
    loaded: dict[str, FakePunctuator] = {}
    answered: list[FakePunctuator] = []

    def load(model: str) -> FakePunctuator:
        loaded[model] = Polyglot()
        return loaded[model]

    window = MainWindow(load_model=load, remembered=Settings())
    qtbot.addWidget(window, before_close_func=lambda _: window.page.stack.setClean())
    window.proposer.loaded.connect(answered.append)
    for path in (talk, spanish, talk):
        review_file(window, path, qtbot)
    english, other = loaded[DEFAULT_MODEL], loaded[str(knowing("es"))]
    assert answered == [english, other, english]
    assert other is not english


@pytest.fixture
def refused(window: MainWindow, spanish: Path, qtbot: QtBot) -> MainWindow:
    open_and_wait(window, spanish, qtbot)
    with qtbot.waitSignal(window.failed):
        window.punctuate()
    return window


def test_a_language_that_the_model_does_not_know_is_told(refused: MainWindow) -> None:
    assert refused.message.error is not None
    assert refused.message.text == (
        "charla.srt is in Spanish (detected from the text), which fake does not support. "
        "If the text is in English, punctuate it as English. You can choose any other language in "
        "the status bar."
    )
    assert offered(refused.message).text() == "Punctuate as English"
    assert refused.page.review is None
    assert refused.commands["punctuate"].isEnabled()


def test_keys_tell_of_the_refusal_until_another_language_is_chosen(refused: MainWindow) -> None:
    press(refused, Qt.Key.Key_N)
    assert refused.status.currentMessage() == (
        "No suggestions: the model does not support Spanish. F9 shows what to do"
    )
    entry(refused, "English").trigger()
    press(refused, Qt.Key.Key_N)
    assert refused.status.currentMessage() == "No suggestions yet: F9 punctuates the text"


def test_the_offer_treats_the_text_as_english(refused: MainWindow, qtbot: QtBot) -> None:
    with qtbot.waitSignal(refused.proposed):
        offered(refused.message).click()
    assert told(refused) == ("en", Source.USER)
    assert button_of(refused).text() == "English"
    assert text_of(refused, 2) == "y por qué se rompe why?"
    assert "¿" not in text_of(refused, 0)
    assert refused.message.text == ""
    punctuate_and_wait(refused, qtbot)


def test_a_choice_is_for_one_file_only(opened: MainWindow, spanish: Path, qtbot: QtBot) -> None:
    entry(opened, "Greek").trigger()
    open_and_wait(opened, spanish, qtbot)
    assert told(opened) == ("es", Source.TEXT)


def test_in_a_language_with_other_words_undo_leads_back_to_the_decisions(
    new_window: NewWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "film.en.srt"
    path.write_text("1\n00:00:01,000 --> 00:00:02,000\nwhy 你好吗 why\n", encoding="utf-8")
    window = new_window(Polyglot)
    open_and_wait(window, path, qtbot)
    punctuate_and_wait(window, qtbot)
    press(window, Qt.Key.Key_Return)
    edits = session_of(window).edits()
    entry(window, "Chinese").trigger()
    punctuate_and_wait(window, qtbot)
    assert session_of(window).edits() == {}
    window.commands["undo"].trigger()
    assert session_of(window).edits() == edits
