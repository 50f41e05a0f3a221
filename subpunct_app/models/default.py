"""Which model is taken where none is named, and which language."""

from __future__ import annotations

from subpunct_app.languages.language_data import normal_code

DEFAULT_MODEL = "en-compact"
# Instead of a model: for each text one that knows its language. Instead of a language: its own.
AUTO = "auto"


def language_of(code: str) -> str | None:
    """Return the language that a code stands for, `pt-BR` for `pt_br`; None for `auto`."""
    return None if code == AUTO else normal_code(code) or code
