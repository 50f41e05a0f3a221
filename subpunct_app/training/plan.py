"""How a model comes about: recipe, texts, and the command that anyone can run."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from subpunct_app.runtime.errors import FileError
from subpunct_app.runtime.task import Task
from subpunct_app.training.data.corpus import Corpus
from subpunct_app.training.data.readers import NothingHeldOut, read_corpus
from subpunct_app.training.recipes import RECIPES, Recipe

Part: TypeAlias = Literal["train", "dev", "test"]


@dataclass(frozen=True, slots=True)
class Texts:
    """The files of a run.

    A file that is learned from and also tuned or tested on is divided by documents (see
    `readers.part_of`): most for learning, a few for tuning, a few for testing, in every run the
    same.
    """

    train: tuple[Path, ...]
    dev: tuple[Path, ...]
    test: tuple[Path, ...] = ()

    def files(self, part: Part) -> tuple[Path, ...]:
        """Return the files of a part."""
        return {"train": self.train, "dev": self.dev, "test": self.test}[part]

    def divides(self, path: Path) -> bool:
        """Return whether a file is divided by documents."""
        return path in self.train and path in {*self.dev, *self.test}

    def read(self, part: Part, task: Task | None = None) -> Corpus:
        """Return the text of a part as one."""
        return self._read(self.files(part), part, task)

    def each(self, part: Part, task: Task | None = None) -> Iterator[tuple[Path, Corpus]]:
        """Yield each file of a part with its text, but for divided ones that hold none of it.

        Raise NothingHeldOut at the end if there is no other.
        """
        paths, empty = self.files(part), 0
        for path in paths:
            try:
                text = self._read([path], part, task)
            except NothingHeldOut:
                empty += 1
                continue
            yield path, text
        if paths and empty == len(paths):
            raise NothingHeldOut.of(paths, part)

    def _read(self, paths: Sequence[Path], part: Part, task: Task | None) -> Corpus:
        return read_corpus(paths, {path: part for path in paths if self.divides(path)}, task)


def check_marks(text: Corpus, paths: Sequence[Path], purpose: str) -> None:
    """Raise FileError where the text of some files has no mark."""
    if not text.is_marked():
        raise FileError(
            f"{text_name(paths)} has no mark to {purpose}.", "Name one whose marks are right."
        )


def text_name(paths: Sequence[Path]) -> str:
    """Return what one file is called, or all that several hold."""
    return str(paths[0]) if len(paths) == 1 else f"The text of {paths[0]} and others"


def short_names(paths: Sequence[Path]) -> list[str]:
    """Return the name of each file, with as many folders before it as tell it from the others."""

    def end_of(path: Path) -> str:
        for count in range(1, len(path.parts)):
            end = path.parts[-count:]
            if all(other == path or other.parts[-count:] != end for other in paths):
                return "/".join(end)
        return path.as_posix()

    return [end_of(path) for path in paths]


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
        parts: tuple[Part, ...] = ("train", "dev", "test")
        for part in parts:
            paths = self.texts.files(part)
            words += [f"--{part}", *(names[path] for path in paths)] if paths else []
        base = asdict(RECIPES[self.recipe.name])
        changes = [
            f"{name}={str(value).lower() if isinstance(value, bool) else value}"
            for name, value in self.settings.items()
            if value != base[name]
        ]
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
