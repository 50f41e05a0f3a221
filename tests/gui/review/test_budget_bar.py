"""The line between what is looked at and what is trusted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QSlider
from pytestqt.qtbot import QtBot

from subpunct_app.gui.main_window import MainWindow
from subpunct_app.review import settings
from tests.gui.conftest import (
    NewWindow,
    open_and_wait,
    press,
    punctuate_and_wait,
    review_file,
    session_of,
)
from tests.gui.fakes import FakePunctuator

ABOUT = {"test_scores": {"talk": {"review": {"0.10": {"caught": 0.6, "yield": 0.5}}}}}


class Measured(FakePunctuator):
    """A model whose card tells what a review of its doubts catches."""

    card = replace(FakePunctuator.card, about=ABOUT)


@pytest.fixture
def measured(new_window: NewWindow, talk: Path, qtbot: QtBot) -> MainWindow:
    window = new_window(Measured)
    review_file(window, talk, qtbot)
    return window


def move(window: MainWindow, looked: int) -> str:
    slider = window.page.panel.findChild(QSlider, "threshold")
    assert slider is not None
    slider.setValue(looked)
    return window.page.panel.budget.text


def button_of(window: MainWindow) -> QPushButton:
    button = window.page.panel.budget.findChild(QPushButton)
    assert button is not None
    return button


def test_the_end_of_a_review_tells_what_comes_next(measured: MainWindow) -> None:
    budget = measured.page.panel.budget
    assert move(measured, 0).startswith("Review no suggestions")
    button_of(measured).click()
    assert budget.text.startswith("Everything is decided. Export")
    measured.page.stack.undo()
    assert budget.text.startswith("Review no suggestions")


def test_the_slider_goes_from_nothing_to_everything(measured: MainWindow) -> None:
    assert move(measured, 0) == ("Review no suggestions; reading the whole text takes 8\u00a0s")
    assert button_of(measured).text() == "Accept 7 confident suggestions"
    everything = move(measured, 7)
    assert everything.startswith("Review all 7 suggestions to find about ")
    assert "the others have no suggestion" in everything
    assert not button_of(measured).isEnabled()
    assert session_of(measured).edits() == {}


def test_the_label_tells_what_the_model_promises(measured: MainWindow) -> None:
    assert move(measured, 2) == (
        "Review 2 of 7 suggestions to find about 35\u00a0% of the model's errors; "
        "8\u00a0s at 4\u00a0s each"
    )


def test_what_is_above_the_line_is_accepted_in_one_step(measured: MainWindow) -> None:
    move(measured, 3)
    line = measured.page.threshold
    button_of(measured).click()
    session = session_of(measured)
    sure = [gap for gap in session.gaps if session.suggestion(gap).confidence >= line]
    assert sorted(session.edits()) == sure
    assert session.open_count == 3
    assert measured.page.panel.budget.text.startswith("Review 3 of 7")
    assert measured.page.stack.count() == 1
    measured.page.stack.undo()
    assert session_of(measured).open_count == 7


def test_the_most_doubtful_comes_first(measured: MainWindow) -> None:
    session = session_of(measured)
    press(measured, Qt.Key.Key_O)
    seen = []
    while measured.page.current not in seen:
        seen.append(measured.page.current)
        press(measured, Qt.Key.Key_N)
    sure = [session.suggestion(gap).confidence for gap in seen if gap is not None]
    assert len(sure) == 7
    assert sure == sorted(sure)
    press(measured, Qt.Key.Key_O, Qt.Key.Key_Return)
    assert measured.page.current == session.next_open(seen[0])


def test_line_and_order_are_remembered(measured: MainWindow, new_window: NewWindow) -> None:
    move(measured, 4)
    press(measured, Qt.Key.Key_O)
    line = measured.page.threshold
    measured.close()
    again = new_window(remembered=settings.load())
    assert again.page.threshold == line
    assert again.page.by_doubt
    assert again.commands["by_doubt"].isChecked()


def test_the_line_stays_for_the_next_file(
    measured: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    move(measured, 4)
    line = measured.page.threshold
    short = tmp_path / "short.srt"
    short.write_text("1\n00:00:01,000 --> 00:00:02,000\nnobody knows why\n")
    open_and_wait(measured, short, qtbot)
    assert measured.page.threshold == line
    punctuate_and_wait(measured, qtbot)
    assert measured.page.threshold == line


def test_keys_still_decide_after_the_line_was_moved_with_the_mouse(measured: MainWindow) -> None:
    slider = measured.findChild(QSlider, "threshold")
    assert slider is not None
    measured.page.table.setFocus()
    QTest.mouseClick(slider, Qt.MouseButton.LeftButton, pos=slider.rect().center())
    focused = QApplication.focusWidget()
    assert focused is not None
    before = session_of(measured).open_count
    QTest.keyClick(focused, Qt.Key.Key_Return)
    assert session_of(measured).open_count == before - 1
