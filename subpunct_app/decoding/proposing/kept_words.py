"""Which words of a text are still there after some were changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rapidfuzz.distance import Levenshtein

from subpunct_app.text.words import folded

if TYPE_CHECKING:
    from subpunct_app.subtitles.reading.transcript import Transcript


def kept_gaps(before: Transcript, after: Transcript) -> dict[int, int]:
    """Return where gaps were and are now whose words on both sides are the same."""
    old, new = ([folded(word.text) for word in one.words] for one in (before, after))
    blocks = Levenshtein.editops(old, new).as_matching_blocks()
    return {block.a + step: block.b + step for block in blocks for step in range(1, block.size)}
