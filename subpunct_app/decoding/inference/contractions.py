"""Read English words that have lost their apostrophe: dont, im, youre, it?s."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from subpunct_app.text.words import base_of

_WHOLE = (
    "ain't aren't can't couldn't didn't doesn't don't hadn't hasn't haven't isn't mustn't needn't"
    " shouldn't wasn't weren't won't wouldn't could've i've might've should've they've we've"
    " would've you've it'll that'll they'll who'll you'll it'd they'd you'd i'm they're you're"
    " he's here's how's she's that's there's what's where's who's y'all"
)
# What is mostly another word where apostrophes are written.
_DOUBTFUL = "he'd i'd i'll it's let's we'd"
_BARE = {word.replace("'", ""): word for word in _WHOLE.split()}
_OR_BARE = _BARE | {word.replace("'", ""): word for word in _DOUBTFUL.split()}
_WRITTEN = frozenset(_OR_BARE.values())
# What stands for it: accents, what an encoding has for signs that it lacks, or what is shown of
# the bytes of another one.
_STAND_IN = re.compile(
    "(?<=\\w)(?:[‘´`\ufffd\x1a\x92\udc92]|â€™|\\?{1,3})(?=(?:s|t|m|d|re|ve|ll)$)", re.IGNORECASE
)


def is_contraction(word: str) -> bool:
    """Tell whether a word is an English one with an apostrophe for letters: that's, let's."""
    return _plain([word])[0] in _WRITTEN


def as_read(words: Sequence[str], language: str) -> Sequence[str]:
    """Return the words of a text as a model should read them, which knows them with apostrophes.

    In a text that has mostly lost these, so have "its" and "lets".
    """
    if base_of(language) != "en":
        return words
    words = _with_apostrophes(words)
    plain = _plain(words)
    lost = sum(word in _BARE for word in plain)
    if not lost:
        return words
    if lost > sum(word in _WRITTEN for word in plain):
        return _replaced(words, _OR_BARE)
    return _replaced(words, _BARE)


def as_read_alone(words: Sequence[str], language: str) -> Sequence[str]:
    """Return words as a model should read them, whatever other words the text has."""
    return _replaced(_with_apostrophes(words), _BARE) if base_of(language) == "en" else words


def _with_apostrophes(words: Sequence[str]) -> Sequence[str]:
    return [_STAND_IN.sub("'", word) for word in words]


def _replaced(words: Sequence[str], whole: Mapping[str, str]) -> Sequence[str]:
    return [whole.get(key, word) for key, word in zip(_plain(words), words, strict=True)]


def _plain(words: Sequence[str]) -> list[str]:
    return [word.lower().replace("’", "'") for word in words]
