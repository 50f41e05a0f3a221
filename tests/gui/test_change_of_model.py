"""Another model, or other choices, in the middle of a review."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from subpunct_app.gui.main_window import MainWindow
from subpunct_app.models.card import ModelCard
from subpunct_app.models.mark_labels import MARKS
from subpunct_app.models.punctuator import Ids, Probabilities
from subpunct_app.review.learning import lessons
from subpunct_app.review.settings import Settings
from subpunct_app.text.decisions import Decision
from subpunct_app.text.words import Mark
from tests.gui.conftest import (
    NewWindow,
    Reopen,
    open_and_wait,
    press,
    punctuate_and_wait,
    review_file,
    session_of,
)
from tests.gui.fakes import FakePunctuator
from tests.gui.keeping import keep_and_close

SWAPPED = [MARKS.index(Mark.PERIOD), MARKS.index(Mark.COMMA)]


class OtherPunctuator(FakePunctuator):
    """Put full stops for commas, and commas for full stops."""

    card = ModelCard("other", "Other", ("en",), MARKS)

    def predict(
        self, pieces: Ids, mask: Ids, features: Ids | None = None
    ) -> tuple[Probabilities, Probabilities]:
        marks, cases = super().predict(pieces, mask)
        marks[..., SWAPPED[::-1]] = np.copy(marks[..., SWAPPED])
        return marks, cases


@pytest.fixture
def choosing(new_window: NewWindow, talk: Path, qtbot: QtBot) -> MainWindow:
    """Review what one model proposed, with another one at hand."""
    models = {"": FakePunctuator, "other": OtherPunctuator}
    window: MainWindow = new_window(lambda: models[window.choices.models.model]())
    review_file(window, talk, qtbot)
    return window


def ask_another(window: MainWindow, qtbot: QtBot) -> None:
    window.choices.models.model = "other"
    punctuate_and_wait(window, qtbot)


def taught_by(window: MainWindow, model: str) -> int:
    assert window.file is not None
    window.learner.store()
    return sum(lesson.model == model for lesson in lessons.load(window.file.path.parent))


def test_verdicts_count_for_the_model_that_they_are_about(
    choosing: MainWindow, reopen: Reopen, talk: Path, qtbot: QtBot
) -> None:
    press(choosing, Qt.Key.Key_Return, Qt.Key.Key_Backspace)
    ask_another(choosing, qtbot)
    session = session_of(choosing)
    assert sum(session.verdict(gap).decision is not Decision.OPEN for gap in session.gaps) == 2
    assert (taught_by(choosing, "fake"), taught_by(choosing, "other")) == (2, 0)
    press(choosing, Qt.Key.Key_Return)
    assert (taught_by(choosing, "fake"), taught_by(choosing, "other")) == (2, 1)
    keep_and_close(choosing)
    reopened = reopen(talk)
    assert (taught_by(reopened, "fake"), taught_by(reopened, "other")) == (2, 1)


def test_who_goes_back_and_forth_between_two_models_loads_each_once(
    qtbot: QtBot, talk: Path
) -> None:
    loaded: list[str] = []

    def load(model: str) -> FakePunctuator:
        loaded.append(model)
        return FakePunctuator()

    window = MainWindow(load_model=load, remembered=Settings())
    qtbot.addWidget(window, before_close_func=lambda _: window.page.stack.setClean())
    open_and_wait(window, talk, qtbot)
    for model in ("one", "two", "one", "two", "three", "two", "one"):
        window.choices.models.model = model
        punctuate_and_wait(window, qtbot)
    assert loaded == ["one", "two", "three", "one"]
