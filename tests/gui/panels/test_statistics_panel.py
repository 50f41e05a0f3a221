"""The figures of a session, shown, kept up to date and copied."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from subpunct_app.gui.main_window import MainWindow
from subpunct_app.gui.panels.statistics_panel import StatisticsPanel
from subpunct_app.review.statistics import Counts
from subpunct_app.text.words import Mark
from tests.gui.conftest import open_and_wait, press, punctuate_and_wait

EVERYONE = 3


@pytest.fixture
def panel(reviewing: MainWindow) -> StatisticsPanel:
    keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(reviewing.page.table, Qt.Key.Key_T, keys)
    panel = reviewing.result.statistics
    assert panel.isVisible()
    return panel


def figures(panel: StatisticsPanel) -> dict[str, str]:
    lines = panel.text.partition("\n\n")[0].splitlines()
    return dict(line.split("\t") for line in lines)


def test_decisions_are_counted_as_they_are_made(
    reviewing: MainWindow, panel: StatisticsPanel
) -> None:
    press(reviewing, Qt.Key.Key_Return, Qt.Key.Key_Backspace)
    assert figures(panel)["Decisions"] == "2"
    assert figures(panel)["Right as proposed"] == "50 %"
    assert panel.statistics.by_kind == {None: Counts(accepted=1), Mark.COMMA: Counts(rejected=1)}
    assert figures(panel)["Left"].startswith("5")
    reviewing.page.stack.undo()
    assert figures(panel)["Decisions"] == "1"


def test_a_mark_that_was_typed_is_a_change_by_hand(
    reviewing: MainWindow, panel: StatisticsPanel
) -> None:
    reviewing.page.select_gap(EVERYONE)
    QTest.keyClicks(reviewing.page.table, ":")
    assert figures(panel)["Changed by hand"] == "1"
    assert "Comma\t0\t1\t0\t0 %" in panel.text


def test_what_is_accepted_above_the_line_was_not_read(
    reviewing: MainWindow, panel: StatisticsPanel
) -> None:
    reviewing.page.set_threshold(0.0)
    reviewing.commands["accept_above"].trigger()
    counted = {"Accepted": "0", "Accepted unread": "7", "Right as proposed": "–", "Left": "0"}
    assert figures(panel).items() >= counted.items()


def test_the_figures_are_copied_as_text(
    reviewing: MainWindow, panel: StatisticsPanel, qtbot: QtBot
) -> None:
    press(reviewing, Qt.Key.Key_Return)
    button = panel.findChild(QPushButton)
    assert button is not None
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    text = QApplication.clipboard().text()
    assert text.startswith("Decisions\t1\nAccepted\t1\n")
    assert "Kind\tAccepted\tBy hand\tRejected\tRight\nCapital\t1\t0\t0\t100 %" in text


def test_another_file_begins_anew(
    reviewing: MainWindow, panel: StatisticsPanel, tmp_path: Path, qtbot: QtBot
) -> None:
    press(reviewing, Qt.Key.Key_Return)
    reviewing.page.stack.setClean()
    other = tmp_path / "other.txt"
    other.write_text("other words why\n")
    open_and_wait(reviewing, other, qtbot)
    assert panel.statistics.total == Counts()
    assert panel.statistics.left == 0


def test_other_suggestions_keep_what_was_decided(
    reviewing: MainWindow, panel: StatisticsPanel, qtbot: QtBot
) -> None:
    press(reviewing, Qt.Key.Key_Return)
    punctuate_and_wait(reviewing, qtbot)
    assert figures(panel)["Decisions"] == "1"
