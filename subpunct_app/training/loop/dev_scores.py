"""Score a network on held-out windows while it trains."""

from __future__ import annotations

import numpy as np
import torch
from torch import nn

from subpunct_app.training.data.batches import IGNORED, Batches
from subpunct_app.training.evaluation.metrics import confusion, micro_score, slot_error_rate
from subpunct_app.training.loop.fit import Judge


def dev_judge(batches: Batches, labels: int) -> Judge:
    """Return a function that gives micro F1, slot error rate and loss on separate windows.

    `labels` counts the columns of the network's marks. Each word is judged once: the windows do
    not overlap and nothing is averaged, so it is a quick look, not an evaluation.
    """

    def judge(network: nn.Module) -> dict[str, float]:
        device = next(network.parameters()).device
        counts = np.zeros((labels, labels), dtype=np.int64)
        loss = 0.0
        for batch in batches.once():
            inputs = (batch.pieces, batch.mask, batch.features)
            with torch.inference_mode():
                marks, _ = network(
                    *(torch.from_numpy(rows).to(device) for rows in inputs if rows is not None)
                )
            known = batch.marks != IGNORED
            truth = batch.marks[known]
            likely = marks.float().log_softmax(dim=-1).cpu().numpy()[known]
            counts += confusion(truth, likely.argmax(axis=-1), labels)
            loss -= float(likely[np.arange(len(truth)), truth].sum())
        return {
            "f1": micro_score(counts).f1,
            "ser": slot_error_rate(counts),
            "loss": loss / max(1, int(counts.sum())),
        }

    return judge
