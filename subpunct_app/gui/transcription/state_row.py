"""How far a transcription is: in words, and as a bar."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QWidget

from subpunct_app.gui.widgets.label_texts import announce
from subpunct_app.text.quantities import clock_text

if TYPE_CHECKING:
    from subpunct_app.runtime.task import Progress


class Stage(StrEnum):
    """What is under way."""

    READY = "ready"
    FETCHING = "fetching"
    HEARING = "hearing"
    HELD = "held"
    STOPPING = "stopping"
    STOPPED = "stopped"

    @property
    def at_work(self) -> bool:
        """Tell whether anything is fetched or heard."""
        return self not in (Stage.READY, Stage.STOPPED)


class StateRow(QWidget):
    """A line about what is under way, and beside it a bar while something is, or was stopped."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._reached = ""
        self._stage = Stage.READY
        self._label = QLabel(textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self._bar = QProgressBar(textVisible=False)
        self._bar.setAccessibleName("How much was heard")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._label, 1)
        row.addWidget(self._bar, 1)

    def begin(self) -> None:
        """Forget how far the last transcription has come."""
        self._reached = ""

    def show_progress(self, progress: Progress, stage: Stage) -> None:
        """Show what is told of the work; nothing of it while that rests or ends."""
        if stage is Stage.HEARING and progress.timed:
            self.show_heard(progress.done, progress.total)
        elif stage in (Stage.HEARING, Stage.FETCHING):
            self._label.setText(progress.message)
            self._show_bar(progress.done, progress.total)

    def show_heard(self, done_ms: int, total_ms: int) -> None:
        """Show how much of a recording was heard."""
        self._reached = f"{clock_text(done_ms)} of {clock_text(total_ms)}"
        self._label.setText(self._reached)
        self._show_bar(done_ms, total_ms)

    def show_stage(self, stage: Stage, missing: str, done: str) -> None:
        """Show another stage; at rest tell what is missing, how far it is, or what was done.

        Another stage is said aloud, too: buttons that end one leave the focus elsewhere.
        """
        self._bar.setVisible(stage.at_work or stage is Stage.STOPPED)
        if stage is Stage.HELD:
            self._label.setText(f"{self._reached} (resting)" if self._reached else "Resting")
        elif stage is Stage.STOPPING:
            self._label.setText("Stopping")
        elif not stage.at_work:
            self._label.setText(missing or (self._reached if stage is Stage.STOPPED else done))
        # Of what is fetched or heard the first progress tells.
        shown = stage not in (self._stage, Stage.FETCHING, Stage.HEARING) and self.isVisible()
        if shown and self._label.text():
            announce(self, self._label.text())
        self._stage = stage

    def _show_bar(self, done: int, total: int) -> None:
        # Bytes of a large model and milliseconds of a long film do not fit the bar's integers.
        self._bar.setRange(0, 1000 if total else 0)
        self._bar.setValue(1000 * done // total if total else 0)
