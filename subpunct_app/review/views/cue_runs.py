"""How each cue is to be drawn: its text in runs, suggestions among them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import islice, pairwise
from typing import TYPE_CHECKING

from subpunct_app.subtitles.formats.adapter import Format
from subpunct_app.subtitles.writing.fair_copy import shown_tags, without_hidden
from subpunct_app.subtitles.writing.render import Piece, PieceKind, pieces
from subpunct_app.text.decisions import Decision, Edit, Edits
from subpunct_app.text.words import Case, Mark

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from subpunct_app.review.editing.sheet import Reach
    from subpunct_app.text.decisions import State

# What is drawn where a mark could stand.
_SLOT = "_"
# Of more tags in a cue nobody reads the text between.
_MOST_TAGS = 200
# More cues than a window shows, and those around them.
_MOST_KNOWN = 400


class Look(StrEnum):
    """How a run of text is drawn; a REPLACED one is followed by what is REPLACING it.

    A SLOT shows only while the editor looks at it: nothing is there, and nothing was to be. A TAG
    is for players to read, what is UNREAD in another language.
    """

    PLAIN = "plain"
    TAG = "tag"
    UNREAD = "unread"
    INSERTED = "inserted"
    REMOVED = "removed"
    REPLACED = "replaced"
    REPLACING = "replacing"
    RECASED = "recased"
    SETTLED = "settled"
    DROPPED = "dropped"
    ASKED = "asked"
    SLOT = "slot"


# What is drawn, but would not be read if everything open were accepted.
LEFT_OUT = frozenset({Look.REMOVED, Look.REPLACED, Look.DROPPED, Look.ASKED, Look.SLOT})


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text with one look; `gap` names the suggestion it belongs to.

    What is `repeated` rolling captions showed in the cue before.
    """

    text: str
    look: Look = Look.PLAIN
    gap: int | None = None
    repeated: bool = False

    def moved(self, by: int) -> Run:
        """Return the same run, its suggestion so many gaps further on."""
        return self if self.gap is None else replace(self, gap=self.gap + by)


_OPEN = {
    PieceKind.INSERTED: Look.INSERTED,
    PieceKind.REMOVED: Look.REMOVED,
    PieceKind.RECASED: Look.RECASED,
}


class Drawing:
    """Draw suggestions into the text; a cue is drawn once until something about it changes."""

    def __init__(self, reach: Reach) -> None:
        self._reach = reach
        self._transcript = reach.transcript
        self._session = reach.session
        # The runs of a cue, and of what state of which gaps they are made.
        self._known: dict[int, tuple[range, State, list[Run]]] = {}

    def runs(self, cue: int) -> list[Run]:
        """Return the text of a cue with its suggestions drawn in, line ends as they are."""
        gaps = self._reach.gaps_around(cue)
        state = self._session.state_of(gaps)
        known = self._known.get(cue)
        if known is not None and known[:2] == (gaps, state):
            return known[2]
        if len(self._known) >= _MOST_KNOWN:
            self._known.clear()
        runs = with_tags(self._fresh_runs(cue, gaps), self._transcript.document.format)
        self._known[cue] = gaps, state, runs
        return runs

    def _fresh_runs(self, cue: int, gaps: range) -> list[Run]:
        pending = self._session.pending(gaps)
        drawn = self._drawn(cue, pending)
        if beside := self._beside(gaps):
            faint = self._drawn(cue, pending | beside)
            # A mark that will not stand must not be drawn where it would move another's sign.
            return faint if plain_text(faint) == plain_text(drawn) else drawn
        return drawn

    def _drawn(self, cue: int, edits: Edits) -> list[Run]:
        drawn = ((piece, self._run(piece)) for piece in pieces(self._transcript, cue, edits))
        return _with_replacements(
            [replace(run, repeated=piece.repeated) for piece, run in drawn if run is not None]
        )

    def _beside(self, gaps: range) -> dict[int, Edit]:
        """Return edits of marks that are drawn faintly, for they will not stand."""
        found = {gap: Edit(edit.mark, Case.KEEP) for gap, edit in self._session.asked(gaps).items()}
        for gap in self._session.suggested(gaps):
            # A rejected mark stays visible so that it can be found again; a rejected capital must
            # not, because the word would be shown as nobody wrote it.
            verdict = self._session.verdict(gap)
            if verdict.decision is Decision.REJECTED:
                found[gap] = Edit(verdict.edit.mark, Case.KEEP)
        pointed = self._session.pointed
        if pointed is not None and pointed in gaps:
            bare = self._transcript.gaps[pointed].current is Mark.NONE
            found[pointed] = Edit(Mark.COMMA if bare else Mark.NONE, Case.KEEP)
        return found

    def _run(self, piece: Piece) -> Run | None:
        if piece.gap is None or piece.kind is PieceKind.PLAIN:
            return Run(piece.text, Look.UNREAD if piece.unread else Look.PLAIN)
        if piece.gap == self._session.pointed:
            bare = piece.kind is PieceKind.INSERTED
            return Run(_SLOT if bare else piece.text, Look.ASKED if bare else Look.PLAIN, piece.gap)
        decision = self._session.verdict(piece.gap).decision
        asked = self._session.suggestion(piece.gap).asked
        if decision is Decision.OPEN and asked:
            return Run(piece.text, Look.ASKED, piece.gap)
        look = _look(piece.kind, decision)
        if look is Look.DROPPED and asked:
            return Run(_SLOT, Look.SLOT, piece.gap)
        return Run(piece.text, look, piece.gap) if look is not None else None


def plain_text(runs: Iterable[Run]) -> str:
    """Return what a reader would read if everything open were accepted."""
    return without_hidden("".join(run.text for run in runs if run.look not in LEFT_OUT))


def with_tags(runs: Iterable[Run], kind: Format) -> list[Run]:
    """Return runs of a cue in which each tag is one."""
    if not kind.timed:
        return list(runs)
    return [part for run in runs for part in (_parted(run) if run.look is Look.PLAIN else (run,))]


def _parted(run: Run) -> Iterator[Run]:
    at = 0
    for start, end in islice(shown_tags(run.text), _MOST_TAGS):
        if at < start:
            yield replace(run, text=run.text[at:start])
        yield replace(run, text=run.text[start:end], look=Look.TAG)
        at = end
    if at < len(run.text):
        yield replace(run, text=run.text[at:])


def _look(kind: PieceKind, decision: Decision) -> Look | None:
    if decision is Decision.OPEN:
        return _OPEN[kind]
    if decision is Decision.ACCEPTED:
        return None if kind is PieceKind.REMOVED else Look.SETTLED
    return Look.PLAIN if kind is PieceKind.REMOVED else Look.DROPPED


def _with_replacements(runs: Sequence[Run]) -> list[Run]:
    """Return runs where a mark that goes and one that comes in its place are told as one change."""
    told = list(runs)
    for at, (before, after) in enumerate(pairwise(runs)):
        exchanged = (before.look, after.look) == (Look.REMOVED, Look.INSERTED)
        if exchanged and before.gap == after.gap:
            told[at] = replace(before, look=Look.REPLACED)
            told[at + 1] = replace(after, look=Look.REPLACING)
    return told
