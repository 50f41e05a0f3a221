"""Show what nobody foresaw, and keep it in a local log."""

from __future__ import annotations

import logging
import sys
import traceback
from functools import partial
from logging.handlers import RotatingFileHandler
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from subpunct_app.gui.panels.dialogs import versions
from subpunct_app.gui.texts.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import TracebackType

log = logging.getLogger(__name__)


def start_log(target: Path) -> Path | None:
    """Keep warnings and crashes in a file of at most a megabyte; None where there can be none."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        handler = _Log(target, maxBytes=1 << 20, backupCount=1, encoding="utf-8")
    except OSError as error:
        log.warning("There is no log: %s", error)
        return None
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.getLogger("subpunct_app").addHandler(handler)
    return target


class _Log(RotatingFileHandler):
    """A log that a full disk ends: nobody needs to be told of that, line by line, at a terminal."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Leave out what cannot be written."""


class CrashHook:
    """Log what nobody caught, then `show` it; what goes wrong while it is shown is only logged."""

    def __init__(self, show: Callable[[str], None]) -> None:
        self._show = show
        self._showing = False

    def __call__(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        """Log an exception and show it."""
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        log.critical("Unforeseen", exc_info=(kind, error, trace))
        if self._showing:
            return
        self._showing = True
        try:
            self._show("".join(traceback.format_exception(kind, error, trace)))
        finally:
            self._showing = False


def show_crash(report: str, log_file: Path | None) -> None:
    """Show a report in a dialog that lets the editor go on and export."""
    box = QMessageBox(
        QMessageBox.Icon.Critical,
        tr("Something went wrong"),
        tr(
            "subpunct ran into an unexpected error. If a review is open, your decisions are still "
            "there. Export them before you continue."
        ),
        parent=QApplication.activeWindow(),
    )
    # The name of a folder may look like rich text.
    box.setTextFormat(Qt.TextFormat.PlainText)
    if log_file is not None:
        box.setInformativeText(
            tr("The report is in {path}. It never leaves this computer.", path=log_file)
        )
    box.setDetailedText(report)
    copy = box.addButton(tr("&Copy report"), QMessageBox.ButtonRole.ActionRole)
    # Every button of such a box would close it.
    copy.clicked.disconnect()
    copy.clicked.connect(partial(_copy, report))
    box.addButton(QMessageBox.StandardButton.Close)
    box.setDefaultButton(QMessageBox.StandardButton.Close)
    box.exec()


def _copy(report: str) -> None:
    """Put a report on the clipboard, with the versions where these can be told."""
    clipboard = QApplication.clipboard()
    # Without them at first: what has gone wrong may go wrong again while they are looked up.
    clipboard.setText(report)
    clipboard.setText(f"{versions()}\n\n{report}")
