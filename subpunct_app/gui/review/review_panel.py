"""The suggestion under review with its alternatives, how many are left, and the budget."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QSizePolicy, QVBoxLayout, QWidget

from subpunct_app.gui.actions.action_list import Act, mark_signs
from subpunct_app.gui.actions.window_actions import attach_action
from subpunct_app.gui.cues.inline_text import held_in_place
from subpunct_app.gui.review.budget_bar import BudgetBar
from subpunct_app.gui.review.context_view import ContextView
from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.texts.wording import (
    HINTS,
    MARK_NAMES,
    describe,
    keys_text,
    left_text,
    marks_of,
    unchosen_text,
)
from subpunct_app.gui.widgets.buttons import HighlightedButton
from subpunct_app.gui.widgets.icons import IconButton
from subpunct_app.gui.widgets.label_texts import announce, enlarged
from subpunct_app.text.words import Mark

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PySide6.QtGui import QResizeEvent

    from subpunct_app.gui.actions.window_actions import Actions
    from subpunct_app.review.views.open_review import Review


class AlternativesRow(QWidget):
    """Show the marks that may stand at a gap, likeliest first, the chosen one pressed.

    Where they have no room side by side the least likely give way, but never the chosen one.
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
        self._offered: list[MarkButton] = []
        self._least = QSize()

    def show_gap(self, review: Review | None, gap: int | None) -> None:
        """Show the marks that may stand at a gap."""
        marks = []
        if review is not None and gap is not None and review.takes_mark(gap):
            marks = marks_of(review, gap)
            present = review.session.verdict(gap).edit.mark
            for button, (mark, probability) in zip(self._buttons, marks, strict=False):
                button.show_mark(review, mark, probability)
                button.setChecked(mark is present)
        self._offered = self._buttons[: len(marks)]
        self._fit()
        if self.minimumSizeHint() != self._least:
            self._least = self.minimumSizeHint()
            self.updateGeometry()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return room for all that may stand there."""
        return self._room(self._offered)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return room for any one of them."""
        return self._room(sorted(self._offered, key=_width)[-1:])

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Show as many as there is room for now."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Show the chosen mark, and the likeliest others beside it that fit."""
        width = self.width()
        fitting: list[MarkButton] = []
        for button in sorted(self._offered, key=lambda button: not button.isChecked()):
            if fitting and self._room([*fitting, button]).width() > width:
                break
            fitting.append(button)
        for button in self._buttons:
            button.setVisible(button in fitting)
        # What comes has the row laid out at once, and then there may be other room.
        if self.width() != width:
            self._fit()

    def _room(self, buttons: Sequence[MarkButton]) -> QSize:
        spaces = self._row.spacing() * max(0, len(buttons) - 1)
        height = max((button.sizeHint().height() for button in buttons), default=0)
        return QSize(sum(map(_width, buttons)) + spaces, height)

    def _choose(self, button: MarkButton) -> None:
        self.chosen.emit(button.mark)


class MarkButton(HighlightedButton):
    """Stand for a mark, and tell how likely it is."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.mark = Mark.NONE
        self.setCheckable(True)
        self.setFont(enlarged(parent.font(), 1.15))

    def show_mark(self, review: Review, mark: Mark, probability: float | None) -> None:
        """Stand for another mark, and name what is typed for it in the text under review."""
        name = MARK_NAMES[mark]
        figure = "" if probability is None else f"  {probability:.2f}"
        spelling = review.spelled(mark)
        text = f" {held_in_place(spelling)} " if spelling else tr("none")
        signs = mark_signs(review.language).items()
        keys = "".join(f" ({sign})" for sign, typed in signs if typed is mark)
        self.mark = mark
        self.setText(text + figure)
        self.setAccessibleName(f"{name}{figure}")
        self.setToolTip(tr("Choose {mark} and accept{keys}", mark=name, keys=keys))


def _width(button: MarkButton) -> int:
    return button.sizeHint().width()


# Above and below all, in pixels.
_AIR = 6
# In heights of a letter: a shorter bar would look like one.
_SHORTEST_BAR = 2
# After these there may be more room, or less.
_ROOM = frozenset({QEvent.Type.Resize, QEvent.Type.LayoutRequest})


class ReviewPanel(QWidget):
    """Show what is under review; it only tells what the editor wants."""

    mark_chosen = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._review: Review | None = None
        self._least = 0
        self._keys: Mapping[Act, str] = {}
        # Tab goes from one to the next in the order in which they are made.
        self._order = HighlightedButton(self)
        self.budget = BudgetBar(self)
        self.context = ContextView(self)
        self._alternatives = AlternativesRow(self)
        self._reject = IconButton(self)
        self._accept = IconButton(self)
        self._left = QLabel()
        self._done = QProgressBar(textVisible=False)
        self._what = QLabel(wordWrap=True)
        self._hint = QLabel(wordWrap=True)
        self._header = QWidget(self)
        self._column = QVBoxLayout(self)
        self._choices = QHBoxLayout()
        self._lay_out()
        self.context.mark_typed.connect(self.mark_chosen)
        self._alternatives.chosen.connect(self._choose)

    def set_actions(self, actions: Actions) -> None:
        """Give the buttons the actions they stand for, and name their keys."""
        buttons = {
            Act.ACCEPT: self._accept,
            Act.REJECT: self._reject,
            Act.BY_DOUBT: self._order,
        }
        for name, button in buttons.items():
            attach_action(button, actions[name])
            actions[name].changed.connect(self._allow)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        actions.rebound.connect(lambda: self._show_keys(actions))
        self._show_keys(actions)

    def show_cue(self, review: Review | None, cue: int) -> None:
        """Show a cue and the current suggestion, if there is one."""
        self._review = review
        self.context.show_cue(review, cue)
        self._show_counts()
        self._show_suggestion()

    def announce(self) -> None:
        """Let a screen reader say how many are left, and what is suggested now."""
        gap = self._review.current if self._review else None
        words = f"{self._review.outcome(gap)}: " if self._review and gap is not None else ""
        announce(self, f"{self._left.text()}. {words}{self._what.text()}")

    @property
    def unchosen(self) -> str:
        """Return what to press where nothing is chosen, with suggestions left or not."""
        left = self._review is not None and self._review.session.open_count > 0
        following = self._keys.get(Act.NEXT, "") if left else ""
        return unchosen_text(following, self._keys.get(Act.NEXT_WORD, ""))

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return room for a line of the cue and what is suggested, as wide as it is now."""
        # It is asked for dozens of times a key press, and worked out once.
        return QSize(super().minimumSizeHint().width(), self._least)

    def event(self, event: QEvent) -> bool:
        """Show as much as there is room for."""
        answer = super().event(event)
        if event.type() in _ROOM and self.isVisible():
            self._make_room()
        return answer

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """Follow the font of the system."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._follow_font()

    def _follow_font(self) -> None:
        self._left.setFont(enlarged(self.font(), 1.15, bold=True))
        letter = self.fontMetrics().height()
        self._done.setMaximumHeight(letter // 2)
        self._done.setMinimumWidth(_SHORTEST_BAR * letter)

    def _lay_out(self) -> None:
        self._follow_font()
        self._done.setAccessibleName(tr("Decided suggestions"))
        self._hint.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        # No word may widen the window, however long it is, nor hints that a low one gives up.
        for label in (self._what, self._hint, self.budget.promise):
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._done.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        header = QHBoxLayout(self._header)
        header.setContentsMargins(0, 0, 0, 0)
        header.addWidget(self._left)
        header.addWidget(self._done, 1)
        header.addWidget(self._order)
        self._choices.addWidget(self._alternatives, 1)
        self._choices.addWidget(self._reject)
        self._choices.addWidget(self._accept)
        column = self._column
        margins = column.contentsMargins()
        column.setContentsMargins(margins.left(), _AIR, margins.right(), _AIR)
        column.addWidget(self._header)
        column.addWidget(self.budget)
        column.addWidget(self.budget.promise)
        column.addWidget(self.context, 1)
        column.addWidget(self._what)
        column.addLayout(self._choices)
        column.addWidget(self._hint)

    def _make_room(self) -> None:
        """Show what has room, the most needed first; a cue has two lines before there are hints."""
        margins, space = self._column.contentsMargins(), self._column.spacing()
        within = self.width() - margins.left() - margins.right()
        suggested = self._what.heightForWidth(within) + self._choices.minimumSize().height()
        least = self.context.minimumSizeHint().height() + suggested + 2 * space
        least += margins.top() + margins.bottom()
        room = self.height() - least
        for part, height, beside in (
            (self._header, self._header.sizeHint().height(), 0),
            (self.budget, self.budget.sizeHint().height(), 0),
            (
                self.budget.promise,
                self.budget.promise.heightForWidth(within),
                self.context.neighbours,
            ),
            (self._hint, self._hint.heightForWidth(within), self.context.second_line),
        ):
            room -= height + space + beside
            part.setVisible(room >= 0)
        if least != self._least:
            self._least = least
            self.updateGeometry()

    def _choose(self, mark: Mark) -> None:
        self.mark_chosen.emit(mark)
        self._show_suggestion()

    def _show_keys(self, actions: Actions) -> None:
        self.budget.set_tooltip(actions[Act.ACCEPT_ABOVE].toolTip())
        self._keys = {name: actions.first_key(name) for name in HINTS}
        self._hint.setText(keys_text(self._keys))

    def _show_counts(self) -> None:
        session = self._review.session if self._review else None
        total = len(session) if session else 0
        left = session.open_count if session else 0
        self._left.setText(left_text(left, total))
        # It would draw itself at once, and with it the half of the window that is up to date.
        self._done.setUpdatesEnabled(False)
        self._done.setRange(0, max(1, total))
        self._done.setValue(total - left if total else 1)
        self._done.setUpdatesEnabled(True)
        self.budget.show_counts()

    def _show_suggestion(self) -> None:
        review = self._review
        gap = review.current if review else None
        nothing = tr("No suggestions in this cue.")
        self._what.setText(nothing if review is None or gap is None else describe(review, gap))
        self._alternatives.show_gap(review, gap)
        self._allow()

    def _allow(self) -> None:
        """Let nothing be accepted or rejected by the mouse where nothing is chosen."""
        chosen = self._review is not None and self._review.current is not None
        for button in (self._reject, self._accept):
            action = button.defaultAction()
            button.setEnabled(chosen and action is not None and action.isEnabled())
