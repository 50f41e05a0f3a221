"""Write pages of HTML and Markdown from the Jinja templates of packages."""

from __future__ import annotations

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined, select_autoescape

from subpunct_app import __version__


def templates_of(*packages: str) -> Environment:
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
