"""How a model comes about: recipe, texts, and the command that anyone can run."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from subpunct_app.training.data.texts import Texts, short_names
from subpunct_app.training.recipes import RECIPES, Recipe


@dataclass(frozen=True, slots=True)
class Plan:
    """A recipe and the texts it is carried out on.

    The first dev file tunes the marks; all that are written in upper and lower case, the case.
    Nothing is learned from the test files. `about` is JSON that goes into the card as it is:
    name, languages (told by the dev texts if absent), data with their licences, limits. `starts`
    are the folders of finished models of the same shape to go on from: from the mean of their
    weights, where there are several.
    """

    recipe: Recipe
    texts: Texts
    about: Path | None = None
    starts: tuple[Path, ...] = ()

    @property
    def command(self) -> str:
        """Return the command that anyone with the same texts can train the same model with.

        Two texts have two names in it, and one that is divided has one.
        """
        words = ["subpunct", "train", "--recipe", self.recipe.name, "--out", "OUT"]
        texts = (*self.texts.train, *self.texts.dev, *self.texts.test)
        names = dict(zip(texts, short_names(texts), strict=True))
        if self.starts:
            words += ["--start", *short_names(self.starts)]
        named = {"--train": self.texts.train, "--dev": self.texts.dev, "--test": self.texts.test}
        for option, paths in named.items():
            words += [option, *(names[path] for path in paths)] if paths else []
        changes = list(self._changes())
        return shlex.join([*words, *(["--set", *changes] if changes else [])])

    @property
    def settings(self) -> dict[str, str | float | bool]:
        """Return the values of the recipe, less those that the models to go on from stand in for.

        These have an encoder, and pieces unless new ones are trained.
        """
        values = asdict(self.recipe)
        if self.starts:
            del values["encoder"]
            if not self.recipe.new_pieces:
                del values["vocabulary"]
        return values

    def _changes(self) -> Iterator[str]:
        base = asdict(RECIPES[self.recipe.name])
        for name, value in self.settings.items():
            if value != base[name]:
                yield f"{name}={str(value).lower() if isinstance(value, bool) else value}"
