"""How things stand at the gaps of a text, be anything proposed there or not."""

from __future__ import annotations

from subpunct_app.review.session import ReviewSession
from subpunct_app.subtitles.reading.transcript import Transcript
from subpunct_app.text.verdicts import Standing, untouched
from subpunct_app.text.words import Case, Suggestion

_CASES = (Case.KEEP, Case.CAPITALISED, Case.LOWER, Case.UPPER)


def standing_at(transcript: Transcript, session: ReviewSession, gap: int) -> Standing:
    """Return what is proposed at a gap, or that an editor may decide there, and the verdict."""
    if gap in session:
        return session.suggestion(gap), session.verdict(gap)
    found = Suggestion.of_editor(gap, transcript.gaps[gap].current)
    return found, untouched(found)


def case_as(transcript: Transcript, suggestion: Suggestion, word: str) -> Case:
    """Return the case that makes this word of the one after a gap, as it is in the file.

    It is the one that is suggested there, if that does.
    """
    gap = suggestion.gap
    stored, language = transcript.spelling_of(gap), transcript.language_at(gap)
    if stored == word:
        return Case.KEEP
    cases = (suggestion.case, *_CASES)
    return next(
        (case for case in cases if case.apply(stored, language) == word), Case.spelled(word)
    )
