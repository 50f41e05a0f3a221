"""Play a review of a text whose marks are known, by an editor who is always right.

The marks and the case of the text, or some of its marks alone, are taken off, a model proposes them
again, and the editor decides about the most doubtful suggestions. The others are accepted unseen;
the slider, which stays where it was last, takes no key. What is wrong in the end is counted: a gap
is wrong whose mark is another, or whose next word is written in another case.

To read means: the text is read once as it is proposed, what is wrong is clicked on and mended with
the same keys, also where nothing was suggested, and what is before it is accepted, so that what
comes next follows. By hand means: the bare text is read once, and every place is mended where it
stands.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from subpunct_app.benchmarks.bared import bared
from subpunct_app.benchmarks.editor import Editor, Played
from subpunct_app.benchmarks.following import Following
from subpunct_app.decoding.proposing.pipeline import propose
from subpunct_app.decoding.suggestions.options import Mode, Options
from subpunct_app.decoding.suggestions.spelling.names import NO_NAMES, Names
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.passes import read_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from subpunct_app.benchmarks.bared import Written
    from subpunct_app.models.base import Punctuator
    from subpunct_app.runtime.task import Task
    from subpunct_app.subtitles.formats.document import Document
    from subpunct_app.subtitles.reading.transcript import Transcript
    from subpunct_app.text.words import Suggestion

SHARES = (0.02, 0.05, 0.1, 0.2)


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


def rehearse(
    document: Document,
    punctuator: Punctuator,
    task: Task,
    *,
    language: str,
    learn: bool = True,
    names: Names = NO_NAMES,
    kept: float = 0.0,
    mode: Mode = Mode.RESTORE,
) -> Rehearsal:
    """Play all reviews of one punctuated text; `learn` lets suggestions follow the decisions.

    `names` are those that the editor told before. A share of the marks may be `kept`, with all
    capitals; what the model then proposes depends on the `mode`.
    """
    bare, wanted = bared(document, language, kept=kept)
    options = Options(mode, ask=True, names=names)
    proposal = propose(bare, punctuator, options, task, language=language)
    following = Following(proposal, punctuator, options, task) if learn else None
    return play(proposal.transcript, proposal.suggestions, wanted, following)


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
    wanted: Sequence[Written],
    following: Following | None = None,
) -> Rehearsal:
    """Play all reviews of the suggestions for a bare text, which may follow the decisions."""
    editor = Editor(transcript, suggestions, wanted, following)
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
