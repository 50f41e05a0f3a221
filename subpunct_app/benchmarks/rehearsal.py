"""Play a review of a text whose marks are known: take them off, propose them, decide."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from subpunct_app.decoding.names import NO_NAMES, Names
from subpunct_app.decoding.proposing.neighbourhood import Neighbourhood
from subpunct_app.decoding.proposing.pipeline import propose
from subpunct_app.decoding.suggestions.options import Mode, Options
from subpunct_app.models.mark_labels import fold_mark
from subpunct_app.review.budget import WORDS_A_MINUTE
from subpunct_app.review.editing.everywhere import write_everywhere
from subpunct_app.review.learning.house_style import (
    HouseStyle,
    enough_verdicts,
    following,
    learn_style,
    renew,
    verdicts_in,
)
from subpunct_app.review.model_queries import FEW, decided_marks_near
from subpunct_app.review.session import ReviewSession
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.subtitles.writing.render import render
from subpunct_app.text.decisions import Decision, Edit, case_for
from subpunct_app.text.words import Case, Mark, folded

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import TypeAlias

    from subpunct_app.decoding.proposing.pipeline import Proposal
    from subpunct_app.models.punctuator import Punctuator
    from subpunct_app.runtime.task import Task
    from subpunct_app.subtitles.formats.document import Document
    from subpunct_app.subtitles.reading.transcript import Transcript
    from subpunct_app.text.decisions import Change, Edits, Standing
    from subpunct_app.text.words import Suggestion

    # The mark in a gap, and how the word after it is written.
    Written: TypeAlias = tuple[Mark, str]

_SCHEME = 6
# Chooses the marks that are kept.
_SEED = 1
SHARES = (0.02, 0.05, 0.1, 0.2)


def strip_marks(
    document: Document, language: str, *, kept: float = 0.0
) -> tuple[Document, tuple[Written, ...]]:
    """Return a document without marks and capitals, and what should stand in each of its gaps.

    If a share of the marks is `kept`, which ones is left to chance, the same each time, and all
    capitals stay. A cue that would not hold the same words without its marks keeps them and the
    mark before it, as one with "J. Silver".
    """
    transcript = read_words(document, language)
    spelled = spellings(transcript)
    chance, case = random.Random(_SEED), Case.KEEP if kept else Case.LOWER
    edits = {
        at: Edit(gap.current if gap.fixed or chance.random() < kept else Mark.NONE, case)
        for at, gap in enumerate(transcript.gaps)
    }
    marks = (counted_as(gap.current) for gap in transcript.gaps)
    return _readable(transcript, edits), tuple(zip(marks, [*spelled, ""], strict=True))


def counted_as(mark: Mark) -> Mark:
    """Return the mark that a mark counts as: one that no key types folds into another."""
    return fold_mark(mark, _SCHEME)


def spellings(transcript: Transcript) -> list[str]:
    """Return each word as it is written in the file."""
    text = transcript.document.text
    return [text[word.start : word.end] for word in transcript.words]


def _readable(transcript: Transcript, edits: Edits) -> Document:
    """Return the document with those edits after which its words are still the same."""
    result = render(transcript, edits)
    reread = read_words(result, transcript.language)
    changed = _words_by_cue(transcript) ^ _words_by_cue(reread)
    if not changed:
        return result
    cues = {cue for cue, _ in changed}
    kept = {gap: edit for gap, edit in edits.items() if cues.isdisjoint(transcript.cues_of(gap))}
    return _readable(transcript, kept) if len(kept) < len(edits) else transcript.document


def _words_by_cue(transcript: Transcript) -> set[tuple[int, tuple[str, ...]]]:
    """Return the words of each cue in small letters."""
    by_cue = groupby(transcript.words, key=attrgetter("cue"))
    return {(cue, tuple(folded(word.text) for word in words)) for cue, words in by_cue}


class Following:
    """Ask the model again beside each decision, and learn the house style from all of them."""

    def __init__(
        self, proposal: Proposal, punctuator: Punctuator, options: Options, task: Task
    ) -> None:
        self._task = task
        transcript = proposal.transcript
        self._gaps = transcript.gaps
        self._neighbourhood: Neighbourhood | None = None
        if punctuator.card.network.features:
            self._neighbourhood = Neighbourhood(
                transcript, punctuator, options, habits=proposal.habits
            )
        self._style: HouseStyle | None = None
        self._verdicts = 0

    def follow(self, session: ReviewSession, change: Change, read: int | None = None) -> None:
        """Let a session follow what was just decided; raise Cancelled on request.

        What the editor went on to `read` meanwhile does not change by a lesson.
        """
        self._task.step(len(session) - session.open_count, len(session), "Reviewing")
        enough = enough_verdicts(len(session))
        self._verdicts += verdicts_in(change, enough)
        if self._verdicts >= enough:
            self._verdicts = 0
            self._style = learn_style(session, self._gaps)
            others = (gap for gap in session.open_among(session.gaps) if gap != read)
            session.suit(following(session, others, self._style, self._gaps))
        if self._neighbourhood is not None and len(change.after) <= FEW:
            gap = next(iter(change.after))
            settled = decided_marks_near(session, gap, self._gaps)
            found = self._neighbourhood.around(gap, settled)
            renew(session, found, self._style, self._gaps)


@dataclass(frozen=True, slots=True)
class Played:
    """What one way to review some texts took, and how many gaps it left wrong."""

    decisions: int
    left: int
    read_words: int = 0

    def __add__(self, other: Played) -> Played:
        return Played(
            self.decisions + other.decisions,
            self.left + other.left,
            self.read_words + other.read_words,
        )

    def minutes(self, pace: float) -> float:
        """Return how long it takes at so many seconds a decision."""
        return self.decisions * pace / 60 + self.read_words / WORDS_A_MINUTE


class Editor:
    """Review one bare text in every way, each time from its beginning; always right."""

    def __init__(
        self,
        transcript: Transcript,
        suggestions: Sequence[Suggestion],
        truth: Sequence[Written],
        following: Following | None,
    ) -> None:
        self._suggestions = suggestions
        self._truth = truth
        self._following = following
        self._transcript = transcript
        self._words = [*spellings(transcript), ""]
        self._language = transcript.language
        self._current = [gap.current for gap in transcript.gaps]

    def look_at(self, counts: Sequence[int]) -> list[Played]:
        """Decide about the most doubtful suggestions, one by one.

        Return for each of the counts, which rise to that of all, what it takes to stop there and
        to trust the others.
        """
        session = ReviewSession(self._suggestions)
        gap, looked, played = session.most_doubtful(), 0, []
        for count in counts:
            while gap is not None and looked < count:
                change = self._decide(session, gap)
                # The window goes on at once, before the model has read again.
                gap = session.most_doubtful()
                self._follow(session, change, gap)
                looked += 1
            trusted = session.accept_above(0.0)
            session.apply(trusted)
            played.append(Played(looked, self.wrong(session.edits())))
            session.apply(trusted.inverse())
        return played

    def read(self) -> Played:
        """Read the text as proposed, accept what was read, and mend what is wrong on the way."""
        session = ReviewSession(self._suggestions)
        decisions = 0
        for gap in range(len(self._words)):
            if self._is_right(gap, session.pending([gap]).get(gap)):
                continue
            read = session.accept_before(gap, "")
            session.apply(read)
            self._follow(session, read, gap)
            session.point_at(gap, self._current[gap])
            change = self._decide(session, gap)
            self._follow(session, change, session.next_open(gap))
            decisions += 1
        session.apply(session.accept_above(0.0))
        return Played(decisions, self.wrong(session.edits()), len(self._words) - 1)

    def mend_by_hand(self) -> Played:
        """Read the bare text and put everything right."""
        return Played(self.wrong({}), 0, len(self._words) - 1)

    def wrong(self, edits: Edits) -> int:
        """Return how many gaps are wrong after these edits."""
        return sum(not self._is_right(gap, edits.get(gap)) for gap in range(len(self._words)))

    def _follow(self, session: ReviewSession, change: Change, read: int | None) -> None:
        if self._following is not None and change:
            self._following.follow(session, change, read)

    def _is_right(self, gap: int, edit: Edit | None) -> bool:
        edit = edit or Edit(self._current[gap], Case.KEEP)
        mark, word = self._truth[gap]
        return counted_as(edit.mark) is mark and self._writes(gap, edit.case, word)

    def _writes(self, gap: int, case: Case, word: str) -> bool:
        return case.apply(self._words[gap], self._language) == word

    def _decide(self, session: ReviewSession, gap: int) -> Change:
        """Make the right decision about a gap, and about its word elsewhere if that is right."""
        suggestion = session.suggestion(gap)
        if self._is_right(gap, None):
            change = session.decide([gap], Decision.REJECTED, "")
        elif self._is_right(gap, Edit(suggestion.mark, suggestion.case)):
            change = session.decide([gap], Decision.ACCEPTED, "")
        else:
            mark, word = self._truth[gap]
            cases = (suggestion.case, case_for(mark, suggestion), Case.making(word))
            case = next(case for case in cases if self._writes(gap, case, word))
            change = session.choose(gap, Edit(mark, case), Decision.ACCEPTED, "")
        session.apply(change)
        verdict = session.verdict(gap)
        accepted = verdict.decision is Decision.ACCEPTED
        about_case = accepted or verdict.edit.mark is self._current[gap]
        if about_case and verdict.edit.case is not Case.KEEP:
            everywhere = write_everywhere(self._transcript, session, gap).change
            if everywhere and all(map(self._stands_right, everywhere.after.values())):
                session.apply(everywhere)
        return change

    def _stands_right(self, standing: Standing) -> bool:
        """Return whether the word after a gap is right where things stand so there."""
        gap, verdict = standing[0].gap, standing[1]
        refused = verdict.decision is Decision.REJECTED
        return self._writes(gap, Case.KEEP if refused else verdict.edit.case, self._truth[gap][1])


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """Every way to review some texts; `wrong` counts the gaps that need anything at all."""

    gaps: int
    wrong: int
    accepted: Played
    looked: Mapping[float, Played]
    every: Played
    read: Played
    by_hand: Played

    def __add__(self, other: Rehearsal) -> Rehearsal:
        return Rehearsal(
            self.gaps + other.gaps,
            self.wrong + other.wrong,
            self.accepted + other.accepted,
            {share: played + other.looked[share] for share, played in self.looked.items()},
            self.every + other.every,
            self.read + other.read,
            self.by_hand + other.by_hand,
        )


@dataclass(frozen=True, slots=True)
class RehearsalOptions:
    """What an editor has before a review: `learn` lets suggestions follow the decisions.

    `names` are those that the editor told before. A share of the marks may be `kept`, with all
    capitals; what the model then proposes depends on the `mode`.
    """

    learn: bool = True
    names: Names = NO_NAMES
    kept: float = 0.0
    mode: Mode = Mode.RESTORE


def rehearse(
    document: Document,
    punctuator: Punctuator,
    task: Task,
    *,
    language: str,
    review: RehearsalOptions | None = None,
) -> Rehearsal:
    """Play all reviews of one punctuated text."""
    review = review or RehearsalOptions()
    bare, truth = strip_marks(document, language, kept=review.kept)
    options = Options(review.mode, ask=True, names=review.names)
    proposal = propose(bare, punctuator, options, task, language=language)
    following = Following(proposal, punctuator, options, task) if review.learn else None
    return play(proposal.transcript, proposal.suggestions, truth, following)


def total(rehearsals: Iterable[Rehearsal]) -> Rehearsal:
    """Return what several texts take together; there must be one."""
    first, *others = rehearsals
    return sum(others, first)


def first_gaps(document: Document, count: int, language: str) -> Document:
    """Return the cues of a document up to the one that holds its gap of this number."""
    words = read_words(document, language).words
    if len(words) < count:
        return document
    end = document.cues[words[count - 1].cue].end
    return parse(f"{document.text[:end]}\n".encode("utf-8", "surrogateescape"))


def play(
    transcript: Transcript,
    suggestions: Sequence[Suggestion],
    truth: Sequence[Written],
    following: Following | None = None,
) -> Rehearsal:
    """Play all reviews of the suggestions for a bare text, which may follow the decisions."""
    editor = Editor(transcript, suggestions, truth, following)
    gaps = len(transcript.gaps)
    counts = [0, *(round(share * gaps) for share in SHARES), len(suggestions)]
    accepted, *looked, every = editor.look_at(counts)
    return Rehearsal(
        gaps,
        editor.wrong({}),
        accepted,
        dict(zip(SHARES, looked, strict=True)),
        every,
        editor.read(),
        editor.mend_by_hand(),
    )
