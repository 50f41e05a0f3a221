"""A text that lost its marks in places is restored only there."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from subpunct_app.gui.main_window import MainWindow
from subpunct_app.gui.texts.notes import runs_note
from subpunct_app.subtitles.bare_stretches import BareRun
from subpunct_app.subtitles.formats.adapter import Format
from subpunct_app.subtitles.formats.plain_text import PLAIN_TEXT
from subpunct_app.subtitles.formats.subrip import SUBRIP
from tests.gui.conftest import offered, open_and_wait, punctuate_and_wait, session_of

MARKED = "We talked about bridges, and you saw them. Why is that? It is so."
BARE = "you came home and why did it fall in the kitchen it was late and nobody saw it there"


def text_of(payloads: list[str]) -> str:
    return "\n".join(
        f"{n + 1}\n00:{n:02}:00,000 --> 00:{n:02}:09,000\n{payload}\n"
        for n, payload in enumerate(payloads)
    )


@pytest.fixture
def patchy(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    path = tmp_path / "patchy.srt"
    path.write_text(
        text_of([MARKED] * 8 + [f"{word} {BARE}" for word in "abcdefgh"] + [MARKED] * 8)
    )
    open_and_wait(window, path, qtbot)
    return window


def test_stretches_without_marks_are_told(patchy: MainWindow) -> None:
    assert patchy.message.text == "Punctuation is missing from cue 9 to 16."
    assert patchy.message.error is None


def test_marks_are_restored_only_there(patchy: MainWindow, qtbot: QtBot) -> None:
    button = offered(patchy.message)
    assert button.text() == "Punctuate only there"
    with qtbot.waitSignal(patchy.proposed):
        button.click()
    assert patchy.page.review is not None
    cues = {patchy.page.review.cue_of(gap) for gap in session_of(patchy).gaps}
    assert cues
    assert cues <= set(range(8, 17))
    assert patchy.message.text == ""


def test_the_rest_can_be_asked_for_later(patchy: MainWindow, qtbot: QtBot) -> None:
    with qtbot.waitSignal(patchy.proposed):
        offered(patchy.message).click()
    patchy.page.decider.accept_current()
    only_there = len(session_of(patchy))
    edits = session_of(patchy).edits()
    punctuate_and_wait(patchy, qtbot)
    assert len(session_of(patchy)) > only_there
    assert session_of(patchy).edits() == edits


def test_a_text_without_any_mark_is_nothing_to_tell(opened: MainWindow) -> None:
    assert opened.message.text == ""


@pytest.mark.parametrize(
    ("runs", "kind", "text"),
    [
        ([BareRun(3, 3, 60, 0, 1, 60)], SUBRIP, "Punctuation is missing in cue 3."),
        (
            [BareRun(3, 5, 60, 0, 1, 60), BareRun(9, 9, 60, 0, 99, 160)],
            PLAIN_TEXT,
            "Punctuation is missing in 2 places, the first from paragraph 3 to 5.",
        ),
    ],
)
def test_the_places_are_named(runs: list[BareRun], kind: Format, text: str) -> None:
    assert runs_note(runs, kind) == text
