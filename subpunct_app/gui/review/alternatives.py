"""The marks to choose from at a gap, each a button with its probability."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from subpunct_app.gui.actions.listing import mark_signs
from subpunct_app.gui.review.drawing.text_layout import held_in_place
from subpunct_app.gui.texts.wording import MARK_NAMES, marks_of
from subpunct_app.gui.widgets.emphasis import StressedButton
from subpunct_app.gui.widgets.fonts import enlarged
from subpunct_app.text.words import Mark

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent

    from subpunct_app.review.views.opened import Review

_LEAST = 2
_LONG, _SHORT = 0, 1


class AlternativesRow(QWidget):
    """Show the marks that may stand at a gap, likeliest first, the chosen one pressed.

    Where they have no room side by side their figures give way, and then the least likely of
    them, but never the chosen one.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._buttons = [MarkButton(self) for _ in Mark]
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        for button in self._buttons:
            button.clicked.connect(partial(self._choose, button))
            row.addWidget(button)
        row.addStretch(1)
        self._wanted: list[MarkButton] = []
        self._least = QSize()

    def show_gap(self, review: Review | None, gap: int | None) -> None:
        """Show the marks that may stand at a gap."""
        shown = []
        if review is not None and gap is not None and review.takes_mark(gap):
            shown = marks_of(review, gap)
            present = review.session.verdict(gap).edit.mark
            for button, (mark, probability) in zip(self._buttons, shown, strict=False):
                button.show_mark(review, mark, probability)
                button.setChecked(mark is present)
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
        widest = sorted(self._wanted, key=lambda button: button.width_in(_SHORT))
        return self._room(widest[-_LEAST:], _SHORT)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Show as many as there is room for now."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Show the chosen mark, and the likeliest others beside it that fit."""
        form = _LONG if self._fits(self._wanted, _LONG) else _SHORT
        fitting: list[MarkButton] = []
        for button in sorted(self._wanted, key=lambda button: not button.isChecked()):
            if fitting and not self._fits([*fitting, button], form):
                break
            fitting.append(button)
        for button in self._wanted:
            button.take_form(form)
        width = self.width()
        for button in self._buttons:
            button.setVisible(button in fitting)
        # What comes has the row laid out at once, and then there may be other room.
        if self.width() != width:
            self._fit()

    def _fits(self, buttons: Sequence[MarkButton], form: int) -> bool:
        return self._room(buttons, form).width() <= self.width()

    def _room(self, buttons: Sequence[MarkButton], form: int) -> QSize:
        spaces = self._row.spacing() * max(0, len(buttons) - 1)
        height = max((button.sizeHint().height() for button in buttons), default=0)
        return QSize(sum(button.width_in(form) for button in buttons) + spaces, height)

    def _choose(self, button: MarkButton) -> None:
        self.chosen.emit(button.mark)


class MarkButton(StressedButton):
    """Stand for a mark; a long form of its text has the figure, too."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.mark = Mark.NONE
        self._texts = ("", "")
        self.setCheckable(True)
        self.setFont(enlarged(parent.font(), 1.15))

    def show_mark(self, review: Review, mark: Mark, probability: float | None) -> None:
        """Stand for another mark, and name what is typed for it in the text under review."""
        name, figure = MARK_NAMES[mark], _sureness(probability)
        spelling = review.spelled(mark)
        text = f" {held_in_place(spelling)} " if spelling else "none"
        signs = mark_signs(review.language).items()
        keys = "".join(f" ({sign})" for sign, typed in signs if typed is mark)
        self.mark = mark
        self._texts = text + figure, text
        self.setAccessibleName(f"{name}{figure}")
        self.setToolTip(f"Choose {name} and accept{keys}")

    def take_form(self, form: int) -> None:
        """Show the text in one of its forms."""
        self.setText(self._texts[form])

    def width_in(self, form: int) -> int:
        """Return how wide the button is with one form of its text."""
        letters = self.fontMetrics().horizontalAdvance
        return self.sizeHint().width() - letters(self.text()) + letters(self._texts[form])


def _sureness(probability: float | None) -> str:
    return "" if probability is None else f"  {probability:.2f}"
