"""Remember which results of batches an editor has reviewed, for a later sitting.

The sha256 of what the batch had written tells a result that was made anew since, that of the text
that was reviewed a source that has changed since.
"""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from subpunct_app.runtime.folders import state_folder
from subpunct_app.runtime.paths import make_folder, path_exists
from subpunct_app.subtitles.files import write_json

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

# The oldest reviews are forgotten beyond so many.
_MOST = 5_000

log = logging.getLogger(__name__)


class Review(msgspec.Struct, frozen=True, array_like=True):
    """What a batch had written, and which text was reviewed then, empty where nobody knows."""

    made: str
    read: str = ""


# By the names of the results.
Reviews: TypeAlias = "Mapping[str, Review]"


def reviews_path() -> Path:
    """Return where the reviews of this user are kept."""
    return state_folder() / "reviewed.json"


def note(result: Path, review: Review) -> None:
    """Remember that a result was reviewed; raise FileError where that cannot be kept."""
    known = load()
    known.pop(_name(result), None)
    latest = [*known.items(), (_name(result), review)][-_MOST:]
    make_folder(reviews_path().parent)
    write_json(msgspec.to_builtins(dict(latest)), reviews_path(), overwrite=True)


def load() -> dict[str, Review]:
    """Return the reviews, the oldest first, none where they cannot be read."""
    if not path_exists(reviews_path()):
        return {}
    try:
        kept = json.loads(reviews_path().read_bytes())
        return msgspec.convert(kept, dict[str, Review])
    except (OSError, ValueError, RecursionError) as error:
        log.info("What was reviewed in batches cannot be read: %s", error)
        return {}


def is_reviewed(reviews: Reviews, result: Path | None, made: str) -> bool:
    """Tell whether a result was reviewed since the batch has written it with this sha256."""
    known = reviews.get(_name(result)) if result else None
    return bool(made) and known is not None and known.made == made


def text_read(reviews: Reviews, result: Path, made: str) -> str:
    """Return the sha256 of the text whose review is in a result, empty where none is."""
    return reviews[_name(result)].read if is_reviewed(reviews, result, made) else ""


def _name(result: Path) -> str:
    return str(result.absolute())
