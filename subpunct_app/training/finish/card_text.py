"""Read what people write for the card of a model."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

from subpunct_app.models.card import ModelCard
from subpunct_app.runtime.errors import FileError
from subpunct_app.runtime.file_errors import refuse_device
from subpunct_app.runtime.file_io import read_at_most

# What the training itself knows best; name and languages may be given.
_RESERVED = {field.name for field in fields(ModelCard)} - {"name", "languages", "about"}

# In bytes, more than a card of a model says anywhere.
_MOST = 1 << 20


def read_about(path: Path | None) -> dict[str, Any]:
    """Return what people wrote for the card.

    Raise FileError where it is no JSON object, or says what no card can hold, or has no end.
    """
    if path is None:
        return {}
    refuse_device(path)
    too_large = FileError(f"{path} is far too large to tell of a model.", "Is it the right file?")
    try:
        with path.open("rb") as file:
            stored = json.loads(read_at_most(file, _MOST, too_large).decode("utf-8-sig"))
    except OSError as error:
        raise FileError(
            f"{path} cannot be read: {error.strerror or error}.", "Check the name and the folder."
        ) from error
    except (ValueError, RecursionError) as error:
        raise FileError(
            f"{path} cannot be read as JSON in UTF-8: {error}.",
            "It must hold a JSON object of texts and short lists.",
        ) from error
    if not isinstance(stored, dict):
        raise FileError(f"{path} holds no JSON object.", "Write name, languages, data, limits.")
    _check(stored, path)
    return stored


def _check(stored: dict[str, Any], path: Path) -> None:
    taken = sorted(_RESERVED & stored.keys())
    if taken:
        raise FileError(
            f"{path} may not tell {', '.join(taken)}: the training does.", "Leave them out."
        )
    if not _is_text(stored.get("name", path.name)):
        raise FileError(f"The name in {path} is no text.", 'Write "name": "English, my talks".')
    languages = stored.get("languages", [])
    if not (isinstance(languages, list) and all(map(_is_text, languages))):
        raise FileError(f"The languages in {path} are no list.", 'Write "languages": ["en"].')


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())
