"""Bring speech models in, from the Hugging Face Hub or a folder, and take them away."""

from __future__ import annotations

import hashlib
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

from subpunct_app.runtime.errors import FileError, ModelError
from subpunct_app.runtime.file_errors import translate_os_errors
from subpunct_app.runtime.file_lock import take_lock
from subpunct_app.runtime.paths import make_folder
from subpunct_app.runtime.task import Task
from subpunct_app.speech.recognition.whisper import check_folder, is_whisper, load_whisper
from subpunct_app.speech.transcription.whisper_models import (
    BEST,
    check_hears,
    check_no_text_model,
    damage,
    is_damaged,
    is_name,
    known_as,
    models_folder,
)

if TYPE_CHECKING:
    from collections.abc import Sequence


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


def begun() -> list[str]:
    """Return the names of the models of which a fetch has brought something, but not all."""
    found = (
        part for part in models_folder().glob(".*.part") if part.is_dir() and any(part.iterdir())
    )
    return sorted(part.name.removeprefix(".").removesuffix(".part") for part in found)


def install(name: str, task: Task, *, endpoint: str | None = None) -> Path:
    """Fetch a model from the Hugging Face Hub, or from an `endpoint` that speaks as it does.

    It stands in its folder only once it is whole and its checksums are right. What a fetch that
    was cancelled or broken off has got so far stays, and the next one goes on with it. Raise
    FileError where another one fetches it now.
    """
    pass

    known = known_as(name)
    if known is None:
        check_no_text_model(name)
        raise ModelError(
            f"There is no speech model {name} to fetch.",
            "To see which there are: subpunct models speech",
        )
    folder = models_folder() / name
    if is_whisper(folder):
        return folder
    _check_free(folder)
    make_folder(models_folder())
    with _alone(name), _begun(name) as beginning:
        fetch(known.repository, beginning, task, endpoint=endpoint)
        return _place(beginning, folder)


def import_folder(source: Path, task: Task, name: str = "") -> Path:
    """Copy a model from a folder, under the name of that unless another one is given.

    It is loaded first, to see that it can be. Raise ModelError where it cannot, FileError where the
    copy has no place.
    """
    check_hears(source)
    check_folder(source)
    name = name or source.absolute().name
    if not is_name(name):
        raise ModelError(
            f"No speech model can be called {name}.",
            f"Choose a name without slashes that begins with no dot and is not {BEST}.",
        )
    folder = models_folder() / name
    make_folder(models_folder())
    _check_free(folder)
    task.step(0, 0, f"Loading {name}")
    _check_loads(source)
    copy = models_folder() / f".{name}.copy"
    with _alone(name):
        # A kill may have left some of it.
        shutil.rmtree(copy, ignore_errors=True)
        try:
            with translate_os_errors(source):
                files = [file for file in sorted(source.iterdir()) if file.is_file()]
            _copy(files, copy, folder, task)
            return _place(copy, folder)
        finally:
            shutil.rmtree(copy, ignore_errors=True)


def remove(name: str) -> None:
    """Delete a model, a damaged one too, of a link only that, and what a fetch has left of it.

    Raise ModelError where there is nothing of it, FileError where it is fetched now.
    """
    folder, beginning = models_folder() / name, _beginning(name)
    is_here = os.path.lexists(folder)
    if not (is_name(name) and (is_here or beginning.is_dir())):
        check_no_text_model(name)
        raise ModelError(
            f"The speech model {name} is not installed.", "To see which are: subpunct models speech"
        )
    if beginning.is_dir():
        with _alone(name), translate_os_errors(beginning):
            _delete(beginning)
    if is_here:
        away = models_folder() / f".{secrets.token_hex(6)}.gone"
        with translate_os_errors(folder):
            folder.rename(away)
            _delete(away)
    for left in models_folder().glob(".*.gone"):
        # A kill has left it of others, or it could not be deleted.
        with suppress(OSError):
            _delete(left)


def _beginning(name: str) -> Path:
    """Return where a model lies while it is fetched."""
    return models_folder() / f".{name}.part"


@contextmanager
def _begun(name: str) -> Iterator[Path]:
    """Give the folder that a model is fetched into, which is left only with something in it."""
    beginning = _beginning(name)
    make_folder(beginning)
    try:
        yield beginning
    finally:
        with suppress(OSError):
            beginning.rmdir()


def _delete(path: Path) -> None:
    """Delete a folder with all that is in it, or a link and not what it leads to."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink()


def _check_free(folder: Path) -> None:
    """Raise FileError where a model, or what is left of one, is in the way of another."""
    if is_whisper(folder):
        raise FileError(
            f"There is a speech model {folder.name} already.",
            "Choose another name, or remove that one first.",
        )
    if is_damaged(folder):
        raise FileError(*damage(folder))


@contextmanager
def _alone(name: str) -> Iterator[None]:
    """Keep others from installing the same model: two would write into one file."""
    path = models_folder() / f".{name}.lock"
    with translate_os_errors(path):
        lock = take_lock(path)
    if lock is None:
        raise FileError(f"{name} is being installed already.", "Wait until that has finished.")
    with lock:
        yield


def _check_loads(folder: Path) -> None:
    """Raise ModelError where a model has all its files and still cannot be loaded."""
    try:
        load_whisper(folder, device="cpu")
    except ModelError as error:
        if isinstance(error.__cause__, MemoryError):
            raise
        # CTranslate2 tells of some memory that it lacks as of any damage.
        raise ModelError(
            f"The speech model in {folder} cannot be loaded: {error.__cause__ or error.message}",
            "Copy or download the model again, or take a smaller one if there is little memory.",
        ) from error


def _copy(files: Sequence[Path], folder: Path, place: Path, task: Task) -> None:
    """Copy files into a folder, which is to come to a place; that is named where it is full."""
    make_folder(folder)
    total, done = sum(file.stat().st_size for file in files), 0
    for file in files:
        task.step(done, total, f"Copying {file.name}")
        with translate_os_errors(file):
            source = file.open("rb")
        with source, translate_os_errors(place), (folder / file.name).open("wb") as copy:
            shutil.copyfileobj(source, copy)
        done += file.stat().st_size
    task.step(total, total)


def _place(beginning: Path, folder: Path) -> Path:
    check_folder(beginning)
    with translate_os_errors(folder):
        beginning.rename(folder)
    return folder
