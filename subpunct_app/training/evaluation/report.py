"""The scores of a model on test files, as values and as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from subpunct_app.training.evaluation.confidence import Bin, Looked
from subpunct_app.training.evaluation.confident_errors import ConfidentError
from subpunct_app.training.evaluation.metrics import (
    Counts,
    Score,
    macro_f1,
    micro_score,
    score_label,
    slot_error_rate,
)
from subpunct_app.training.evaluation.taught import Gone


@dataclass(frozen=True, slots=True)
class Summary:
    """The scores of one confusion matrix; `labels` holds those of each mark."""

    labels: Mapping[str, Score]
    micro_f1: float
    macro_f1: float
    ser: float


@dataclass(frozen=True, slots=True)
class Carried:
    """How many marks a reference has, and how many were carried to a recogniser's words."""

    marks: int
    carried: int


@dataclass(frozen=True, slots=True)
class Report(Summary):
    """All scores of one model on some test files, as fractions and not in per cent.

    `counts` is the confusion matrix over `names`: rows are what stands in the text, columns what
    the model decided on. `merges` scores the same decisions in coarser schemes, by their number of
    labels (Alam et al. 2020, table 5). `places` scores full stops and question marks within
    documents ("mid") and at their ends ("end"), after Li and Lin 2020.

    `ece` is the calibration error of the likeliest label (Guo et al. 2017). `classwise_ece` is that
    of each mark's own probability, averaged over the marks (Kull et al. 2019); `likely_ece` counts
    for each mark only the gaps where it has 1 % or more. `brier` goes from 0 to 2, `nll` is in nats
    a word. `reliability` holds the bins that `ece` is made from ("ALL"), and those of each mark.

    `review` tells what a review finds that looks at a share of the gaps, the most doubtful first.
    `curve` is the same in steps of half a per cent. `taught` gives for a share looked at in each
    document which share of the errors is gone (see `suggestions.adaptation`).

    `case` scores capitals, `intervals` are 95 % bootstrap intervals by the name of the score.
    `surest_errors` are the wrong decisions with the highest probability. `false_periods` counts, of
    100 cue ends, those that get a full stop where no sentence ends; None where no cues are known.
    """

    model: str
    scheme: int
    words: int
    names: Sequence[str]
    counts: Counts
    merges: Mapping[int, Summary]
    places: Mapping[str, Mapping[str, Score]]
    ece: float
    classwise_ece: float
    likely_ece: float
    brier: float
    nll: float
    review: Mapping[float, Looked]
    curve: Mapping[float, Looked]
    taught: Mapping[float, Gone]
    reliability: Mapping[str, Sequence[Bin]]
    case: Mapping[str, float]
    intervals: Mapping[str, tuple[float, float]]
    words_per_second: float
    surest_errors: Sequence[ConfidentError]
    transfer: Carried | None = None
    false_periods: float | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the report as `evaluate --json` writes it: all scores, none of the text."""
        stored = {
            "model": self.model,
            "scheme": self.scheme,
            "words": self.words,
            **asdict(Summary(self.labels, self.micro_f1, self.macro_f1, self.ser)),
            "ece": self.ece,
            "classwise_ece": self.classwise_ece,
            "likely_ece": self.likely_ece,
            "brier": self.brier,
            "nll": self.nll,
            "review": {
                f"{share:.2f}": {"caught": looked.caught, "yield": looked.found}
                for share, looked in self.review.items()
            },
            "taught": {f"{share:.2f}": gone._asdict() for share, gone in self.taught.items()},
            "case": dict(self.case),
            "interval": {name: list(ends) for name, ends in self.intervals.items()},
            "merges": {str(scheme): asdict(scores) for scheme, scores in self.merges.items()},
            "places": {
                place: {name: asdict(score) for name, score in scores.items()}
                for place, scores in self.places.items()
            },
            "confusion": {"labels": list(self.names), "counts": self.counts.tolist()},
            "words_per_second": self.words_per_second,
        }
        if self.transfer:
            stored["transfer"] = asdict(self.transfer)
        if self.false_periods is not None:
            stored["false_periods"] = self.false_periods
        return stored


def summarise(counts: Counts, names: Sequence[str]) -> Summary:
    """Return the scores of a confusion matrix over these names, the first being "no mark"."""
    labels = {name: score_label(counts, at) for at, name in enumerate(names) if at}
    return Summary(labels, micro_score(counts).f1, macro_f1(counts), slot_error_rate(counts))
