"""The application object of Qt, and what becomes of what Qt says."""

from __future__ import annotations

import atexit
import logging
import os
import sys

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from subpunct_app.gui.widgets.icons import app_icon
from subpunct_app.runtime.errors import SubpunctError

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
        "No window can be opened: the screen is gone, or Qt lacks a library.",
        "To see why: subpunct gui --verbose",
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
            "There is no screen to open a window on.", "Use `subpunct punctuate` instead."
        )
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
