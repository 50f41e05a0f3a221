"""A plain text and its recording become subtitles."""

from __future__ import annotations

import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from subpunct_app.gui.file import opener
from subpunct_app.gui.file.opener import Leaving
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.models.model_registry import load
from subpunct_app.review import model_queries as asking
from subpunct_app.runtime.task import Task
from tests.gui.conftest import (
    NewWindow,
    offered,
    open_and_wait,
    press,
    review_file,
)
from tests.media import SPOKEN, Media
from tests.patience import PATIENCE


@pytest.fixture
def text(tmp_path: Path, media: Media) -> Path:
    path = tmp_path / "said.txt"
    path.write_text(SPOKEN, encoding="utf-8")
    shutil.copy(media.file("speech.wav"), tmp_path / "said.wav")
    return path


@pytest.fixture
def decided(window: MainWindow, text: Path, qtbot: QtBot) -> MainWindow:
    """A window with a text that has a capital and a comma more by now, and with its recording."""
    text.write_text(SPOKEN.lower().replace(".", ""), encoding="utf-8")
    review_file(window, text, qtbot)
    press(window, Qt.Key.Key_Return, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.commands["align"].isEnabled())
    return window


def test_the_text_with_what_was_accepted_and_its_recording_become_subtitles(
    decided: MainWindow, text: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opener, "ask_leaving", lambda *_: Leaving.KEEP)
    with qtbot.waitSignal(decided.opened):
        decided.commands["align"].trigger()
    assert decided.file is not None
    assert decided.file.path == text.with_suffix(".srt")
    assert decided.file.document.cues[0].start_ms is not None
    assert "Good morning everyone, before" in " ".join(decided.file.document.text.split())
    qtbot.waitUntil(lambda: "was made" in decided.message.text)


@pytest.mark.parametrize("name", ["recording.wav", "recording"])
def test_the_recording_stays_open_beside_its_subtitles(
    window: MainWindow, text: Path, qtbot: QtBot, name: str
) -> None:
    recording = text.with_suffix(".wav").rename(text.with_name(name))
    with qtbot.waitSignal(window.opened):
        window.watching.take_files([text])
    window.watching.open(recording)
    qtbot.waitUntil(lambda: window.commands["align"].isEnabled())
    with qtbot.waitSignal(window.opened):
        window.commands["align"].trigger()
    qtbot.waitUntil(lambda: "was made" in window.message.text)
    assert window.file is not None
    assert window.file.path == text.with_suffix(".srt")
    assert window.watching.path == recording


def test_who_stays_with_the_text_is_told_of_the_subtitles_once(
    decided: MainWindow, text: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter([Leaving.STAY, Leaving.KEEP])
    monkeypatch.setattr(opener, "ask_leaving", lambda *_: next(answers))
    decided.commands["align"].trigger()
    qtbot.waitUntil(lambda: "said.srt was made" in decided.message.text)
    qtbot.waitUntil(lambda: not decided.jobs.busy)
    assert "said.srt was made" in decided.message.text
    assert decided.file is not None
    assert decided.file.path == text
    open_and_wait(decided, text.with_suffix(".srt"), qtbot)
    assert "was made" not in decided.message.text


@pytest.fixture
def captions(text: Path) -> Path:
    path = text.with_suffix(".srt")
    said = SPOKEN.replace(".", "").replace(",", "").lower()
    path.write_text(f"1\n00:00:00,000 --> 00:00:08,000\n{said}\n", encoding="utf-8")
    return path


def punctuated_without_sound(new_window: NewWindow, captions: Path, qtbot: QtBot) -> MainWindow:
    """Open a window in which a model has answered before any recording is there."""
    window = new_window(partial(load, "en-compact"))
    captions.with_suffix(".wav").unlink()
    review_file(window, captions, qtbot)
    return window


def test_who_did_not_wait_for_the_pauses_may_ask_again(
    new_window: NewWindow, captions: Path, media: Media, qtbot: QtBot
) -> None:
    window = punctuated_without_sound(new_window, captions, qtbot)
    window.watching.open(media.file("speech.wav"))
    answers = []
    window.proposer.answered.connect(lambda answer, _: answers.append(answer))
    qtbot.waitUntil(lambda: "can improve the suggestions" in window.message.text)
    with qtbot.waitSignal(window.proposed):
        offered(window.message).click()
    assert answers[0].heard is not None
    assert not window.message.text
    assert window.page.review is not None


def test_the_offer_waits_for_another_message_and_comes_once(
    new_window: NewWindow, captions: Path, media: Media, qtbot: QtBot
) -> None:
    window = punctuated_without_sound(new_window, captions, qtbot)
    window.message.show_note("Something else was done.")
    window.watching.open(media.file("speech.wav"))
    qtbot.waitUntil(lambda: window.proposer.heard is not None)
    assert window.message.text == "Something else was done."
    close = window.message.findChild(QToolButton)
    assert close is not None
    close.click()
    assert "can improve the suggestions" in window.message.text
    close.click()
    assert not window.message.text


def test_who_opens_the_file_again_is_listened_for_again(
    window: MainWindow, captions: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Task] = []

    def endless(
        _document: object, _language: str, _media: Path, task: Task, *, track: int | None
    ) -> None:
        begun.append(task)
        while not Event().wait(0.01):
            task.step(0, 0, "Hearing")

    monkeypatch.setattr(asking, "hear", endless)
    open_and_wait(window, captions, qtbot)
    qtbot.waitUntil(lambda: len(begun) == 1)
    window.opener.reopen("")
    qtbot.waitUntil(lambda: len(begun) == 2)
    assert begun[0].cancelled
    assert not begun[1].cancelled


def test_who_names_the_language_is_listened_for_in_it(
    window: MainWindow, captions: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    monkeypatch.setattr(
        asking, "hear", lambda _text, language, *_, **_named: heard.append(language)
    )
    open_and_wait(window, captions.rename(captions.with_suffix(".de.srt")), qtbot)
    qtbot.waitUntil(lambda: heard == ["de"])
    window.languages.chosen.emit("en")
    qtbot.waitUntil(lambda: heard == ["de", "en"])


@pytest.mark.slow  # A process of its own, as others may have listened in this one.
def test_listening_leaves_the_window_its_thread(captions: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from subpunct_app.runtime.task import Task; "
        "from subpunct_app.review.model_queries import hear; "
        "from subpunct_app.subtitles.formats.parse import parse; "
        f"document = parse(Path({str(captions)!r}).read_bytes(), name='said.srt'); "
        f"heard = hear(document, 'en', Path({str(captions.with_suffix('.wav'))!r}), Task()); "
        "print(len(heard.pauses), 'pocketsphinx' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    pauses, here = done.stdout.split()
    assert int(pauses) > 10
    assert here == "False"
