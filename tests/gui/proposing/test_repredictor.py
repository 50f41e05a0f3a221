"""One decision changes what the model thinks of the gaps beside it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt, QTimer
from pytestqt.qtbot import QtBot

from subpunct_app.gui.background.jobs import Lane
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.gui.proposing.repredictor import Repredictor
from subpunct_app.models.card import ModelCard, NetworkShape
from subpunct_app.models.features import COLUMNS, Column
from subpunct_app.models.mark_labels import MARKS
from subpunct_app.models.punctuator import Ids, Probabilities
from subpunct_app.review import model_queries as asking
from subpunct_app.review.editing.sheet import CueEdit
from subpunct_app.text.decisions import Decision
from subpunct_app.text.words import Mark
from tests.gui.conftest import (
    NewWindow,
    Reopen,
    press,
    review_file,
    session_of,
)
from tests.gui.fakes import FakePunctuator


class HeedfulPunctuator(FakePunctuator):
    """Be less sure of everything once any mark is settled."""

    card = ModelCard("heedful", "H", ("en",), MARKS, network=NetworkShape(features=COLUMNS))

    def predict(
        self, pieces: Ids, mask: Ids, features: Ids | None = None
    ) -> tuple[Probabilities, Probabilities]:
        marks, cases = super().predict(pieces, mask)
        if features is not None and features[..., Column.MARK].any():
            marks = np.sqrt(marks)
            marks /= marks.sum(axis=-1, keepdims=True)
        return marks, cases


@pytest.fixture
def heedful(new_window: NewWindow, talk: Path, qtbot: QtBot) -> MainWindow:
    window = new_window(HeedfulPunctuator)
    review_file(window, talk, qtbot)
    return window


def sure(window: MainWindow, gap: int) -> float:
    return session_of(window).suggestion(gap).confidence


def gap_of(window: MainWindow, word: str) -> int:
    review = window.page.review
    assert review is not None
    texts = [each.text for each in review.transcript.words]
    return texts.index(word) + 1


def test_a_decision_changes_the_confidence_beside_it_and_undo_brings_it_back(
    heedful: MainWindow, qtbot: QtBot
) -> None:
    you = gap_of(heedful, "you")
    before = sure(heedful, you)
    heedful.page.select_gap(gap_of(heedful, "everyone"))
    press(heedful, Qt.Key.Key_A)
    qtbot.waitUntil(lambda: sure(heedful, you) < before)
    assert session_of(heedful).suggestion(you).mark is Mark.PERIOD
    heedful.commands["undo"].trigger()
    qtbot.waitUntil(lambda: sure(heedful, you) == before)


def test_what_was_decided_stays_as_it_was(heedful: MainWindow, qtbot: QtBot) -> None:
    everyone, you = gap_of(heedful, "everyone"), gap_of(heedful, "you")
    before = sure(heedful, you)
    heedful.page.select_gap(you)
    press(heedful, Qt.Key.Key_R)
    qtbot.waitUntil(lambda: sure(heedful, everyone) < 0.6)
    assert session_of(heedful).verdict(you).decision is Decision.REJECTED
    assert sure(heedful, you) == before


@pytest.mark.parametrize("steps", ["think undo", "think undo redo", "undo think"])
def test_what_a_decision_was_about_comes_back_and_so_does_what_undo_shows(
    heedful: MainWindow, talk: Path, reopen: Reopen, steps: str
) -> None:
    page, session, you = heedful.page, session_of(heedful), gap_of(heedful, "you")
    review = page.review
    assert review is not None
    question = replace(session.suggestion(you), mark=Mark.QUESTION)
    deeds = {
        "think": lambda: page.renew(review, {you: question}),
        "undo": page.stack.undo,
        "redo": page.stack.redo,
    }
    page.select_gap(you)
    press(heedful, Qt.Key.Key_R)
    for step in steps.split():
        deeds[step]()
    page.stack.setClean()
    heedful.close()
    assert session.suggestion(you).mark is (Mark.PERIOD if "redo" in steps else Mark.QUESTION)
    assert session_of(reopen(talk)).state_of([you]) == session.state_of([you])


def test_a_model_that_takes_no_marks_in_is_not_asked_again(
    reviewing: MainWindow, qtbot: QtBot
) -> None:
    you = gap_of(reviewing, "you")
    before = sure(reviewing, you)
    reviewing.page.select_gap(gap_of(reviewing, "everyone"))
    press(reviewing, Qt.Key.Key_A, Qt.Key.Key_A)
    assert sure(reviewing, you) == before


def test_nothing_is_asked_about_a_gap_of_a_text_that_is_another_by_now(
    heedful: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def noted(_known: object, gap: int, *_others: object) -> dict[int, None]:
        asked.append(gap)
        return {}

    monkeypatch.setattr(asking, "predicted_again", noted)
    heedful.writing.rewriter.edit([CueEdit(2, "so " * 90)], "Edit")
    heedful.page.select_gap(100)
    heedful.page.decider.choose_mark(Mark.PERIOD)
    qtbot.waitUntil(lambda: asked == [100])
    for _ in range(2):
        heedful.page.stack.undo()
    repredictor = heedful.findChild(Repredictor)
    assert repredictor is not None
    timer = repredictor.findChild(QTimer)
    assert timer is not None
    with qtbot.waitSignal(timer.timeout):
        assert timer.isActive()
    qtbot.waitUntil(lambda: heedful.jobs.rests(Lane.MODEL))
    assert asked == [100]


def test_new_predictions_come_back_with_the_review(
    heedful: MainWindow, talk: Path, reopen: Reopen, qtbot: QtBot
) -> None:
    everyone, you = gap_of(heedful, "everyone"), gap_of(heedful, "you")
    before = sure(heedful, you)
    heedful.page.select_gap(everyone)
    press(heedful, Qt.Key.Key_A)
    qtbot.waitUntil(lambda: sure(heedful, you) < before)
    thought = session_of(heedful).suggestion(you)
    heedful.page.stack.setClean()
    heedful.close()
    later = session_of(reopen(talk))
    assert later.suggestion(you) == thought
    assert later.open_count == len(later) - 1
