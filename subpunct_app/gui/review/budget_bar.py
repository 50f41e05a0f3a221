"""The slider from "look at nothing" to "look at everything", and what its place promises."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSlider, QWidget

from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.texts.wording import outlook_text
from subpunct_app.gui.widgets.focus import FocusFrame
from subpunct_app.review.budget import Budget, Pace

if TYPE_CHECKING:
    from subpunct_app.review.session import ReviewSession
    from subpunct_app.review.views.open_review import Review

_PAGES = 20
_WHY = tr(
    "Estimated from the model's confidence in each suggestion, and never above what reviews found "
    "in its test texts. Marks that it failed to suggest cannot be found like this."
)
_HOW = tr(
    "Left: review nothing. Right: review everything. Confident suggestions, which you do not "
    "review, are accepted only when you say so."
)
_OVER = tr("Everything is decided. Export the result, or look back at your decisions.")


class BudgetBar(QWidget):
    """Draw the line between the suggestions to look at and those to trust.

    What its place promises is in the label `promise`, which the owner puts below.
    """

    accept_above = Signal()
    moved = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.pace = Pace()
        self._threshold = 0.0
        self._budget = Budget((), 0)
        self._session: ReviewSession | None = None
        self._slider = QSlider(Qt.Orientation.Horizontal)
        self.promise = QLabel(parent, wordWrap=True)
        self._accept = QPushButton()
        self._set_up()
        self._slider.valueChanged.connect(self._move)
        self._accept.clicked.connect(self.accept_above)

    @property
    def threshold(self) -> float:
        """Return the least confidence of a suggestion that need not be looked at."""
        return self._threshold

    @property
    def text(self) -> str:
        """Return what the place of the slider promises."""
        return self.promise.text()

    def set_threshold(self, threshold: float) -> None:
        """Draw the line at a confidence."""
        moved, self._threshold = threshold != self._threshold, threshold
        self._place_slider()
        self.show_counts()
        if moved and self._session is not None:
            self.moved.emit()

    def set_tooltip(self, text: str) -> None:
        """Explain the button by the action that it stands for."""
        self._accept.setToolTip(text)

    def show_review(self, review: Review | None) -> None:
        """Weigh the suggestions of another review, or of none, with the line where it was."""
        self._session = review.session if review else None
        self._budget = review.budget() if review else Budget((), 0)
        self.promise.setToolTip(_WHY if review and review.curve else "")
        # A range that ends before the slider would move it, and the line with it.
        with QSignalBlocker(self._slider):
            self._slider.setRange(0, self._budget.total)
        self._slider.setPageStep(max(1, self._budget.total // _PAGES))
        self._place_slider()
        self.show_counts()

    def show_counts(self) -> None:
        """Say what is left on both sides of the line."""
        left = self._session.open_count if self._session else 0
        below, above = self._session.sides_of(self._threshold) if self._session else (0, 0)
        outlook = self._budget.outlook(self._threshold)
        reading = self._budget.reading_seconds
        over = self._budget.total > 0 and not left
        self.promise.setText(_OVER if over else outlook_text(outlook, self.pace, below, reading))
        self._slider.setAccessibleDescription(self.promise.text())
        self._slider.setToolTip(f"{self.promise.text()}\n\n{_HOW}")
        accept = tr("Accept {n} confident suggestion", "Accept {n} confident suggestions", above)
        self._accept.setText(accept if above else tr("No confident suggestions left"))
        self._accept.setEnabled(left > below)

    def _set_up(self) -> None:
        self._slider.setObjectName("threshold")
        self._slider.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        FocusFrame(self._slider)
        self._slider.setAccessibleName(
            tr("How many suggestions to review, the most doubtful first")
        )
        self._slider.setMinimumWidth(12 * self.fontMetrics().averageCharWidth())
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._slider, 1)
        row.addWidget(self._accept)

    def _place_slider(self) -> None:
        with QSignalBlocker(self._slider):
            self._slider.setValue(self._budget.looked_at(self._threshold))

    def _move(self, looked: int) -> None:
        self._threshold = self._budget.line_after(looked)
        self.show_counts()
        self.moved.emit()
