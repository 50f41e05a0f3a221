"""The list of actions, and the keys that the editor may choose for them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QMenuBar
from pytestqt.qtbot import QtBot

from subpunct_app.gui.actions.action_list import MENUS, Act, Submenu
from subpunct_app.gui.actions.window_actions import (
    Shortcuts,
    only_in_review,
    shortcuts_from,
    spelled,
)
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.review.settings import Settings
from tests.gui.conftest import (
    NewWindow,
    press,
    review_file,
    session_of,
)

KEYS = sorted({key for act in Act for key in act.keys} | {"K", "Ctrl+K", "F5", "Down", "?"})


def test_no_key_does_two_things() -> None:
    keys = [key for act in Act for key in act.keys]
    assert len(keys) == len(set(keys))


def test_every_key_is_one_that_an_editor_could_choose() -> None:
    keys = [(act, key) for act in Act for key in act.keys]
    assert [key for act, key in keys if Shortcuts().refusal(act, key)] == []


def test_every_action_and_every_menu_is_in_the_menu_bar() -> None:
    entries = [entry for groups in MENUS.values() for group in groups for entry in group]
    assert set(entries) == {*Act, *Submenu}
    assert len(entries) == len(set(entries))


def test_keys_are_written_as_qt_writes_them() -> None:
    assert [key for act in Act for key in act.keys if spelled(key) != key] == []


@pytest.mark.parametrize("key", ["A", "Shift+N", "Enter", "Shift+Backspace", "Left", "7"])
def test_keys_of_a_text_field_act_only_on_the_cues(key: str) -> None:
    assert only_in_review(key)


@pytest.mark.parametrize("key", ["F8", "Shift+F8", "Esc", "Ctrl+A", "Ctrl+Shift+Enter", "Alt+Up"])
def test_other_keys_act_anywhere(key: str) -> None:
    assert not only_in_review(key)


def test_tooltips_name_their_keys(window: MainWindow) -> None:
    assert window.commands["reject"].toolTip() == (
        "Reject and go on (Backspace, R, Ctrl+Shift+Backspace)"
    )


@pytest.mark.parametrize(
    ("key", "reason"),
    [
        ("Ctrl+S", "Ctrl+S is already used for “Export”."),
        ("A", "A is already used for “Accept and go on”."),
        ("?", "? types that mark."),
        ("Shift+?", "Shift+? types that mark."),
        ("Alt+F", "Alt+F opens a menu."),
        ("Down", "Down moves around in the window."),
        ("", "That is not a key."),
    ],
)
def test_a_key_in_use_is_refused(key: str, reason: str) -> None:
    assert Shortcuts().refusal(Act.NEXT, key) == reason


def test_a_key_that_was_given_away_calls_nothing_else() -> None:
    shortcuts = shortcuts_from({"quit": ("Ctrl+S",)})
    assert shortcuts.keys_of(Act.EXPORT) == ()
    assert shortcuts.keys_of(Act.QUIT) == ("Ctrl+S",)


@given(
    st.dictionaries(
        st.sampled_from([*Act, "gone"]), st.lists(st.sampled_from([*KEYS, "??"])).map(tuple)
    )
)
def test_stored_keys_never_clash(stored: dict[str, tuple[str, ...]]) -> None:
    shortcuts = shortcuts_from(stored)
    keys = [key for act in Act for key in shortcuts.keys_of(act)]
    assert len(keys) == len(set(keys))
    assert not {"Down", "?", ""} & set(keys)
    assert shortcuts_from({str(act): keys for act, keys in shortcuts.chosen.items()}) == shortcuts


def test_no_letter_opens_two_entries_of_a_menu(window: MainWindow) -> None:
    menus: list[QMenuBar | QMenu] = [window.menuBar(), *window.findChildren(QMenu)]
    assert len(menus) > 20
    for menu in menus:
        letters = [letter for action in menu.actions() if (letter := letter_of(action.text()))]
        assert sorted(letters) == sorted(set(letters)), [a.text() for a in menu.actions()]


def test_the_entries_of_a_menu_have_letters_as_far_as_they_go(window: MainWindow) -> None:
    listed = [action for menu in window.menuBar().actions() for action in entries_of(menu)]
    assert len(listed) >= len(Act)
    bare = [action.text() for action in listed if not letter_of(action.text())]
    assert [text.partition("\t")[0] for text in bare] == [
        "Accept, and write the word like this everywhere",
        "Previous alternative",
        "Accept all before this one",
    ]


def test_menus_name_the_keys_of_the_cues(window: MainWindow) -> None:
    assert window.commands["accept_before"].text().endswith("\tB")
    window.commands.set_shortcuts(Shortcuts().with_keys(Act.ACCEPT_BEFORE, ("K",)))
    assert window.commands["accept_before"].text().endswith("\tK")
    window.commands.set_shortcuts(Shortcuts().with_keys(Act.ACCEPT_BEFORE, ()))
    assert window.commands["accept_before"].text() == Act.ACCEPT_BEFORE.text


def entries_of(menu: QAction) -> list[QAction]:
    submenu = menu.menu()
    assert isinstance(submenu, QMenu)
    return [action for action in submenu.actions() if not action.isSeparator()]


def letter_of(text: str) -> str:
    """Return the letter that sets off an entry of a menu, empty where it has none."""
    return QKeySequence.mnemonic(text).toString().removeprefix("Alt+")


def test_keys_that_lack_something_tell_what_brings_it(opened: MainWindow) -> None:
    press(opened, Qt.Key.Key_Space)
    assert opened.status.currentMessage() == "No video or sound is open: Ctrl+Shift+O opens one"
    press(opened, Qt.Key.Key_Return)
    assert opened.status.currentMessage() == "No suggestions yet: F9 punctuates the text"


def test_keys_tell_that_the_model_had_nothing_to_suggest(
    new_window: NewWindow, talk: Path, qtbot: QtBot
) -> None:
    window = new_window(remembered=Settings(marks="", case=False))
    review_file(window, talk, qtbot)
    assert len(session_of(window)) == 0
    press(window, Qt.Key.Key_N)
    told = "No suggestions: F9 asks the model again"
    assert window.status.currentMessage() == told


def test_keys_of_steps_tell_that_none_is_left(reviewing: MainWindow) -> None:
    told = reviewing.status.currentMessage
    for key, nothing in ((Qt.Key.Key_Z, "Nothing to undo"), (Qt.Key.Key_Y, "Nothing to redo")):
        QTest.keyClick(reviewing.page.table, key, Qt.KeyboardModifier.ControlModifier)
        assert told() == nothing
    press(reviewing, Qt.Key.Key_Return)
    QTest.keyClick(reviewing.page.table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert (reviewing.page.stack.index(), told()) == (0, "")
