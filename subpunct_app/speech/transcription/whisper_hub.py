"""Fetch the files of a speech model from the Hugging Face Hub, and check every byte."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from subpunct_app.runtime.errors import FileError, ModelError

if TYPE_CHECKING:
    from pathlib import Path
    from typing import TypeAlias

    from huggingface_hub.hf_api import RepoSibling

    from subpunct_app.runtime.task import Task

    Digest: TypeAlias = hashlib._Hash

_WANTED = (
    "model.bin",
    "config.json",
    "tokenizer.json",
    "preprocessor_config.json",
    "vocabulary.*",
)
_BLOCK = 1 << 20
# A connection that is lost without a word says nothing at all; the library would wait for ever.
_PATIENCE_S = 10.0


@dataclass(frozen=True, slots=True)
class _File:
    name: str
    size: int
    checksum: str
    large: bool

    def digest(self) -> Digest:
        """Return the sum that the Hub keeps: git's own one of small files."""
        if self.large:
            return hashlib.sha256()
        return hashlib.sha1(b"blob %d\0" % self.size, usedforsecurity=False)


def fetch(repository: str, folder: Path, task: Task, *, endpoint: str | None = None) -> None:
    """Fetch what is not in a folder yet, going on where an earlier fetch broke off.

    Raise ModelError where the Hub does not answer, falls silent or sends something else than it
    announced.
    """
    from huggingface_hub import HfApi, hf_hub_url

    with _translated(repository):
        hub = HfApi(endpoint=endpoint)
        stored = hub.model_info(repository, files_metadata=True, timeout=_PATIENCE_S)
        files = [_file(one) for one in stored.siblings or () if _is_wanted(one.rfilename)]
        total, before = sum(file.size for file in files), 0
        for file in files:
            if not (folder / file.name).exists():
                url = hf_hub_url(repository, file.name, revision=stored.sha, endpoint=endpoint)
                for have in _fetch(url, file, folder):
                    task.step(before + have, total, f"Fetching {file.name}")
            before += file.size
            task.step(before, total, f"Fetching {file.name}")


def _is_wanted(name: str) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in _WANTED)


def _file(stored: RepoSibling) -> _File:
    if stored.lfs is not None:
        return _File(stored.rfilename, stored.lfs.size, stored.lfs.sha256, large=True)
    return _File(stored.rfilename, stored.size or 0, stored.blob_id or "", large=False)


def _fetch(url: str, file: _File, folder: Path) -> Iterator[int]:
    """Fetch one file, yield how many bytes are there, and give it its name if they are right."""
    from huggingface_hub import get_session

    part = folder / f"{file.name}.part"
    digest = file.digest()
    have = _read(part, digest)
    if have < file.size:
        asked = {"Range": f"bytes={have}-"} if have else {}
        with get_session().stream(
            "GET", url, headers=asked, follow_redirects=True, timeout=_PATIENCE_S
        ) as answer:
            answer.raise_for_status()
            if have and answer.status_code != 206:
                have, digest = 0, file.digest()
            with part.open("ab" if have else "wb") as stream:
                for block in answer.iter_bytes():
                    stream.write(block)
                    digest.update(block)
                    have += len(block)
                    yield have
    if digest.hexdigest() != file.checksum:
        part.unlink()
        raise ModelError(
            f"{file.name} came damaged: its checksum is not what the Hub says.", "Try again."
        )
    part.replace(folder / file.name)


def _read(part: Path, digest: Digest) -> int:
    """Add what is there already to a sum, and return how many bytes that is."""
    if not part.exists():
        return 0
    with part.open("rb") as stream:
        while block := stream.read(_BLOCK):
            digest.update(block)
        return stream.tell()


def _reason(error: BaseException) -> str:
    """Return what the system says in an error or its causes, without the number of the error."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, OSError) and cause.strerror:
            return cause.strerror
        cause = cause.__cause__ or cause.__context__
    return str(error) or "no answer"


@contextmanager
def _translated(repository: str) -> Iterator[None]:
    import httpx2
    from huggingface_hub.errors import HFValidationError, RepositoryNotFoundError

    try:
        yield
    except (RepositoryNotFoundError, HFValidationError) as error:
        raise ModelError(
            f"The Hugging Face Hub has no model {repository}, or keeps it for those who log in.",
            "Look the name up at huggingface.co, or import a folder.",
        ) from error
    except httpx2.HTTPError as error:
        raise ModelError(
            f"{repository} cannot be fetched: {_reason(error)}",
            "Check the connection and try again: what is here already is kept. A model that was "
            "copied from another machine needs none: subpunct models import FOLDER",
        ) from error
    except OSError as error:
        raise FileError(
            f"{repository} cannot be fetched: {error.strerror or error}",
            "Check the connection and the space on the disk, and try again.",
        ) from error
