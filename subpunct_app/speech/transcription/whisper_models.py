"""Which speech models there are, which are at hand, and how one is asked to transcribe."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from subpunct_app.models.card import AUTO, language_of
from subpunct_app.runtime.errors import ModelError
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
    """Return the names of the models of which only a part is left."""
    folders = (path for path in matching_files(models_folder(), "[!.]*") if not path.is_file())
    return [folder.name for folder in folders if not is_whisper(folder)]


def begun() -> list[str]:
    """Return the names of the models of which a fetch has brought something, but not all."""
    parts = matching_files(models_folder(), ".*.part")
    return [part.name[1:].removesuffix(".part") for part in parts if any(part.iterdir())]


def find(model: str) -> Path:
    """Return the folder of a model by its name or folder; `best` is the best one at hand.

    Nothing is fetched: raise ModelError, with a hint how to get it, where it is not at hand.
    """
    if model == BEST:
        names = installed()
        if names:
            return models_folder() / names[-1]
        raise ModelError("No speech model is installed.", _way_to(_ADVISED))
    folder = models_folder() / model
    if is_whisper(folder):
        return folder
    if Path(model).is_dir():
        return Path(model).resolve()
    if model in damaged():
        raise ModelError(*damage(model))
    known = known_as(model)
    if known is None:
        raise ModelError(
            f"There is no speech model {model}.",
            "Name a folder that holds one, or a name that subpunct models speech lists.",
        )
    raise ModelError(f"The speech model {model} is not installed.", _way_to(known))


def name_of(folder: Path) -> str:
    """Return the name by which `find` finds a folder."""
    return folder.name if folder.parent == models_folder() else str(folder)


def known_as(name: str) -> Known | None:
    """Return the model that can be fetched under a name."""
    return next((known for known in KNOWN if known.name == name), None)


def damage(name: str) -> tuple[str, str]:
    """Return what is to be said of a damaged model, and what to do."""
    return f"The speech model {name} is damaged.", f"Delete it: subpunct models remove {name}"


def _way_to(known: Known) -> str:
    return (
        f"Run: subpunct models install {known.name} ({known.megabytes} MB from the Hugging Face "
        "Hub), or name a folder that holds a model."
    )
