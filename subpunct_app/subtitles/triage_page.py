"""Write what state an archive is in as a page that sorts itself."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from subpunct_app.runtime.pages import Column, link_to, render_page
from subpunct_app.runtime.paths import is_folder
from subpunct_app.subtitles.inspection import Need, neediest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from subpunct_app.subtitles.inspection import Finding

# How each stands out.
_LOOKS = dict.fromkeys(Need, "look") | {Need.UNREADABLE: "bad", Need.NONE: "good"}
_COLUMNS = (
    Column("File", "text"),
    Column("State", "text", "ascending"),
    Column("Words without marks"),
    Column("Marks per 100 words"),
    Column("Words"),
    Column("Cues"),
    Column("Broken blocks"),
    Column("Format", "text"),
    Column("Encoding", "text"),
    Column("Language", "text"),
)


def triage_page(given: Sequence[Path], findings: Sequence[Finding], path: Path) -> str:
    """Return the page about the state of files that will lie at `path`, with links from there.

    `given` are the files and folders that were looked at; below a single one names are short.
    """
    folder = given[0] if len(given) == 1 and is_folder(given[0]) else Path()

    def name(finding: Finding) -> str:
        inside = finding.path.is_relative_to(folder)
        return str(finding.path.relative_to(folder) if inside else finding.path)

    return render_page(
        "subpunct_app.subtitles",
        "triage.html.jinja",
        folder=", ".join(map(str, given)),
        name=name,
        figures=_figures(findings),
        columns=_COLUMNS,
        findings=neediest(findings),
        ranks={need: rank for rank, need in enumerate(Need)},
        looks=_LOOKS,
        link=lambda finding: link_to(finding.path, path),
    )


def _figures(findings: Sequence[Finding]) -> list[tuple[str, str]]:
    needs = Counter(finding.need for finding in findings)
    return [
        ("files", f"{len(findings):,}"),
        *((need.value, f"{needs[need]:,}") for need in Need if needs[need]),
        ("words without marks", f"{sum(one.bare_words for one in findings):,}"),
    ]
