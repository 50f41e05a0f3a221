from __future__ import annotations

import errno
import io
import os
import struct
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from types import SimpleNamespace

import pytest

from subpunct_app.runtime.errors import Cancelled, FileError
from subpunct_app.runtime.task import Task
from subpunct_app.subtitles import files
from subpunct_app.subtitles.files import (
    MOST_TEXT,
    NameTaken,
    await_text,
    check_target,
    open_document,
    read,
    read_stream,
    write,
)
from tests.patience import PATIENCE

SRT = b"\xef\xbb\xbf1\r\n00:00:01,000 --> 00:00:02,000\r\ngood morning\r\n"
# In the form of the kernel: kind, permissions and number of each entry, with 2 for its version.
ENTRIES = ((1, 6, -1), (2, 6, 12345), (4, 0, -1), (16, 6, -1), (32, 0, -1))
WRITABLE_BY_12345 = struct.pack("<I", 2) + b"".join(struct.pack("<HHi", *one) for one in ENTRIES)

not_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="permissions do not bind this user"
)


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()} - {"home"}


def test_a_saved_document_has_the_bytes_it_was_opened_from(tmp_path: Path) -> None:
    source = tmp_path / "talk.srt"
    source.write_bytes(SRT)
    write(open_document(source).to_bytes(), tmp_path / "copy.srt")
    assert (tmp_path / "copy.srt").read_bytes() == SRT


def test_a_film_is_refused_before_it_fills_the_memory(tmp_path: Path) -> None:
    film = tmp_path / "film.srt"
    film.write_bytes(SRT)
    os.truncate(film, MOST_TEXT + 1)
    with pytest.raises(FileError, match="far too large"):
        open_document(film)


def test_a_stream_is_refused_before_it_fills_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_TEXT", len(SRT))
    assert read_stream(io.BytesIO(SRT), "stdin") == SRT
    with pytest.raises(FileError, match="stdin is far too large"):
        read_stream(io.BytesIO(SRT + b" "), "stdin")


def test_an_existing_file_is_kept(tmp_path: Path) -> None:
    target = tmp_path / "talk.srt"
    target.write_bytes(b"old")
    with pytest.raises(FileError, match="exists already"):
        write(b"new", target)
    assert target.read_bytes() == b"old"


def test_an_existing_file_is_replaced_on_request(tmp_path: Path) -> None:
    target = tmp_path / "talk.srt"
    target.write_bytes(b"old")
    write(b"new", target, overwrite=True)
    assert target.read_bytes() == b"new"


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may give files away"
)
def test_a_replaced_file_keeps_its_owner(tmp_path: Path) -> None:
    target = tmp_path / "talk.srt"
    target.write_bytes(b"old")
    os.chown(target, 12345, 23456)
    target.chmod(0o640)
    write(b"new", target, overwrite=True)
    status = target.stat()
    assert (status.st_uid, status.st_gid, status.st_mode & 0o777) == (12345, 23456, 0o640)


@pytest.mark.skipif(os.name != "posix", reason="permission bits are POSIX")
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755])
def test_a_replaced_file_keeps_its_permissions(tmp_path: Path, mode: int) -> None:
    target = tmp_path / "talk.srt"
    target.write_bytes(b"old")
    target.chmod(mode)
    write(b"new", target, overwrite=True)
    assert target.stat().st_mode & 0o777 == mode


@pytest.mark.skipif(os.name != "posix", reason="permission bits are POSIX")
def test_a_file_is_replaced_where_the_disk_lets_nobody_set_permissions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "talk.srt"
    target.write_bytes(b"old")

    def refuse(path: Path, _mode: int) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted", str(path))

    monkeypatch.setattr(Path, "chmod", refuse)
    write(b"new", target, overwrite=True)
    assert target.read_bytes() == b"new"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows them to Python")
def test_a_replaced_file_keeps_its_tags_and_who_else_may_write_it(tmp_path: Path) -> None:
    target = tmp_path / "talk.srt"
    target.write_bytes(b"old")
    target.chmod(0o600)
    try:
        os.setxattr(target, "user.xdg.tags", b"lecture,done")
        os.setxattr(target, "system.posix_acl_access", WRITABLE_BY_12345)
    except OSError:
        pytest.skip("this disk keeps neither")
    write(b"new", target, overwrite=True)
    assert os.getxattr(target, "user.xdg.tags") == b"lecture,done"
    assert os.getxattr(target, "system.posix_acl_access") == WRITABLE_BY_12345
    assert (target.read_bytes(), target.stat().st_mode & 0o777) == (b"new", 0o660)


@pytest.mark.skipif(os.name != "posix", reason="permission bits are POSIX")
def test_a_new_file_has_the_permissions_of_any_new_file(tmp_path: Path) -> None:
    (tmp_path / "plain").touch()
    write(b"new", tmp_path / "talk.srt")
    assert (tmp_path / "talk.srt").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_a_link_stays_a_link_to_the_saved_file(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    target = tmp_path / "real" / "talk.srt"
    target.write_bytes(b"old")
    link = tmp_path / "link.srt"
    link.symlink_to(target)
    write(b"new", link, overwrite=True)
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


def no_second_name(*_: object, **__: object) -> None:
    raise OSError(errno.EPERM, "Operation not permitted")


@pytest.mark.parametrize("links", [True, False])
def test_of_two_that_write_at_once_one_is_told_that_the_name_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    if not links:
        monkeypatch.setattr(os, "link", no_second_name)

    def taken(target: Path, content: bytes) -> bool:
        together.wait(PATIENCE)
        try:
            write(content, target)
        except NameTaken:
            return True
        return False

    contents = [b"one", b"two", b"three", b"four"]
    together = Barrier(len(contents))
    with ThreadPoolExecutor(len(contents)) as pool:
        for number in range(25):
            target = tmp_path / f"{number}.srt"
            told = list(pool.map(lambda content, at=target: taken(at, content), contents))
            assert target.read_bytes() == contents[told.index(False)]
            assert told.count(False) == 1
    assert names(tmp_path) == {f"{number}.srt" for number in range(25)}


def test_nothing_is_left_where_a_name_cannot_be_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "link", no_second_name)
    monkeypatch.setattr(Path, "replace", fails)
    with pytest.raises(FileError, match="Input/output error"):
        write(b"new", tmp_path / "talk.srt")
    assert not names(tmp_path)


def test_a_circle_of_links_is_told(tmp_path: Path) -> None:
    loop = tmp_path / "loop.srt"
    loop.symlink_to(loop)
    with pytest.raises(FileError, match="link to itself"):
        read(loop)
    with pytest.raises(FileError, match="link to itself"):
        write(b"new", loop, overwrite=True)


def test_a_write_that_fails_half_way_leaves_the_old_file_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    target = tmp_path / "talk.srt"
    target.write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FileError, match="does not fit on the disk"):
        write(b"new", target, overwrite=True)
    assert target.read_bytes() == b"old"
    assert names(tmp_path) == {"talk.srt"}


@pytest.mark.skipif(os.name != "posix", reason="there are no pipes in folders")
def test_a_pipe_that_was_given_up_leaves_all_to_the_next_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe, given_up = tmp_path / "pipe.srt", Task()
    os.mkfifo(pipe)
    given_up.cancel()
    with pytest.raises(Cancelled):
        await_text(pipe, given_up)
    with ThreadPoolExecutor() as pool:
        reading = pool.submit(await_text, pipe, Task())
        with pipe.open("wb") as writing:
            with pytest.raises(Cancelled):
                await_text(pipe, given_up)
            writing.write(SRT * 10_000)
        assert reading.result(PATIENCE) == SRT * 10_000
        monkeypatch.setattr(files, "MOST_TEXT", len(SRT) - 1)
        pool.submit(pipe.write_bytes, SRT)
        with pytest.raises(FileError, match=r"pipe\.srt is far too large"):
            await_text(pipe, Task())


@pytest.mark.skipif(os.name != "posix", reason="there are no such pipes")
def test_what_is_no_ordinary_file_is_never_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.srt"
    os.mkfifo(pipe)
    with pytest.raises(FileError, match="not an ordinary file"):
        write(b"new", pipe, overwrite=True)
    assert pipe.is_fifo()


@pytest.mark.skipif(os.name != "posix", reason="there is no /dev")
def test_a_device_or_a_pipe_is_no_name_to_overwrite() -> None:
    reading, writing = os.pipe()
    try:
        for place in ("/dev/null", f"/dev/fd/{writing}"):
            with pytest.raises(FileError, match=f"^{place} is not an ordinary file"):
                check_target(Path(place))
    finally:
        os.close(reading)
        os.close(writing)


def test_a_missing_file_is_told_with_a_hint(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"missing\.srt does not exist") as caught:
        open_document(tmp_path / "missing.srt")
    assert caught.value.hint


def test_a_folder_is_not_a_file(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="is a folder"):
        open_document(tmp_path)
    with pytest.raises(FileError, match="is a folder"):
        check_target(tmp_path, overwrite=True)


@not_root
def test_a_file_without_permission_is_told(tmp_path: Path) -> None:
    source = tmp_path / "talk.srt"
    source.write_bytes(SRT)
    source.chmod(0o000)
    with pytest.raises(FileError, match="cannot be accessed"):
        read(source)


@not_root
def test_a_write_protected_file_is_not_replaced(tmp_path: Path) -> None:
    target = tmp_path / "talk.srt"
    target.write_bytes(b"old")
    target.chmod(0o444)
    with pytest.raises(FileError, match="cannot be accessed"):
        write(b"new", target, overwrite=True)
    assert target.read_bytes() == b"old"


def test_a_folder_that_is_missing_is_told_before_the_work(tmp_path: Path) -> None:
    for action in (check_target, lambda path: write(b"new", path)):
        with pytest.raises(FileError, match=r"The folder .*missing does not exist") as caught:
            action(tmp_path / "missing" / "talk.srt")
        assert "Make it" in caught.value.hint


@not_root
def test_a_folder_that_is_closed_is_told_before_the_work(tmp_path: Path) -> None:
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o500)
    with pytest.raises(FileError, match=r"The folder .*closed cannot be accessed"):
        check_target(folder / "talk.srt")


@pytest.mark.skipif(sys.platform == "win32", reason="nothing tells it there")
@pytest.mark.parametrize("name", ["talk.srt", "new.srt"])
def test_a_read_only_disk_is_told_before_the_work(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "talk.srt").touch()
    monkeypatch.setattr(os, "statvfs", lambda _: SimpleNamespace(f_flag=os.ST_RDONLY))
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(FileError, match=f"{name} lies on a read-only disk"):
        check_target(tmp_path / name, overwrite=True)


@pytest.mark.parametrize("action", [read, check_target, lambda path: write(b"new", path)])
def test_a_name_that_the_system_cannot_write_is_told(
    action: Callable[[Path], object], tmp_path: Path
) -> None:
    with pytest.raises(FileError, match="cannot be a name here") as caught:
        action(tmp_path / "\ud800.srt")
    assert "UTF-8 locale" in caught.value.hint


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no such device")
def test_a_device_that_never_ends_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_TEXT", 1000)
    with pytest.raises(FileError, match="/dev/zero is far too large"):
        open_document(Path("/dev/zero"))


def test_a_file_behind_a_link_is_not_overwritten_unasked(tmp_path: Path) -> None:
    target = tmp_path / "talk.srt"
    target.write_bytes(b"old")
    link = tmp_path / "link.srt"
    link.symlink_to(target)
    with pytest.raises(FileError, match="exists already"):
        write(b"new", link)


@pytest.mark.skipif(sys.platform == "win32", reason="nothing there limits open files")
def test_a_write_that_cannot_begin_tells_why(tmp_path: Path) -> None:
    import resource

    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, before[1]))
    try:
        with pytest.raises(FileError, match="Too many open files"):
            write(b"new", tmp_path / "talk.srt")
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    assert names(tmp_path) == set()
