"""Write pages of HTML and Markdown from the Jinja templates of packages."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined, select_autoescape

from subpunct_app import __version__


def template_environment(*packages: str) -> Environment:
    """Return what loads the templates in the folder `templates` of any of these packages.

    HTML is escaped, Markdown is not. All templates know the `version`; to use a name that nobody
    gave them is an error.
    """
    environment = Environment(
        loader=ChoiceLoader([*map(PackageLoader, packages)]),
        autoescape=select_autoescape(["html.jinja"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["version"] = __version__
    return environment


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


def render_page(package: str, template: str, **values: object) -> str:
    """Return a page by a template of a package that extends `table_page.html.jinja`."""
    templates = template_environment(package, "subpunct_app.runtime")
    return templates.get_template(template).render(**values)
