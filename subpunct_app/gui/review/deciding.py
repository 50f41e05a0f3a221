"""Decisions about suggestions, each of them one step that can be undone."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from subpunct_app.gui.review.review_steps import Step
from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.texts.wording import MARK_NAMES, alike_text, decision_label, marks_of
from subpunct_app.review.editing.everywhere import write_everywhere
from subpunct_app.text.decisions import Change, Decision, Edit
from subpunct_app.text.words import toggle_capital

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager
    from typing import TypeAlias

    from subpunct_app.gui.review.review_page import ReviewPage
    from subpunct_app.review.views.open_review import Review
    from subpunct_app.text.words import Mark, Suggestion

    # A cue, and the gap in it that the editor looks at, if any.
    Spot: TypeAlias = tuple[int, int | None]


class Decider(QObject):
    """Decide about what the editor of a page looks at; most decisions go on to the next open one.

    `changed` comes after each step that is done or undone, with the place to stay at where a step
    changes gaps elsewhere; `told` comes when one step did several things, or there was nothing to
    do.
    """

    changed = Signal(object, object)
    told = Signal(str)

    def __init__(self, page: ReviewPage) -> None:
        super().__init__(page)
        self._page = page

    def accept_current(self) -> None:
        """Accept the current suggestion and go to the next open one."""
        self._decide_current(Decision.ACCEPTED, alike=False)

    def reject_current(self) -> None:
        """Reject the current suggestion and go to the next open one."""
        self._decide_current(Decision.REJECTED, alike=False)

    def accept_alike(self) -> None:
        """Accept the current suggestion and all open ones like it, as one step."""
        self._decide_current(Decision.ACCEPTED, alike=True)

    def reject_alike(self) -> None:
        """Reject the current suggestion and all open ones like it, as one step."""
        self._decide_current(Decision.REJECTED, alike=True)

    def accept_cue(self) -> None:
        """Accept what is open in the selected cue."""
        self._decide_cue(Decision.ACCEPTED)

    def reject_cue(self) -> None:
        """Reject what is open in the selected cue."""
        self._decide_cue(Decision.REJECTED)

    def accept_above(self) -> None:
        """Accept all open suggestions above the line, as one step."""
        if review := self._page.review:
            with self._page.going_on():
                self.accept_sure(review, self._page.threshold)

    def accept_sure(self, review: Review, threshold: float) -> None:
        """Accept all open suggestions that are sure enough."""
        count = review.session.count_above(threshold)
        label = tr(
            "Accept {n} confident suggestion, above {line:.2f}",
            "Accept {n} confident suggestions, above {line:.2f}",
            count,
            line=threshold,
        )
        self._push_here(
            review,
            review.session.accept_above(threshold, label),
            tr("No confident suggestions are left"),
        )

    def accept_before(self) -> None:
        """Accept all that is proposed before the current gap, as one step, and stay there."""
        if chosen := self._chosen():
            review, gap = chosen
            label = tr("Accept all before “{what}”", what=review.outcome(gap))
            change = review.session.accept_before(gap, label)
            self._push_here(review, change, tr("Nothing is left before this one"))

    def choose_mark(self, mark: Mark) -> None:
        """Put this mark at the current gap, accept it, and go on, unless nothing was suggested."""
        if not (chosen := self._markable()):
            return
        review, gap = chosen
        edit = review.edit_with(mark, gap)
        decision = _decision(review.session.suggestion(gap), edit, Decision.ACCEPTED)
        what = review.outcome(gap, edit)
        label = tr("Put {mark} at “{what}”", mark=MARK_NAMES[mark], what=what)
        with self._deciding(review, gap):
            self.push(review, review.session.choose(gap, edit, decision, label))

    def cycle_mark(self, step: int) -> None:
        """Offer another of the likely marks at the current gap, undecided."""
        if not (chosen := self._markable()):
            return
        review, gap = chosen
        marks = [mark for mark, _ in marks_of(review, gap)]
        if len(marks) == 1:
            self.told.emit(tr("The model considered no other mark here. Type one to choose it."))
            return
        at = marks.index(review.session.verdict(gap).edit.mark)
        edit = review.edit_with(marks[(at + step) % len(marks)], gap)
        self._offer(review, gap, edit, tr("Change the mark at “{what}”"))

    def toggle_capital(self) -> None:
        """Turn the capital of the word after the current gap round, undecided."""
        if not (chosen := self._chosen()):
            return
        review, gap = chosen
        edit = review.session.verdict(gap).edit
        word, language = review.transcript.spelling_of(gap), review.transcript.language_at(gap)
        suggested = review.session.suggestion(gap).case
        case = toggle_capital(edit.case, word, language, suggested=suggested)
        self._offer(review, gap, Edit(edit.mark, case), tr("Toggle the capital at “{what}”"))

    def write_everywhere(self) -> None:
        """Accept, write the word after the current gap so in all its places, and go on."""
        if chosen := self._chosen():
            with self._deciding(*chosen):
                self._write_everywhere(*chosen)

    def decide(
        self, review: Review, gaps: Sequence[int], decision: Decision, which: str = ""
    ) -> None:
        """Decide about some gaps in the same way; `which` says what they have in common."""
        self.push(review, _decided(review, gaps, decision, which))

    def push(self, review: Review, change: Change, place: Spot | None = None) -> None:
        """Take a change as one step, done and undone from a place; no change is no step."""
        if not change:
            return
        # Open suggestions stay as the model has renewed them: only decisions are undone.
        self._page.stack.push(
            Step(
                change.label,
                lambda: self.changed.emit(review.apply(change), place),
                lambda: self.changed.emit(review.apply(change.inverse()), place),
            )
        )
        if len(change.after) > 1:
            self.tell_step(change.label)

    def tell_step(self, label: str) -> None:
        """Tell that one step did several things."""
        self.told.emit(tr("{label}: one step to undo", label=label))

    def _chosen(self) -> tuple[Review, int] | None:
        """Return the gap to decide about; where there is none, tell how to choose one."""
        review, gap = self._page.review, self._page.current
        if review is None or gap is None:
            self._page.tell_unchosen()
            return None
        return review, gap

    def _markable(self) -> tuple[Review, int] | None:
        """Return the gap to put a mark at; where none can be put, tell so."""
        chosen = self._chosen()
        if chosen is None or chosen[0].takes_mark(chosen[1]):
            return chosen
        self.told.emit(tr("No mark can be added, changed or removed here"))
        return None

    def _decide_current(self, decision: Decision, *, alike: bool) -> None:
        if not (chosen := self._chosen()):
            return
        review, gap = chosen
        if review.session.is_by_editor(gap):
            self._decide_own(review, gap, decision)
            return
        with self._page.going_on():
            if alike:
                which = tr("like “{what}”", what=review.outcome(gap))
                change = _decided(review, review.alike(gap), decision, which)
                self.push(review, change, self._here())
            else:
                self._page.panel.budget.pace.note_decision()
                self.decide(review, [gap], decision)

    def _decide_own(self, review: Review, gap: int, decision: Decision) -> None:
        """Take back the editor's own edit where nothing is suggested, or go to the next gap."""
        if decision is not Decision.REJECTED or gap == review.session.pointed:
            self._page.go_next()
            return
        suggestion = review.session.suggestion(gap)
        label = tr("Take back “{what}”", what=review.outcome(gap))
        stands = Edit(suggestion.mark, suggestion.case)
        self.push(review, review.session.choose(gap, stands, Decision.OPEN, label))

    def _decide_cue(self, decision: Decision) -> None:
        page, review = self._page, self._page.review
        if review is None:
            return
        accepting, where = decision is Decision.ACCEPTED, tr("in cue {cue}", cue=page.cue + 1)
        gaps = list(review.session.open_among(review.suggested_in(page.cue)))
        if accepting:
            gaps = [gap for gap in gaps if review.session.is_proposed(gap)]
        if not gaps:
            nothing = tr("Nothing left to accept") if accepting else tr("Nothing left to reject")
            self.told.emit(f"{nothing} {where}")
        with page.going_on():
            self.decide(review, gaps, decision, where)

    def _deciding(self, review: Review, gap: int) -> AbstractContextManager[None]:
        """Go on after a decision where a model suggests something."""
        self._page.panel.budget.pace.note_decision()
        return nullcontext() if review.session.is_by_editor(gap) else self._page.going_on()

    def _write_everywhere(self, review: Review, gap: int) -> None:
        alike = write_everywhere(review.transcript, review.session, gap)
        change, places = alike.change, len(alike.change.after.keys() - {gap})
        if not places:
            label = decision_label(review, [gap], Decision.ACCEPTED, "")
            self.push(review, replace(change, label=label))
            if alike.word:
                self.told.emit(alike_text(alike))
            return
        label = tr(
            "Write “{word}” like this in {n} other place",
            "Write “{word}” like this in {n} other places",
            places,
            word=alike.word,
        )
        self.push(review, replace(change, label=label), self._here())
        if len(change.after) == 1:
            self.tell_step(label)

    def _offer(self, review: Review, gap: int, edit: Edit, deed: str) -> None:
        decision = _decision(review.session.suggestion(gap), edit, Decision.OPEN)
        label = deed.format(what=review.outcome(gap, edit))
        self.push(review, review.session.choose(gap, edit, decision, label))

    def _push_here(self, review: Review, change: Change, nothing: str) -> None:
        """Take a change as one step that stays at this place, or tell that there is none."""
        if not change:
            self.told.emit(nothing)
        self.push(review, change, self._here())

    def _here(self) -> Spot:
        return self._page.cue, self._page.current


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
