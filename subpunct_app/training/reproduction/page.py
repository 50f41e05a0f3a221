"""Lay the scores of our small trials beside what the papers published, as Markdown."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import Any

from subpunct_app.runtime.errors import SettingsError
from subpunct_app.runtime.pages import templates_of
from subpunct_app.training.reproduction.trials import TRIALS

# By trial and by test, the fields of a report.
TrialScores = Mapping[str, Mapping[str, Mapping[str, Any]]]


@dataclass(frozen=True, slots=True)
class Published:
    """What a paper reports on IWSLT2011 with an encoder of base size, as fractions."""

    system: str
    micro_f1: float | None = None
    micro_f1_asr: float | None = None
    macro_f1: float | None = None
    ser: float | None = None


PUBLISHED = (
    Published("guerreiro2021, RoBERTa-base", macro_f1=0.796, ser=0.297),
    Published("alam2020, RoBERTa-base", micro_f1=0.803, micro_f1_asr=0.682),
    Published("alam2020, DistilBERT", micro_f1=0.727, micro_f1_asr=0.618),
    Published("nagy2021, BERT-base, 64 predictions", macro_f1=0.798),
)


def check_complete(names: Container[str]) -> None:
    """Raise SettingsError where a trial is not among those whose scores are, or will be, known."""
    missing = [trial.name for trial in TRIALS if trial.name not in names]
    if missing:
        raise SettingsError(
            f"Not trained yet: {', '.join(missing)}.", "Run subpunct reproduce without --only."
        )


def comparison(scores: TrialScores) -> str:
    """Return docs/reproduction.md from the scores of all trials; SettingsError if some lack."""
    check_complete(scores)
    templates = templates_of("subpunct_app.training.reproduction")
    templates.filters["f"] = lambda value: "–" if value is None else f"{value:.3f}"
    templates.filters["signed"] = lambda value: f"{100 * value:+.1f}"
    page = templates.get_template("reproduction.md.jinja")
    return page.render(trials=TRIALS, scores=scores, published=PUBLISHED)
