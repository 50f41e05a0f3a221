"""The marks to choose from at a gap, each a button with its probability."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from subpunct_app.gui.actions.listing import MARK_KEYS
from subpunct_app.gui.review.emphasis import stress
from subpunct_app.gui.wording import MARK_NAMES, marks_of

if TYPE_CHECKING:
    from subpunct_app.core.text import Mark
    from subpunct_app.gui.review.opened import Review

_MOST = 5


class AlternativesRow(QWidget):
    """Show the likeliest marks, the chosen one pressed."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._buttons = [QToolButton(self) for _ in range(_MOST)]
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        large = self.font()
        large.setPointSizeF(large.pointSizeF() * 1.15)
        for button in self._buttons:
            button.setFont(large)
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(self._choose_clicked)
            row.addWidget(button)

    def show_gap(self, review: Review | None, gap: int | None) -> None:
        """Show the marks that may stand at a gap."""
        shown = []
        if review is not None and gap is not None and review.takes_mark(gap):
            shown = marks_of(review, gap)[:_MOST]
            present = review.session.verdict(gap).edit.mark
            for button, (mark, probability) in zip(self._buttons, shown, strict=False):
                button.setText(_label(review.spelled(mark), probability))
                _show_mark(button, mark, probability, chosen=mark is present)
        for button in self._buttons[len(shown) :]:
            button.hide()

    def _choose_clicked(self) -> None:
        button = self.sender()
        if isinstance(button, QToolButton):
            self.chosen.emit(button.property("mark"))


def _show_mark(button: QToolButton, mark: Mark, probability: float | None, *, chosen: bool) -> None:
    button.setProperty("mark", str(mark))
    button.setChecked(chosen)
    stress(button, chosen=chosen)
    keys = "".join(f" ({key})" for key, typed in MARK_KEYS.items() if typed is mark)
    button.setToolTip(f"Choose {MARK_NAMES[mark]} and accept{keys}")
    button.setAccessibleName(f"{MARK_NAMES[mark]}{_sureness(probability)}")
    button.setVisible(True)


def _label(spelling: str, probability: float | None) -> str:
    return (f" {spelling} " if spelling else "none") + _sureness(probability)


def _sureness(probability: float | None) -> str:
    return "" if probability is None else f"  {probability:.2f}"
