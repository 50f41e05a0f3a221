"""Train a recipe from files to a finished model folder."""

from __future__ import annotations

import hashlib
import json
import os
import platform
from dataclasses import replace
from pathlib import Path

import torch

from subpunct_app import __version__
from subpunct_app.models.blank_encoder import encoder_of
from subpunct_app.models.card import FILE as CARD
from subpunct_app.models.mark_labels import scheme_labels
from subpunct_app.models.tokenizer import Tokens
from subpunct_app.models.torch_runtime import best_device
from subpunct_app.runtime.environment import processor_count
from subpunct_app.runtime.errors import FileError
from subpunct_app.runtime.task import Task
from subpunct_app.training.data.batches import Batches
from subpunct_app.training.data.leaks import Screening, screen
from subpunct_app.training.finish.finish import finish, history_of, read_about
from subpunct_app.training.loop.acceleration import compiled_layers, plain_attention
from subpunct_app.training.loop.fit import dev_evaluator, fit
from subpunct_app.training.loop.masked_language_model import masked_language_model
from subpunct_app.training.loop.training_run import Run, has_checkpoint, sole_use, writing
from subpunct_app.training.plan import Plan, short_names
from subpunct_app.training.start.learners import check_plan, make_learner, teacher_for

# What windows of the dev text are told of cues and marks is drawn from it.
_DEV_SEED = 1


def train(plan: Plan, out: Path, task: Task, *, resume: bool = False) -> Path:
    """Train, export and calibrate a model into `out` and return that folder.

    The checkpoint and the log stay in `out/run`; `resume` goes on from there. Raise
    SettingsError where a held-out text leaks into what is learned (see `leaks.screen`), unless the
    recipe allows it, or where the recipe's network cannot be built, ModelError where what to begin
    or go on with cannot be read, FileError where another training is at work there, where a text
    cannot be read, or where `resume` finds a finished model and nothing to go on from, Cancelled on
    request.
    """
    recipe, texts = plan.recipe, plan.texts
    _check(plan, out, resume=resume)
    if "OMP_NUM_THREADS" not in os.environ:
        torch.set_num_threads(processor_count())
    learned = texts.read("train", task)
    corpus, screening = screen(learned, texts, task, allow_leak=recipe.allow_leak)
    task.step(0, 0, "Preparing")
    learner = make_learner(plan, corpus)
    tokens = Tokens(learner.tokenizer)
    run = Run(
        learner.network,
        Batches(corpus, tokens, recipe),
        recipe,
        out / "run",
        torch.device(best_device()),
        rate_scale=learner.rate_scale,
        command=plan.command,
        vocabulary=hashlib.sha256(learner.tokenizer.to_str().encode()).hexdigest(),
        texts=corpus.checksum(),
        teacher=teacher_for(learner.network, recipe),
        masked=masked_language_model(learner.network, tokens, recipe),
    )
    # In the same way whatever the seed of a run.
    quiet = replace(recipe, noise="none", seed=_DEV_SEED)
    dev = Batches(texts.read("dev", task).head(recipe.dev_words), tokens, quiet)
    with sole_use(run.folder):
        with (
            plain_attention(map(encoder_of, run.networks), run.device),
            compiled_layers(run.networks, run.device),
        ):
            progress = fit(
                run,
                dev_evaluator(dev, len(scheme_labels(recipe.scheme))),
                task,
                resume=resume,
                begun=lambda: _describe(run, plan, len(corpus), screening),
            )
        return finish(learner, plan, history_of(plan, screening, progress), out, task)


def _check(plan: Plan, out: Path, *, resume: bool) -> None:
    """Raise at once what would keep a plan from being carried out, or its model from its card."""
    if resume and (out / CARD).is_file() and not has_checkpoint(out / "run"):
        raise FileError(
            f"{out} holds a finished model, and no checkpoint to go on from.",
            "Choose another --out folder; --start goes on from the model itself.",
        )
    read_about(plan.about)
    check_plan(plan)


def _describe(run: Run, plan: Plan, words: int, screening: Screening) -> None:
    """Write recipe, sources, seed and versions beside the log."""
    text = {
        "recipe": plan.settings,
        "train": short_names(plan.texts.train),
        "dev": short_names(plan.texts.dev),
        "words": words,
        "texts_sha256": run.texts,
        "documents_left_out": screening.left_out,
        "steps": run.steps,
        "device": run.device.type,
        "precision": run.precision,
        "versions": {
            "subpunct": __version__,
            "torch": torch.__version__,
            "python": platform.python_version(),
        },
    }
    with writing(run.folder):
        (run.folder / "run.json").write_text(json.dumps(text, indent=2) + "\n", encoding="utf-8")
