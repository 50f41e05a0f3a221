"""Decisions about suggestions, each one step to undo, and moving from one to the next."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from subpunct_app.gui.cues.letter_places import word_at
from subpunct_app.gui.review.review_steps import Step
from subpunct_app.gui.texts.wording import MARK_NAMES, alike_text, decision_label, marks_of
from subpunct_app.review.editing.everywhere import write_everywhere
from subpunct_app.text.counting import counted
from subpunct_app.text.verdicts import Change, Decision, Edit
from subpunct_app.text.words import Mark, toggle_capital

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from subpunct_app.gui.review.review_page import ReviewPage
    from subpunct_app.review.views.open_review import Review


if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    from PySide6.QtGui import QUndoStack

    from subpunct_app.review.views.open_review import Review
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


if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TypeAlias

    from subpunct_app.gui.review.review_page import ReviewPage
    from subpunct_app.review.views.open_review import Review

    _Way: TypeAlias = Callable[[Review, int, Decision], None]


class Judge:
    """Take what the editor of a page says; most decisions go on to the next open suggestion."""

    def __init__(self, page: ReviewPage) -> None:
        self._page = page
        page.table.mark_typed.connect(self.choose_mark)
        page.panel.mark_chosen.connect(self.choose_mark)
        page.panel.budget.accept_above.connect(self.accept_above)

    def slots(self) -> Mapping[str, Callable[[], object]]:
        """Return what to call for each action of this part, by its name."""
        return {
            "accept": self.accept_current,
            "reject": self.reject_current,
            "no_mark": lambda: self.choose_mark(Mark.NONE),
            "capital": self.toggle_capital,
            "everywhere": self.write_everywhere,
            "next_choice": lambda: self.cycle_mark(1),
            "previous_choice": lambda: self.cycle_mark(-1),
            "accept_cue": self.accept_cue,
            "reject_cue": self.reject_cue,
            "accept_alike": self.accept_alike,
            "reject_alike": self.reject_alike,
            "accept_before": self.accept_before,
            "accept_above": self.accept_above,
        }

    def accept_current(self) -> None:
        """Accept the current suggestion and go to the next open one."""
        self._decide(Decision.ACCEPTED, self._decide_one)

    def reject_current(self) -> None:
        """Reject the current suggestion and go to the next open one."""
        self._decide(Decision.REJECTED, self._decide_one)

    def accept_cue(self) -> None:
        """Accept what is open in the selected cue."""
        self._decide_cue(Decision.ACCEPTED)

    def reject_cue(self) -> None:
        """Reject what is open in the selected cue."""
        self._decide_cue(Decision.REJECTED)

    def accept_alike(self) -> None:
        """Accept the current suggestion and all open ones like it, as one step."""
        self._decide(Decision.ACCEPTED, self._page.decider.decide_alike)

    def reject_alike(self) -> None:
        """Reject the current suggestion and all open ones like it, as one step."""
        self._decide(Decision.REJECTED, self._page.decider.decide_alike)

    def accept_above(self) -> None:
        """Accept all open suggestions above the line, as one step."""
        page = self._page
        if page.review:
            with page.going_on():
                page.decider.accept_above(page.review, page.threshold)

    def accept_before(self) -> None:
        """Accept all that is before the current gap, as one step, and stay there."""
        if chosen := self._chosen():
            self._page.decider.accept_before(*chosen)

    def choose_mark(self, mark: Mark) -> None:
        """Put this mark at the current gap, accept it, and go on, unless nothing was suggested."""
        if chosen := self._markable():
            self._put(*chosen, partial(self._page.decider.put_mark, mark=mark))

    def cycle_mark(self, step: int) -> None:
        """Offer another mark at the current gap, undecided."""
        if chosen := self._markable():
            self._page.decider.cycle_mark(*chosen, step)

    def toggle_capital(self) -> None:
        """Turn the capital of the word after the current gap round, undecided."""
        if chosen := self._chosen():
            self._page.decider.toggle_capital(*chosen)

    def write_everywhere(self) -> None:
        """Accept, write the word after the current gap so in all its places, and go on."""
        if chosen := self._chosen():
            self._put(*chosen, self._page.decider.write_everywhere)

    def _put(self, review: Review, gap: int, way: Callable[[Review, int], None]) -> None:
        """Put something in some way, and go on where a model suggests something."""
        page = self._page
        page.panel.budget.pace.note_decision()
        goes_on = not review.session.is_by_editor(gap)
        with page.going_on() if goes_on else nullcontext():
            way(review, gap)

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
        self._page.decider.told.emit("No mark can be put, changed or taken out here")
        return None

    def _decide(self, decision: Decision, way: _Way) -> None:
        """Decide in some way where a model suggests something, and go on."""
        chosen = self._chosen()
        if chosen is None:
            return
        review, gap = chosen
        if review.session.is_by_editor(gap):
            self._decide_own(review, gap, decision)
            return
        with self._page.going_on():
            way(review, gap, decision)

    def _decide_one(self, review: Review, gap: int, decision: Decision) -> None:
        self._page.panel.budget.pace.note_decision()
        self._page.decider.decide(review, [gap], decision)

    def _decide_cue(self, decision: Decision) -> None:
        page, review = self._page, self._page.review
        if review:
            gaps = list(review.session.open_among(review.suggested_in(page.cue)))
            if decision is Decision.ACCEPTED:
                gaps = [gap for gap in gaps if review.session.is_proposed(gap)]
            where = f"in cue {page.cue + 1}"
            if not gaps:
                page.decider.tell_none(decision, where)
            with page.going_on():
                page.decider.decide(review, gaps, decision, where)

    def _decide_own(self, review: Review, gap: int, decision: Decision) -> None:
        """Take back the editor's own edit where nothing is suggested, or go to the next gap."""
        if decision is Decision.REJECTED and gap != review.session.pointed:
            self._page.decider.take_back(review, gap)
        else:
            self._page.go_next()


class Pointer:
    """Take the editor of a page from word to word, or to the word that was clicked on.

    What is pointed at is the gap behind the word; where none may stand, nothing happens.
    """

    def __init__(self, page: ReviewPage) -> None:
        self._page = page
        context = page.panel.context
        context.gap_chosen.connect(page.select_gap)
        context.word_pointed.connect(self.point_behind)
        page.table.word_pointed.connect(self.point_behind)

    def slots(self) -> Mapping[str, Callable[[], object]]:
        """Return what to call for each action of this part, by its name."""
        return {
            "next_cue": lambda: self.go_to_cue(1),
            "previous_cue": lambda: self.go_to_cue(-1),
            "next_word": lambda: self.go(1),
            "previous_word": lambda: self.go(-1),
        }

    def go(self, step: int) -> None:
        """Go one word on, or one back with a step of -1."""
        page, review = self._page, self._page.review
        if review is None:
            return
        gap = self._start(review, step) + step
        while 0 < gap < len(review.transcript.gaps) and not review.takes_mark(gap):
            gap += step
        if 0 < gap < len(review.transcript.gaps):
            self._point_at(gap)
            page.panel.announce()

    def go_to_cue(self, step: int) -> None:
        """Go to the next cue that is listed, or the previous one with a step of -1."""
        page, before = self._page, self._page.cue
        page.table.step(step)
        # At the first and the last one, too: a key that does nothing must not be silent.
        if page.cue == before:
            page.panel.announce()

    def point_behind(self, cue: int, letter: int) -> None:
        """Point at the gap behind the word that a letter of a cue belongs to."""
        review = self._page.review
        word = word_at(review.transcript, cue, letter) if review else None
        if review and word is not None and review.takes_mark(word + 1):
            self._point_at(word + 1)

    def _point_at(self, gap: int) -> None:
        # It is hidden where nothing at all is suggested.
        self._page.panel.show()
        self._page.select_gap(gap)

    def _start(self, review: Review, step: int) -> int:
        """Return the current gap, or that before or behind all words of the cue."""
        if review.current is not None:
            return review.current
        words = review.transcript.words_of(self._page.cue)
        return words.start if step > 0 else words.stop + 1
