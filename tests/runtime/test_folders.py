from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from subpunct_app.runtime import folders
from subpunct_app.runtime.errors import SubpunctError

if sys.platform != "win32":
    import pwd

FOLDERS = (
    *(folders.config_folder, folders.data_folder, folders.state_folder),
    *(folders.cache_folder, folders.log_folder),
)


@pytest.mark.skipif(sys.platform == "win32", reason="there HOME says nothing")
@pytest.mark.parametrize("folder", FOLDERS)
def test_a_user_without_a_home_is_told_to_set_one(
    folder: Callable[[], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def nobody(_: int) -> None:
        raise KeyError

    # As for a number that the system has no name for.
    monkeypatch.setattr(pwd, "getpwuid", nobody)
    for name in ("HOME", *(f"XDG_{one}_HOME" for one in ("CONFIG", "DATA", "STATE", "CACHE"))):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(SubpunctError, match="Set HOME to a folder that you may write"):
        folder()


@pytest.mark.parametrize("folder", FOLDERS)
def test_tests_never_touch_the_files_of_the_user(
    folder: Callable[[], Path], tmp_path: Path
) -> None:
    assert folder().is_relative_to(tmp_path)
