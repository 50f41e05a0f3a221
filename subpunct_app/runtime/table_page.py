"""Pages of one table that sorts itself."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from subpunct_app.runtime.pages import templates_of


@dataclass(frozen=True, slots=True)
class Column:
    """The heading of a column of numbers or texts, and how it is sorted at first."""

    title: str
    kind: str = "number"
    order: str = ""


def link_to(file: Path, page: Path) -> str:
    """Return a link from a page to a file that both can be moved with."""
    target, start = file.absolute(), page.absolute().parent
    if target.drive != start.drive:
        return target.as_uri()
    relative = os.path.relpath(target, start)
    return quote(os.fsencode(Path(relative).as_posix()))


def rendered(package: str, template: str, **values: object) -> str:
    """Return a page by a template of a package that extends `table_page.html.jinja`."""
    templates = templates_of(package, "subpunct_app.runtime")
    return templates.get_template(template).render(**values)
