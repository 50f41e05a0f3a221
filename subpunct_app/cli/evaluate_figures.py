"""The lines that `evaluate` prints of a report."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from subpunct_app.training.evaluation.report import Report


def table(report: Report) -> Iterator[str]:
    """Yield the lines of a report."""
    speed = f", {report.words_per_second:.0f} words/s" if report.words_per_second else ""
    yield f"{report.model}: {report.words} words{speed}"
    if report.transfer:
        yield f"{report.transfer.carried:,} of {report.transfer.marks:,} marks carried over"
    yield from _marks(report)
    yield from _overall(report)
    for scheme, scores in sorted(report.merges.items(), reverse=True):
        yield f"as {scheme} labels: micro F1 {scores.micro_f1:.3f}, slot errors {scores.ser:.3f}"
    if report.false_periods is not None:
        yield f"false periods per 100 cue ends {report.false_periods:.1f}"
    if report.case:
        yield f"capitals F1 {report.case['f1']:.3f}, as written {report.case['written']:.3f}"
    yield from _reviews(report)


def _marks(report: Report) -> Iterator[str]:
    width = max(12, *map(len, report.labels))
    yield f"{'':<{width}} {'precision':>9} {'recall':>9} {'f1':>9} {'support':>9}"
    for name, score in report.labels.items():
        yield (
            f"{name:<{width}} {score.precision:9.3f} {score.recall:9.3f} {score.f1:9.3f}"
            f" {score.support:9d}"
        )


def _overall(report: Report) -> Iterator[str]:
    micro, macro, slots = (
        f"{value:.3f} ({low:.3f} to {high:.3f})"
        for value, (low, high) in (
            (report.micro_f1, report.intervals["micro_f1"]),
            (report.macro_f1, report.intervals["macro_f1"]),
            (report.ser, report.intervals["ser"]),
        )
    )
    yield f"micro F1 {micro}, macro {macro}"
    yield f"slot error rate {slots}"
    yield (
        f"calibration error {report.ece:.3f}, by class {report.classwise_ece:.3f}"
        f" (where likely {report.likely_ece:.3f}), Brier {report.brier:.3f},"
        f" log loss {report.nll:.3f}"
    )


def _reviews(report: Report) -> Iterator[str]:
    for share, (caught, found) in report.review.items():
        yield f"reviewing {share:.0%} of the gaps: {caught:.0%} of the errors, {found:.0%} wrong"
    for share, (made, taught) in report.taught.items():
        yield (
            f"reviewing {share:.0%} of each text: {made:.1%} of the errors gone,"
            f" {taught:.1%} as the model learns"
        )
