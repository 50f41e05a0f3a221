"""The folders of a user that the program keeps files in, and those that ship with it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from subpunct_app.runtime.errors import SubpunctError

if TYPE_CHECKING:
    from collections.abc import Callable

    from platformdirs import PlatformDirs

_PACKAGE = Path(__file__).resolve().parents[1]


def config_folder() -> Path:
    """Return where choices are kept."""
    return _own(lambda own: own.user_config_path)


def data_folder() -> Path:
    """Return where lies what cannot be made again, or only by another download."""
    return _own(lambda own: own.user_data_path)


def state_folder() -> Path:
    """Return where work is kept that goes on later."""
    return _own(lambda own: own.user_state_path)


def cache_folder() -> Path:
    """Return where lies what can be made again."""
    return _own(lambda own: own.user_cache_path)


def log_folder() -> Path:
    """Return where logs lie, which never leave the machine."""
    return _own(lambda own: own.user_log_path)


def _own(folder: Callable[[PlatformDirs], Path]) -> Path:
    from platformdirs import PlatformDirs

    try:
        return folder(PlatformDirs("subpunct", appauthor=False))
    except RuntimeError as error:
        raise SubpunctError(
            "The system knows no home folder of yours.", "Set HOME to a folder that you may write."
        ) from error


def shipped_folder(folder: str) -> Path:
    """Return the shipped folder `models` or `resources`; wheels hold both in `shipped`."""
    inside = _PACKAGE / "shipped" / folder
    return inside if inside.is_dir() else _PACKAGE.parent / folder
