"""The suggestion under review with its alternatives, how many are left, and the threshold."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSlider,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from subpunct_app.core.review import Decision
from subpunct_app.core.text import Mark
from subpunct_app.gui.actions import MARK_KEYS, SPECS
from subpunct_app.gui.colours import tones
from subpunct_app.gui.context_view import ContextView

if TYPE_CHECKING:
    from PySide6.QtGui import QAction

    from subpunct_app.gui.actions import Actions
    from subpunct_app.gui.review import Review

Alternatives: TypeAlias = list[tuple[Mark, float | None]]

MARK_NAMES = {
    Mark.NONE: "no mark",
    Mark.COMMA: "comma",
    Mark.PERIOD: "full stop",
    Mark.QUESTION: "question mark",
    Mark.EXCLAMATION: "exclamation mark",
    Mark.COLON: "colon",
    Mark.SEMICOLON: "semicolon",
    Mark.ELLIPSIS: "ellipsis",
    Mark.DASH: "dash",
}
_MOST_ALTERNATIVES = 5
_HINT = (
    "<b>Enter</b>&nbsp;accept &nbsp; <b>Backspace</b>&nbsp;reject &nbsp; <b>N</b>&nbsp;next &nbsp; "
    "<b>C</b>&nbsp;capital &nbsp; <b>,&nbsp;.&nbsp;?&nbsp;!&nbsp;:</b>&nbsp;put&nbsp;that&nbsp;mark"
)


class ReviewPanel(QWidget):
    """Show what is under review; it only tells what the editor wants."""

    mark_chosen = Signal(str)
    accept_above = Signal()
    threshold_moved = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._review: Review | None = None
        self.context = ContextView(self)
        self._left = QLabel()
        self._done = QProgressBar(textVisible=False)
        self._slider = QSlider(Qt.Orientation.Horizontal)
        self._accept_above = QPushButton()
        self._what = QLabel()
        self._alternatives = [QToolButton(self) for _ in range(_MOST_ALTERNATIVES)]
        self._accept = QToolButton(self)
        self._reject = QToolButton(self)
        self._dress()
        self._lay_out()
        self._connect()

    @property
    def threshold(self) -> float:
        """Return the least confidence that the slider asks for."""
        return self._slider.value() / 100

    def set_threshold(self, threshold: float) -> None:
        """Move the slider."""
        self._slider.setValue(round(threshold * 100))

    def set_actions(self, actions: Actions) -> None:
        """Give the buttons the actions they stand for."""
        _give(self._accept, actions["accept"])
        _give(self._reject, actions["reject"])

    def show_cue(self, review: Review | None, cue: int) -> None:
        """Show a cue and the current suggestion, if there is one."""
        self._review = review
        self.context.show_cue(review, cue)
        self._show_counts()
        self._show_suggestion()

    def announce(self) -> None:
        """Let a screen reader say how many are left."""
        event = QAccessibleAnnouncementEvent(self, self._left.text())
        QAccessible.updateAccessibility(event)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """Follow the colours of the system."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._show_suggestion()

    def _dress(self) -> None:
        font = self._left.font()
        font.setBold(True)
        font.setPointSizeF(font.pointSizeF() * 1.15)
        self._left.setFont(font)
        self._done.setMaximumHeight(self.fontMetrics().height() // 2)
        self._done.setAccessibleName("Decided suggestions")
        self._slider.setObjectName("threshold")
        self._slider.setRange(50, 99)
        self._slider.setMaximumWidth(260)
        self._slider.setAccessibleName("Least confidence for accepting all")
        self._slider.setToolTip("How sure the model must be for a suggestion to be accepted unseen")
        self._accept_above.setToolTip(SPECS["accept_above"].tooltip)
        self._what.setWordWrap(True)
        large = self.font()
        large.setPointSizeF(large.pointSizeF() * 1.15)
        for button in self._alternatives:
            button.setFont(large)
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.addLayout(self._header())
        layout.addWidget(self.context, 1)
        layout.addLayout(self._footer())

    def _header(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addWidget(self._left)
        row.addWidget(self._done, 1)
        row.addSpacing(2 * self.fontMetrics().averageCharWidth())
        row.addWidget(self._slider, 1)
        row.addWidget(self._accept_above)
        return row

    def _footer(self) -> QGridLayout:
        choices = QHBoxLayout()
        for button in self._alternatives:
            choices.addWidget(button)
        choices.addStretch(1)
        choices.addWidget(self._reject)
        choices.addWidget(self._accept)
        hint = QLabel(_HINT)
        hint.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        hint.setWordWrap(True)
        grid = QGridLayout()
        grid.addWidget(self._what, 0, 0)
        grid.addWidget(hint, 0, 1)
        grid.addLayout(choices, 1, 0, 1, 2)
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(1, 1)
        return grid

    def _connect(self) -> None:
        self._slider.valueChanged.connect(self._tell_threshold)
        self._accept_above.clicked.connect(self.accept_above)
        self.context.mark_typed.connect(self.mark_chosen)
        for button in self._alternatives:
            button.clicked.connect(self._choose_clicked)

    def _choose_clicked(self) -> None:
        button = self.sender()
        if isinstance(button, QToolButton):
            self.mark_chosen.emit(button.property("mark"))
            self._show_suggestion()

    def _tell_threshold(self) -> None:
        self._show_counts()
        self.threshold_moved.emit(self.threshold)

    def _show_counts(self) -> None:
        session = self._review.session if self._review else None
        total = len(session) if session else 0
        left = session.open_count if session else 0
        above = session.count_above(self.threshold) if session else 0
        self._left.setText(_left_text(left, total))
        self._done.setRange(0, max(1, total))
        self._done.setValue(total - left if total else 1)
        self._accept_above.setText(f"Accept all above {self.threshold:.2f}: {above}")
        self._accept_above.setEnabled(above > 0)

    def _show_suggestion(self) -> None:
        review = self._review
        gap = review.current if review else None
        if review is None or gap is None:
            self._what.setText("Nothing is suggested in this cue.")
            self._show_alternatives([], Mark.NONE)
            return
        self._what.setText(describe(review, gap))
        shown = marks_of(review, gap)[:_MOST_ALTERNATIVES] if review.takes_mark(gap) else []
        self._show_alternatives(shown, review.session.verdict(gap).edit.mark)

    def _show_alternatives(self, shown: Alternatives, chosen: Mark) -> None:
        for button, (mark, probability) in zip(self._alternatives, shown, strict=False):
            spelling = self._review.spelled(mark) if self._review else mark
            button.setText(_label(spelling, probability))
            _show_alternative(button, mark, probability, chosen=mark is chosen)
        for button in self._alternatives[len(shown) :]:
            button.hide()


def marks_of(review: Review, gap: int) -> Alternatives:
    """Return the marks to choose from at a gap, likeliest first, the chosen one among them."""
    suggestion = review.session.suggestion(gap)
    marks: Alternatives = list(suggestion.alternatives)
    known = {mark for mark, _ in marks}
    for mark in (review.session.verdict(gap).edit.mark, suggestion.mark):
        if mark not in known:
            known.add(mark)
            marks.insert(0, (mark, None))
    return marks


def describe(review: Review, gap: int) -> str:
    """Return what accepting would do at a gap, in words, and what was decided."""
    verdict = review.session.verdict(gap)
    current = review.transcript.gaps[gap].current
    wanted = verdict.edit.mark
    parts = []
    if wanted is not current:
        parts.append(_exchange(current, wanted))
    word = review.next_word(gap)
    if verdict.edit.case.apply(word) != word:
        parts.append(f"“{word}” becomes “{verdict.edit.case.apply(word)}”")
    text = ", ".join(parts) or "Leave it as it is"
    text = text[0].upper() + text[1:]
    if verdict.decision is Decision.OPEN:
        return f"{text} ({review.session.suggestion(gap).confidence:.2f})"
    return f"{text}: {verdict.decision}"


def _give(button: QToolButton, action: QAction) -> None:
    button.setDefaultAction(action)
    button.setAccessibleName(action.toolTip())
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)


def _exchange(current: Mark, wanted: Mark) -> str:
    if current is Mark.NONE:
        return f"add {_with_article(MARK_NAMES[wanted])}"
    if wanted is Mark.NONE:
        return f"remove the {MARK_NAMES[current]}"
    return f"{MARK_NAMES[wanted]} instead of {MARK_NAMES[current]}"


def _with_article(name: str) -> str:
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def _left_text(left: int, total: int) -> str:
    if total == 0:
        return "Nothing to review"
    return f"{left} left of {total}" if left else f"All {total} decided"


def _show_alternative(
    button: QToolButton, mark: Mark, probability: float | None, *, chosen: bool
) -> None:
    button.setProperty("mark", str(mark))
    button.setChecked(chosen)
    _stress(button, chosen=chosen)
    key = f" ({mark})" if str(mark) in MARK_KEYS else ""
    button.setToolTip(f"Choose {MARK_NAMES[mark]} and accept{key}")
    button.setAccessibleName(f"{MARK_NAMES[mark]}{_sureness(probability)}")
    button.setVisible(True)


def _label(spelling: str, probability: float | None) -> str:
    return (f" {spelling} " if spelling else "none") + _sureness(probability)


def _sureness(probability: float | None) -> str:
    return "" if probability is None else f"  {probability:.2f}"


def _stress(button: QToolButton, *, chosen: bool) -> None:
    """Make the chosen mark stand out more than a pressed button does in dark colours."""
    palette = QApplication.palette()
    if chosen:
        palette.setColor(QPalette.ColorRole.Button, tones(palette).chosen_fill)
    button.setPalette(palette)
    font = button.font()
    font.setBold(chosen)
    button.setFont(font)
