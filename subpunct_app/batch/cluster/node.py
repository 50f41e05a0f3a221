"""What runs on a node of a cluster: its models, and the files that it is given or can see."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from subpunct_app import __version__
from subpunct_app.batch.cluster.fleeting import clear, fleeting_folder
from subpunct_app.batch.cluster.model_files import Sent, receive
from subpunct_app.batch.parcels import Item, Parcel
from subpunct_app.batch.worker import limit_threads
from subpunct_app.batch.worker_pool import Finished, Handler, failed
from subpunct_app.runtime.errors import ModelError, SubpunctError
from subpunct_app.runtime.paths import stamp_of
from subpunct_app.runtime.task import Task
from subpunct_app.speech.transcription.transcription_journal import forget

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
        return self.stamp is None or stamp_of(self.item.path) == self.stamp


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
        yield [_laid(one, folder / str(at)) for at, one in enumerate(given)]


def _laid(one: Given, folder: Path) -> Item:
    if one.content is None:
        return one.item
    folder.mkdir()
    path = folder / os.fspath(one.item.path.name)
    path.write_bytes(one.content)
    return replace(one.item, path=path)
