"""Train a recipe from files to a finished model folder."""

from __future__ import annotations

import json
import os
import platform
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import torch

from subpunct_app import __version__
from subpunct_app.core.task import Task
from subpunct_app.punctuation.labels import CASES, MARKS
from subpunct_app.punctuation.network import GapNetwork
from subpunct_app.punctuation.tokens import Tokens
from subpunct_app.punctuation.torch_runtime import best_device
from subpunct_app.training.batches import IGNORED, Batches
from subpunct_app.training.corpus import read_corpus
from subpunct_app.training.encoders import load_encoder
from subpunct_app.training.finish import finish, read_about
from subpunct_app.training.loop import Judge, Run, fit
from subpunct_app.training.metrics import confusion, micro_score, slot_error_rate
from subpunct_app.training.recipes import Plan


def train(plan: Plan, out: Path, task: Task, *, resume: bool = False) -> Path:
    """Train, export and calibrate a model into `out` and return that folder.

    The checkpoint and the log stay in `out/run`; `resume` goes on from there.
    """
    chosen = plan.recipe
    read_about(plan.about)
    torch.set_num_threads(os.cpu_count() or 1)
    encoder, tokenizer = load_encoder(chosen.encoder)
    torch.manual_seed(chosen.seed)
    network = GapNetwork(
        encoder,
        len(MARKS),
        len(CASES),
        dropout=chosen.dropout,
        layer_dropout=chosen.layer_dropout,
    )
    tokens = Tokens(tokenizer)
    corpus = read_corpus(plan.train)
    dev = read_corpus(plan.dev)
    run = Run(
        network, Batches(corpus, tokens, chosen), chosen, out / "run", torch.device(best_device())
    )
    _describe(run, plan, len(corpus))
    quiet = replace(chosen, noise_windows=0.0)
    fit(run, dev_judge(Batches(dev.head(chosen.dev_words), tokens, quiet)), task, resume=resume)

    return finish(network, tokenizer, plan, out, task)


def dev_judge(batches: Batches) -> Judge:
    """Return a function that scores a network on separate windows of held-out text."""

    def judge(network: GapNetwork) -> dict[str, float]:
        network.eval()
        device = next(network.parameters()).device
        counts = np.zeros((len(MARKS), len(MARKS)), dtype=np.int64)
        for step in range(batches.epoch_steps):
            batch = batches.batch(step)
            with torch.inference_mode():
                marks, _ = network(
                    torch.from_numpy(batch.pieces).to(device),
                    torch.from_numpy(batch.mask).to(device),
                )
            guess = marks.argmax(dim=-1).cpu().numpy()
            known = batch.marks != IGNORED
            counts += confusion(batch.marks[known], guess[known], len(MARKS))
        return {"micro_f1": micro_score(counts).f1, "ser": slot_error_rate(counts)}

    return judge


def _describe(run: Run, plan: Plan, words: int) -> None:
    """Write recipe, sources, seed and versions beside the log."""
    run.folder.mkdir(parents=True, exist_ok=True)
    text = {
        "recipe": asdict(run.recipe),
        "train": [path.name for path in plan.train],
        "dev": [path.name for path in plan.dev],
        "words": words,
        "steps": run.steps,
        "device": run.device.type,
        "versions": {
            "subpunct": __version__,
            "torch": torch.__version__,
            "python": platform.python_version(),
        },
    }
    (run.folder / "run.json").write_text(json.dumps(text, indent=2) + "\n", encoding="utf-8")
