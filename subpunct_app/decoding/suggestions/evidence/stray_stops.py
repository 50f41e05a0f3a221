"""Tell full stops that stand within a sentence by mistake from those of abbreviations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from subpunct_app.text.words import Gap, Mark, Word, folded

# So often a word stands without a full stop that is no abbreviation.
_OFTEN = 2


def whole_words(words: Sequence[Word], gaps: Sequence[Gap]) -> frozenset[str]:
    """Return the words, folded, that no full stop shortens, though one stands before a small word.

    They stand elsewhere in the text without it. `gaps` holds one more than `words` (see Gap).
    """
    inner = list(zip(pairwise(words), gaps[1:-1], strict=True))
    stopped = {
        folded(word.text)
        for (word, after), gap in inner
        if gap.current is Mark.PERIOD and after.text[0].islower() and len(word.text) > 1
    }
    if not stopped:
        return frozenset()
    bare = (folded(word.text) for (word, _), gap in inner if gap.current is not Mark.PERIOD)
    counts = Counter(word for word in bare if word in stopped)
    return frozenset(word for word, count in counts.items() if count >= _OFTEN)
