"""Remember the plan that is not carried out yet, so that a later start can offer to go on."""

from __future__ import annotations

import contextlib
import json
import logging
from typing import TYPE_CHECKING

from platformdirs import user_state_path

from subpunct_app.services.files import write_json
from subpunct_app.services.paths import make_folder

if TYPE_CHECKING:
    from pathlib import Path

    from subpunct_app.services.batch.plan import Plan

log = logging.getLogger(__name__)


def pending_path() -> Path:
    """Return where the plan of this user lies; its progress lies in the output folder."""
    return user_state_path("subpunct", appauthor=False) / "batch.json"


def store(plan: Plan) -> None:
    """Remember a plan in place of any other."""
    path = pending_path()
    make_folder(path.parent)
    write_json(plan.as_plain(), path, overwrite=True)


def load() -> Plan | None:
    """Return the plan that waits, None without a sound one."""
    if not pending_path().exists():
        return None
    from subpunct_app.services.batch.plan import plan_of

    try:
        return plan_of(json.loads(pending_path().read_bytes()))
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        log.info("The batch that was interrupted cannot be read: %s", error)
        return None


def clear() -> None:
    """Forget the plan."""
    with contextlib.suppress(OSError):
        pending_path().unlink(missing_ok=True)
