"""Write a report as one page of HTML with charts, which needs nothing but a browser."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import matplotlib as mpl
from markupsafe import Markup
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from subpunct_app.models.mark_labels import NAMES, OPENING_NAMES
from subpunct_app.runtime.pages import template_environment
from subpunct_app.training.evaluation.metrics import Bin, ReviewPoint, block_of
from subpunct_app.training.evaluation.scoring import Report

if TYPE_CHECKING:
    from matplotlib.typing import RcKeyType


_FEW = 10

# Stand-ins that become colours of the page: text, grid, and one for each series.
_INK, _GRID = "#010203", "#010204"
_SERIES = tuple(f"#0102{place:02x}" for place in range(16, 25))
_STYLE: dict[RcKeyType, object] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "subpunct",
    "font.family": "sans-serif",
    "font.size": 11,
    "axes.edgecolor": _INK,
    "axes.labelcolor": _INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": _INK,
    "ytick.color": _INK,
    "text.color": _INK,
    "grid.color": _GRID,
    "legend.frameon": False,
}
_SIGNS = {name: mark.value or "none" for mark, name in NAMES.items()} | {
    name: sign for sign, name in OPENING_NAMES.items()
}


def reliability_chart(bins: Mapping[str, Sequence[Bin]]) -> str:
    """Return how often predictions of a confidence are right, one line a label."""
    with mpl.rc_context(_STYLE):
        figure, axes = _figure("confidence", "share that is right")
        axes.plot([0, 1], [0, 1], color=_GRID, linestyle="--", linewidth=1)
        for colour, (name, parts) in zip(_SERIES, bins.items(), strict=False):
            sound = [part for part in parts if part.count >= _FEW]
            axes.plot(
                [part.confidence for part in sound],
                [part.accuracy for part in sound],
                color=colour,
                label=name,
                marker="o",
                markersize=4,
                linewidth=2.5 if name == "ALL" else 1.5,
            )
        axes.set_ylim(-0.02, 1.02)
        axes.set_xlim(-0.02, 1.02)
        figure.legend(loc="outside right upper", fontsize="small")
        return _svg(figure, "reliability")


def review_chart(curve: Mapping[float, ReviewPoint]) -> str:
    """Return how many errors a review of the most doubtful gaps catches, and what it finds."""
    with mpl.rc_context(_STYLE):
        figure, axes = _figure("share of gaps looked at", "")
        shares = list(curve)
        caught, found = zip(*curve.values(), strict=True)
        axes.plot([0, max(shares)], [0, max(shares)], color=_GRID, linestyle="--", linewidth=1)
        axes.plot(
            [0, *shares], [0, *caught], color=_SERIES[0], label="errors caught", linewidth=2.5
        )
        axes.plot(shares, found, color=_SERIES[1], label="of those looked at, wrong")
        axes.set_ylim(0, 1.02)
        axes.set_xlim(0, max(shares))
        axes.legend(loc="center right")
        return _svg(figure, "review")


def _figure(across: str, upwards: str) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(5.2, 3.6), layout="constrained")
    FigureCanvasSVG(figure)
    axes = figure.add_subplot()
    axes.grid(visible=True, linewidth=0.6)
    axes.set_xlabel(across)
    axes.set_ylabel(upwards)
    axes.xaxis.set_major_formatter("{x:.0%}")
    axes.yaxis.set_major_formatter("{x:.0%}")
    return figure, axes


def _svg(figure: Figure, name: str) -> str:
    """Return a chart as an element of a page; its ids begin with a name, so that none is twice."""
    stream = io.StringIO()
    figure.savefig(stream, format="svg", transparent=True, metadata={"Date": None})
    text = stream.getvalue()
    text = re.sub(r"<metadata>.*?</metadata>", "", text[text.index("<svg") :], flags=re.DOTALL)
    text = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{name}-", text)
    colours = {_INK: "currentColor", _GRID: "var(--grid)"} | {
        colour: f"var(--series-{at})" for at, colour in enumerate(_SERIES)
    }
    return re.sub("#0102[0-9a-f]{2}", lambda found: colours[found.group()], text)


def render(report: Report, tests: Sequence[str]) -> str:
    """Return the page about a model and the test files with these names."""
    templates = template_environment("subpunct_app.training")
    templates.filters["percent"] = lambda share: f"{100 * share:.1f}"
    placed = [
        (f"{name}, {place}", score)
        for place, scores in report.places.items()
        for name, score in scores.items()
        if score.support
    ]
    return templates.get_template("report.html.jinja").render(
        report=report,
        tests=tests,
        block=block_of(report.words),
        # Each count of the confusion matrix as a share of its row.
        shares=(report.counts / report.counts.sum(axis=1, keepdims=True).clip(min=1)).tolist(),
        placed=placed,
        signs=_SIGNS,
        reliability=Markup(reliability_chart(report.reliability)),
        review=Markup(review_chart(report.curve)),
    )
