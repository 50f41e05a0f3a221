"""What a model says of itself: labels, calibration, data, licences, scores."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

import msgspec

from subpunct_app.languages.language_data import normal_code
from subpunct_app.runtime.errors import ModelError
from subpunct_app.runtime.file_io import as_json, atomic_write
from subpunct_app.text.words import Mark, base_of

DEFAULT_MODEL = "en-compact"
# Instead of a model: for each text one that knows its language. Instead of a language: its own.
AUTO = "auto"
FILE = "card.json"
# What int8 on the CPU runs, and what all other runs load; a model has one of them or both.
GRAPH = "model.onnx"
WEIGHTS = "model.safetensors"
TOKENIZER = "tokenizer.json"
# A piece before all others and one behind them.
_SPECIAL = 2
# What the error predictor reads of a gap beside two signals a label (see `doubt.signals`).
_SIGNALS = 11
NETWORKS = ("gap", "bilstm", "mlp", "linear", "lookahead")
# The largest sizes of a network: a card may come from anywhere, and asks for memory by them.
LARGEST = {
    "width": 16_384,
    "layers": 64,
    "embedding": 16_384,
    "vocabulary": 1_000_000,
    "look_ahead": 256,
    "features": 256,
}


def language_of(code: str) -> str | None:
    """Return the language that a code stands for, `pt-BR` for `pt_br`; None for `auto`."""
    return None if code == AUTO else normal_code(code) or code


@dataclass(frozen=True, slots=True)
class NetworkShape:
    """The kind of a network and the sizes that the encoder's own configuration does not tell.

    `kind` is one of NETWORKS. `width` counts units of the inner layer or LSTM, `layers` LSTM
    layers; `embedding`, `vocabulary` (pieces) and `look_ahead` (pieces) belong to networks without
    an encoder. `crf` puts a linear-chain CRF over the marks. `features` counts the columns of
    subtitle features it reads (see `models.features`), 0 for none.
    """

    kind: str = "gap"
    width: int = 0
    layers: int = 1
    crf: bool = False
    embedding: int = 0
    vocabulary: int = 0
    look_ahead: int = 0
    features: int = 0


@dataclass(frozen=True, slots=True)
class Calibration:
    """What makes probabilities honest, and the shift of decisions, one a label.

    All is fitted on held-out text after window averaging. The log probabilities of marks are
    scaled and offset, one value a label; `mark_bias` is added before the largest is taken, and
    never shown as confidence; `cue_bias` comes on top for marks that end a sentence where a cue
    ends, in files that were cut with care and in others. `doubt` holds the weights of the error
    predictor (see `doubt`).
    """

    mark_scale: tuple[float, ...] = ()
    mark_offset: tuple[float, ...] = ()
    case_temperature: float = 1.0
    mark_bias: tuple[float, ...] = ()
    doubt: tuple[float, ...] = ()
    cue_bias: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class ModelCard:
    """One model: who it is, how to run it, and what it was measured to do.

    `labels` are the marks after a word, `openings` (¿ ¡) further columns of the network for what
    stands before one. It `hears` where it learned to read silences that were listened to, inside
    cues too. `window` counts pieces, `predictions` how many windows see a word. `files`
    maps file names to sha256. `about` holds what people read: data with licences, scores,
    limits and command.
    """

    id: str
    name: str
    languages: tuple[str, ...]
    labels: tuple[Mark, ...]
    window: int = 256
    predictions: float = 1.33
    openings: tuple[str, ...] = ()
    hears: bool = False
    network: NetworkShape = field(default_factory=NetworkShape)
    calibration: Calibration = Calibration()
    files: Mapping[str, str] = field(default_factory=dict)
    about: Mapping[str, Any] = field(default_factory=dict)

    def knows(self, language: str) -> bool:
        """Return whether the model reads a language, in whatever script or region."""
        base = base_of(language)
        return base in {base_of(known) for known in self.languages}


_OWN = [field.name for field in fields(ModelCard) if field.name != "about"]
_NEEDED = frozenset({"files", "calibration", "window"})


def first_knowing(cards: Iterable[ModelCard], language: str) -> ModelCard | None:
    """Return the first of several models that knows a language, None where none does."""
    return next((card for card in cards if card.knows(language)), None)


def read_card(folder: Path) -> ModelCard:
    """Return the card of a model folder; raise ModelError where it is missing or damaged."""
    try:
        text = (folder / FILE).read_text(encoding="utf-8")
        stored = json.loads(text)
        if not isinstance(stored, dict):
            raise TypeError("A card is a JSON object.")
        own = {name: stored.pop(name) for name in _OWN if name in stored or name in _NEEDED}
        card = msgspec.convert(own | {"about": stored}, ModelCard)
        _check(card)
        # The first models were trained without being told their language.
        return card if card.languages else replace(card, languages=("en",))
    except (FileNotFoundError, NotADirectoryError) as error:
        raise ModelError(f"{folder} holds no model.", "It needs a card.json.") from error
    except OSError as error:
        raise unreadable(folder / FILE, error) from error
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
        raise ModelError(
            f"The card of the model in {folder} is damaged.", "Install the model again."
        ) from error


def unreadable(path: Path, error: OSError) -> ModelError:
    """Return what is to be said of a file of a model that is there and cannot be read."""
    return ModelError(
        f"{path} cannot be read: {error.strerror or error}.", "Check its permissions."
    )


def write_card(card: ModelCard, folder: Path) -> None:
    """Write a card into a model folder, in one step."""
    own = asdict(card)
    about = own.pop("about")
    own["calibration"] = {name: _rounded(value) for name, value in own["calibration"].items()}
    with atomic_write(folder / FILE) as fresh:
        fresh.write_bytes(as_json(own | about | own))


def _rounded(value: float | Sequence[float]) -> float | list[float]:
    return [round(n, 4) for n in value] if isinstance(value, Sequence) else round(value, 4)


def _check(card: ModelCard) -> None:
    """Raise ValueError where labels or numbers are missing, too many or absurd.

    No sum guards a card.
    """
    calibration, labels = card.calibration, len(card.labels)
    if card.labels[:1] != (Mark.NONE,) or len(set(card.labels)) < labels:
        raise ValueError("No mark is the first label, and each is one by itself.")
    if card.window <= _SPECIAL:
        raise ValueError("A window holds a piece at least.")
    for name, most in LARGEST.items():
        size = getattr(card.network, name)
        if not 0 <= size <= most:
            raise ValueError("A network has no such size.")
    if not calibration.case_temperature > 0:
        raise ValueError("A temperature is more than 0.")
    if any(name != Path(name).name or "\0" in name for name in card.files):
        raise ValueError("The files of a model lie in its folder.")
    counts = {
        "mark_scale": (0, labels),
        "mark_offset": (len(calibration.mark_scale),),
        "mark_bias": (0, labels),
        "doubt": (0, 2 * labels + _SIGNALS),
        "cue_bias": (0, 2),
    }
    for name, allowed in counts.items():
        values = getattr(calibration, name)
        if len(values) not in allowed or not all(map(math.isfinite, values)):
            raise ValueError(f"{name} has another length, or holds what is no number.")
