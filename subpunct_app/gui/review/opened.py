"""What lies open for review, and how each cue of it is to be drawn."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import pairwise
from operator import attrgetter, eq
from typing import TYPE_CHECKING, TypeAlias

from subpunct_app.core.budget import Budget
from subpunct_app.core.review import Change, Decision, Edit, ReviewSession, case_for
from subpunct_app.core.text import Case, Mark
from subpunct_app.services.learning import tempered
from subpunct_app.services.stretches import joined
from subpunct_app.subtitles.render import Edits, Piece, PieceKind, pieces, render_cue
from subpunct_app.subtitles.typography import typography

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from subpunct_app.core.budget import ReviewCurve
    from subpunct_app.subtitles.words import Transcript

# The word before a gap, the one after it as it is written, and the mark between them.
_Place: TypeAlias = tuple[str, str, Mark]


class Look(StrEnum):
    """How a run of text is drawn; a REPLACED one is followed by what is REPLACING it."""

    PLAIN = "plain"
    INSERTED = "inserted"
    REMOVED = "removed"
    REPLACED = "replaced"
    REPLACING = "replacing"
    RECASED = "recased"
    SETTLED = "settled"
    DROPPED = "dropped"
    ASKED = "asked"


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text with one look; `gap` names the suggestion it belongs to."""

    text: str
    look: Look = Look.PLAIN
    gap: int | None = None


_OPEN = {
    PieceKind.INSERTED: Look.INSERTED,
    PieceKind.REMOVED: Look.REMOVED,
    PieceKind.RECASED: Look.RECASED,
}


@dataclass(slots=True)
class Review:
    """The words and decisions of one document, and the suggestion that the editor looks at.

    `capitals` tells whether a mark brings the capital of the next word with it, `curve` what the
    model promises to whoever looks at its most doubtful gaps. `temperature` is what the confidences
    of the model were softened by for the editor of this project.
    """

    transcript: Transcript
    session: ReviewSession
    current: int | None = None
    capitals: bool = True
    curve: ReviewCurve | None = None
    model: str = ""
    temperature: float = 1.0
    _places: Mapping[_Place, list[int]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        places: dict[_Place, list[int]] = {}
        for gap in self.session.gaps:
            places.setdefault(self._place_of(gap), []).append(gap)
        self._places = places

    def continuing(self, other: Review) -> Review:
        """Return this review with the decisions of another one, and at its place.

        In another language a text may fall into other words; decisions about those mean nothing.
        """
        if not self._same_words(other):
            return self
        weighed = other.at_temperature(self.temperature)
        session = self.session.with_decisions(weighed.session)
        current = other.current if self.current is None else self.current
        return replace(self, session=session, current=current)

    def beside(self, other: Review, words: Collection[int]) -> Review:
        """Return this review, which is about some words, with what another one says of the rest."""
        if not self._same_words(other):
            return self
        old = other.at_temperature(self.temperature).session.suggestions
        new = self.session.suggestions
        session = ReviewSession(joined(self.transcript, old, new, words))
        return replace(self, session=session, current=new[0].gap if new else None)

    def at_temperature(self, temperature: float) -> Review:
        """Return this review with the confidences of the model at another temperature."""
        if temperature == self.temperature:
            return self
        session = ReviewSession(
            tempered(self.session.suggestions, self.transcript.gaps, temperature / self.temperature)
        )
        session.apply(Change("Weigh anew", {}, self.session.verdicts()))
        return replace(self, session=session, temperature=temperature)

    def runs(self, cue: int) -> list[Run]:
        """Return the text of a cue with its suggestions drawn in, line ends as they are."""
        gaps = self.transcript.gaps_around(cue)
        pending = self.session.pending(gaps)
        drawn = self._drawn(cue, pending)
        if beside := self._dropped(gaps) | self._asked(gaps):
            faint = self._drawn(cue, pending | beside)
            # A mark that will not stand must not be drawn where it would move another's sign.
            return faint if plain_text(faint) == plain_text(drawn) else drawn
        return drawn

    def result_text(self, cue: int) -> str:
        """Return the text of a cue as it would be exported now."""
        edits = self.session.accepted(self.transcript.gaps_around(cue))
        if not edits:
            return self.transcript.document.cue_text(cue)
        return render_cue(self.transcript, cue, edits)

    def shown_in(self, gap: int) -> Iterator[int]:
        """Yield the cues in which a suggestion shows, more than one in rolling captions."""
        return self.transcript.cues_with(self._word_at(gap))

    def cue_of(self, gap: int) -> int:
        """Return the first cue in which a suggestion shows: with its mark, or else its word."""
        return self.transcript.words[self._word_at(gap)].cue

    def suggested_in(self, cue: int) -> list[int]:
        """Return the gaps whose suggestion shows in a cue, in reading order."""
        words = self.transcript.words_of(cue)
        gaps = self.session.suggested(self.transcript.gaps_around(cue))
        return [gap for gap in gaps if self._word_at(gap) in words]

    def cues_of(self, gaps: Iterable[int]) -> set[int]:
        """Return the cues that look different when these gaps change."""
        return {cue for gap in gaps for cue in self.transcript.cues_of(gap)}

    def spelled(self, mark: Mark) -> str:
        """Return a mark as the language writes it, the sign that goes with it first."""
        written = typography(self.transcript.language)
        return written.signs.get(mark, "") + written.spelled(mark).strip()

    def takes_mark(self, gap: int) -> bool:
        """Tell whether a mark may be put at a gap at all."""
        return gap > 0 and not self.transcript.gaps[gap].fixed

    def edit_with(self, mark: Mark, gap: int) -> Edit:
        """Return the edit that puts a mark of the editor's choice at a gap."""
        suggestion = self.session.suggestion(gap)
        return Edit(mark, case_for(mark, suggestion) if self.capitals else suggestion.case)

    def next_word(self, gap: int) -> str:
        """Return the word after a gap as the file spells it, empty at the end."""
        return self.word(gap)

    def budget(self) -> Budget:
        """Return what it is worth to look at so many of the suggestions."""
        gaps = self.transcript.gaps
        suggestions = map(self.session.suggestion, self.session.gaps)
        ranked = ((s.confidence, s.mark is not gaps[s.gap].current) for s in suggestions)
        return Budget(ranked, len(gaps), self.curve)

    def alike(self, gap: int) -> list[int]:
        """Return this gap and the open ones between the same words with the same change."""
        wanted = self.session.verdict(gap).edit
        same = self.session.open_among(self._places[self._place_of(gap)])
        return sorted({gap, *(at for at in same if self.session.verdict(at).edit == wanted)})

    def outcome(self, gap: int, edit: Edit | None = None) -> str:
        """Return the words around a gap as they would read after an edit, or the one on offer."""
        edit = edit or self.session.verdict(gap).edit
        written = typography(self.transcript.language).spelled(edit.mark)
        before = self.word(gap - 1) if gap else ""
        return f"{before}{written} {edit.case.apply(self.next_word(gap))}".strip()

    def word(self, at: int) -> str:
        """Return a word as the file spells it, empty past the end."""
        if at >= len(self.transcript.words):
            return ""
        word = self.transcript.words[at]
        return self.transcript.document.text[word.start : word.end]

    def _place_of(self, gap: int) -> _Place:
        words = self.transcript.words
        before = words[gap - 1].text.casefold() if gap else ""
        return before, self.next_word(gap), self.transcript.gaps[gap].current

    def _word_at(self, gap: int) -> int:
        """Return the word before a mark, or the word after it where only its case changes."""
        unmarked = self.session.verdict(gap).edit.mark is self.transcript.gaps[gap].current
        return gap if unmarked and gap < len(self.transcript.words) else gap - 1

    def _same_words(self, other: Review) -> bool:
        here, there = self.transcript.words, other.transcript.words
        place = attrgetter("start", "end")
        return len(here) == len(there) and all(map(eq, map(place, here), map(place, there)))

    def _drawn(self, cue: int, edits: Edits) -> list[Run]:
        runs = [self._run(piece) for piece in pieces(self.transcript, cue, edits)]
        return _with_replacements([run for run in runs if run is not None])

    def _dropped(self, gaps: Iterable[int]) -> dict[int, tuple[Mark, Case]]:
        # A rejected mark stays faintly visible so that it can be found again; a rejected
        # capital must not, because the word would be shown as nobody wrote it.
        verdicts = {gap: self.session.verdict(gap) for gap in self.session.suggested(gaps)}
        return {
            gap: (verdict.edit.mark, Case.KEEP)
            for gap, verdict in verdicts.items()
            if verdict.decision is Decision.REJECTED
        }

    def _asked(self, gaps: Iterable[int]) -> dict[int, tuple[Mark, Case]]:
        asked = self.session.asked(gaps)
        return {gap: (mark, Case.KEEP) for gap, (mark, _) in asked.items()}

    def _run(self, piece: Piece) -> Run | None:
        if piece.gap is None or piece.kind is PieceKind.PLAIN:
            return Run(piece.text)
        decision = self.session.verdict(piece.gap).decision
        if decision is Decision.OPEN and self.session.suggestion(piece.gap).asked:
            return Run(piece.text, Look.ASKED, piece.gap)
        look = _look(piece.kind, decision)
        return Run(piece.text, look, piece.gap) if look is not None else None


def plain_text(runs: Iterable[Run]) -> str:
    """Return what a reader would read if everything open were accepted."""
    left_out = {Look.REMOVED, Look.REPLACED, Look.DROPPED, Look.ASKED}
    return "".join(run.text for run in runs if run.look not in left_out)


def _look(kind: PieceKind, decision: Decision) -> Look | None:
    if decision is Decision.OPEN:
        return _OPEN[kind]
    if decision is Decision.ACCEPTED:
        return None if kind is PieceKind.REMOVED else Look.SETTLED
    return Look.PLAIN if kind is PieceKind.REMOVED else Look.DROPPED


def _with_replacements(runs: Sequence[Run]) -> list[Run]:
    """Return runs where a mark that goes and one that comes in its place are told as one change."""
    looks = [run.look for run in runs]
    for at, (before, after) in enumerate(pairwise(runs)):
        exchanged = (before.look, after.look) == (Look.REMOVED, Look.INSERTED)
        if exchanged and before.gap == after.gap:
            looks[at : at + 2] = [Look.REPLACED, Look.REPLACING]
    return [replace(run, look=look) for run, look in zip(runs, looks, strict=True)]
