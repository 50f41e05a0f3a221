"""Remember which results of batches an editor has reviewed, for a later sitting.

The sha256 of what the batch had written tells a result that was made anew since.
"""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, TypeAlias

from platformdirs import user_state_path

from subpunct_app.services.batch.outcome import text_of
from subpunct_app.services.files import write_json
from subpunct_app.services.paths import is_there, make_folder

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

# From the name of a result to the sha256 of what the batch had written there.
Reviews: TypeAlias = "Mapping[str, str]"

# The oldest reviews are forgotten beyond so many.
_MOST = 5_000

log = logging.getLogger(__name__)


def reviews_path() -> Path:
    """Return where the reviews of this user are kept."""
    return user_state_path("subpunct", appauthor=False) / "reviewed.json"


def note(result: Path, made: str) -> None:
    """Remember that a result was reviewed; raise FileError where that cannot be kept.

    `made` is the sha256 of what the batch had written there.
    """
    known = load()
    known.pop(str(result), None)
    latest = [*known.items(), (str(result), made)][-_MOST:]
    make_folder(reviews_path().parent)
    write_json(dict(latest), reviews_path(), overwrite=True)


def load() -> dict[str, str]:
    """Return the reviews, the oldest first, none where they cannot be read."""
    if not is_there(reviews_path()):
        return {}
    try:
        kept = json.loads(reviews_path().read_bytes())
        return {name: text_of(made) for name, made in kept.items()}
    except (OSError, ValueError, TypeError, AttributeError, RecursionError) as error:
        log.info("What was reviewed in batches cannot be read: %s", error)
        return {}


def is_reviewed(reviews: Reviews, result: Path | None, made: str) -> bool:
    """Tell whether a result was reviewed since the batch has written it with this sha256."""
    return bool(made) and reviews.get(str(result)) == made
