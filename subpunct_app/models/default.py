"""Which model is taken where none is named."""

from __future__ import annotations

DEFAULT_MODEL = "en-compact"
# Instead of a model: for each text one that knows its language. Instead of a language: its own.
AUTO = "auto"
