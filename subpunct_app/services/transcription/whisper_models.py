"""Which speech models there are, which are at hand, and how one comes and goes."""

from __future__ import annotations

import os
import secrets
import shutil
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from subpunct_app.core.errors import FileError, ModelError
from subpunct_app.core.lock import taken
from subpunct_app.core.obstacles import translated
from subpunct_app.core.task import Task
from subpunct_app.punctuation.models.card import FILE as CARD
from subpunct_app.punctuation.models.registry import model_folders
from subpunct_app.services.folders import data_folder
from subpunct_app.services.paths import files_like, make_folder
from subpunct_app.speech.recognition.whisper import load_whisper
from subpunct_app.speech.recognition.whisper_folder import check_folder, is_whisper

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

BEST = "best"


@dataclass(frozen=True, slots=True)
class Known:
    """A model that can be fetched: its name, its repository, and what it takes in megabytes."""

    name: str
    repository: str
    megabytes: int
    about: str


_ADVISED = Known("small", "Systran/faster-whisper-small", 487, "good on a CPU")
# From the least to the most exact.
KNOWN = (
    Known("tiny", "Systran/faster-whisper-tiny", 78, "quickest, many errors"),
    Known("tiny.en", "Systran/faster-whisper-tiny.en", 78, "quickest, English only"),
    Known("base", "Systran/faster-whisper-base", 148, "quick"),
    Known("base.en", "Systran/faster-whisper-base.en", 148, "quick, English only"),
    _ADVISED,
    Known("small.en", "Systran/faster-whisper-small.en", 487, "good on a CPU, English only"),
    Known("medium", "Systran/faster-whisper-medium", 1531, "slow on a CPU"),
    Known("medium.en", "Systran/faster-whisper-medium.en", 1531, "slow on a CPU, English only"),
    Known("turbo", "mobiuslabsgmbh/faster-whisper-large-v3-turbo", 1621, "nearly the best, quick"),
    Known("large-v3", "Systran/faster-whisper-large-v3", 3091, "the best, for a GPU"),
)

# The codes of what Whisper was taught, as far as this program knows their names.
_CODES = (
    "en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th "
    "ur hr bg lt la mi ml cy sk te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr "
    "pa si km yo so af oc ka be tg sd gu am yi lo uz ht ps tk nn mt sa lb my tl mg as tt ha"
)
LANGUAGES = tuple(_CODES.split())


def models_folder() -> Path:
    """Return where the speech models of this user lie."""
    return data_folder() / "whisper"


def installed() -> list[str]:
    """Return the names of the models at hand, the least exact first, unknown ones before them."""
    order = {known.name: place for place, known in enumerate(KNOWN)}
    folders = files_like(models_folder(), "[!.]*")
    found = [folder.name for folder in folders if is_whisper(folder)]
    return sorted(found, key=lambda name: (order.get(name, -1), name))


def damaged() -> list[str]:
    """Return the names of the models of which only a part is left, by name."""
    found = (folder for folder in models_folder().glob("[!.]*") if not folder.is_file())
    return sorted(folder.name for folder in found if _is_damaged(folder))


def begun() -> list[str]:
    """Return the names of the models of which a fetch has brought something, but not all."""
    found = (
        part for part in models_folder().glob(".*.part") if part.is_dir() and any(part.iterdir())
    )
    return sorted(part.name.removeprefix(".").removesuffix(".part") for part in found)


def find(model: str) -> Path:
    """Return the folder of a model by its name or folder; `best` is the best one at hand.

    Nothing is fetched: raise ModelError, with a hint how to get it, where it is not at hand.
    """
    if model == BEST:
        return _best()
    folder = models_folder() / model
    if is_whisper(folder):
        return folder
    if Path(model).is_dir():
        _check_hears(Path(model))
        return Path(model).resolve()
    if _is_name(model) and _is_damaged(folder):
        raise ModelError(*_damage(folder))
    known = known_as(model)
    if known is None:
        _check_no_text_model(model)
        names = ", ".join(known.name for known in KNOWN)
        raise ModelError(
            f"There is no speech model {model}.", f"Name a folder, or one of these: {names}."
        )
    raise ModelError(
        f"The speech model {model} is not installed.",
        _way_to(known),
    )


def name_of(folder: Path) -> str:
    """Return the name by which `find` finds a folder."""
    return folder.name if folder.parent == models_folder() else str(folder)


def known_as(name: str) -> Known | None:
    """Return the model that can be fetched under a name."""
    return next((known for known in KNOWN if known.name == name), None)


def install(name: str, task: Task, *, endpoint: str | None = None) -> Path:
    """Fetch a model from the Hugging Face Hub, or from an `endpoint` that speaks as it does.

    It stands in its folder only once it is whole and its checksums are right. What a fetch that
    was cancelled or broken off has got so far stays, and the next one goes on with it. Raise
    FileError where another one fetches it now.
    """
    from subpunct_app.services.transcription.whisper_hub import fetch

    known = known_as(name)
    if known is None:
        _check_no_text_model(name)
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
    _check_hears(source)
    check_folder(source)
    name = name or source.absolute().name
    if not _is_name(name):
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
    if not (_is_name(name) and (is_here or beginning.is_dir())):
        _check_no_text_model(name)
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


def _check_hears(folder: Path) -> None:
    """Raise ModelError where a folder holds a model for texts, as `train` makes them."""
    if (folder / CARD).is_file() and not is_whisper(folder):
        raise ModelError(
            f"The model in {folder} punctuates texts and hears no speech.",
            f"Use it where it lies: subpunct punctuate FILE --model {folder}",
        )


def _check_no_text_model(name: str) -> None:
    """Raise ModelError on the id of a model for texts, which is neither fetched nor deleted."""
    if any(folder.name == name for folder in model_folders()):
        raise ModelError(
            f"The model {name} punctuates texts and hears no speech; it is a part of subpunct.",
            "To see the speech models: subpunct models speech",
        )


def _best() -> Path:
    names = installed()
    if names:
        return models_folder() / names[-1]
    raise ModelError("No speech model is installed.", _way_to(_ADVISED))


def _way_to(known: Known) -> str:
    return (
        f"Run: subpunct models install {known.name} ({known.megabytes} MB from the Hugging Face "
        "Hub), or name a folder that holds a model."
    )


def _check_free(folder: Path) -> None:
    """Raise FileError where a model, or what is left of one, is in the way of another."""
    if is_whisper(folder):
        raise FileError(
            f"There is a speech model {folder.name} already.",
            "Choose another name, or remove that one first.",
        )
    if _is_damaged(folder):
        raise FileError(*_damage(folder))


def _is_damaged(folder: Path) -> bool:
    """Tell whether something stands in the place of a model that is none, or not whole."""
    with translated(folder):
        is_free = folder.is_dir() and not any(folder.iterdir())
        return os.path.lexists(folder) and not is_free and not is_whisper(folder)


def _damage(folder: Path) -> tuple[str, str]:
    """Return what is to be said of a damaged model, and what to do."""
    name = folder.name
    return f"The speech model {name} is damaged.", f"Delete it: subpunct models remove {name}"


def _is_name(name: str) -> bool:
    """Tell whether a model can be called so."""
    return bool(name) and name == Path(name).name and not name.startswith(".") and name != BEST


@contextmanager
def _alone(name: str) -> Iterator[None]:
    """Keep others from installing the same model: two would write into one file."""
    path = models_folder() / f".{name}.lock"
    with translated(path):
        lock = taken(path)
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
