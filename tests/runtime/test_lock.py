from __future__ import annotations

import errno
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from subpunct_app.runtime.lock import given_up, is_held, left_behind, taken


def test_a_lock_is_held_by_one_until_it_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    first = taken(path)
    assert first is not None
    assert taken(path) is None
    assert is_held(path)
    first.close()
    assert path.exists()
    assert not is_held(path)
    second = taken(path)
    assert second is not None
    given_up(second, path)
    assert not is_held(path)
    assert not path.exists()


def test_a_lock_whose_file_goes_is_never_held_twice(tmp_path: Path) -> None:
    path = tmp_path / "lock"

    def held_twice(_: int) -> bool:
        lock = taken(path)
        if lock is None:
            return False
        second = taken(path)
        given_up(lock, path)
        if second is not None:
            second.close()
        return second is not None

    with ThreadPoolExecutor(4) as threads:
        assert not any(threads.map(held_twice, range(4_000)))


def test_what_a_process_left_is_told_from_what_is_held_and_what_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    assert left_behind(path) is None
    assert not path.exists()
    held = taken(path)
    assert held is not None
    assert left_behind(path) is None
    held.close()
    left = left_behind(path)
    assert left is not None
    assert is_held(path)
    given_up(left, path)


@pytest.mark.skipif(sys.platform == "win32", reason="there are other locks")
def test_a_disk_without_locks_lets_everybody_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSYS, "Function not implemented")

    monkeypatch.setattr("fcntl.flock", refuse)
    path = tmp_path / "lock"
    first, second = taken(path), taken(path)
    assert first is not None
    assert second is not None
    with pytest.raises(OSError, match="not implemented"):
        is_held(path)
    with pytest.raises(OSError, match="not implemented"):
        left_behind(path)
    second.close()
    given_up(first, path)
    assert not path.exists()
