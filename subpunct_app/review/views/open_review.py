"""A text under review: its words, the decisions, and what is known of the suggestions."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from operator import attrgetter, eq
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from subpunct_app.decoding.proposing.selection import joined, written_beside
from subpunct_app.languages.language_data import language_data
from subpunct_app.review.budget import Budget
from subpunct_app.review.editing.rewording import gap_after
from subpunct_app.review.editing.sheet import Reach
from subpunct_app.review.learning import house_style
from subpunct_app.review.learning.recalibration import tempered
from subpunct_app.review.session import ReviewSession
from subpunct_app.review.views.cue_runs import Drawing, Run
from subpunct_app.subtitles.writing.fair_copy import without_hidden
from subpunct_app.subtitles.writing.render import render, render_cue
from subpunct_app.text.decisions import Edit, case_for
from subpunct_app.text.words import Case, Mark, folded

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from subpunct_app.review.budget import ReviewCurve
    from subpunct_app.review.learning.house_style import HouseStyle
    from subpunct_app.review.settings import Settings
    from subpunct_app.subtitles.reading.transcript import Transcript
    from subpunct_app.text.decisions import Change
    from subpunct_app.text.splice import Splice
    from subpunct_app.text.words import Suggestion


# The word before a gap, the one after it as it is written, and the mark between them.
_Place: TypeAlias = tuple[str, str, Mark]


class AlikeGaps:
    """Find the gaps with a suggestion by the words and the mark that stand there.

    An edit takes no longer in a long text than in a short one: it is only noted, and the gaps of
    one place are moved along, through all edits since the last time, when they are asked for.
    """

    def __init__(self, transcript: Transcript, gaps: Iterable[int]) -> None:
        self._transcript = transcript
        self._known = self._by_place(gaps)
        # Each edit with the gaps that it brought.
        self._edits: tuple[tuple[Splice, Mapping[_Place, Sequence[int]]], ...] = ()
        # The gaps that were asked for, moved along through so many of the edits.
        self._asked: dict[_Place, tuple[Sequence[int], int]] = {}

    def to(self, gap: int) -> Sequence[int]:
        """Return the gaps between the same words with the same mark, this one among them."""
        place = self._place_of(gap)
        found, done = self._asked.get(place) or (self._known.get(place, ()), 0)
        for splice, come in self._edits[done:]:
            stay = (at for at in found if at not in splice.old)
            found = [*splice.moved_along(stay), *come.get(place, ())]
        self._asked[place] = found, len(self._edits)
        return found

    def spliced(self, transcript: Transcript, splice: Splice, gaps: Iterable[int]) -> AlikeGaps:
        """Return the same for an edited text, given the gaps that came by the edit."""
        new = AlikeGaps(transcript, ())
        new._known, new._asked = self._known, dict(self._asked)
        new._edits = (*self._edits, (splice, new._by_place(gaps)))
        return new

    def _by_place(self, gaps: Iterable[int]) -> Mapping[_Place, Sequence[int]]:
        found: dict[_Place, list[int]] = {}
        for gap in gaps:
            found.setdefault(self._place_of(gap), []).append(gap)
        return found

    def _place_of(self, gap: int) -> _Place:
        transcript = self._transcript
        before = folded(transcript.words[gap - 1].text) if gap else ""
        return before, transcript.spelling_of(gap), transcript.gaps[gap].current


# So many words on either side are looked at: no key may wait for a whole film.
_NEAR = 2000


def is_mostly_small(transcript: Transcript, word: int) -> bool:
    """Tell whether a word mostly has a small letter near its place, where no sentence begins.

    A word that stands nowhere else may be a name, and a text without small letters tells nothing.
    """
    name = folded(transcript.words[word].text)
    first = max(1, word - _NEAR)
    small = large = 0
    for at, found in enumerate(transcript.words[first : word + _NEAR], first):
        if at != word and folded(found.text) == name:
            case = Case.of(transcript.spelling_of(at))
            small += case is Case.LOWER
            large += case is not Case.LOWER and not transcript.gaps[at].current.ends_sentence
    return small > large


_T = TypeVar("_T")

# Of more suggestions than this it is quicker to count all anew.
_MANY = 500


@dataclass(slots=True)
class Review:
    """The words and decisions of one document, and the gap that the editor looks at.

    `capitals` tells whether a mark brings the capital of the next word with it, `curve` what the
    model promises to whoever looks at its most doubtful gaps. `temperature` is what the confidences
    of the model were softened by for the editor of this project, `style` how the editor punctuates
    this text, as far as that is known. `wanted` is what the suggestions were asked with, None where
    nobody knows any more. `passed` are the gaps that the editor left open for later.
    """

    transcript: Transcript
    session: ReviewSession
    current: int | None = None
    capitals: bool = True
    curve: ReviewCurve | None = None
    model: str = ""
    temperature: float = 1.0
    style: HouseStyle | None = None
    wanted: Settings | None = None
    passed: set[int] = field(default_factory=set)
    _reach: Reach = field(init=False, repr=False)
    _drawing: Drawing = field(init=False, repr=False)
    _alike: AlikeGaps | None = field(default=None, init=False, repr=False)
    _budget: Budget | None = field(default=None, init=False, repr=False)
    _outdated: dict[int, tuple[float, bool]] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        self._reach = Reach(self.transcript, self.session)
        self._drawing = Drawing(self._reach)

    def look_at(self, gap: int | None) -> None:
        """Make a gap the current one, be anything proposed there or not."""
        self.current = gap
        self.session.point_at(gap, Mark.NONE if gap is None else self.transcript.gaps[gap].current)

    def copied(self) -> Review:
        """Return a copy that later decisions do not reach, for another thread."""
        return replace(self, session=self.session.copied())

    def edited(self, transcript: Transcript, session: ReviewSession, words: Splice) -> Review:
        """Return the review after an edit that replaced some words by others."""
        splice = words.gaps
        passed = {gap_after(self.transcript, transcript, gap) for gap in self.passed}
        review = replace(self, transcript=transcript, session=session, current=None, passed=passed)
        if self._alike is not None:
            review._alike = self._alike.spliced(transcript, splice, session.gaps_within(splice.new))
        gone = self._ranked(self.session.gaps_within(splice.old))
        come = review._ranked(session.gaps_within(splice.new))
        review._budget = self.budget().spliced(gone, come, len(transcript.gaps))
        return review

    def place_in(self, other: Review, cue: int) -> int | None:
        """Return where the current gap of a cue is in this review with other words.

        None is where no mark may be put there.
        """
        if self.current is None:
            return None
        gap = gap_after(self.transcript, other.transcript, self.current, cue)
        return gap if gap in other.session or other.takes_mark(gap) else None

    def apply(self, change: Change) -> Change:
        """Make a change of the decisions, and return it as it was made."""
        made = self.session.apply(change)
        renewed = [made.before[gap][0] for gap in made.renewed]
        if any(before.by_editor for before in renewed):
            # What a model proposes there by now was never weighed.
            self._budget = self._alike = None
        if len(renewed) > _MANY:
            self._budget = None
        elif self._budget is not None:
            for before in renewed:
                self._outdated.setdefault(before.gap, self._rank(before))
        return made

    def renew(self, found: Mapping[int, Suggestion | None]) -> Sequence[int]:
        """Take renewed suggestions for some gaps, and return the gaps that show another one now."""
        gaps = self.transcript.gaps
        return self._following(
            found, lambda found: house_style.renew(self.session, found, self.style, gaps)
        )

    def suit(self, style: HouseStyle | None, found: Mapping[int, Suggestion]) -> Sequence[int]:
        """Show some suggestions as the editor's style has them, and return which changed."""
        self.style = style
        return self._following(found, self.session.suit)

    def continuing(self, other: Review) -> Review:
        """Return this review with the decisions of another one, and at its place.

        In another language a text may fall into other words; decisions about those mean nothing.
        """
        if not self._same_words(other):
            return self
        session = self.session.with_decisions(self._former(other))
        current = other.current if self.current is None else self.current
        return replace(self, session=session, current=current)

    def beside(self, other: Review, words: Collection[int]) -> Review:
        """Return this review for some words, with the suggestions of another one for all others."""
        if not self._same_words(other):
            return self
        old, new = self._former(other).suggestions, self.session.suggestions
        session = ReviewSession(joined(self.transcript, old, new, words))
        transcript = written_beside(self.transcript, other.transcript, words)
        current = new[0].gap if new else None
        return replace(self, transcript=transcript, session=session, current=current)

    def at_temperature(self, temperature: float) -> Review:
        """Return this review with the confidences of the model at another temperature."""
        if temperature == self.temperature:
            return self
        made = self.session.as_made()
        by = temperature / self.temperature
        weighed = tempered(made.suggestions, self.transcript.gaps, by)
        session = ReviewSession(weighed, made.verdicts())
        return replace(self, session=session, temperature=temperature)

    def runs(self, cue: int) -> list[Run]:
        """Return the text of a cue with its suggestions drawn in, line ends as they are."""
        return self._drawing.runs(cue)

    def result_text(self, cue: int) -> str:
        """Return the text of a cue as it would be exported now."""
        edits = self.session.accepted(self._reach.gaps_around(cue))
        if not edits:
            return self.transcript.document.cue_text(cue)
        return render_cue(self.transcript, cue, edits)

    def proposed_texts(self) -> list[str]:
        """Return how all cues would read if everything open were accepted."""
        document = render(self.transcript, self.session.pending(self.session.gaps))
        return [without_hidden(document.cue_text(cue)) for cue in range(len(document.cues))]

    def cue_of(self, gap: int) -> int:
        """Return the first cue in which a suggestion shows: with its mark, or else its word."""
        return self.transcript.words[self._word_at(gap)].cue

    def suggested_in(self, cue: int) -> list[int]:
        """Return the gaps whose suggestion shows in a cue, in reading order."""
        words = self.transcript.words_of(cue)
        gaps = self.session.suggested(range(words.start, words.stop + 1))
        return [gap for gap in gaps if self._word_at(gap) in words]

    def cues_of(self, gaps: Iterable[int]) -> set[int]:
        """Return the cues that look different when these gaps change."""
        return {cue for gap in gaps for cue in self._reach.cues_of(gap)}

    @property
    def language(self) -> str:
        """Return the language in which a mark is put where the editor is."""
        return self.transcript.language_at(max(0, (self.current or 0) - 1))

    def spelled(self, mark: Mark) -> str:
        """Return a mark as it is written where the editor is, the sign that goes with it first."""
        written = language_data(self.language).typography
        return written.signs.get(mark, "") + written.spelled(mark).strip()

    def count_changes(self) -> int:
        """Return how many of the accepted edits make anything of the text another."""
        return sum(self._changes(gap, edit) for gap, edit in self.session.edits().items())

    def takes_mark(self, gap: int) -> bool:
        """Tell whether a mark may be put at a gap at all."""
        return gap > 0 and not self.transcript.gaps[gap].fixed

    def edit_with(self, mark: Mark, gap: int) -> Edit:
        """Return the edit that puts a mark of the editor's choice at a gap.

        The next word gets the capital of a sentence's start with it, or loses that.
        """
        suggestion = self.session.suggestion(gap)
        if not self.capitals:
            return Edit(mark, suggestion.case)
        case = case_for(mark, suggestion)
        joined = case is Case.KEEP and not mark.ends_sentence and self._began(gap)
        return Edit(mark, Case.LOWER if joined else case)

    def budget(self) -> Budget:
        """Return what a look at the most doubtful suggestions promises, for any number of them."""
        count, outdated = len(self.transcript.gaps), self._outdated
        if self._budget is None or len(outdated) > _MANY:
            self._budget = Budget(self._ranked(self.session.gaps), count, self.curve)
        elif outdated:
            renewed = self._ranked(outdated)
            self._budget = self._budget.spliced(outdated.values(), renewed, count)
        outdated.clear()
        return self._budget

    def alike(self, gap: int) -> list[int]:
        """Return this gap and the open ones between the same words with the same change."""
        if self.session.is_by_editor(gap):
            return [gap]
        wanted = self.session.verdict(gap).edit
        if self._alike is None:
            self._alike = AlikeGaps(self.transcript, self.session.gaps)
        return sorted({gap, *self.session.offered(wanted, self._alike.to(gap))})

    def outcome(self, gap: int, edit: Edit | None = None) -> str:
        """Return the words around a gap as they would read after an edit, or the one on offer."""
        edit = edit or self.session.verdict(gap).edit
        written = language_data(self.transcript.language_at(max(0, gap - 1))).typography.spelled(
            edit.mark
        )
        before = self.transcript.spelling_of(gap - 1) if gap else ""
        return f"{before}{written} {self.recased(gap, edit)}".strip()

    def recased(self, gap: int, edit: Edit) -> str:
        """Return the word after a gap as it would read after an edit."""
        language = self.transcript.language_at(gap)
        return edit.case.apply(self.transcript.spelling_of(gap), language)

    def _began(self, gap: int) -> bool:
        """Tell whether the word after a gap has its capital from the mark that stands there."""
        here = self.transcript.gaps[gap]
        # What somebody says begins large, whatever stands before it.
        if not here.current.ends_sentence or here.opened or here.turn:
            return False
        large = Case.of(self.transcript.spelling_of(gap)) is Case.CAPITALISED
        return large and is_mostly_small(self.transcript, gap)

    def _following(
        self, found: Mapping[int, _T], change: Callable[[Mapping[int, _T]], Sequence[int]]
    ) -> Sequence[int]:
        """Change some suggestions, and note for the budget how sure the changed ones were."""
        gaps = [gap for gap in found if gap in self.session]
        before = {gap: self._rank(self.session.suggestion(gap)) for gap in gaps}
        changed = change(found)
        for gap in changed:
            self._outdated.setdefault(gap, before[gap])
        return changed

    def _ranked(self, gaps: Iterable[int]) -> list[tuple[float, bool]]:
        """Return how sure a model's suggestions are, and whether a mark is at stake in them."""
        suggestions = map(self.session.suggestion, gaps)
        return [self._rank(one) for one in suggestions if not one.by_editor]

    def _rank(self, suggestion: Suggestion) -> tuple[float, bool]:
        marked = suggestion.mark is not self.transcript.gaps[suggestion.gap].current
        return suggestion.confidence, marked

    def _changes(self, gap: int, edit: Edit) -> bool:
        if edit.mark is not self.transcript.gaps[gap].current:
            return True
        return self.recased(gap, edit) != self.transcript.spelling_of(gap)

    def _word_at(self, gap: int) -> int:
        """Return the word before a mark, or the word after it where only its case changes."""
        if self.session.is_by_editor(gap):
            return gap - 1
        unmarked = self.session.verdict(gap).edit.mark is self.transcript.gaps[gap].current
        return gap if unmarked and gap < len(self.transcript.words) else gap - 1

    def _former(self, other: Review) -> ReviewSession:
        """Return the session of another review as its model made it, at this temperature."""
        session = other.at_temperature(self.temperature).session.as_made()
        return session if other.model == self.model else session.made_by(other.model)

    def _same_words(self, other: Review) -> bool:
        here, there = self.transcript.words, other.transcript.words
        place = attrgetter("start", "end")
        return len(here) == len(there) and all(map(eq, map(place, here), map(place, there)))
