"""The folders of a user that the program keeps files in, and those that ship with it."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from platformdirs import PlatformDirs

from subpunct_app.runtime.errors import SubpunctError

if TYPE_CHECKING:
    from collections.abc import Iterator


_OWN = PlatformDirs("subpunct", appauthor=False)
_PACKAGE = Path(__file__).resolve().parents[1]


def config_folder() -> Path:
    """Return where choices are kept."""
    with _at_home():
        return _OWN.user_config_path


def data_folder() -> Path:
    """Return where lies what cannot be made again, or only by another download."""
    with _at_home():
        return _OWN.user_data_path


def state_folder() -> Path:
    """Return where work is kept that goes on later."""
    with _at_home():
        return _OWN.user_state_path


def cache_folder() -> Path:
    """Return where lies what can be made again."""
    with _at_home():
        return _OWN.user_cache_path


def log_folder() -> Path:
    """Return where logs lie, which never leave the machine."""
    with _at_home():
        return _OWN.user_log_path


@contextmanager
def _at_home() -> Iterator[None]:
    try:
        yield
    except RuntimeError as error:
        raise SubpunctError(
            "The system knows no home folder of yours.", "Set HOME to a folder that you may write."
        ) from error


def shipped_folder(folder: str) -> Path:
    """Return the shipped folder `models` or `resources`; wheels hold both in `shipped`."""
    inside = _PACKAGE / "shipped" / folder
    return inside if inside.is_dir() else _PACKAGE.parent / folder
