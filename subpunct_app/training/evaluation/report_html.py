"""Write a report as one page of HTML that needs nothing but a browser."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from subpunct_app.models.labels import NAMES, OPENING_NAMES
from subpunct_app.runtime.pages import templates_of
from subpunct_app.training.evaluation.charts import reliability_chart, review_chart
from subpunct_app.training.evaluation.metrics import Score, block_of
from subpunct_app.training.evaluation.report import Report

_SIGNS = {name: mark.value or "none" for mark, name in NAMES.items()} | {
    name: sign for sign, name in OPENING_NAMES.items()
}


def render(report: Report, tests: Sequence[str]) -> str:
    """Return the page about a model and the test files with these names."""
    templates = templates_of("subpunct_app.training.evaluation")
    templates.filters["percent"] = _percent
    return templates.get_template("report.html.jinja").render(
        report=report,
        tests=tests,
        block=block_of(report.words),
        shares=_row_shares(report),
        placed=_placed(report),
        signs=_SIGNS,
        reliability=Markup(reliability_chart(report.reliability)),
        review=Markup(review_chart(report.curve)),
    )


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"


def _row_shares(report: Report) -> list[list[float]]:
    """Return each count of the confusion matrix as a share of its row."""
    totals = report.counts.sum(axis=1, keepdims=True).clip(min=1)
    return [[float(share) for share in row] for row in report.counts / totals]


def _placed(report: Report) -> list[tuple[str, Score]]:
    """Return the rows of the marks in the middle and at the end of texts."""
    return [
        (f"{name}, {place}", score)
        for place, scores in report.places.items()
        for name, score in scores.items()
        if score.support
    ]
