"""Make every decision of the editor one step that can be undone, with a name for the history."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from subpunct_app.gui.review.undo import Step
from subpunct_app.gui.texts.wording import MARK_NAMES, alike_text, decision_label, marks_of
from subpunct_app.review.editing.everywhere import write_everywhere
from subpunct_app.text.counting import counted
from subpunct_app.text.verdicts import Change, Decision, Edit
from subpunct_app.text.words import toggle_capital

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    from PySide6.QtGui import QUndoStack

    from subpunct_app.review.views.opened import Review
    from subpunct_app.text.words import Mark, Suggestion

    # A cue, and the gap in it that the editor looks at, if any.
    Spot: TypeAlias = tuple[int, int | None]


class Decider(QObject):
    """Decide about the review of the moment.

    `changed` comes after each step that is done or undone, with the place to stay at where a step
    changes gaps elsewhere; `told` comes when one step did several things, or there was nothing to
    do.
    """

    changed = Signal(object, object)
    told = Signal(str)

    def __init__(self, stack: QUndoStack, place: Callable[[], Spot], parent: QObject) -> None:
        super().__init__(parent)
        self._stack = stack
        self._place = place

    def decide(
        self, review: Review, gaps: Sequence[int], decision: Decision, which: str = ""
    ) -> None:
        """Decide about some gaps in the same way; `which` says what they have in common."""
        self.push(review, _decided(review, gaps, decision, which))

    def decide_alike(self, review: Review, gap: int, decision: Decision) -> None:
        """Decide about a gap and all open ones like it."""
        which = f"like “{review.outcome(gap)}”"
        change = _decided(review, review.alike(gap), decision, which)
        self.push(review, change, self._place())

    def accept_above(self, review: Review, threshold: float) -> None:
        """Accept all open suggestions that are sure enough."""
        count = review.session.count_above(threshold)
        label = f"Accept {counted(count, 'sure one')}, above {threshold:.2f}"
        change = review.session.accept_above(threshold, label)
        if not change:
            self.told.emit("No sure ones are open")
        self.push(review, change, self._place())

    def accept_before(self, review: Review, gap: int) -> None:
        """Accept what is proposed before a gap, and leave out there what is only asked about."""
        label = f"Accept all before “{review.outcome(gap)}”"
        change = review.session.accept_before(gap, label)
        if not change:
            self.told.emit("Nothing is open before this one")
        self.push(review, change, self._place())

    def put_mark(self, review: Review, gap: int, mark: Mark) -> None:
        """Put a mark of the editor's choice at a gap, accepted."""
        edit = review.edit_with(mark, gap)
        decision = _decision(review.session.suggestion(gap), edit, Decision.ACCEPTED)
        label = f"Put {MARK_NAMES[mark]} at “{review.outcome(gap, edit)}”"
        self.push(review, review.session.choose(gap, edit, decision, label))

    def take_back(self, review: Review, gap: int) -> None:
        """Leave a gap for which nothing was suggested as it stands in the file."""
        suggestion = review.session.suggestion(gap)
        label = f"Take back “{review.outcome(gap)}”"
        stands = Edit(suggestion.mark, suggestion.case)
        self.push(review, review.session.choose(gap, stands, Decision.OPEN, label))

    def cycle_mark(self, review: Review, gap: int, step: int) -> None:
        """Offer another of the likely marks at a gap."""
        marks = [mark for mark, _ in marks_of(review, gap)]
        if len(marks) == 1:
            self.told.emit("The model considered no other mark here: type one to put it")
            return
        at = marks.index(review.session.verdict(gap).edit.mark)
        edit = review.edit_with(marks[(at + step) % len(marks)], gap)
        self._offer(review, gap, edit, "Change the mark")

    def toggle_capital(self, review: Review, gap: int) -> None:
        """Turn the capital of the word after a gap round."""
        edit = review.session.verdict(gap).edit
        word, language = review.transcript.spelling_of(gap), review.transcript.language_at(gap)
        suggested = review.session.suggestion(gap).case
        case = toggle_capital(edit.case, word, language, suggested=suggested)
        self._offer(review, gap, Edit(edit.mark, case), "Toggle the capital")

    def write_everywhere(self, review: Review, gap: int) -> None:
        """Accept what is on offer at a gap, and write the word after it so in all its places."""
        alike = write_everywhere(review.transcript, review.session, gap)
        change, places = alike.change, len(alike.change.after.keys() - {gap})
        if not places:
            label = decision_label(review, [gap], Decision.ACCEPTED, "")
            self.push(review, replace(change, label=label))
            if alike.word:
                self.told.emit(alike_text(alike))
            return
        label = f"Write “{alike.word}” so in {counted(places, 'other place')}"
        self.push(review, replace(change, label=label), self._place())
        if len(change.after) == 1:
            self.tell_step(label)

    def _offer(self, review: Review, gap: int, edit: Edit, deed: str) -> None:
        decision = _decision(review.session.suggestion(gap), edit, Decision.OPEN)
        label = f"{deed} at “{review.outcome(gap, edit)}”"
        self.push(review, review.session.choose(gap, edit, decision, label))

    def push(self, review: Review, change: Change, place: Spot | None = None) -> None:
        """Take a change as one step, done and undone from a place; no change is no step."""
        if not change:
            return
        # Open suggestions stay as the model has renewed them: only decisions are undone.
        self._stack.push(
            Step(
                change.label,
                lambda: self.changed.emit(review.apply(change), place),
                lambda: self.changed.emit(review.apply(change.inverse()), place),
            )
        )
        if len(change.after) > 1:
            self.tell_step(change.label)

    def tell_none(self, decision: Decision, where: str) -> None:
        """Tell that there was nothing to decide so."""
        deed = "accept" if decision is Decision.ACCEPTED else "reject"
        self.told.emit(f"Nothing was left to {deed} {where}")

    def tell_step(self, label: str) -> None:
        """Tell that one step did several things."""
        self.told.emit(f"{label}: one step to undo")


def _decided(review: Review, gaps: Sequence[int], decision: Decision, which: str) -> Change:
    change = review.session.decide(gaps, decision, "")
    if not change:
        return change
    return replace(change, label=decision_label(review, list(change.after), decision, which))


def _decision(suggestion: Suggestion, edit: Edit, usual: Decision) -> Decision:
    """Return the decision that goes with an edit: the usual one where a model suggested something.

    Elsewhere an edit that changes anything is accepted, and one that changes nothing is taken back.
    """
    if not suggestion.by_editor:
        return usual
    stands = edit == Edit(suggestion.mark, suggestion.case)
    return Decision.OPEN if stands else Decision.ACCEPTED
