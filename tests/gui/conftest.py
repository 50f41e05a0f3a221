"""A window with a model that tests know, and a file to open in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partialmethod
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QColor,
    QDragEnterEvent,
    QDropEvent,
    QPalette,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QLabel,
    QMessageBox,
    QPushButton,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from subpunct_app.gui.cues.cue_model import TEXT
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.gui.media import player
from subpunct_app.gui.panels.message_bar import MessageBar
from subpunct_app.models.punctuator import Punctuator
from subpunct_app.review.editing import finding
from subpunct_app.review.session import ReviewSession
from subpunct_app.review.settings import Settings
from subpunct_app.runtime.errors import ModelError
from tests.gui.fakes import FakePunctuator
from tests.gui.keeping import keep_and_close
from tests.patience import PATIENCE

SRT = (
    b"\xef\xbb\xbf1\r\n00:00:00,500 --> 00:00:05,219\r\n"
    b"good morning everyone before we start\r\nlook at the glass in front of you\r\n\r\n"
    b"2\r\n00:00:05,769 --> 00:00:08,926\r\n"
    b"there is ice in it and\r\nthe ice is floating why\r\n\r\n"
    b"3\r\n00:00:09,526 --> 00:00:12,465\r\n"
    b"almost everything sinks when it freezes says anna\r\n"
)

NewWindow = Callable[..., MainWindow]

_PATIENCE_MS = 1000 * PATIENCE


class PatientBot(QtBot):
    """Wait as long as a busy machine may need; no test gives what must come less time."""

    def _wait(
        self,
        wait: Callable[..., object],
        *given: object,
        timeout: int | None = None,
        **options: object,
    ) -> object:
        # What must not come is waited for in the same way.
        assert timeout is None or options.get("raising") is False, "The machine may be busy."
        return wait(self, *given, timeout=_PATIENCE_MS if timeout is None else timeout, **options)

    waitSignal = partialmethod(_wait, QtBot.waitSignal)  # noqa: N815
    waitSignals = partialmethod(_wait, QtBot.waitSignals)  # noqa: N815
    waitUntil = partialmethod(_wait, QtBot.waitUntil)  # noqa: N815
    waitExposed = partialmethod(_wait, QtBot.waitExposed)  # noqa: N815


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    return PatientBot(request)


@pytest.fixture(autouse=True)
def _patient_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have nothing told to be slow where the machine is."""
    monkeypatch.setattr(finding, "_LIMIT_SECONDS", PATIENCE)
    monkeypatch.setattr(player, "_PATIENCE_MS", _PATIENCE_MS)


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    path = tmp_path / "talk.srt"
    path.write_bytes(SRT)
    return path


@pytest.fixture
def new_window(qtbot: QtBot) -> NewWindow:
    def make(
        load_model: Callable[[], Punctuator] = FakePunctuator, remembered: Settings | None = None
    ) -> MainWindow:
        window = MainWindow(load_model=lambda _: load_model(), remembered=remembered or Settings())
        qtbot.addWidget(window, before_close_func=lambda _: window.page.stack.setClean())
        # The screen of the tests is smaller than most.
        window.resize(1100, 720)
        window.show()
        return window

    return make


@pytest.fixture
def window(new_window: NewWindow) -> MainWindow:
    return new_window()


@pytest.fixture
def opened(window: MainWindow, talk: Path, qtbot: QtBot) -> MainWindow:
    with qtbot.waitSignal(window.opened):
        window.open_file(talk)
    return window


@pytest.fixture
def reviewing(opened: MainWindow, qtbot: QtBot) -> MainWindow:
    with qtbot.waitSignal(opened.proposed):
        opened.punctuate()
    return opened


@pytest.fixture
def kept(reviewing: MainWindow) -> None:
    """Keep a review with one decision for later."""
    press(reviewing, Qt.Key.Key_Return)
    keep_and_close(reviewing)


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Take the place of the screen reader, which no test machine has."""
    messages: list[str] = []

    def listen(event: QAccessibleEvent) -> None:
        if isinstance(event, QAccessibleAnnouncementEvent):
            messages.append(event.message())

    monkeypatch.setattr(QAccessible, "updateAccessibility", listen)
    return messages


@pytest.fixture
def dark(qapp: QApplication) -> Iterator[None]:
    usual = qapp.palette()
    qapp.setPalette(QPalette(QColor("#353535"), QColor("#2b2b2b")))
    yield
    qapp.setPalette(usual)


def open_and_wait(window: MainWindow, path: Path, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.opened):
        window.open_file(path)


def punctuate_and_wait(window: MainWindow, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.proposed):
        window.punctuate()


def review_file(window: MainWindow, path: Path, qtbot: QtBot) -> None:
    """Open a file, and have a model make suggestions for it."""
    open_and_wait(window, path, qtbot)
    punctuate_and_wait(window, qtbot)


def session_of(window: MainWindow) -> ReviewSession:
    assert window.page.review is not None
    return window.page.review.session


def press(window: MainWindow, *keys: Qt.Key) -> None:
    for key in keys:
        QTest.keyClick(window.page.table, key)


def drop(target: QWidget, *files: Path) -> None:
    """Let go of files over a window."""
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
    button, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    target.dropEvent(QDropEvent(QPointF(9, 9), Qt.DropAction.CopyAction, mime, button, keys))


def drop_on(field: QWidget, file: Path) -> None:
    """Let go of a file over a field, from a file manager that offers its address as text, too."""
    mime, url = QMimeData(), QUrl.fromLocalFile(str(file))
    mime.setUrls([url])
    mime.setText(url.toString())
    place = field.rect().center()
    copy, button = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    keys = Qt.KeyboardModifier.NoModifier
    entering = QDragEnterEvent(place, copy, mime, button, keys)
    entering.ignore()
    QApplication.sendEvent(field, entering)
    QApplication.sendEvent(field, QDropEvent(QPointF(place), copy, mime, button, keys))


def takes_dragged(target: QWidget, *files: Path) -> bool:
    """Tell whether a window shows that files which are dragged over it may be dropped there."""
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
    button, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    event = QDragEnterEvent(QPoint(9, 9), Qt.DropAction.CopyAction, mime, button, keys)
    event.ignore()
    QApplication.sendEvent(target, event)
    return event.isAccepted()


def text_of(window: MainWindow, cue: int) -> str:
    """Return the text of a cue as the list shows it."""
    return str(window.page.table.model().index(cue, TEXT).data())


def status_of(window: MainWindow) -> str:
    """Return what the status bar says."""
    buttons = [button.text() for button in window.status.findChildren(QToolButton)]
    return " | ".join([*buttons, *(label.text() for label in window.status.findChildren(QLabel))])


def answer(button: QMessageBox.StandardButton) -> None:
    """Press a button of the question that is about to be asked."""

    def click() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        box.button(button).click()

    QTimer.singleShot(0, click)


def choose_file(target: Path | str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer each question for the name of a file that is to be written."""
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))


def offered(bar: MessageBar) -> QPushButton:
    """Return the button of what is offered along with a message."""
    button = bar.findChild(QPushButton)
    assert button is not None
    return button


def no_model() -> Punctuator:
    raise ModelError("Nobody may be asked again.")


Reopen = Callable[[Path], MainWindow]


@pytest.fixture
def reopen(new_window: NewWindow, qtbot: QtBot) -> Reopen:
    """Open a file in another window, which has no model to ask."""

    def in_new_window(path: Path) -> MainWindow:
        window = new_window(no_model)
        open_and_wait(window, path, qtbot)
        return window

    return in_new_window
