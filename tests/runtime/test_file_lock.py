from __future__ import annotations

import errno
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from subpunct_app.runtime.file_lock import is_locked, take_abandoned_lock, take_lock


def test_a_lock_is_held_by_one_until_it_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    first = take_lock(path)
    assert first is not None
    assert take_lock(path) is None
    assert is_locked(path)
    first.release()
    assert path.exists()
    assert not is_locked(path)
    second = take_lock(path)
    assert second is not None
    second.remove()
    assert not is_locked(path)
    assert not path.exists()


def test_a_lock_whose_file_goes_is_never_held_twice(tmp_path: Path) -> None:
    path = tmp_path / "lock"

    def held_twice(_: int) -> bool:
        lock = take_lock(path)
        if lock is None:
            return False
        second = take_lock(path)
        lock.remove()
        if second is not None:
            second.release()
        return second is not None

    with ThreadPoolExecutor(4) as threads:
        assert not any(threads.map(held_twice, range(4_000)))


def test_what_a_process_left_is_told_from_what_is_held_and_what_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    assert take_abandoned_lock(path) is None
    assert not path.exists()
    held = take_lock(path)
    assert held is not None
    assert take_abandoned_lock(path) is None
    held.release()
    left = take_abandoned_lock(path)
    assert left is not None
    assert is_locked(path)
    left.remove()


@pytest.mark.skipif(sys.platform == "win32", reason="there are other locks")
def test_a_disk_without_locks_lets_everybody_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSYS, "Function not implemented")

    monkeypatch.setattr("fcntl.flock", refuse)
    path = tmp_path / "lock"
    first, second = take_lock(path), take_lock(path)
    assert first is not None
    assert second is not None
    with pytest.raises(OSError, match="not implemented"):
        is_locked(path)
    with pytest.raises(OSError, match="not implemented"):
        take_abandoned_lock(path)
    second.release()
    first.remove()
    assert not path.exists()
