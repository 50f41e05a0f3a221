"""Names and words that look like markup are shown as they stand."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6 import QtGui
from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QKeySequence,
    QTextDocument,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from subpunct_app.batch.execution import Listed
from subpunct_app.gui.actions.action_list import Act
from subpunct_app.gui.actions.command_palette import CommandPalette
from subpunct_app.gui.actions.key_dialog import KeyDialog
from subpunct_app.gui.batch.batch_queue import FILE, QueueModel
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.gui.widgets.label_texts import plain_tooltip
from tests.gui.actions.test_key_dialog import choose
from tests.gui.conftest import open_and_wait, press, punctuate_and_wait, review_file, session_of

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
    assert seen(plain_tooltip(text)) == text


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


def test_a_decision_tells_what_comes_next(reviewing: MainWindow, heard: list[str]) -> None:
    press(reviewing, Qt.Key.Key_Return)
    assert heard == ["6 left of 7. everyone, before: Add a comma (0.62)"]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("accept_before", "Nothing is left before this one"),
        ("accept_above", "No confident suggestions are left"),
    ],
)
def test_who_accepts_many_is_told_that_there_are_none(
    reviewing: MainWindow, heard: list[str], name: str, told: str
) -> None:
    reviewing.page.set_threshold(1.0)
    reviewing.commands[name].trigger()
    assert told in heard
    assert reviewing.status.currentMessage() == told
    assert not reviewing.page.stack.count()


def test_suggestions_that_have_come_are_told(
    opened: MainWindow, heard: list[str], qtbot: QtBot
) -> None:
    punctuate_and_wait(opened, qtbot)
    assert heard == ["Asking the model", "7 left of 7. Good: “good” becomes “Good” (0.99)"]


@pytest.mark.parametrize(("back", "told"), [(False, "everyone, before"), (True, "anna.: Add")])
def test_going_on_tells_where_it_led(
    reviewing: MainWindow, heard: list[str], back: bool, told: str
) -> None:
    reviewing.page.show_cue(0)
    reviewing.commands["previous" if back else "next"].trigger()
    assert len(heard) == 1
    assert told in heard[0]


@pytest.mark.parametrize(
    "modifier", [Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.AltModifier]
)
def test_an_arrow_tells_what_enter_would_accept_in_the_cue(
    reviewing: MainWindow, heard: list[str], modifier: Qt.KeyboardModifier
) -> None:
    QTest.keyClick(reviewing.page.table, Qt.Key.Key_Down, modifier)
    question = "why? Almost: Add a question mark, “almost” becomes “Almost”"
    assert heard == [f"7 left of 7. {question} (0.71)"]
    press(reviewing, Qt.Key.Key_Return)
    assert session_of(reviewing).open_count == 6
    reviewing.page.show_cue(0)
    heard.clear()
    QTest.keyClick(reviewing.page.table, Qt.Key.Key_Down, modifier)
    assert heard == [f"6 left of 7. {question}: accepted"]


@pytest.fixture
def quiet(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    """A review at a cue in which nothing is suggested."""
    path = tmp_path / "quiet.srt"
    cue = "{0}\n00:00:0{0},000 --> 00:00:0{0},900\n{1}\n\n"
    texts = ("good morning everyone before", "and then the long", "walk to the kitchen")
    path.write_text("".join(cue.format(at, text) for at, text in enumerate(texts, 1)))
    review_file(window, path, qtbot)
    press(window, Qt.Key.Key_Down)
    assert window.page.current is None
    return window


@pytest.mark.parametrize(
    "key",
    [
        *(Qt.Key.Key_Return, Qt.Key.Key_Backspace, Qt.Key.Key_Exclam, Qt.Key.Key_C),
        *(Qt.Key.Key_Delete, Qt.Key.Key_Right, Qt.Key.Key_L, Qt.Key.Key_B),
    ],
)
def test_a_key_that_decides_nothing_tells_how_to_choose_a_place(
    quiet: MainWindow, heard: list[str], key: Qt.Key
) -> None:
    press(quiet, key)
    told = "Nothing is selected. N goes to the next suggestion, Ctrl+Right to the next word."
    assert heard == [told]
    assert quiet.status.currentMessage() == told
    assert not quiet.page.stack.count()


def test_undo_tells_what_is_open_again(reviewing: MainWindow, heard: list[str]) -> None:
    press(reviewing, Qt.Key.Key_Return)
    reviewing.commands["undo"].trigger()
    assert heard[-1].startswith("7 left of 7. Good: ")


def test_what_one_step_did_to_many_is_told(reviewing: MainWindow, heard: list[str]) -> None:
    reviewing.page.set_threshold(0.5)
    reviewing.commands["accept_above"].trigger()
    assert any("one step to undo" in text for text in heard)
    assert any(text.startswith("1 left of 7. anna.: Add a full stop") for text in heard)


def test_messages_are_told(
    window: MainWindow, heard: list[str], tmp_path: Path, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(window.failed):
        window.open_file(tmp_path / "gone.srt")
    assert heard == [window.message.text]


def test_a_search_tells_its_outcome(opened: MainWindow, heard: list[str], qtbot: QtBot) -> None:
    opened.commands["find"].trigger()
    field = opened.writing.find_bar.field
    field.setText("the")
    first = "1 of 3: good morning everyone before we start\nlook at the glass in front of you"
    qtbot.waitUntil(lambda: heard == [first])
    field.setText("nowhere")
    qtbot.waitUntil(lambda: heard == [first, "Nothing found"])
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert len(heard) == 2


def test_a_place_that_is_nowhere_is_told(opened: MainWindow, heard: list[str]) -> None:
    opened.commands["go_to"].trigger()
    field = opened.writing.go_to_bar.field
    field.setText("99")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert heard == ["There is no cue 99: the last one is 3."]


def test_the_order_of_doubt_tells_what_comes_first(reviewing: MainWindow, heard: list[str]) -> None:
    press(reviewing, Qt.Key.Key_O)
    assert heard == ["7 left of 7. anna.: Add a full stop (0.33)"]


def test_a_filter_tells_which_cues_are_listed(reviewing: MainWindow, heard: list[str]) -> None:
    reviewing.commands["list_pending"].trigger()
    assert heard == ["Pending 3"]


def test_the_palette_tells_what_enter_would_run(reviewing: MainWindow, heard: list[str]) -> None:
    reviewing.commands["palette"].trigger()
    palette = reviewing.findChild(CommandPalette)
    assert palette is not None
    field = palette.findChild(QLineEdit)
    assert field is not None
    heard.clear()
    QTest.keyClicks(field, "all in the")
    QTest.keyClick(field, Qt.Key.Key_Down)
    assert heard[-2:] == [
        "Accept all in the cue Shift+Enter, Ctrl+Enter",
        "Reject all in the cue Shift+Backspace",
    ]
    assert len(set(heard)) == len(heard)


def test_the_list_of_keys_tells_what_became_of_a_key(
    reviewing: MainWindow, heard: list[str]
) -> None:
    reviewing.commands["keys"].trigger()
    dialog = reviewing.findChild(KeyDialog)
    assert dialog is not None
    choose(dialog, Act.NEXT)
    add = next(b for b in dialog.findChildren(QPushButton) if b.text() == "&Add")
    for key in ("Ctrl+S", "F4"):
        dialog.field.setKeySequence(QKeySequence(key))
        add.click()
    assert heard == ["Ctrl+S is already used for “Export”.", "“Next suggestion”: N, F8, F4."]
