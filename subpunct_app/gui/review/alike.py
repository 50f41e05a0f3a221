"""Which suggestions lie between the same words, so that one decision may be made about all."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from subpunct_app.core.text import Mark, folded

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from subpunct_app.core.splice import Splice
    from subpunct_app.subtitles.words.transcript import Transcript

# The word before a gap, the one after it as it is written, and the mark between them.
_Place: TypeAlias = tuple[str, str, Mark]


class AlikeGaps:
    """Know the gaps of a text that have a suggestion by what stands around them."""

    def __init__(self, transcript: Transcript, gaps: Iterable[int]) -> None:
        self._transcript = transcript
        self._by_place: dict[_Place, list[int]] = {}
        self._add(gaps)

    def to(self, gap: int) -> Sequence[int]:
        """Return the gaps between the same words with the same mark, this one among them."""
        return self._by_place[self._place_of(gap)]

    def spliced(self, transcript: Transcript, splice: Splice, gaps: Iterable[int]) -> AlikeGaps:
        """Return the same for an edited text, given the gaps that came by the edit."""
        new = AlikeGaps(transcript, ())
        gone, first, by = splice.old, splice.old.start, splice.by
        new._by_place = {
            place: [gap if gap < first else gap + by for gap in known if gap not in gone]
            for place, known in self._by_place.items()
        }
        new._add(gaps)
        return new

    def _add(self, gaps: Iterable[int]) -> None:
        for gap in gaps:
            self._by_place.setdefault(self._place_of(gap), []).append(gap)

    def _place_of(self, gap: int) -> _Place:
        transcript = self._transcript
        before = folded(transcript.words[gap - 1].text) if gap else ""
        return before, transcript.spelling_of(gap), transcript.gaps[gap].current
