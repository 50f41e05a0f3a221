"""What the window says in words."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox
from pytestqt.qtbot import QtBot

from subpunct_app.gui.actions.action_list import Act
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.gui.texts.notes import proposal_note
from subpunct_app.gui.texts.wording import (
    decision_label,
    keys_text,
    kind_name,
    outlook_text,
    share_text,
    time_text,
)
from subpunct_app.review.budget import Budget, Outlook, Pace
from subpunct_app.review.model_queries import Punctuated
from subpunct_app.review.session import ReviewSession
from subpunct_app.review.statistics import Counts
from subpunct_app.review.views.open_review import Review
from subpunct_app.text.decisions import Decision
from subpunct_app.text.words import Case, Mark, Suggestion
from tests.gui.conftest import SRT, press, review_file


def pace_of(seconds: float, decisions: int) -> Pace:
    clock = iter(seconds * count for count in range(decisions + 1))
    pace = Pace(lambda: next(clock))
    for _ in range(decisions + 1):
        pace.note_decision()
    return pace


def test_large_numbers_and_long_times_are_readable() -> None:
    assert outlook_text(Outlook(1083, 4112, 0.554), pace_of(2, 10), 900, 0) == (
        "Review 1,083 of 4,112 suggestions to find about 55\u00a0% of the model's errors; "
        "900 left, 30\u00a0min at your pace"
    )
    text = outlook_text(Outlook(5154, 6243), Pace(), 5154, 0)
    assert text.endswith(" suggestions; 5\u00a0h 44\u00a0min at 4\u00a0s each")


def test_a_pace_that_is_not_known_yet_is_said() -> None:
    text = outlook_text(Outlook(83, 412), pace_of(2, 9), 83, 0)
    assert text == "Review 83 of 412 suggestions; 6\u00a0min at 4\u00a0s each"


def test_the_time_belongs_to_the_number_beside_it() -> None:
    # A review from a batch, where most are accepted already.
    text = outlook_text(Outlook(49, 111), Pace(), 3, 0)
    assert text == "Review 49 of 111 suggestions; 3 left, 12\u00a0s at 4\u00a0s each"
    text = outlook_text(Outlook(49, 111), Pace(), 0, 0)
    assert text == "Review 49 of 111 suggestions; none left"


def test_one_is_not_told_as_many() -> None:
    assert (
        outlook_text(Outlook(1, 1), Pace(), 1, 0)
        == "Review the only suggestion; 4\u00a0s at 4\u00a0s each"
    )
    assert outlook_text(Outlook(0, 1), Pace(), 0, 2).startswith("Review no suggestions; ")


def test_a_step_about_many_is_as_readable() -> None:
    label = decision_label(
        cast("Review", None), range(4719), Decision.ACCEPTED, "confident suggestions"
    )
    assert label == "Accept 4,719 confident suggestions"


def test_who_looks_at_none_learns_how_long_reading_takes() -> None:
    reading = Budget([(0.5, True)] * 85, 9521).reading_seconds
    text = outlook_text(Outlook(0, 85), pace_of(2, 9), 0, reading)
    assert text == "Review no suggestions; reading the whole text takes 40\u00a0min"


def test_actions_without_a_key_are_not_hinted_at() -> None:
    text = keys_text({Act.ACCEPT: "K", Act.REJECT: "", Act.NEXT: "<"})
    assert "<b>K</b>&nbsp;accept" in text
    assert "<b>&lt;</b>&nbsp;next" in text
    assert "reject" not in text


def test_a_part_in_another_language_is_noted_with_what_to_do() -> None:
    session = ReviewSession([Suggestion(1, Mark.COMMA, Case.KEEP, 0.9)])
    transcript = SimpleNamespace(other_language="", language="en")
    proposal = SimpleNamespace(transcript=transcript)
    answer = cast("Punctuated", SimpleNamespace(words=None, foreign="de", proposal=proposal))
    assert proposal_note(session, answer) == (
        "Much of it reads like German, but was punctuated as English. "
        "To punctuate that part, choose German in the status bar, select its cues and press "
        "Shift+F9."
    )


def test_a_name_like_rich_text_is_shown_as_it_is(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "Tom &amp; Jerry <b>1.srt"
    path.write_bytes(SRT)
    review_file(window, path, qtbot)
    press(window, Qt.Key.Key_Return)
    formats: list[Qt.TextFormat] = []

    def look() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        labels = {*box.findChildren(QLabel), *window.status.findChildren(QLabel)}
        formats.extend(one.textFormat() for one in labels if path.name in one.text())
        box.reject()

    QTimer.singleShot(0, look)
    assert not window.close()
    assert len(formats) == 2
    assert set(formats) == {Qt.TextFormat.PlainText}


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0 s"), (59.4, "59 s"), (61, "1 min 01 s"), (3720, "1 h 02 min")],
)
def test_time_in_words(seconds: float, text: str) -> None:
    assert time_text(seconds) == text


def test_shares_kinds_and_what_is_left_in_words() -> None:
    assert share_text(Counts()) == "–"
    assert share_text(Counts(accepted=2, rejected=1)) == "67 %"
    assert kind_name(None) == "Capital"
    assert kind_name(Mark.NONE) == "Removed mark"
    assert kind_name(Mark.QUESTION) == "Question mark"
