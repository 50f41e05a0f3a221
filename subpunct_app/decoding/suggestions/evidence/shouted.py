"""Tell whether the capitals of a text mean nothing: IT IS SHOUTED, or In Title Case."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from subpunct_app.text.words import Break, Case, Gap, Word, in_capitals

# In Title Case so many words that begin no sentence, line or cue have a capital. German nouns and
# headlines, whose short words are small, have fewer.
_TITLED = 0.9
_ENOUGH = 20
_LARGE = frozenset({Case.CAPITALISED, Case.UPPER})


def is_shouted(words: Sequence[Word], gaps: Sequence[Gap]) -> bool:
    """Tell whether a text is all in capitals, or each of its words has one.

    Letters by themselves do not tell. `gaps` holds one more than `words` (see Gap).
    """
    return in_capitals(Counter(_cases(words))) or _in_title_case(words, gaps)


def cues_in_capitals(words: Sequence[Word]) -> frozenset[int]:
    """Return the cues that hold several words, all in capitals: signs, and what is shouted."""
    large = Counter(word.cue for word in words if Case.of(word.text) is Case.UPPER)
    small = {word.cue for word in words if any(map(str.islower, word.text))}
    return frozenset(cue for cue, count in large.items() if count > 1) - small


def _in_title_case(words: Sequence[Word], gaps: Sequence[Gap]) -> bool:
    behind = zip(words[1:], gaps[1:-1], strict=True)
    within = _cases(word for word, gap in behind if _goes_on(gap))
    cases = [case for case in within if case is not Case.KEEP]
    large = sum(case in _LARGE for case in cases)
    return len(cases) >= _ENOUGH and large >= _TITLED * len(cases)


def _goes_on(gap: Gap) -> bool:
    """Tell whether nothing calls for a capital behind a gap."""
    return gap.break_ is Break.NONE and not (gap.turn or gap.item or gap.current.ends_sentence)


def _cases(words: Iterable[Word]) -> Iterator[Case]:
    return (Case.of(word.text) for word in words if len(word.text) > 1)
