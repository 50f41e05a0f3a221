"""Start the window, or take a picture of it."""

from __future__ import annotations

import atexit
import logging
import multiprocessing
import os
import signal
import socket
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QMessageLogContext,
    QObject,
    QSocketNotifier,
    Qt,
    QTimer,
    QtMsgType,
    Signal,
    qInstallMessageHandler,
)
from PySide6.QtWidgets import QApplication

from subpunct_app.gui.background.jobs import Lane
from subpunct_app.gui.background.sweeper import Sweeper
from subpunct_app.gui.background.timers import timer
from subpunct_app.gui.crash import CrashHook, show_crash, start_log
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.widgets.icons import app_icon
from subpunct_app.gui.window_state import keep_damaged
from subpunct_app.review.settings import log_path
from subpunct_app.runtime.errors import Cancelled, FileError, SubpunctError
from subpunct_app.runtime.interrupts import ENDINGS
from subpunct_app.speech.media.media_files import is_media, too_much_to_open

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import FrameType


# As in cli.exit_codes.
_CANCELLED = 130
_REQUESTS = (signal.SIGINT, *ENDINGS)


class Interrupts(QObject):
    """Tell between two events that the program is `asked` to end, by Ctrl+C or with its session.

    Ctrl+C after that ends it at once; a session that ends asks twice. Python looks at signals while
    it runs only, which it does not while Qt waits: what the system writes into a socket wakes it
    up. A signal that is ignored, as Ctrl+C is by jobs in the background, stays so.
    """

    asked = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.came = False
        self._ours, self._theirs = socket.socketpair()
        self._theirs.setblocking(False)
        woken = QSocketNotifier(self._ours.fileno(), QSocketNotifier.Type.Read, self)
        woken.activated.connect(self._wake)
        self._usual = {one: signal.getsignal(one) for one in _REQUESTS}
        for one, usual in self._usual.items():
            if usual is not signal.SIG_IGN:
                signal.signal(one, self._note)
        self._woken_before = signal.set_wakeup_fd(self._theirs.fileno())

    def close(self) -> None:
        """Have the signals do again what they did before."""
        signal.set_wakeup_fd(self._woken_before)
        for one, usual in self._usual.items():
            signal.signal(one, usual)
        for notifier in self.findChildren(QSocketNotifier):
            notifier.setEnabled(False)
        self._ours.close()
        self._theirs.close()

    def _note(self, number: int, _frame: FrameType | None) -> None:
        if self.came and number == signal.SIGINT:
            for child in multiprocessing.active_children():
                child.kill()
            os._exit(_CANCELLED)
        self.came = True

    def _wake(self) -> None:
        self._ours.recv(1)
        if self.came:
            self.asked.emit()


log = logging.getLogger(__name__)

# Qt warns about platforms and drivers that nobody can help; those go to a verbose log only.
_LEVELS = {
    QtMsgType.QtWarningMsg: logging.INFO,
    QtMsgType.QtCriticalMsg: logging.WARNING,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}
# As in cli.exit_codes, for what cannot run.
_NO_SCREEN = 3


def start_application(*, offscreen: bool) -> QApplication:
    """Return the application object, with what Qt says in the log.

    Raise SubpunctError where there is no screen, unless the window is drawn `offscreen`.
    """
    _choose_platform(offscreen=offscreen)
    # Some parts of Qt go only when there is no Python any more that could take what they say.
    atexit.register(qInstallMessageHandler, None)
    qInstallMessageHandler(_end_without_screen)
    application = make_application()
    qInstallMessageHandler(log_qt)
    return application


def make_application() -> QApplication:
    """Return the application object with its name and icon."""
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        application = QApplication([sys.argv[0]])
    application.setApplicationName("subpunct")
    application.setApplicationDisplayName("subpunct")
    application.setDesktopFileName("subpunct")
    application.setWindowIcon(app_icon())
    return application


def log_qt(kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
    """Keep what Qt says for a verbose log."""
    log.log(_LEVELS.get(kind, logging.DEBUG), "Qt: %s", message)


def _end_without_screen(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    """Say that no window can be opened, where Qt would abort, as with a DISPLAY that is gone."""
    if kind is not QtMsgType.QtFatalMsg:
        log_qt(kind, context, message)
        return
    log.debug("Qt: %s", message)
    told = SubpunctError(
        tr("No window can be opened: the screen is gone, or Qt lacks a library."),
        tr("To see why: subpunct gui --verbose"),
    )
    sys.stderr.write(f"subpunct: {told}\n")
    sys.stderr.flush()
    os._exit(_NO_SCREEN)


def _choose_platform(*, offscreen: bool) -> None:
    # Without a screen Qt ends the process before anybody could say why.
    if not sys.platform.startswith("linux") or "QT_QPA_PLATFORM" in os.environ:
        return
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return
    if not offscreen:
        raise SubpunctError(
            tr("There is no screen to open a window on."), tr("Use `subpunct punctuate` instead.")
        )
    os.environ["QT_QPA_PLATFORM"] = "offscreen"


PICTURE_SIZE = (1280, 800)
_LOOK_MS = 50
# What is listened to for longer than that changes no more than the next suggestions.
_QUICK = (Lane.MODEL, Lane.FILES, Lane.MEDIA)
# A video that is open and shows nothing is not waited for any longer.
_PATIENCE_MS = 10_000
_CRASHED = 1
_INTERRUPTED = 2


@dataclass(frozen=True, slots=True)
class Arguments:
    """What the command line asked of the window.

    A folder, or more files than can be open at once, are offered to a batch, as when dropped. With
    `review_below` the model is asked, and the review starts where it is less sure for the first
    time. With `screenshot` the window does what else is asked, is drawn into that PNG file at
    1280 x 800, and closes.
    """

    files: Sequence[Path] = ()
    screenshot: Path | None = None
    punctuate: bool = False
    review_below: float | None = None

    @property
    def subtitles(self) -> Path | None:
        """Return the text that will be open, if any."""
        return next((path for path in self._opened() if not is_media(path)), None)

    @property
    def video(self) -> Path | None:
        """Return a video that will be open, if any; of several it may be another."""
        return next(filter(is_media, self._opened()), None)

    def _opened(self) -> Sequence[Path]:
        return () if too_much_to_open(self.files) else self.files


def run(arguments: Arguments | None = None) -> int:
    """Show the window until it is closed, and return the exit code.

    Raise SubpunctError where there is no screen, FileError where the picture cannot be written,
    Cancelled where Ctrl+C or SIGTERM closes it, and what the window in the picture says went wrong.
    """
    wanted = arguments or Arguments()
    application = start_application(offscreen=wanted.screenshot is not None)
    log_file = start_log(log_path())
    if wanted.screenshot is None:
        sys.excepthook = CrashHook(partial(show_crash, log_file=log_file))
    else:
        # Nobody would close a dialog.
        sys.excepthook = CrashHook(lambda _: QApplication.exit(_CRASHED))
    interrupts = Interrupts(application)
    window = MainWindow()
    keep_damaged(window.message)
    interrupts.asked.connect(partial(_leave, window), Qt.ConnectionType.SingleShotConnection)
    sweeper = Sweeper(application)
    window.opened.connect(sweeper.thaw)
    if wanted.punctuate:
        window.opened.connect(window.punctuate, Qt.ConnectionType.QueuedConnection)
    take: Callable[[], object] = partial(window.take_files, wanted.files)
    if wanted.review_below is not None and wanted.subtitles is not None:
        files = [*([wanted.video] if wanted.video else []), wanted.subtitles]
        take = partial(window.reviews.open, files, below=wanted.review_below)
    QTimer.singleShot(0, take)
    try:
        if wanted.screenshot is not None:
            return _take_picture(window, wanted, wanted.screenshot, log_file)
        window.show()
        return _run()
    finally:
        interrupts.close()
        # Windows that go with the program must not be watched by what went before them.
        sweeper.close()


def _run() -> int:
    """Do what events ask for until the window is closed; raise Cancelled if by a signal."""
    code = QApplication.exec()
    if code == _INTERRUPTED:
        raise Cancelled
    return code


def _leave(window: MainWindow) -> None:
    """Close the window without a question; what is not exported is kept for later."""
    # It would end the events as any window that is closed.
    QApplication.setQuitOnLastWindowClosed(False)
    window.end()
    QApplication.exit(_INTERRUPTED)


def _take_picture(
    window: MainWindow, wanted: Arguments, target: Path, log_file: Path | None
) -> int:
    window.resize(*PICTURE_SIZE)
    window.show()
    # To quit would close the window, and with it the panel of a video.
    leave = partial(QApplication.exit, 0)
    patience = timer(window, _PATIENCE_MS, once=True)
    patience.timeout.connect(leave)

    def look() -> None:
        if not _is_complete(window, wanted):
            return
        if window.watching.is_drawn:
            watch.stop()
            # What came last is still to be laid out.
            QTimer.singleShot(_LOOK_MS, leave)
        elif not patience.isActive():
            patience.start()

    watch = timer(window, _LOOK_MS)
    watch.timeout.connect(look)
    watch.start()
    crashed = _run() == _CRASHED
    drawn = window.grab().save(str(target), "PNG")
    # To close it would ask about decisions, and nobody could answer.
    window.end()
    if not drawn:
        raise FileError(
            tr("{target} cannot be written.", target=target),
            tr("Check the folder and its permissions."),
        )
    if crashed:
        raise SubpunctError(
            tr("Something went wrong."), tr("The report is in {path}.", path=log_file)
        )
    if window.message.error is not None:
        raise window.message.error
    return 0


def _is_complete(window: MainWindow, wanted: Arguments) -> bool:
    """Tell whether all that was asked for is open, or is told why it cannot be."""
    if window.message.error is not None:
        return True
    asked = wanted.punctuate or wanted.review_below is not None
    read = wanted.subtitles is None or (window.file is not None and window.file.read)
    proposed = wanted.subtitles is None or not asked or window.page.review is not None
    playable = wanted.video is None or window.watching.path is not None
    return read and proposed and playable and all(map(window.jobs.rests, _QUICK))
