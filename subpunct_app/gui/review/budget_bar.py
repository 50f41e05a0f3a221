"""The slider from "look at nothing" to "look at everything", and what its place promises."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QSlider, QWidget

from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.texts.wording import outlook_text
from subpunct_app.gui.widgets.focus import FocusFrame
from subpunct_app.review.budget import Budget, Pace

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from subpunct_app.review.session import ReviewSession
    from subpunct_app.review.views.open_review import Review

_PAGES = 20
# In letters of middling width.
_WIDE = 100
# How slider and promise share the room beside each other.
_SHARES = (2, 5)
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
    """Draw the line between the suggestions to look at and those to trust."""

    accept_above = Signal()
    moved = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.pace = Pace()
        self._threshold = 0.0
        self._budget = Budget((), 0)
        self._session: ReviewSession | None = None
        self._slider = QSlider(Qt.Orientation.Horizontal)
        self._label = QLabel(wordWrap=True)
        self._accept = QPushButton()
        self._grid = QGridLayout(self)
        self._below = False
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
        return self._label.text()

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
        self._label.setToolTip(_WHY if review and review.curve else "")
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
        promise = outlook_text(outlook, self.pace, below, reading)
        self._label.setText(_OVER if over else promise)
        self._slider.setAccessibleDescription(self._label.text())
        self._explain()
        self._accept.setText(_accept_text(above))
        self._accept.setEnabled(left > below)

    @property
    def promises(self) -> bool:
        """Tell whether the promise is written out."""
        return not self._label.isHidden()

    @property
    def least_height(self) -> int:
        """Return how high it has to be without a promise."""
        return max(self._slider.sizeHint().height(), self._accept.sizeHint().height())

    def promise_height(self, width: int) -> int:
        """Return how much higher it has to be, at a width, to show the promise; shown or not."""
        if self._below:
            return self._label.heightForWidth(width) + self._grid.verticalSpacing()
        lines = self._label.heightForWidth(self._beside(width))
        return max(0, lines - self.least_height)

    def show_promise(self, *, shown: bool) -> None:
        """Write the promise of the slider out, or leave it to the tooltip."""
        self._label.setVisible(shown)
        self._explain()

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return room for the slider and the button; the promise is beside them where it fits."""
        parts = self._slider.minimumWidth() + self._accept.sizeHint().width()
        return QSize(parts + self._grid.horizontalSpacing(), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Put the promise below the slider where it would be a narrow column."""
        super().resizeEvent(event)
        below = self.width() < _WIDE * self.fontMetrics().averageCharWidth()
        if below is not self._below:
            self._place_label(below=below)

    def _set_up(self) -> None:
        self._slider.setObjectName("threshold")
        self._slider.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        FocusFrame(self._slider)
        self._slider.setAccessibleName(
            tr("How many suggestions to review, the most doubtful first")
        )
        self._slider.setMinimumWidth(12 * self.fontMetrics().averageCharWidth())
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.addWidget(self._slider, 0, 0)
        self._grid.addWidget(self._accept, 0, 2)
        self._grid.setColumnStretch(0, _SHARES[0])
        self._place_label(below=False)

    def _place_label(self, *, below: bool) -> None:
        """Put the promise between the others, or below them over the whole width."""
        self._below = below
        row, column, columns = (1, 0, 3) if below else (0, 1, 1)
        self._grid.addWidget(self._label, row, column, 1, columns)
        self._grid.setColumnStretch(1, 0 if below else _SHARES[1])

    def _beside(self, width: int) -> int:
        """Return how wide the promise is between the others, as the grid shares a width out."""
        rest = width - self._accept.sizeHint().width() - 2 * self._grid.horizontalSpacing()
        share = rest * _SHARES[0] // sum(_SHARES)
        return rest - max(self._slider.minimumWidth(), share)

    def _explain(self) -> None:
        self._slider.setToolTip(_HOW if self.promises else f"{self._label.text()}\n\n{_HOW}")

    def _place_slider(self) -> None:
        with QSignalBlocker(self._slider):
            self._slider.setValue(self._budget.looked_at(self._threshold))

    def _move(self, looked: int) -> None:
        self._threshold = self._budget.line_after(looked)
        self.show_counts()
        self.moved.emit()


def _accept_text(count: int) -> str:
    if not count:
        return tr("No confident suggestions left")
    return tr("Accept {n} confident suggestion", "Accept {n} confident suggestions", count)
