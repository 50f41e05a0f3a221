"""Tell in plain values what a model proposed for a document."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from subpunct_app.decoding.proposing.pipeline import Proposal
    from subpunct_app.subtitles.reading.transcript import Transcript
    from subpunct_app.text.words import Case, Mark, Suggestion


def report(proposal: Proposal) -> dict[str, object]:
    """Return the counts and suggestions of `punctuate --report`, ready for JSON.

    Cues and words are counted from 1; `word` is the word before the gap.
    """
    transcript = proposal.transcript
    return {
        "cues": len(transcript.document.cues),
        "words": len(transcript.words),
        "gaps": len(transcript.gaps),
        "suggestions": [_row(transcript, suggestion) for suggestion in proposal.suggestions],
    }


def _row(transcript: Transcript, suggestion: Suggestion) -> dict[str, object]:
    gap = transcript.gaps[suggestion.gap]
    return {
        "cue": gap.cue + 1,
        "word": suggestion.gap,
        "before": _spelling(transcript, suggestion.gap, gap.current),
        "after": _spelling(transcript, suggestion.gap, suggestion.mark, suggestion.case),
        "confidence": round(suggestion.confidence, 4),
        "alternatives": {mark.value: round(p, 4) for mark, p in suggestion.alternatives},
    }


def _spelling(transcript: Transcript, gap: int, mark: Mark, case: Case | None = None) -> str:
    """Return the two words around a gap with a mark between them."""
    left = transcript.spelling_of(gap - 1) if gap else ""
    right = transcript.spelling_of(gap)
    following = case.apply(right, transcript.language) if case else right
    return f"{left}{mark} {following}".strip()
