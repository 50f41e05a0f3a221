"""Turn a trained network into a model folder: export, calibrate, write the card."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from subpunct_app import __version__
from subpunct_app.models.card import ModelCard
from subpunct_app.models.mark_labels import scheme_marks, scheme_openings
from subpunct_app.models.model_registry import open_model
from subpunct_app.models.punctuator import Punctuator
from subpunct_app.runtime.task import Task
from subpunct_app.training.data.corpus import Corpus
from subpunct_app.training.data.cue_features import cut_anew
from subpunct_app.training.data.leaks import Screening
from subpunct_app.training.data.synthetic_cues import MANNERS
from subpunct_app.training.evaluation.evaluator import (
    JudgingOptions,
    ask_corpus,
    calibrate_corpus,
    evaluate_corpus,
)
from subpunct_app.training.evaluation.scoring import Report, report_on
from subpunct_app.training.finish.card_text import read_about
from subpunct_app.training.finish.export import empty_folder, export, place
from subpunct_app.training.finish.fit_calibration import Asked, Cutting, calibrate
from subpunct_app.training.loop.checkpoint import Progress, writing
from subpunct_app.training.plan import Plan, short_names
from subpunct_app.training.recipes import Recipe
from subpunct_app.training.start.learners import Learner

# Six labels are a finer four: published scores know no more.
_JUDGED_AS = {6: 4}
# Words of the first dev text that are cut into cues in each manner, so many by one pair of hands.
_CUT_WORDS = 300_000
_HAND_WORDS = 1_000


def finish(learner: Learner, plan: Plan, history: Mapping[str, Any], out: Path, task: Task) -> Path:
    """Export, calibrate on the dev texts, and write the card; return the model's folder.

    `history` is what the card says of the run (see `history_of`).
    The files for the CPU are what is calibrated and scored, whatever the network learned on.
    Until all is done, the model that was in the folder before stays.
    """
    with writing(out), empty_folder(out / "run" / "finished") as made:
        card = _described(learner, plan.recipe, _name_of(out), history)
        card = _made(learner, plan, card, made, task)
        place(card, made, out)
    return out


def _name_of(out: Path) -> str:
    """Return how a folder is called, if it is a link, not what that leads to."""
    # Path.absolute keeps what goes up again, as in models/new/.. does.
    return Path(os.path.abspath(out)).name  # noqa: PTH100


def _described(learner: Learner, recipe: Recipe, id_: str, about: Mapping[str, Any]) -> ModelCard:
    """Return the card as far as it is known before there are files and scores."""
    rest = dict(about)
    return ModelCard(
        id=id_,
        name=str(rest.pop("name", id_)),
        languages=tuple(rest.pop("languages", ())),
        labels=scheme_marks(recipe.scheme),
        openings=scheme_openings(recipe.scheme),
        hears=bool(learner.shape.features),
        window=recipe.window,
        predictions=recipe.predictions,
        network=learner.shape,
        about=rest,
    )


def _made(learner: Learner, plan: Plan, card: ModelCard, folder: Path, task: Task) -> ModelCard:
    """Write a model's files into a folder; return its card with these, calibration and scores.

    The languages are those of the dev texts unless the card names some.
    """
    paths, dev = zip(*_tuning(plan, task), strict=True)
    files = export(learner.network, learner.tokenizer, folder)
    card = replace(card, files=files, languages=card.languages or _languages(dev))
    scheme = _JUDGED_AS.get(plan.recipe.scheme, plan.recipe.scheme)
    raw = open_model(card, folder, "cpu")
    asked = [Asked(text, ask_corpus(raw, text, task)) for text in dev]
    # What cue ends are worth can only be told where there are some.
    cutting = _cutting(raw, asked[0], task) if card.hears else None
    card = calibrate(card, asked, scheme, cutting)
    scores = {
        "dev_scores": _by_name(
            plan.texts.dev, zip(paths, (_report(card, one, scheme) for one in asked), strict=True)
        ),
        "test_scores": _by_name(plan.texts.test, _tested(card, plan, scheme, folder, task)),
    }
    return replace(card, about={**card.about, **_rounded(scores)})


def _cutting(raw: Punctuator, asked: Asked, task: Task) -> Cutting:
    """Return what a network says of a text in all manners of cues, and of its words alone."""
    text, alone = asked.text, asked.answers
    if text.features is not None:
        alone = ask_corpus(raw, replace(text, features=None), task)
    return Cutting(alone, tuple(Asked(one, ask_corpus(raw, one, task)) for one in _cut(text)))


def _report(card: ModelCard, asked: Asked, scheme: int) -> Report:
    said = calibrate_corpus(card, asked.answers, asked.text)
    return report_on(card.id, asked.text, said, scheme)


def _tested(
    card: ModelCard, plan: Plan, scheme: int, folder: Path, task: Task
) -> Iterator[tuple[Path, Report]]:
    tuned = open_model(card, folder, "cpu")
    for path, text in plan.texts.judged(task):
        yield path, evaluate_corpus(tuned, text, task, JudgingOptions(scheme))


def _tuning(plan: Plan, task: Task) -> Iterator[tuple[Path, Corpus]]:
    words = plan.recipe.tune_words
    for path, text in plan.texts.tuned(task):
        yield path, text.head(words) if words else text


def _cut(text: Corpus) -> Iterator[Corpus]:
    """Yield the beginning of a text, cut into cues in every manner by many hands."""
    files = text.head(_CUT_WORDS).divided(_HAND_WORDS)
    for manner in MANNERS:
        yield cut_anew(files, manner, seed=1)


def _languages(texts: Iterable[Corpus]) -> tuple[str, ...]:
    """Return the languages that texts are written in; English where none can be told."""
    found = filter(None, (text.language() for text in texts))
    return tuple(dict.fromkeys(found)) or ("en",)


def _by_name(paths: Sequence[Path], reports: Iterable[tuple[Path, Report]]) -> dict[str, Any]:
    names = dict(zip(paths, short_names(paths), strict=True))
    return {names[path]: report.as_json() for path, report in reports}


def history_of(plan: Plan, screening: Screening, progress: Progress) -> dict[str, Any]:
    """Return what a card says of a run, with all commands that carried it out if several did."""
    commands = {"commands": progress.commands} if len(progress.commands) > 1 else {}
    return (
        read_about(plan.about)
        | commands
        | {
            "recipe": plan.settings,
            "scheme": plan.recipe.scheme,
            "train_files": short_names(plan.texts.train),
            "dev_files": short_names(plan.texts.dev),
            "documents_left_out": screening.left_out,
            "leaks": [asdict(leaked) for leaked in screening.leaks],
            "command": plan.command,
            "commit": commit_of(Path(__file__)),
            "subpunct": __version__,
        }
    )


def _rounded(value: Any) -> Any:  # noqa: ANN401 - JSON of any shape
    """Return JSON with its numbers cut to four places."""
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, dict):
        return {key: _rounded(inner) for key, inner in value.items()}
    return [_rounded(inner) for inner in value] if isinstance(value, list) else value


def commit_of(file: Path) -> str:
    """Return the commit of the checkout that a file belongs to, or nothing outside one.

    A file that is installed within another checkout is no part of that one.
    """
    known = _git(file.parent, "ls-files", file.name)
    return _git(file.parent, "rev-parse", "--short", "HEAD") if known else ""


def _git(folder: Path, *arguments: str) -> str:
    git = shutil.which("git")
    if git is None:
        return ""
    command = [git, *arguments]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False
    ).stdout.strip()
