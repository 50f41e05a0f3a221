"""Remember the latest plan, so that a later start can offer to go on with it or its reviews."""

from __future__ import annotations

import contextlib
import json
import logging
from typing import TYPE_CHECKING

from subpunct_app.runtime.folders import state_folder
from subpunct_app.runtime.paths import make_folder, path_exists
from subpunct_app.subtitles.files import write_json

if TYPE_CHECKING:
    from pathlib import Path

    from subpunct_app.batch.batch_plan import Plan

_OVER = "over"

log = logging.getLogger(__name__)


def pending_path() -> Path:
    """Return where the plan of this user lies; its progress lies in the output folder."""
    return state_folder() / "batch.json"


def store(plan: Plan, *, over: bool = False) -> None:
    """Remember a plan in place of any other, and whether it has been carried out."""
    path = pending_path()
    make_folder(path.parent)
    write_json(plan.as_plain() | {_OVER: over}, path, overwrite=True)


def load() -> Plan | None:
    """Return the plan that waits, None without a sound one."""
    return _load(over=False)


def carried_out() -> Plan | None:
    """Return the plan that was carried out last, None where another one waits."""
    return _load(over=True)


def _load(*, over: bool) -> Plan | None:
    if not path_exists(pending_path()):
        return None
    from subpunct_app.batch.batch_plan import plan_of

    try:
        plain = json.loads(pending_path().read_bytes())
        return plan_of(plain) if bool(plain.get(_OVER)) is over else None
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        log.info("The latest batch cannot be read: %s", error)
        return None


def clear() -> None:
    """Forget the plan."""
    with contextlib.suppress(OSError):
        pending_path().unlink(missing_ok=True)
