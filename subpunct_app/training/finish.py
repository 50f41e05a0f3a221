"""Turn a trained network into a model folder: export, calibrate, write the card."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from subpunct_app import __version__
from subpunct_app.core.errors import FileError
from subpunct_app.core.task import Task
from subpunct_app.punctuation.base import Probabilities, Punctuator
from subpunct_app.punctuation.calibrate import fit_temperature, soften
from subpunct_app.punctuation.card import Calibration, ModelCard, write_card
from subpunct_app.punctuation.decode import decide
from subpunct_app.punctuation.labels import MARKS, fold_probabilities, scheme_marks
from subpunct_app.punctuation.network import GapNetwork
from subpunct_app.punctuation.onnx_runtime import OnnxPunctuator
from subpunct_app.punctuation.windows import Prediction
from subpunct_app.training.corpus import UNKNOWN_CASE, Corpus, read_corpus
from subpunct_app.training.evaluate import evaluate, predict_corpus, truth_of
from subpunct_app.training.export import export
from subpunct_app.training.metrics import confusion, micro_score
from subpunct_app.training.recipes import Plan

_BIASES = np.arange(-0.8, 0.81, 0.05)
_SCHEME = 4


def finish(network: GapNetwork, tokenizer: Tokenizer, plan: Plan, out: Path, task: Task) -> Path:
    """Export, calibrate on the dev files, and write the card; return the model's folder.

    The first dev file tunes the marks, all that are written in upper and lower case the case.
    """
    files = export(network, tokenizer, out)
    about = _about(plan)
    card = ModelCard(
        id=out.name,
        name=str(about.pop("name", out.name)),
        languages=tuple(about.pop("languages", ())),
        labels=MARKS,
        window=plan.recipe.window,
        files=files,
        about=about,
    )
    raw = OnnxPunctuator(card, out)
    card = replace(card, calibration=_calibrate(raw, plan, task))
    tuned = OnnxPunctuator(card, out)
    scores = {
        kind: {path.name: evaluate(tuned, [path], _SCHEME, task).as_json() for path in paths}
        for kind, paths in (("dev_scores", plan.dev), ("test_scores", plan.test))
    }
    write_card(replace(card, about=_rounded(about | scores)), out)
    return out


def fit_bias(probabilities: Probabilities, truth: NDArray[np.int64]) -> NDArray[np.float32]:
    """Return the shift (labels,) of decisions with the best micro F1; 0 for "no mark".

    One label at a time, twice round.
    """
    labels = probabilities.shape[1]
    bias = np.zeros(labels, dtype=np.float32)
    for label in list(range(1, labels)) * 2:
        trials = []
        for value in _BIASES:
            trial = bias.copy()
            trial[label] = value
            guess = decide(probabilities, trial)
            trials.append(micro_score(confusion(truth, guess, labels)).f1)
        bias[label] = _BIASES[int(np.argmax(trials))]
    return bias


def _calibrate(punctuator: Punctuator, plan: Plan, task: Task) -> Calibration:
    corpora = [read_corpus([path]) for path in plan.dev]
    predictions = [predict_corpus(punctuator, corpus, task) for corpus in corpora]
    folded = fold_probabilities(predictions[0].marks, predictions[0].labels, _SCHEME)
    truth = truth_of(corpora[0], _SCHEME)
    temperature = fit_temperature(folded, truth)
    shift = fit_bias(soften(folded, temperature), truth)
    targets = scheme_marks(_SCHEME)
    bias = tuple(float(shift[targets.index(m)]) if m in targets else 0.0 for m in MARKS)
    return Calibration(
        mark_temperature=temperature,
        case_temperature=_case_temperature(corpora, predictions),
        mark_bias=bias,
    )


def _case_temperature(corpora: Sequence[Corpus], predictions: Sequence[Prediction]) -> float:
    truth = np.concatenate([corpus.cases for corpus in corpora])
    known = truth != UNKNOWN_CASE
    if not known.any():
        return 1.0
    cases = np.concatenate([prediction.cases for prediction in predictions])
    return fit_temperature(cases[known], truth[known])


def _about(plan: Plan) -> dict[str, Any]:
    return read_about(plan.about) | {
        "recipe": asdict(plan.recipe),
        "scheme": _SCHEME,
        "train_files": [path.name for path in plan.train],
        "dev_files": [path.name for path in plan.dev],
        "command": plan.command,
        "commit": _commit(),
        "subpunct": __version__,
    }


def read_about(path: Path | None) -> dict[str, Any]:
    """Return what people wrote for the card; raise FileError where it is no JSON object."""
    if path is None:
        return {}
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise FileError(f"{path} cannot be read.", "It must hold a JSON object.") from error
    if not isinstance(stored, dict):
        raise FileError(f"{path} holds no JSON object.", "Write name, languages, data, limits.")
    return stored


def _commit() -> str:
    """Return the commit of the checkout that trains, or nothing outside one."""
    here = Path(__file__).parent
    asked = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"],
        cwd=here,
        capture_output=True,
        text=True,
        check=False,
    )
    return asked.stdout.strip()


def _rounded(value: Any) -> Any:  # noqa: ANN401 - JSON of any shape
    """Return JSON with its numbers cut to four places."""
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, dict):
        return {key: _rounded(inner) for key, inner in value.items()}
    return [_rounded(inner) for inner in value] if isinstance(value, list) else value
