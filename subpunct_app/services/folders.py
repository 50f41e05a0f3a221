"""The folders of a user that the program has for itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from platformdirs import PlatformDirs

if TYPE_CHECKING:
    from pathlib import Path

_OWN = PlatformDirs("subpunct", appauthor=False)


def config_folder() -> Path:
    """Return where choices are kept."""
    return _OWN.user_config_path


def data_folder() -> Path:
    """Return where lies what cannot be made again, or only by another download."""
    return _OWN.user_data_path


def state_folder() -> Path:
    """Return where work is kept that goes on later."""
    return _OWN.user_state_path


def cache_folder() -> Path:
    """Return where lies what can be made again."""
    return _OWN.user_cache_path


def log_folder() -> Path:
    """Return where logs lie, which never leave the machine."""
    return _OWN.user_log_path
