"""Libraries that only some work needs, and that not every installation has."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from subpunct_app.core.errors import SettingsError


@contextlib.contextmanager
def needing_extra(work: str) -> Iterator[None]:
    """Import such libraries within; raise SettingsError where one is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise SettingsError(
            f"{work} needs {error.name}.", 'Install it with: pip install "subpunct[train]".'
        ) from error
