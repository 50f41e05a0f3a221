"""Which suggestions lie between the same words, so that one decision may be made about all."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from subpunct_app.text.words import Mark, folded

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from subpunct_app.subtitles.reading.transcript import Transcript
    from subpunct_app.text.splice import Splice

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
