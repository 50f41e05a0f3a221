"""Species that everybody knows by the letter of their genus: E. coli, T. rex."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from subpunct_app.text.words import Word

_KNOWN: Final = frozenset(
    {
        *("b subtilis", "c difficile", "c elegans", "d melanogaster", "e coli", "h pylori"),
        *("s aureus", "s cerevisiae", "t rex"),
    }
)


def known_species(words: Sequence[Word]) -> Iterator[int]:
    """Yield the gaps between the letter of a genus, with its dot or without, and the species."""
    for at in range(1, len(words)):
        genus = words[at - 1].text.removesuffix(".")
        if len(genus) == 1 and f"{genus} {words[at].text}".lower() in _KNOWN:
            yield at
