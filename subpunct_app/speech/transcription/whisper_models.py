"""Which speech models there are, which are at hand, and how one is asked to transcribe."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from subpunct_app.models.card import AUTO, language_of
from subpunct_app.models.card import FILE as CARD
from subpunct_app.runtime.errors import ModelError
from subpunct_app.runtime.file_errors import translate_os_errors
from subpunct_app.runtime.folders import data_folder
from subpunct_app.runtime.option import Option
from subpunct_app.runtime.paths import matching_files
from subpunct_app.speech.media.tracks import SoundTrack
from subpunct_app.speech.recognition.whisper import Device, is_whisper

BEST = "best"

# The codes of what Whisper was taught, as far as this program knows their names.
_CODES = (
    "en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th "
    "ur hr bg lt la mi ml cy sk te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr "
    "pa si km yo so af oc ka be tg sd gu am yi lo uz ht ps tk nn mt sa lb my tl mg as tt ha"
)
LANGUAGES = tuple(_CODES.split())


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


@dataclass(frozen=True, slots=True)
class TranscribeOptions:
    """How to transcribe, declared once for the command line and the window.

    `language` is a code, None where it is to be told from the sound. `track` is the number of a
    sound track, None for the one that players choose.
    """

    whisper: Annotated[
        str,
        Option(
            "Speech model; best: the most accurate one installed. See: models speech.",
            metavar="NAME-OR-FOLDER",
        ),
    ] = BEST
    language: Annotated[
        str | None,
        Option(
            "What is spoken; auto: told from the sound.",
            metavar="CODE|auto",
            parse=language_of,
            default=AUTO,
        ),
    ] = None
    terms: Annotated[
        str, Option("Names and words that are likely to be said.", metavar="WORDS")
    ] = ""
    punctuate: Annotated[
        bool,
        Option(
            "Leave marks and capitals as the speech model puts them.",
            name="--no-punctuate",
            turns_off=True,
        ),
    ] = True
    track: SoundTrack = None
    device: Annotated[Device, Option("Where the speech model runs.")] = "auto"
    resume: Annotated[bool, Option("Go on where this file was stopped before.")] = False


def models_folder() -> Path:
    """Return where the speech models of this user lie."""
    return data_folder() / "whisper"


def installed() -> list[str]:
    """Return the names of the models at hand, the least exact first, unknown ones before them."""
    order = {known.name: place for place, known in enumerate(KNOWN)}
    folders = matching_files(models_folder(), "[!.]*")
    found = [folder.name for folder in folders if is_whisper(folder)]
    return sorted(found, key=lambda name: (order.get(name, -1), name))


def damaged() -> list[str]:
    """Return the names of the models of which only a part is left, by name."""
    found = (folder for folder in models_folder().glob("[!.]*") if not folder.is_file())
    return sorted(folder.name for folder in found if is_damaged(folder))


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
        check_hears(Path(model))
        return Path(model).resolve()
    if is_name(model) and is_damaged(folder):
        raise ModelError(*damage(folder))
    known = known_as(model)
    if known is None:
        check_no_text_model(model)
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


def check_hears(folder: Path) -> None:
    """Raise ModelError where a folder holds a model for texts, as `train` makes them."""
    if (folder / CARD).is_file() and not is_whisper(folder):
        raise ModelError(
            f"The model in {folder} punctuates texts and hears no speech.",
            f"Use it where it lies: subpunct punctuate FILE --model {folder}",
        )


def check_no_text_model(name: str) -> None:
    """Raise ModelError on the id of a model for texts, which is neither fetched nor deleted."""
    from subpunct_app.models.model_registry import model_folders

    for folder in model_folders():
        if folder.name == name:
            raise ModelError(
                f"The model {name} punctuates texts and hears no speech; it lies in {folder}.",
                "To see the speech models: subpunct models speech",
            )


def is_damaged(folder: Path) -> bool:
    """Tell whether something stands in the place of a model that is none, or not whole."""
    with translate_os_errors(folder):
        is_free = folder.is_dir() and not any(folder.iterdir())
        return os.path.lexists(folder) and not is_free and not is_whisper(folder)


def damage(folder: Path) -> tuple[str, str]:
    """Return what is to be said of a damaged model, and what to do."""
    name = folder.name
    return f"The speech model {name} is damaged.", f"Delete it: subpunct models remove {name}"


def is_name(name: str) -> bool:
    """Tell whether a model can be called so."""
    return bool(name) and name == Path(name).name and not name.startswith(".") and name != BEST


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
