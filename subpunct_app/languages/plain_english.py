"""Tell plain English at once, by its commonest words, before anything larger is asked.

Reading in what tells a hundred languages apart takes as long as punctuating thousands of words.
"""

from __future__ import annotations

import re

from subpunct_app.languages.latin import count_letters

_WORD = re.compile(r"[^\W\d_]+")
# Frequent in speech and writing, and hardly a word in any other language.
_COMMONEST = frozenset(
    {"the", "and", "you", "that", "this", "with", "they", "what"}
    | {"would", "because", "about", "which", "there", "from", "were", "your"}
)
# Less sure each, but of some dozens of words one in four is among these, in English alone.
_COMMON = _COMMONEST | {
    *("of", "have", "are", "will", "our", "their", "them", "then", "these", "those", "how", "when"),
    *("could", "should", "just", "know", "been", "into", "some", "where", "who", "why", "more"),
    *("than", "think"),
}
_LEAST_COMMON_SHARE = 0.18
# Of all words one in five or six is among the commonest, in a text that is half in English one in
# eleven.
_LEAST_SHARE = 0.13
_LEAST_SHARE_OF_A_PART = 0.07
_LEAST_WORDS = 100
_PARTS = 4
_FOREIGN_SHARE = 0.01


def is_plain_english(text: str) -> bool:
    """Tell whether a text is English for sure, all of it; False where it is short or mixed."""
    words = _WORD.findall(text.lower())
    if len(words) < _LEAST_WORDS or _holds_other_letters(text):
        return False
    size = len(words) // _PARTS
    parts = [_share(words[i * size : (i + 1) * size]) for i in range(_PARTS)]
    return _share(words) >= _LEAST_SHARE and min(parts) >= _LEAST_SHARE_OF_A_PART


def is_plain_part(text: str) -> bool:
    """Tell whether some dozens of words are English for sure."""
    words = _WORD.findall(text.lower())
    return bool(words) and _share(words, _COMMON) >= _LEAST_COMMON_SHARE


def _holds_other_letters(text: str) -> bool:
    latin, letters = count_letters(text)
    return letters - latin > _FOREIGN_SHARE * letters


def _share(words: list[str], among: frozenset[str] = _COMMONEST) -> float:
    return sum(word in among for word in words) / len(words)
