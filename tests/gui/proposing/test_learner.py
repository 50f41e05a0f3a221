"""What an editor decided in a folder weighs the confidences of the next file there."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMenu, QMessageBox
from pytestqt.qtbot import QtBot

from subpunct_app.gui.actions.menus import PrecisionMenu
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.review import settings
from subpunct_app.review.learning import lessons
from subpunct_app.text.decisions import Decision
from tests.gui.conftest import (
    answer,
    choose_file,
    offered,
    open_and_wait,
    punctuate_and_wait,
    review_file,
    session_of,
)
from tests.gui.fakes import AFTER
from tests.gui.keeping import long_talk

CUES = 80
FIRST, SECOND = "first.en.srt", "second.en.srt"


def decide_all(window: MainWindow) -> None:
    """Reject most of what the fake model is sure of."""
    review = window.page.review
    assert review is not None
    gaps = list(review.session.gaps)
    spelled = review.transcript.spelling_of
    reject(window, [gap for gap in gaps if spelled(gap - 1) in {"freezes", "why"} or not gap % 3])


def reject(window: MainWindow, rejected: Sequence[int]) -> None:
    """Reject some suggestions, and accept the rest."""
    review = window.page.review
    assert review is not None
    window.page.decider.decide(review, rejected, Decision.REJECTED)
    rest = [gap for gap in review.session.gaps if gap not in rejected]
    window.page.decider.decide(review, rest, Decision.ACCEPTED)


@pytest.fixture
def taught(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    """Open the second file of a folder, the first one being decided and left."""
    review_file(window, long_talk(tmp_path / FIRST, CUES), qtbot)
    decide_all(window)
    window.page.stack.setClean()
    open_and_wait(window, long_talk(tmp_path / SECOND, 30), qtbot)
    return window


def confidence_of(window: MainWindow, word: str) -> float:
    review = window.page.review
    assert review is not None
    spelled = review.transcript.spelling_of
    gap = next(gap for gap in review.session.gaps if gap and spelled(gap - 1) == word)
    return review.session.suggestion(gap).confidence


def test_the_next_file_shows_truer_confidences(taught: MainWindow, qtbot: QtBot) -> None:
    punctuate_and_wait(taught, qtbot)
    assert "After 2" in taught.message.text
    assert "decisions here" in taught.message.text
    assert "Its confidences were lowered" in taught.message.text
    assert confidence_of(taught, "freezes") < AFTER["freezes"][1] - 0.1
    assert taught.page.panel.budget.threshold > 0.9
    alternatives = session_of(taught).suggestion(session_of(taught).gaps[1]).alternatives
    assert sum(sure for _, sure in alternatives) == pytest.approx(1)


def test_the_offer_takes_them_as_the_model_gives_them(taught: MainWindow, qtbot: QtBot) -> None:
    punctuate_and_wait(taught, qtbot)
    lowered = confidence_of(taught, "freezes")
    button = offered(taught.message)
    assert button.text() == "Do not use this"
    with qtbot.waitSignal(taught.jobs.idle):
        button.click()
    assert confidence_of(taught, "freezes") == pytest.approx(AFTER["freezes"][1], abs=1e-4)
    assert not taught.commands["learn"].isChecked()
    taught.commands["undo"].trigger()
    assert confidence_of(taught, "freezes") == lowered
    taught.page.stack.setClean()
    taught.close()
    assert not settings.load().learn


def test_what_is_forgotten_weighs_nothing(taught: MainWindow, qtbot: QtBot) -> None:
    taught.commands["forget_learned"].trigger()
    assert "Nothing is learned any more" in taught.message.text
    punctuate_and_wait(taught, qtbot)
    assert "After" not in taught.message.text
    assert confidence_of(taught, "freezes") == pytest.approx(AFTER["freezes"][1], abs=1e-6)


def test_what_was_forgotten_by_mistake_is_brought_back(taught: MainWindow, qtbot: QtBot) -> None:
    assert taught.file is not None
    folder = taught.file.path.parent
    before = lessons.load(folder)
    taught.commands["forget_learned"].trigger()
    assert lessons.load(folder) == []
    offered(taught.message).click()
    assert "count again" in taught.message.text
    assert lessons.load(folder) == before
    punctuate_and_wait(taught, qtbot)
    assert "decisions here" in taught.message.text


def test_discarded_decisions_teach_nothing(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    review_file(window, long_talk(tmp_path / FIRST, 10), qtbot)
    decide_all(window)
    answer(QMessageBox.StandardButton.Discard)
    assert window.close()
    assert lessons.load(tmp_path) == []


def test_closing_keeps_what_was_decided(reviewing: MainWindow, tmp_path: Path) -> None:
    reviewing.page.decider.accept_current()
    assert reviewing.export()
    assert reviewing.close()
    assert [lesson.right for lesson in lessons.load(tmp_path)] == [True]


def test_too_few_decisions_are_told(reviewing: MainWindow, qtbot: QtBot) -> None:
    reviewing.page.decider.accept_current()
    reviewing.page.decider.accept_current()
    with qtbot.waitSignal(reviewing.jobs.idle):
        reviewing.commands["learned"].trigger()
    assert reviewing.message.text == (
        "2 decisions are saved for this folder. 200 are needed to adjust confidences."
    )


def test_the_line_follows_the_precision_that_is_asked_for(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    review_file(window, long_talk(tmp_path / FIRST, CUES), qtbot)
    reject(window, session_of(window).gaps[::25])
    window.page.stack.setClean()
    review_file(window, long_talk(tmp_path / SECOND, 30), qtbot)
    line = window.page.threshold
    menu = window.findChild(PrecisionMenu)
    assert isinstance(menu, QMenu)
    with qtbot.waitSignal(window.jobs.idle):
        menu.actions()[0].trigger()
    assert window.learner.precision == 0.95
    assert "95 %" in window.message.text
    assert window.page.threshold < line < 1


def test_decided_text_is_exported(
    reviewing: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        reviewing.page.decider.accept_current()
    target = tmp_path / "decided.txt"
    choose_file(target, monkeypatch)
    reviewing.commands["export_decided"].trigger()
    assert target.read_text(encoding="utf-8") == (
        "Good morning everyone, before we start look at the glass in front of you.\n"
    )
    assert "Exported 1 sentence" in reviewing.message.text


def test_nothing_is_written_where_nothing_is_decided(
    reviewing: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "decided.txt"
    choose_file(target, monkeypatch)
    reviewing.commands["export_decided"].trigger()
    assert not target.exists()
    assert "No sentence is fully decided yet" in reviewing.message.text


def press_everything(window: MainWindow) -> None:
    for _ in range(8):
        window.page.decider.accept_current()
