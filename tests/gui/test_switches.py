"""Every switch of the window is strictly honoured by the model that comes with the program."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest
from PySide6.QtGui import QAction
from pytestqt.qtbot import QtBot

from subpunct_app.decoding.suggestions.options import Mode
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.models.model_registry import load
from subpunct_app.models.punctuator import Punctuator
from subpunct_app.review.settings import MARKS
from subpunct_app.review.views.open_review import Review
from subpunct_app.runtime.errors import ModelError
from subpunct_app.text.decisions import Decision
from subpunct_app.text.words import Case, Mark, Suggestion
from tests.gui.conftest import NewWindow, open_and_wait, punctuate_and_wait

LINES = (
    "good morning everyone, before we start, i want to ask",
    "you something. have you ever wondered why ice floats",
    "most things, sink when they freeze but water does not",
    "isn't that strange. anna asked me the same thing in paris",
    "and i said. it is because of the shape of the molecules",
    "they form a lattice with a lot of empty space in it so",
    "ice is lighter than water and that is why lakes freeze",
    "from the top down! what would happen if they did not",
    "the fish would have nowhere to go thank you very much",
)
CHOICES = [
    (mode, marks, case)
    for mode, (marks, case) in product(
        map(str, Mode),
        [(MARKS, True), (MARKS, False), (",", True), (".?", False), ("", True), ("", False)],
    )
]
_MARKS = re.compile(f"[{re.escape(MARKS)}]")


@pytest.fixture(scope="module")
def model() -> Punctuator:
    try:
        return load()
    except ModelError as error:
        pytest.skip(str(error))


@pytest.fixture
def opened_talk(
    new_window: NewWindow, model: Punctuator, tmp_path: Path, qtbot: QtBot
) -> MainWindow:
    path = tmp_path / "ice.en.srt"
    path.write_text(
        "\n".join(
            f"{at}\n00:00:{2 * at:02},000 --> 00:00:{2 * at + 2:02},000\n{line}\n"
            for at, line in enumerate(LINES, 1)
        )
    )
    window = new_window(lambda: model)
    open_and_wait(window, path, qtbot)
    return window


def choose(window: MainWindow, mode: str, marks: str, *, case: bool) -> None:
    """Tick the menu as asked, action by action."""
    wanted = {mode.capitalize(): True, "Capitals": case}
    names = ("Commas", "Full", "Question", "Exclamation", "Colons")
    wanted |= {name: mark in marks for name, mark in zip(names, ",.?!:", strict=True)}
    for name, ticked in wanted.items():
        action = action_of(window, name)
        if action.isChecked() != ticked:
            action.trigger()


def action_of(window: MainWindow, name: str) -> QAction:
    texts = ((action, action.text().replace("&", "")) for action in window.choices.actions())
    return next(action for action, text in texts if text.startswith(name))


def ask(window: MainWindow, qtbot: QtBot) -> Review:
    punctuate_and_wait(window, qtbot)
    assert window.page.review is not None
    return window.page.review


def changes_of(review: Review) -> list[tuple[Mark, Suggestion]]:
    """Return the suggestions that change a mark, with the mark that stands there."""
    found = [
        (review.transcript.gaps[suggestion.gap].current, suggestion)
        for suggestion in review.session.suggestions
    ]
    return [(current, suggestion) for current, suggestion in found if suggestion.mark != current]


def accepted_text(window: MainWindow, review: Review) -> str:
    window.page.decider.decide(review, list(review.session.gaps), Decision.ACCEPTED)
    assert window.file is not None
    return window.file.result(review).text


@pytest.mark.slow
def test_each_switch_is_honoured(opened_talk: MainWindow, qtbot: QtBot) -> None:
    assert opened_talk.file is not None
    original = opened_talk.file.document.text
    counts = {}
    for mode, marks, case in CHOICES:
        choose(opened_talk, mode, marks, case=case)
        review = ask(opened_talk, qtbot)
        changes = changes_of(review)
        counts[mode, marks, case] = len(review.session)
        touched = {mark for current, s in changes for mark in (current, s.mark)} - {Mark.NONE}
        assert touched <= set(map(Mark, marks)), (mode, marks)
        if mode == "fill":
            assert all(current is Mark.NONE for current, _ in changes)
        if mode == "review":
            assert all(dict(s.alternatives)[s.mark] >= 0.95 for _, s in changes)
        if not case:
            assert all(s.case is Case.KEEP for s in review.session.suggestions)
        result = accepted_text(opened_talk, review)
        same = str if not case else str.casefold
        assert same(_MARKS.sub("", result)) == same(_MARKS.sub("", original))
        for mark in set(MARKS) - set(marks):
            assert result.count(mark) == original.count(mark), (mode, marks, mark)
        opened_talk.page.stack.undo()
    assert counts["restore", MARKS, True] > counts["fill", MARKS, True] > 0
    assert counts["restore", MARKS, True] > counts["review", MARKS, True]
    assert counts["restore", "", False] == counts["fill", "", False] == 0


@pytest.mark.slow
def test_what_was_not_accepted_is_not_applied(opened_talk: MainWindow, qtbot: QtBot) -> None:
    assert opened_talk.file is not None
    original = opened_talk.file.document
    review = ask(opened_talk, qtbot)
    gaps = list(review.session.gaps)
    opened_talk.page.decider.decide(review, gaps[::2], Decision.REJECTED)
    assert opened_talk.file.result(review) == original
    for gap in gaps[1::2]:
        opened_talk.page.select_gap(gap)
        opened_talk.page.decider.accept_current()
        cues = review.transcript.cues_of(gap)
        result = opened_talk.file.result(review)
        assert any(result.cue_text(cue) != original.cue_text(cue) for cue in cues)
        opened_talk.page.stack.undo()
        assert opened_talk.file.result(review) == original
    assert opened_talk.export()
    exported = next(opened_talk.file.path.parent.glob("*.punct.srt"))
    assert exported.read_bytes() == opened_talk.file.path.read_bytes()
