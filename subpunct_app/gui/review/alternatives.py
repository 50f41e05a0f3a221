"""The marks to choose from at a gap, each a button with its probability."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from subpunct_app.core.text import Mark
from subpunct_app.gui.actions.listing import mark_signs
from subpunct_app.gui.review.emphasis import StressedButton
from subpunct_app.gui.review.text_layout import held_in_place
from subpunct_app.gui.wording import MARK_NAMES, marks_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent

    from subpunct_app.gui.review.opened import Review

_MOST = 5
_LEAST = 2
_LONG, _SHORT = 0, 1


class AlternativesRow(QWidget):
    """Show the likeliest marks, the chosen one pressed.

    Where they have no room side by side their figures give way, and then the least likely of
    them, but never the chosen one.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._buttons = [StressedButton(self) for _ in range(_MOST)]
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        large = self.font()
        large.setPointSizeF(large.pointSizeF() * 1.15)
        for button in self._buttons:
            button.setFont(large)
            button.setCheckable(True)
            button.clicked.connect(self._choose_clicked)
            row.addWidget(button)
        row.addStretch(1)
        self._wanted: list[StressedButton] = []
        self._least = QSize()

    def show_gap(self, review: Review | None, gap: int | None) -> None:
        """Show the marks that may stand at a gap."""
        shown = []
        if review is not None and gap is not None and review.takes_mark(gap):
            shown = marks_of(review, gap)[:_MOST]
            present = review.session.verdict(gap).edit.mark
            for button, (mark, probability) in zip(self._buttons, shown, strict=False):
                button.setProperty("texts", _texts(review.spelled(mark), probability))
                _show_mark(button, mark, probability, chosen=mark is present)
                _name_keys(button, mark, review.transcript.language)
        self._wanted = self._buttons[: len(shown)]
        self._fit()
        if self.minimumSizeHint() != self._least:
            self._least = self.minimumSizeHint()
            self.updateGeometry()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return room for all that may stand there, with figures."""
        return self._room(self._wanted, _LONG)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return room for any two without figures."""
        widest = sorted(self._wanted, key=lambda button: _width(button, _SHORT))
        return self._room(widest[-_LEAST:], _SHORT)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Show as many as there is room for now."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Show the chosen mark, and the likeliest others beside it that fit."""
        form = _LONG if self._fits(self._wanted, _LONG) else _SHORT
        fitting: list[StressedButton] = []
        for button in sorted(self._wanted, key=lambda button: not button.isChecked()):
            if fitting and not self._fits([*fitting, button], form):
                break
            fitting.append(button)
        for button in self._wanted:
            button.setText(button.property("texts")[form])
        width = self.width()
        for button in self._buttons:
            button.setVisible(button in fitting)
        # What comes has the row laid out at once, and then there may be other room.
        if self.width() != width:
            self._fit()

    def _fits(self, buttons: Sequence[StressedButton], form: int) -> bool:
        return self._room(buttons, form).width() <= self.width()

    def _room(self, buttons: Sequence[StressedButton], form: int) -> QSize:
        spaces = self._row.spacing() * max(0, len(buttons) - 1)
        height = max((button.sizeHint().height() for button in buttons), default=0)
        return QSize(sum(_width(button, form) for button in buttons) + spaces, height)

    def _choose_clicked(self) -> None:
        button = self.sender()
        if isinstance(button, QToolButton):
            self.chosen.emit(Mark(button.property("mark")))


def _show_mark(button: QToolButton, mark: Mark, probability: float | None, *, chosen: bool) -> None:
    button.setProperty("mark", str(mark))
    button.setChecked(chosen)
    button.setAccessibleName(f"{MARK_NAMES[mark]}{_sureness(probability)}")


def _name_keys(button: QToolButton, mark: Mark, language: str) -> None:
    """Say what a button does, and what is typed for it in a text of a language."""
    keys = "".join(f" ({sign})" for sign, typed in mark_signs(language).items() if typed is mark)
    button.setToolTip(f"Choose {MARK_NAMES[mark]} and accept{keys}")


def _width(button: QToolButton, form: int) -> int:
    """Return how wide a button is with one of its texts."""
    texts = button.property("texts")
    letters = button.fontMetrics().horizontalAdvance
    return button.sizeHint().width() - letters(button.text()) + letters(texts[form])


def _texts(spelling: str, probability: float | None) -> tuple[str, str]:
    """Return what stands on a button, with the figure and without it."""
    name = f" {held_in_place(spelling)} " if spelling else "none"
    return name + _sureness(probability), name


def _sureness(probability: float | None) -> str:
    return "" if probability is None else f"  {probability:.2f}"
