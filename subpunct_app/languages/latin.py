"""How much of a text is written in Latin letters."""

from __future__ import annotations

# The first letter behind those of Latin and its extensions for the languages of Europe.
AFTER_LATIN = "\u0250"


def count_letters(text: str) -> tuple[int, int]:
    """Return how many letters of a text are Latin, and how many there are in all."""
    letters = [letter for letter in text if letter.isalpha()]
    return sum(letter < AFTER_LATIN for letter in letters), len(letters)
