"""Whoever does not see the window, or holds no mouse, finds and knows every control."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QDialog,
    QDockWidget,
    QFileDialog,
    QKeySequenceEdit,
    QLineEdit,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from subpunct_app.gui.actions.action_list import Act
from subpunct_app.gui.actions.command_palette import CommandPalette
from subpunct_app.gui.actions.key_dialog import KeyDialog
from subpunct_app.gui.batch.batch_window import BatchWindow
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.gui.panels.dialogs import AboutDialog, NamesDialog
from subpunct_app.gui.panels.guide_window import GuideWindow
from subpunct_app.gui.panels.message_bar import Offer
from subpunct_app.gui.panels.welcome import StartButton
from subpunct_app.gui.review.review_panel import MarkButton
from subpunct_app.gui.transcription.transcription_window import TranscriptionWindow
from subpunct_app.gui.words.editing_bars import Bar, FindBar, GoToBar
from subpunct_app.speech.media.tracks import Track
from tests.gui.conftest import SRT, offered, press, review_file
from tests.gui.words.test_cue_editor import retype

PANELS = ("history", "changes", "statistics", "remarks")


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    """Return a file with a block that nobody can read, so that there is a remark on it."""
    path = tmp_path / "talk.srt"
    path.write_bytes(SRT + b"\r\n4\r\nno times\r\n")
    return path


@pytest.fixture
def crowded(reviewing: MainWindow) -> MainWindow:
    """A review with every panel open, one decision made, and a mark to choose from."""
    press(reviewing, Qt.Key.Key_Return)
    for name in PANELS:
        reviewing.commands[name].trigger()
    reviewing.page.table.setFocus()
    return reviewing


@pytest.mark.parametrize("state", ["window", "crowded"])
def test_every_control_has_a_name(state: str, request: pytest.FixtureRequest) -> None:
    window = request.getfixturevalue(state)
    nameless = [control for control in controls(window) if not name_of(control)]
    assert nameless == []


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("keys", KeyDialog),
        ("palette", CommandPalette),
        ("guide", GuideWindow),
        ("names", NamesDialog),
        ("about", AboutDialog),
        ("batch", BatchWindow),
        ("transcribe", TranscriptionWindow),
    ],
)
def test_every_control_of_a_dialog_has_a_name(
    window: MainWindow, name: str, kind: type[QWidget]
) -> None:
    form_for_tracks(window)
    window.commands[name].trigger()
    shown = (one for one in QApplication.topLevelWidgets() if one.isVisible())
    dialog = next(one for one in shown if isinstance(one, kind))
    parts = controls(dialog)
    assert parts
    assert [control for control in parts if not purpose_of(control)] == []


@pytest.mark.parametrize(("name", "kind"), [("keys", KeyDialog), ("replace", FindBar)])
def test_a_button_that_clears_a_field_has_a_name(
    reviewing: MainWindow, name: str, kind: type[QWidget]
) -> None:
    reviewing.commands[name].trigger()
    part = reviewing.findChild(kind)
    assert part is not None
    fields = [*part.findChildren(QLineEdit), *part.findChildren(QKeySequenceEdit)]
    clearing = [button for field in fields for button in field.findChildren(QToolButton)]
    assert clearing
    assert {(name_of(button), button.toolTip()) for button in clearing} == {("Clear", "Clear")}


def test_every_action_explains_itself_and_its_keys(window: MainWindow) -> None:
    for act in Act:
        action = window.commands[act]
        assert action.toolTip() == window.commands.shortcuts.tooltip(act)
        assert act.plain_text in action.toolTip()


def test_buttons_explain_the_action_they_stand_for(crowded: MainWindow) -> None:
    buttons = [b for b in controls(crowded) if isinstance(b, QToolButton) and b.defaultAction()]
    assert len(buttons) > 8
    for button in buttons:
        assert button.toolTip() == button.defaultAction().toolTip()


def test_every_button_explains_itself(crowded: MainWindow) -> None:
    buttons = [b for b in controls(crowded) if isinstance(b, QAbstractButton)]
    assert [name_of(button) for button in buttons if not button.toolTip()] == []


def test_states_are_told(crowded: MainWindow) -> None:
    order, export = crowded.commands["by_doubt"], crowded.commands["redo"]
    assert not state_of(button_of(crowded, order)).checked
    order.trigger()
    assert state_of(button_of(crowded, order)).checked
    assert state_of(button_of(crowded, export)).disabled
    crowded.page.decider.accept_current()
    crowded.page.stack.undo()
    assert not state_of(button_of(crowded, export)).disabled


def test_the_chosen_mark_is_told_as_checked(crowded: MainWindow) -> None:
    row = crowded.page.panel.findChildren(MarkButton)
    checked = [name_of(button) for button in row if state_of(button).checked]
    assert checked == ["comma  0.62"]


@pytest.mark.parametrize("state", ["window", "crowded"])
def test_tab_goes_through_every_control_and_shows_where_it_is(
    state: str, request: pytest.FixtureRequest, qtbot: QtBot
) -> None:
    window = request.getfixturevalue(state)
    activate(window, qtbot)
    QTest.keyClick(window, Qt.Key.Key_Tab)
    seen = pictures(window)
    reachable = [c for c in controls(window) if c.isEnabled() and in_tab_order(c)]
    assert {name_of(control) for control in set(reachable) - set(seen)} == set()
    assert [name_of(control) for control, (there, gone) in seen.items() if there == gone] == []


@pytest.mark.parametrize(
    ("name", "kind"),
    [("keys", KeyDialog), ("guide", GuideWindow), ("names", NamesDialog), ("about", AboutDialog)],
)
def test_tab_goes_through_every_control_of_a_dialog_and_shows_where_it_is(
    window: MainWindow, name: str, kind: type[QDialog], qtbot: QtBot
) -> None:
    window.commands[name].trigger()
    dialog = window.findChild(kind)
    assert dialog is not None
    activate(dialog, qtbot)
    QTest.keyClick(dialog, Qt.Key.Key_Tab)
    seen = pictures(dialog)
    assert [control for control in controls(dialog) if control not in seen] == []
    assert [name_of(control) for control, (there, gone) in seen.items() if there == gone] == []


def test_the_first_page_starts_where_enter_opens_a_file(
    window: MainWindow, talk: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    activate(window, qtbot)
    start = QApplication.focusWidget()
    assert isinstance(start, StartButton)
    assert name_of(start) == "Open"
    assert "WebVTT" in interface(start).text(QAccessible.Text.Description)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(talk), ""))
    with qtbot.waitSignal(window.opened):
        QTest.keyClick(start, Qt.Key.Key_Return)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space])
def test_enter_and_space_take_an_offer_up(reviewing: MainWindow, key: Qt.Key, qtbot: QtBot) -> None:
    activate(reviewing, qtbot)
    taken: list[bool] = []
    reviewing.message.show_note("Something was done.", Offer("Do more", lambda: taken.append(True)))
    button = offered(reviewing.message)
    button.setFocus()
    QTest.keyClick(button, key)
    assert taken == [True]


@pytest.mark.parametrize("by_mouse", [False, True])
def test_a_panel_that_closes_leaves_the_keys_to_the_cues(
    crowded: MainWindow, by_mouse: bool, qtbot: QtBot
) -> None:
    activate(crowded, qtbot)
    for name in PANELS:
        dock = panel_of(crowded, name)
        inside = next(control for control in controls(dock) if in_tab_order(control))
        inside.setFocus()
        assert QApplication.focusWidget() is inside
        if by_mouse:
            close = dock.findChild(QAbstractButton, "qt_dockwidget_closebutton")
            assert isinstance(close, QAbstractButton)
            close.click()
        else:
            crowded.commands[name].trigger()
        assert not dock.isVisible()
        assert QApplication.focusWidget() is crowded.page.table


def test_esc_leads_back_to_the_cues(crowded: MainWindow, qtbot: QtBot) -> None:
    activate(crowded, qtbot)
    crowded.message.show_note("Something was done.", Offer("Do more", lambda: None))
    for place in (*(panel_of(crowded, name) for name in PANELS), crowded.message):
        inner = list(filter(in_tab_order, controls(place)))
        assert inner
        for inside in inner:
            inside.setFocus()
            assert QApplication.focusWidget() is inside
            QTest.keyClick(inside, Qt.Key.Key_Escape)
            assert QApplication.focusWidget() is crowded.page.table
        assert place.isVisible()


@pytest.mark.parametrize(("name", "kind"), [("replace", FindBar), ("go_to", GoToBar)])
def test_esc_closes_a_bar_wherever_the_focus_is(
    crowded: MainWindow, name: str, kind: type[Bar], qtbot: QtBot
) -> None:
    activate(crowded, qtbot)
    crowded.commands[name].trigger()
    bar = crowded.findChild(kind)
    assert bar is not None
    for inside in filter(in_tab_order, controls(bar)):
        crowded.commands[name].trigger()
        inside.setFocus()
        QTest.keyClick(inside, Qt.Key.Key_Escape)
        assert not bar.isVisible()
        assert QApplication.focusWidget() is crowded.page.table


@pytest.mark.parametrize("name", ["undo", "redo"])
def test_a_button_pressed_once_too_often_does_nothing_else(
    reviewing: MainWindow, name: str, qtbot: QtBot
) -> None:
    activate(reviewing, qtbot)
    press(reviewing, Qt.Key.Key_Return)
    if name == "redo":
        reviewing.page.stack.undo()
    button = button_of(reviewing, reviewing.commands[name])
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert not button.isEnabled()
    assert QApplication.focusWidget() is reviewing.page.table


def test_the_text_of_a_cue_is_read_out_and_not_its_number(
    crowded: MainWindow, qtbot: QtBot
) -> None:
    crowded.page.show_cue(1)
    crowded.page.table.step(1)
    assert said_of(crowded.page.table).startswith("Almost everything sinks")
    changes = crowded.result.changes.view
    qtbot.waitUntil(lambda: changes.model().rowCount() == 1)
    changes.selectRow(0)
    assert said_of(changes).startswith("Good morning")


def test_a_cue_tells_how_much_of_it_is_left_to_decide(reviewing: MainWindow) -> None:
    reviewing.page.show_cue(2)
    assert left_in_cue(reviewing) == "3 left of 3"
    press(reviewing, Qt.Key.Key_Return)
    reviewing.page.show_cue(2)
    assert left_in_cue(reviewing) == "2 left of 3"
    press(reviewing, Qt.Key.Key_Return, Qt.Key.Key_Return)
    reviewing.page.show_cue(2)
    assert left_in_cue(reviewing) == "All 3 decided"
    retype(reviewing, "almost all sinks when it freezes says anna", 2)
    assert left_in_cue(reviewing).endswith("almost everything sinks when it freezes says anna")


def test_a_table_that_is_entered_reads_out_a_text_and_no_number(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "broken.srt"
    path.write_bytes(SRT + b"\n4\nso it is\n")
    review_file(window, path, qtbot)
    activate(window, qtbot)
    press(window, Qt.Key.Key_Return)
    window.page.show_cue(2)
    window.commands["changes"].trigger()
    changes = window.result.changes.view
    qtbot.waitUntil(lambda: changes.model().rowCount() == 1)
    for key in (Qt.Key.Key_Home, Qt.Key.Key_Home, Qt.Key.Key_End):
        QTest.keyClick(changes, key)
        assert said_of(changes).startswith("Good morning")
    window.commands["remarks"].trigger()
    remarks = QApplication.focusWidget()
    assert remarks is not None
    assert not said_of(remarks).isdigit()


def test_a_message_that_goes_leaves_the_keys_to_the_cues(
    reviewing: MainWindow, qtbot: QtBot
) -> None:
    activate(reviewing, qtbot)
    bar = reviewing.message
    bar.show_note("Something was done.", Offer("Do more", lambda: None))
    for button in controls(bar):
        bar.show()
        button.setFocus()
        QTest.keyClick(button, Qt.Key.Key_Space)
        assert not bar.isVisible()
        assert QApplication.focusWidget() is reviewing.page.table
    bar.show()
    QTest.mouseClick(offered(bar), Qt.MouseButton.LeftButton)
    assert QApplication.focusWidget() is reviewing.page.table


def form_for_tracks(window: MainWindow) -> QWidget:
    form = window.transcribing.window.form
    form.show_tracks(None, (Track(1), Track(2)))
    return form


def activate(window: QWidget, qtbot: QtBot) -> None:
    window.activateWindow()
    qtbot.waitUntil(lambda: window.isActiveWindow() and QApplication.focusWidget() is not None)


def controls(window: QWidget) -> list[QWidget]:
    """Return what is shown and can be used; what Qt builds into its own widgets names itself."""
    return [
        widget
        for widget in window.findChildren(QWidget)
        if (isinstance(widget, QAbstractButton) or in_tab_order(widget))
        and widget.isVisibleTo(window)
        and not widget.objectName().startswith("qt_")
    ]


def pictures(window: QWidget) -> dict[QWidget, tuple[QImage, QImage]]:
    """Return how each control looks when Tab has come to it, and when it has gone on."""
    seen: dict[QWidget, tuple[QImage, QImage]] = {}
    while (focused := QApplication.focusWidget()) is not None and focused not in seen:
        there = focused.grab().toImage()
        QTest.keyClick(focused, Qt.Key.Key_Tab)
        seen[focused] = (there, focused.grab().toImage())
        assert len(seen) < 100
    return seen


def in_tab_order(widget: QWidget) -> bool:
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)


def panel_of(window: MainWindow, name: str) -> QDockWidget:
    """Return an open panel, in front of those that share its place."""
    dock = window.findChild(QDockWidget, name)
    assert dock is not None
    dock.raise_()
    return dock


def button_of(window: MainWindow, action: QObject) -> QToolButton:
    return next(b for b in window.findChildren(QToolButton) if b.defaultAction() is action)


def name_of(control: QWidget) -> str:
    return interface(control).text(QAccessible.Text.Name)


def purpose_of(control: QWidget) -> str:
    """Return what a screen reader says a control is for; on Linux a label alone tells of boxes."""
    if not isinstance(control, QComboBox):
        return name_of(control)
    related = interface(control).relations()
    labels = (other for other, kind in related if kind == QAccessible.RelationFlag.Label)
    return " ".join(label.text(QAccessible.Text.Name) for label in labels)


def said_of(table: QWidget) -> str:
    """Return what a screen reader says of the current cell."""
    return interface(table).focusChild().text(QAccessible.Text.Name)


def left_in_cue(window: MainWindow) -> str:
    """Return what a screen reader says of the current cue besides its text."""
    return interface(window.page.table).focusChild().text(QAccessible.Text.Description)


def state_of(control: QWidget) -> QAccessible.State:
    return interface(control).state()


def interface(control: QWidget) -> QAccessibleInterface:
    return QAccessible.queryAccessibleInterface(control)


def test_tab_follows_the_panel_from_top_to_bottom(crowded: MainWindow, qtbot: QtBot) -> None:
    activate(crowded, qtbot)
    panel = crowded.page.panel
    names = [name_of(c) for c in pictures(crowded) if panel.isAncestorOf(c)]
    wanted = ("Most doubtful", "How many", "Accept ", "Suggestion in", "comma", "no mark")
    assert [name.startswith(want) for name, want in zip(names, wanted, strict=False)] == [True] * 6
    assert [name.partition(" (")[0] for name in names[-2:]] == [
        "Reject and go on",
        "Accept and go on",
    ]
