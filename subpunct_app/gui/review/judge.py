"""Decide about the suggestion that the editor looks at, those of its cue and those like it."""

from __future__ import annotations

from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING

from subpunct_app.text.verdicts import Decision
from subpunct_app.text.words import Mark

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TypeAlias

    from subpunct_app.gui.review.page import ReviewPage
    from subpunct_app.review.views.opened import Review

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
