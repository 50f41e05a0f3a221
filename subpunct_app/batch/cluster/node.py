"""What runs on a node of a cluster: its models, and the files that it is given or can see."""

from __future__ import annotations

import contextlib
import hashlib
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Generic, TypeVar

from subpunct_app import __version__
from subpunct_app.batch.executor import Finished, Handler, Item, Parcel, failed
from subpunct_app.batch.processes import limit_threads
from subpunct_app.models.card import FILE, ModelCard, read_card
from subpunct_app.models.model_registry import check_files, find
from subpunct_app.runtime.errors import ModelError, SubpunctError
from subpunct_app.runtime.file_lock import take_abandoned_lock, take_lock
from subpunct_app.runtime.folders import cache_folder
from subpunct_app.runtime.paths import file_stamp, make_folder
from subpunct_app.runtime.task import Task
from subpunct_app.speech.transcription.transcription_journal import forget
from subpunct_app.subtitles.files import read, write

_PREFIX = "subpunct-node-"
_LOCK = "lock"


@contextlib.contextmanager
def fleeting_folder(parent: Path) -> Iterator[Path]:
    """Make a folder that is removed in the end, or by `clear` where this process was killed."""
    with tempfile.TemporaryDirectory(prefix=_PREFIX, dir=parent) as name:
        folder = parent / name
        lock = take_lock(folder / _LOCK)
        try:
            yield folder
        finally:
            if lock is not None:
                lock.release()


def clear(parent: Path) -> None:
    """Remove the folders of processes that were killed."""
    for lock in parent.glob(f"{_PREFIX}*/{_LOCK}"):
        # Some belong to other users.
        with contextlib.suppress(OSError):
            if left := take_abandoned_lock(lock):
                left.release()
                shutil.rmtree(lock.parent)


Stored = TypeVar("Stored")


@dataclass(frozen=True, slots=True)
class Sent(Generic[Stored]):
    """A model by its id or folder, the sha256 of its card, and where the bytes of its files are."""

    model: str
    digest: str
    files: Mapping[str, Stored]


def send(model: str, store: Callable[[bytes], Stored]) -> Sent[Stored]:
    """Store the files of a model for others; raise ModelError where one lacks or is damaged."""
    folder = find(model)
    card = read_card(folder)
    check_files(card, folder)
    files = {name: store(read(folder / name)) for name in (FILE, *card.files)}
    return Sent(model, _digest_of(folder), files)


def receive(sent: Sent[Stored], fetch: Callable[[Stored], bytes]) -> Path:
    """Return the folder of a model that was sent, after fetching what this machine lacks."""
    with contextlib.suppress(ModelError):
        known = find(sent.model)
        if _digest_of(known) == sent.digest:
            check_files(read_card(known), known)
            return known
    folder = cache_folder() / "models" / sent.digest
    with contextlib.suppress(ModelError):
        check_files(read_card(folder), folder)
        return folder
    _fetch(sent, fetch, folder)
    return folder


def _fetch(sent: Sent[Stored], fetch: Callable[[Stored], bytes], folder: Path) -> None:
    make_folder(folder.parent)
    clear(folder.parent)
    with fleeting_folder(folder.parent) as fleeting:
        made = fleeting / "model"
        make_folder(made)
        for file, stored in sent.files.items():
            write(fetch(stored), made / file)
        card = read_card(made)
        check_files(card, made)
        _put(made, folder, card)


def _put(made: Path, folder: Path, card: ModelCard) -> None:
    """Give a folder its name, unless another worker of this machine was first."""
    try:
        made.rename(folder)
    except OSError:
        with contextlib.suppress(ModelError):
            check_files(card, folder)
            return
        shutil.rmtree(folder)
        made.rename(folder)


def _digest_of(folder: Path) -> str:
    return hashlib.sha256(read(folder / FILE)).hexdigest()


PrepareWith = Callable[[int, Sequence[str]], Handler]


@dataclass(frozen=True, slots=True)
class Given:
    """A file as the head of the batch sees it: its stamp, perhaps its content.

    A file that could not be looked at has neither; the node will say what is wrong with it.
    `closed` is why the content is not there though it should be.
    """

    item: Item
    stamp: tuple[int, int] | None
    content: bytes | None = None
    closed: str = ""

    @property
    def is_seen(self) -> bool:
        """Tell whether this machine sees the same file under the same path."""
        return self.stamp is None or file_stamp(self.item.path) == self.stamp


@dataclass(frozen=True, slots=True)
class Restored:
    """What became of files, and which of them this node does not see."""

    finished: tuple[Finished, ...]
    unseen: tuple[Item, ...]


class Node:
    """One worker of a cluster, made there by Ray."""

    def __init__(self) -> None:
        self._handler: Handler | None = None

    def prepare(
        self, version: str, prepare: PrepareWith, models: Sequence[Sent[Any]], threads: int
    ) -> SubpunctError | None:
        """Get the models, fetching those it lacks; return what is in the way."""
        import ray

        limit_threads(threads)
        clear(Path(tempfile.gettempdir()))
        try:
            if version != __version__:
                raise ModelError(
                    f"It has subpunct {__version__}, and not {version}.",
                    "Install the same subpunct on all nodes.",
                )
            folders = [str(receive(model, ray.get)) for model in models]
            self._handler = prepare(threads, folders)
        except SubpunctError as error:
            return error
        return None

    def restore(self, given: Sequence[Given]) -> Restored:
        """Restore files that came with their content, or that lie where this node sees them."""
        assert self._handler is not None
        unseen = [one for one in given if one.content is None and not one.is_seen]
        closed = [failed(one.item, one.closed) for one in unseen if one.closed]
        with _laid_out([one for one in given if one not in unseen]) as items:
            finished = tuple(self._handler(Parcel(tuple(items)), Task())) if items else ()
        for heard in filter(None, (one.heard for one in finished)):
            # The head is another machine, maybe, and cannot.
            forget(heard)
        return Restored((*finished, *closed), tuple(one.item for one in unseen if not one.closed))


@contextlib.contextmanager
def _laid_out(given: Sequence[Given]) -> Iterator[list[Item]]:
    """Give files paths on this machine; those that came with content lie there for a moment."""
    if all(one.content is None for one in given):
        # Who is killed at work leaves nothing behind.
        yield [one.item for one in given]
        return
    with fleeting_folder(Path(tempfile.gettempdir())) as folder:
        items = []
        for number, one in enumerate(given):
            path = one.item.path
            if one.content is not None:
                path = folder / str(number) / path.name
                path.parent.mkdir()
                path.write_bytes(one.content)
            items.append(replace(one.item, path=path))
        yield items
