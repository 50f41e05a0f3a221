"""Turn a trained network into a model folder: export, calibrate, write the card."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any

from subpunct_app import __version__
from subpunct_app.models.card import ModelCard
from subpunct_app.models.mark_labels import scheme_marks, scheme_openings
from subpunct_app.models.model_registry import open_model
from subpunct_app.models.punctuator import Punctuator
from subpunct_app.runtime.errors import FileError
from subpunct_app.runtime.file_errors import refuse_device
from subpunct_app.runtime.file_io import read_at_most
from subpunct_app.runtime.task import Task
from subpunct_app.training.data.leaks import Screening
from subpunct_app.training.data.synthetic_cues import MANNERS, cut_anew
from subpunct_app.training.evaluation.evaluator import (
    EvaluationOptions,
    ask_corpus,
    calibrate_corpus,
    evaluate_corpus,
)
from subpunct_app.training.evaluation.scoring import Report, report_on
from subpunct_app.training.finish.export import empty_folder, export, place
from subpunct_app.training.finish.fit_calibration import HeldOut, calibrate
from subpunct_app.training.loop.training_run import Progress, writing
from subpunct_app.training.plan import Plan, short_names
from subpunct_app.training.start.learners import Learner

# Six labels are a finer four: published scores know no more.
_JUDGED_AS = {6: 4}
# Words of the first dev text that are cut into cues in each manner, so many by one pair of hands.
_CUT_WORDS = 300_000
_HAND_WORDS = 1_000
# What the training itself knows best; name and languages may be given.
_RESERVED = {field.name for field in fields(ModelCard)} - {"name", "languages", "about"}
# In bytes, more than a card of a model says anywhere.
_MOST = 1 << 20


def read_about(path: Path | None) -> dict[str, Any]:
    """Return what people wrote for the card.

    Raise FileError where it is no JSON object, or says what no card can hold, or has no end.
    """
    if path is None:
        return {}
    refuse_device(path)
    too_large = FileError(f"{path} is far too large to tell of a model.", "Is it the right file?")
    try:
        with path.open("rb") as file:
            about = json.loads(read_at_most(file, _MOST, too_large).decode("utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:
        raise FileError(
            f"{path} cannot be read as JSON in UTF-8: {error}.",
            "It must hold a JSON object of texts and short lists.",
        ) from error
    if not isinstance(about, dict):
        raise FileError(f"{path} holds no JSON object.", "Write name, languages, data, limits.")
    if known := sorted(_RESERVED & about.keys()):
        raise FileError(
            f"{path} may not tell {', '.join(known)}: the training does.", "Leave them out."
        )
    if not _is_text(about.get("name", path.name)):
        raise FileError(f"The name in {path} is no text.", 'Write "name": "English, my talks".')
    languages = about.get("languages", [])
    if not (isinstance(languages, list) and all(map(_is_text, languages))):
        raise FileError(f"The languages in {path} are no list.", 'Write "languages": ["en"].')
    return about


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def finish(learner: Learner, plan: Plan, history: Mapping[str, Any], out: Path, task: Task) -> Path:
    """Export, calibrate on the dev texts, and write the card; return the model's folder.

    `history` is what the card says of the run (see `history_of`). The files for the CPU are what is
    calibrated and scored, whatever the network learned on. Until all is done, the model that was in
    the folder before stays.
    """
    about, recipe = dict(history), plan.recipe
    # Not resolved: a link gives its own name. Path.absolute keeps what goes up again.
    name = Path(os.path.abspath(out)).name  # noqa: PTH100
    card = ModelCard(
        id=name,
        name=str(about.pop("name", name)),
        languages=tuple(about.pop("languages", ())),
        labels=scheme_marks(recipe.scheme),
        openings=scheme_openings(recipe.scheme),
        hears=bool(learner.shape.features),
        window=recipe.window,
        predictions=recipe.predictions,
        network=learner.shape,
        about=about,
    )
    with writing(out), empty_folder(out / "run" / "finished") as made:
        files = export(learner.network, learner.tokenizer, made)
        place(_calibrated(replace(card, files=files), plan, made, task), made, out)
    return out


def _calibrated(card: ModelCard, plan: Plan, folder: Path, task: Task) -> ModelCard:
    """Return the card of exported files with calibration and scores.

    The languages are those of the dev texts unless the card names some, and English where none can
    be told.
    """
    words, scheme = plan.recipe.tune_words, _JUDGED_AS.get(plan.recipe.scheme, plan.recipe.scheme)
    dev = [(path, text.head(words or len(text))) for path, text in plan.texts.each("dev", task)]
    told = dict.fromkeys(filter(None, (text.language() for _, text in dev)))
    card = replace(card, languages=card.languages or tuple(told) or ("en",))
    raw = open_model(card, folder, "cpu")
    asked = [HeldOut(text, ask_corpus(raw, text, task)) for _, text in dev]
    # What cue ends are worth can only be told where there are some.
    card = calibrate(card, asked, scheme, _cut(raw, asked[0], task) if card.hears else ())
    dev_reports = [
        (path, report_on(card.id, one.text, calibrate_corpus(card, one.answers, one.text), scheme))
        for (path, _), one in zip(dev, asked, strict=True)
    ]
    tuned = open_model(card, folder, "cpu")
    test_reports = (
        (path, evaluate_corpus(tuned, text, task, EvaluationOptions(scheme)))
        for path, text in plan.texts.each("test", task)
    )
    scores = {
        "dev_scores": _by_name(plan.texts.dev, dev_reports),
        "test_scores": _by_name(plan.texts.test, test_reports),
    }
    return replace(card, about={**card.about, **_rounded(scores)})


def _cut(raw: Punctuator, asked: HeldOut, task: Task) -> list[HeldOut]:
    """Return what a network says of a text in all manners of cues, and of its words alone."""
    text, alone = asked.text, asked.answers
    if text.features is not None:
        alone = ask_corpus(raw, replace(text, features=None), task)
    files = text.head(_CUT_WORDS).divided(_HAND_WORDS)
    cut = (cut_anew(files, manner, seed=1) for manner in MANNERS)
    return [HeldOut(one, ask_corpus(raw, one, task), alone) for one in cut]


def _by_name(paths: Sequence[Path], reports: Iterable[tuple[Path, Report]]) -> dict[str, Any]:
    names = dict(zip(paths, short_names(paths), strict=True))
    return {names[path]: report.as_json() for path, report in reports}


def history_of(plan: Plan, screening: Screening, progress: Progress) -> dict[str, Any]:
    """Return what a card says of a run, with all commands that carried it out if several did."""
    history = read_about(plan.about) | {
        "recipe": plan.settings,
        "scheme": plan.recipe.scheme,
        "train_files": short_names(plan.texts.train),
        "dev_files": short_names(plan.texts.dev),
        "documents_left_out": screening.left_out,
        "leaks": [asdict(leaked) for leaked in screening.leaks],
        "command": plan.command,
        "subpunct": __version__,
    }
    return history | ({"commands": progress.commands} if len(progress.commands) > 1 else {})


def _rounded(value: Any) -> Any:  # noqa: ANN401 - JSON of any shape
    """Return JSON with its numbers cut to four places."""
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, dict):
        return {key: _rounded(inner) for key, inner in value.items()}
    return [_rounded(inner) for inner in value] if isinstance(value, list) else value
