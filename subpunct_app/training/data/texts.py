"""Which part of which file a run learns from, is tuned on and is tested on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from subpunct_app.core.task import Task
from subpunct_app.training.data.corpus import Corpus
from subpunct_app.training.data.readers import read_corpus


@dataclass(frozen=True, slots=True)
class Texts:
    """The files of a run.

    A file that is learned from and also tuned or tested on is divided by documents (see
    `splits`): most for learning, a few for tuning, a few for testing, in every run the same.
    """

    train: tuple[Path, ...]
    dev: tuple[Path, ...]
    test: tuple[Path, ...] = ()

    def divides(self, path: Path) -> bool:
        """Tell whether a file is divided by documents."""
        return path in self.train and path in {*self.dev, *self.test}

    def learn(self, task: Task | None = None) -> Corpus:
        """Return what the run learns from."""
        divided = {path: "train" for path in self.train if self.divides(path)}
        return read_corpus(self.train, divided, task)

    def tune(self, paths: Iterable[Path] | None = None, task: Task | None = None) -> Corpus:
        """Return the dev text, or that of some of its files."""
        return self._held_out(self.dev if paths is None else paths, "dev", task)

    def judge(self, paths: Iterable[Path] | None = None, task: Task | None = None) -> Corpus:
        """Return the test text, or that of some of its files."""
        return self._held_out(self.test if paths is None else paths, "test", task)

    def _held_out(self, paths: Iterable[Path], part: str, task: Task | None) -> Corpus:
        chosen = tuple(paths)
        return read_corpus(chosen, {path: part for path in chosen if self.divides(path)}, task)


def short_names(paths: Sequence[Path]) -> list[str]:
    """Return the name of each file, with as many folders before it as tell it from the others."""
    return [_short_name(path, set(paths) - {path}) for path in paths]


def _short_name(path: Path, others: set[Path]) -> str:
    for count in range(1, len(path.parts)):
        end = path.parts[-count:]
        if all(other.parts[-count:] != end for other in others):
            return "/".join(end)
    return path.as_posix()
