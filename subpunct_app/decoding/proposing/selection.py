"""Keep suggestions to some of the words, and let nothing else change."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from subpunct_app.languages.language_data import language_data
from subpunct_app.subtitles.reading.speakers import speakers_of
from subpunct_app.subtitles.reading.transcript import Transcript
from subpunct_app.text.words import Case, Suggestion


def words_in(transcript: Transcript, cues: Collection[int]) -> frozenset[int]:
    """Return the words that stand first in one of these cues."""
    return frozenset(at for at, word in enumerate(transcript.words) if word.cue in cues)


def words_by(transcript: Transcript, name: str) -> frozenset[int]:
    """Return the words that a speaker says."""
    return speakers_of(transcript).get(name, frozenset())


def about(
    transcript: Transcript, suggestions: Iterable[Suggestion], words: Collection[int]
) -> tuple[Suggestion, ...]:
    """Return what these suggestions change of some words and the marks after them.

    A capital outside stays as it is even where a full stop comes before it, and a mark before the
    first of the words stays, with its capital unless another speaker goes on there. Where marks
    bring opening signs, those of the sentences at the edge stay as they are.
    """
    kept = tuple(_kept(transcript, suggestions, words))
    if not language_data(transcript.language).typography.signs:
        return kept
    cues = {transcript.words[word].cue for word in words}
    joined = {s.gap for s in kept if not s.mark.ends_sentence}

    def ends(gap: int) -> bool:
        return transcript.gaps[gap].current.ends_sentence and gap not in joined

    return tuple(
        s
        for s in kept
        if (near := transcript.cues_of(s.gap, ends)) <= cues or _leaves_signs(transcript, s, near)
    )


def _leaves_signs(transcript: Transcript, suggestion: Suggestion, cues: Collection[int]) -> bool:
    """Tell whether a suggestion brings no opening sign, nor meets any in the cues around it."""
    signs = language_data(transcript.language).typography.signs
    start, stop = transcript.words_of(min(cues)).start, transcript.words_of(max(cues)).stop
    marks = {suggestion.mark, *(gap.current for gap in transcript.gaps[start : stop + 1])}
    letters = set().union(*map(transcript.document.cue_text, cues))
    return marks.isdisjoint(signs) and letters.isdisjoint(signs.values())


def _kept(
    transcript: Transcript, suggestions: Iterable[Suggestion], words: Collection[int]
) -> Iterator[Suggestion]:
    for suggestion in suggestions:
        gap = transcript.gaps[suggestion.gap]
        inside = suggestion
        if suggestion.gap not in words:
            inside = replace(inside, case=Case.KEEP)
        if _owner(suggestion.gap) not in words and suggestion.mark is not gap.current:
            case = inside.case if gap.turn else Case.KEEP
            inside = replace(inside, mark=gap.current, case=case)
        if inside.mark is not gap.current or inside.case is not Case.KEEP:
            yield inside


def joined(
    transcript: Transcript,
    old: Iterable[Suggestion],
    new: Iterable[Suggestion],
    words: Collection[int],
) -> tuple[Suggestion, ...]:
    """Return new suggestions about some words, and old ones about all others.

    The capital after an old mark stays where the new ones say nothing about its word.
    """
    before, after = {s.gap: s for s in old}, {s.gap: s for s in new}
    found = []
    for gap in sorted(before.keys() | after.keys()):
        marked = _owner(gap) in words
        cased = gap in words and (marked or gap in after)
        left = (after if marked else before).get(gap)
        right = (after if cased else before).get(gap)
        found.append(_meeting(transcript, left, right))
    return tuple(suggestion for suggestion in found if suggestion is not None)


def written_beside(transcript: Transcript, other: Transcript, words: Collection[int]) -> Transcript:
    """Return a transcript of which only some words are written its way, the rest as in another one.

    A cue is in one language: that of these words where it holds any.
    """
    own = {transcript.words[word].cue for word in words}
    others = {cue: other.language_of(cue) for cue in range(len(transcript.document.cues))}
    passages = {
        cue: language
        for cue, language in others.items()
        if cue not in own and language != transcript.language
    }
    openings = {word: sign for word, sign in other.openings.items() if word not in words}
    openings |= {word: sign for word, sign in transcript.openings.items() if word in words}
    return replace(transcript, passages=passages, openings=openings)


def _meeting(
    transcript: Transcript, left: Suggestion | None, right: Suggestion | None
) -> Suggestion | None:
    """Return the mark of one suggestion with the case of another one about the same gap."""
    case = right.case if right else Case.KEEP
    if left is not None:
        return replace(left, case=case)
    if right is None or case is Case.KEEP:
        return None
    return replace(right, mark=transcript.gaps[right.gap].current)


def _owner(gap: int) -> int:
    """Return the word that the mark in a gap belongs to; before the first one stands none."""
    return max(0, gap - 1)
