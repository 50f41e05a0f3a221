"""The sentences of the message bar."""

from __future__ import annotations

from typing import TYPE_CHECKING

from subpunct_app.core.errors import FileError
from subpunct_app.subtitles.codes import language_name
from subpunct_app.subtitles.document import Format
from subpunct_app.subtitles.language import Source

if TYPE_CHECKING:
    from collections.abc import Sequence

    from subpunct_app.core.review import ReviewSession
    from subpunct_app.gui.open_file import OpenFile
    from subpunct_app.gui.review.opened import Review
    from subpunct_app.gui.work import Refused
    from subpunct_app.services.runs import Run


def runs_note(runs: Sequence[Run], kind: Format) -> str:
    """Return where a text lacks the marks that it has elsewhere."""
    cue = "paragraph" if kind is Format.TEXT else "cue"
    first = runs[0]
    place = f"in {cue} {first.first_cue}"
    if first.first_cue != first.last_cue:
        place = f"from {cue} {first.first_cue} to {cue} {first.last_cue}"
    if len(runs) == 1:
        return f"Marks are missing {place}."
    return f"Marks are missing in {len(runs)} places, first {place}."


def refusal(name: str, refused: Refused) -> FileError:
    """Return why a model makes no suggestions for a file, and what to do all the same."""
    card, language = refused.model.card, refused.language
    known = language_name(card.languages[0])
    by = "your choice" if language.source is Source.USER else f"its {language.source}"
    return FileError(
        f"{name} is in {language.name} by {by}, which {card.id} does not know.",
        f"If it is in {known} all the same, have it punctuated as {known}.",
    )


def proposal_note(session: ReviewSession) -> str:
    """Return what the editor could not see from the suggestions, empty where they say it all."""
    decided = len(session) - session.open_count
    if not decided:
        return "" if len(session) else "The model has nothing to suggest for this text."
    kept = "1 decision stays" if decided == 1 else f"{decided} decisions stay"
    return f"{kept} as before, {session.open_count} left to review."


def saved_note(file: OpenFile, review: Review | None) -> str:
    """Return where a file was saved, with how many changes, and how many are still open."""
    edits = len(review.session.edits()) if review else 0
    left = review.session.open_count if review else 0
    encoding = " as UTF-8" if file.as_utf8 else ""
    note = f"Saved {file.target}{encoding} with {edits} accepted change{'s' if edits != 1 else ''}."
    return f"{note} {left} undecided ones were left out." if left else note
