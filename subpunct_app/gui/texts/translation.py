"""The one place where texts of the window become those of another language."""

from __future__ import annotations


def tr(text: str, plural: str = "", n: int | None = None, /, **values: object) -> str:
    """Return a text in the language of the window, in the form that goes with a number.

    `{n}` stands for the number, and other names in braces for the values. There is no translation
    yet: every text is in English.
    """
    if n is None and not values:
        return text
    chosen = plural if plural and n != 1 else text
    number = {} if n is None else {"n": f"{n:,}"}
    return chosen.format(**number, **values)
