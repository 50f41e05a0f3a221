"""Bring speech models in, from the Hugging Face Hub or a folder, and take them away."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from contextlib import contextmanager
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

from subpunct_app.runtime.errors import FileError, ModelError
from subpunct_app.runtime.file_errors import translate_os_errors
from subpunct_app.runtime.file_lock import take_lock
from subpunct_app.runtime.paths import make_folder
from subpunct_app.speech.recognition.whisper import (
    WEIGHTS,
    check_folder,
    is_whisper,
    load_whisper,
)
from subpunct_app.speech.transcription.whisper_models import BEST, damage, known_as, models_folder

if TYPE_CHECKING:
    from collections.abc import Iterator
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


def install(name: str, task: Task, *, endpoint: str | None = None) -> Path:
    """Fetch a model from the Hugging Face Hub, or from an `endpoint` that speaks as it does.

    It stands in its folder only once it is whole and its checksums are right. What a fetch that
    was cancelled or broken off has got so far stays, and the next one goes on with it. Raise
    FileError where another one fetches it now, ModelError where the Hub does not answer, falls
    silent or sends something else than it announced.
    """
    known = known_as(name)
    if known is None:
        raise ModelError(
            f"There is no speech model {name} to fetch.",
            "To see which there are: subpunct models speech",
        )
    folder = models_folder() / name
    if is_whisper(folder):
        return folder
    _check_free(folder)
    with _alone(name), _translated(known.repository):
        _fetch_all(known.repository, _beginning(name), task, endpoint)
        return _place(_beginning(name), folder)


def import_folder(source: Path, task: Task, name: str = "") -> Path:
    """Copy a model from a folder, under the name of that unless another one is given.

    It is loaded first, to see that it can be. Raise ModelError where it cannot, FileError where the
    copy has no place.
    """
    check_folder(source)
    name = name or source.absolute().name
    if not _is_name(name):
        raise ModelError(
            f"No speech model can be called {name}.",
            f"Choose a name without slashes that begins with no dot and is not {BEST}.",
        )
    folder = models_folder() / name
    _check_free(folder)
    task.step(0, 0, f"Loading {name}")
    load_whisper(source, device="cpu")
    copy = models_folder() / f".{name}.copy"
    with _alone(name):
        # A kill may have left some of it.
        shutil.rmtree(copy, ignore_errors=True)
        make_folder(copy)
        try:
            for file in filter(Path.is_file, sorted(source.iterdir())):
                task.step(0, 0, f"Copying {file.name}")
                with translate_os_errors(folder):
                    shutil.copyfile(file, copy / file.name)
            return _place(copy, folder)
        finally:
            shutil.rmtree(copy, ignore_errors=True)


def remove(name: str) -> None:
    """Delete a model, a damaged one too, of a link only that, and what a fetch has left of it.

    Raise ModelError where there is nothing of it, FileError where it is fetched now.
    """
    places = (_beginning(name), models_folder() / name)
    found = [path for path in places if _is_name(name) and os.path.lexists(path)]
    if not found:
        raise ModelError(
            f"The speech model {name} is not installed.", "To see which are: subpunct models speech"
        )
    with _alone(name):
        for path in found:
            with translate_os_errors(path):
                if path.is_symlink() or not path.is_dir():
                    path.unlink()
                    continue
                # Without them, what a kill leaves is known to be damaged.
                (path / WEIGHTS).unlink(missing_ok=True)
                shutil.rmtree(path)


def _fetch_all(repository: str, folder: Path, task: Task, endpoint: str | None) -> None:
    """Fetch what is not in a folder yet, going on where an earlier fetch broke off."""
    from huggingface_hub import HfApi, hf_hub_url

    stored = HfApi(endpoint=endpoint).model_info(
        repository, files_metadata=True, timeout=_PATIENCE_S
    )
    files = [
        file
        for file in stored.siblings or ()
        if any(fnmatchcase(file.rfilename, pattern) for pattern in _WANTED)
    ]
    make_folder(folder)
    total, before = sum(file.size or 0 for file in files), 0
    for file in files:
        name = file.rfilename
        if not (folder / name).exists():
            url = hf_hub_url(repository, name, revision=stored.sha, endpoint=endpoint)
            for have in _fetch(url, file, folder):
                task.step(before + have, total, f"Fetching {name}")
        before += file.size or 0
        task.step(before, total, f"Fetching {name}")


def _fetch(url: str, file: RepoSibling, folder: Path) -> Iterator[int]:
    """Fetch one file, yield how many bytes are there, and give it its name if they are right."""
    from huggingface_hub import get_session

    part = folder / f"{file.rfilename}.part"
    checksum, digest = _checksum(file)
    with part.open("a+b") as stream:
        stream.seek(0)
        while block := stream.read(_BLOCK):
            digest.update(block)
        have = stream.tell()
        if have < (file.size or 0):
            asked = {"Range": f"bytes={have}-"} if have else {}
            with get_session().stream(
                "GET", url, headers=asked, follow_redirects=True, timeout=_PATIENCE_S
            ) as answer:
                answer.raise_for_status()
                for block in answer.iter_bytes():
                    stream.write(block)
                    digest.update(block)
                    have += len(block)
                    yield have
    if digest.hexdigest() != checksum:
        part.unlink()
        raise ModelError(
            f"{file.rfilename} came damaged: its checksum is not what the Hub says.", "Try again."
        )
    part.replace(folder / file.rfilename)


def _checksum(file: RepoSibling) -> tuple[str, Digest]:
    """Return the sum that the Hub keeps, and what counts it: git's own one of small files."""
    if file.lfs is not None:
        return file.lfs.sha256, hashlib.sha256()
    begun = b"blob %d\0" % (file.size or 0)
    return file.blob_id or "", hashlib.sha1(begun, usedforsecurity=False)


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
        reason = re.sub(r"^\[Errno -?\d+\] ", "", str(error)) or "no answer"
        raise ModelError(
            f"{repository} cannot be fetched: {reason}",
            "Check the connection and try again: what is here already is kept. A model that was "
            "copied from another machine needs none: subpunct models import FOLDER",
        ) from error
    except OSError as error:
        raise FileError(
            f"{repository} cannot be fetched: {error.strerror or error}",
            "Check the connection and the space on the disk, and try again.",
        ) from error


@contextmanager
def _alone(name: str) -> Iterator[None]:
    """Keep others from installing the same model: two would write into one file."""
    path = models_folder() / f".{name}.lock"
    make_folder(path.parent)
    with translate_os_errors(path):
        lock = take_lock(path)
    if lock is None:
        raise FileError(f"{name} is being installed already.", "Wait until that has finished.")
    with lock:
        yield


def _beginning(name: str) -> Path:
    return models_folder() / f".{name}.part"


def _check_free(folder: Path) -> None:
    if is_whisper(folder):
        raise FileError(
            f"There is a speech model {folder.name} already.",
            "Choose another name, or remove that one first.",
        )
    if os.path.lexists(folder):
        raise FileError(*damage(folder.name))


def _place(beginning: Path, folder: Path) -> Path:
    check_folder(beginning)
    with translate_os_errors(folder):
        return beginning.rename(folder)


def _is_name(name: str) -> bool:
    return bool(name) and name == Path(name).name and not name.startswith(".") and name != BEST
