"""Whatever is done in whatever order, nothing fails, no word is lost, and all can be undone."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.exceptions import capture_exceptions
from pytestqt.qtbot import QtBot

from subpunct_app.gui.background.jobs import Lane
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.review.editing.sheet import CueEdit
from subpunct_app.review.model_queries import load_model
from subpunct_app.review.settings import Settings
from subpunct_app.runtime.folders import shipped_folder
from tests.gui.conftest import open_and_wait, review_file

CUES = 8
STEPS = 80
MOMENT_MS = 60
KEYS = [
    *(Qt.Key.Key_N, Qt.Key.Key_Return, Qt.Key.Key_Backspace, Qt.Key.Key_Delete, Qt.Key.Key_C),
    *(Qt.Key.Key_Comma, Qt.Key.Key_Period, Qt.Key.Key_Colon, Qt.Key.Key_L, Qt.Key.Key_B),
    *(Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Up),
]
COMMANDS = [
    *("accept_above", "accept_cue", "reject_alike", "next_word", "by_doubt", "learn"),
    *("punctuate", "punctuate_selection", "start_anew", "undo", "redo"),
]
TYPED = ["well: then", "so, so on", "Anna.", ""]


class Monkey:
    """Press, type and choose at random while the embedded model answers or still works."""

    def __init__(self, window: MainWindow, path: Path, qtbot: QtBot, rng: Random) -> None:
        self.window = window
        self.path = path
        self.qtbot = qtbot
        self.rng = rng
        self.edited = False

    def act(self) -> None:
        acts = {
            self.press: 10,
            self.choose: 6,
            self.go_to: 2,
            self.retype: 2,
            self.put_marks_behind_all_words: 1,
            self.rest: 6,
            self.take_back_and_do_again: 1,
            self.leave_and_come_back: 1,
        }
        self.rng.choices(list(acts), list(acts.values()))[0]()
        QApplication.processEvents()

    def press(self) -> None:
        QTest.keyClick(self.window.page.table, self.rng.choice(KEYS))

    def choose(self) -> None:
        self.window.commands[self.rng.choice(COMMANDS)].trigger()

    def go_to(self) -> None:
        if self.window.page.review is not None:
            gaps = len(self.window.page.review.transcript.gaps)
            self.window.page.select_gap(self.rng.randrange(1, gaps))

    def retype(self) -> None:
        words, at = self.reading(cue := self.rng.randrange(CUES)), self.rng.randrange(10)
        typed = self.rng.choice(TYPED)
        words[at : at + 1] = [typed] if typed else []
        self.edited |= self.write(cue, words)

    def put_marks_behind_all_words(self) -> None:
        words = self.reading(cue := self.rng.randrange(CUES))
        self.write(cue, [f"{word}," for word in words])

    def rest(self) -> None:
        jobs = self.window.jobs
        self.qtbot.waitUntil(
            lambda: not jobs.engaged and jobs.rests(Lane.MODEL) and not is_about_to(self.window)
        )

    def take_back_and_do_again(self) -> None:
        self.rest()
        stack, result = self.window.page.stack, self.result()
        done = stack.index()
        stack.setIndex(0)
        stack.setIndex(done)
        assert self.result() == result

    def leave_and_come_back(self) -> None:
        self.rest()
        result = self.result()
        for path in (shipped_folder("resources") / "samples" / "lecture.txt", self.path):
            self.window.page.stack.setClean()
            open_and_wait(self.window, path, self.qtbot)
            self.rest()
        assert self.result() == result

    def reading(self, cue: int) -> list[str]:
        sheet = self.window.writing.rewriter.sheet
        return sheet.copy_of(cue).text.split(" ") if sheet else []

    def write(self, cue: int, words: list[str]) -> bool:
        return self.window.writing.rewriter.edit([CueEdit(cue, " ".join(words))], "Edit")

    def result(self) -> bytes:
        assert self.window.file is not None
        return self.window.file.result(self.window.page.review).to_bytes()


@pytest.mark.slow  # The embedded model is asked again and again.
@pytest.mark.parametrize("seed", range(8))
def test_nothing_fails_and_no_word_is_lost(seed: int, tmp_path: Path, qtbot: QtBot) -> None:
    lecture = (shipped_folder("resources") / "samples" / "lecture.srt").read_text().split("\n\n")
    marked = "\n\n".join(lecture[:CUES]).replace("before we", "before, we").replace("why", "why?")
    path = tmp_path / "talk.srt"
    path.write_text(marked)
    window = MainWindow(load_model=load_model, remembered=Settings())
    qtbot.addWidget(window, before_close_func=lambda _: window.page.stack.setClean())
    window.show()
    review_file(window, path, qtbot)
    monkey = Monkey(window, path, qtbot, Random(seed))
    with capture_exceptions() as failures:
        for _ in range(STEPS):
            monkey.act()
            assert not failures
            assert monkey.edited or letters(monkey.result()) == letters(marked.encode())


def is_about_to(window: MainWindow) -> bool:
    """Tell whether anything is to be done in a moment."""
    timers = (timer for timer in window.findChildren(QTimer) if timer.isSingleShot())
    return any(timer.isActive() and timer.interval() < MOMENT_MS for timer in timers)


def letters(content: bytes) -> str:
    return "".join(filter(str.isalnum, content.decode().casefold()))
