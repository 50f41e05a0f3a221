"""Bring speech models in, from the Hugging Face Hub or a folder, and take them away."""

from __future__ import annotations

import os
import secrets
import shutil
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from subpunct_app.runtime.errors import FileError, ModelError
from subpunct_app.runtime.file_lock import take_lock
from subpunct_app.runtime.obstacles import translated
from subpunct_app.runtime.paths import make_folder
from subpunct_app.runtime.task import Task
from subpunct_app.speech.recognition.whisper import load_whisper
from subpunct_app.speech.recognition.whisper_folder import check_folder, is_whisper
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
    from collections.abc import Iterator, Sequence


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
    from subpunct_app.speech.transcription.whisper_hub import fetch

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
            with translated(source):
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
        with _alone(name), translated(beginning):
            _delete(beginning)
    if is_here:
        away = models_folder() / f".{secrets.token_hex(6)}.gone"
        with translated(folder):
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
    with translated(path):
        lock = take_lock(path)
    if lock is None:
        raise FileError(f"{name} is being installed already.", "Wait until that is over.")
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
        with translated(file):
            source = file.open("rb")
        with source, translated(place), (folder / file.name).open("wb") as copy:
            shutil.copyfileobj(source, copy)
        done += file.stat().st_size
    task.step(total, total)


def _place(beginning: Path, folder: Path) -> Path:
    check_folder(beginning)
    with translated(folder):
        beginning.rename(folder)
    return folder
