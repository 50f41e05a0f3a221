"""What judging a model brought to light, as values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from subpunct_app.training.evaluation.confidence import Bin
from subpunct_app.training.evaluation.confident_errors import ConfidentError
from subpunct_app.training.evaluation.metrics import (
    Counts,
    Score,
    macro_f1,
    micro_score,
    score_label,
    slot_error_rate,
)


@dataclass(frozen=True, slots=True)
class Summary:
    """The scores of one confusion matrix; `labels` holds those of each mark."""

    labels: Mapping[str, Score]
    micro_f1: float
    macro_f1: float
    ser: float


@dataclass(frozen=True, slots=True)
class Carried:
    """How many of a reference's marks found a place in what a recogniser heard."""

    marks: int
    carried: int


@dataclass(frozen=True, slots=True)
class Report(Summary):
    """All scores of one model on some test files, every score as a fraction.

    `counts` is the confusion matrix over `names`; `merges` scores the same decisions in coarser
    schemes; `places` scores marks in the middle ("mid") and at the end of texts ("end") apart;
    `review`, and `curve` in finer steps, give, for a share of gaps looked at, the share of errors
    caught and the yield; `taught`, for a share looked at in each text, the shares of errors that
    are gone as the model made its choices, and as it learns from the review; `classwise_ece` is
    about each mark's own probability, in all gaps, and `likely_ece` in those where it is likely;
    `intervals` holds those of 95 %, a score; `reliability` the bins of all decisions ("ALL") and
    of each mark's probability; `surest_errors` the wrong decisions that were surest;
    `false_periods` how many of 100 cue ends get a full stop where no sentence ends.
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
    review: Mapping[float, tuple[float, float]]
    curve: Mapping[float, tuple[float, float]]
    taught: Mapping[float, tuple[float, float]]
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
                f"{share:.2f}": {"caught": caught, "yield": found}
                for share, (caught, found) in self.review.items()
            },
            "taught": {
                f"{share:.2f}": {"as_made": made, "taught": taught}
                for share, (made, taught) in self.taught.items()
            },
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
    """Return the scores of a confusion matrix whose rows and columns have names."""
    labels = {name: score_label(counts, at) for at, name in enumerate(names) if at}
    return Summary(labels, micro_score(counts).f1, macro_f1(counts), slot_error_rate(counts))
