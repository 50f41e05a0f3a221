"""Which part of which file a run learns from, is tuned on and is tested on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from subpunct_app.runtime.errors import FileError
from subpunct_app.runtime.task import Task
from subpunct_app.training.data.corpus import Corpus
from subpunct_app.training.data.readers import NothingHeldOut, read_corpus


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
        return self._read(self.train, "train", task)

    def tune(self, task: Task | None = None) -> Corpus:
        """Return the text of all dev files."""
        return self._read(self.dev, "dev", task)

    def tuned(self, task: Task | None = None) -> Iterator[tuple[Path, Corpus]]:
        """Yield each dev file with its text, but for divided ones of which nothing is held out.

        Raise NothingHeldOut at the end if there is no other.
        """
        return self._each(self.dev, "dev", task)

    def judged(self, task: Task | None = None) -> Iterator[tuple[Path, Corpus]]:
        """Yield each test file with its text, as `tuned` does those to tune on."""
        return self._each(self.test, "test", task)

    def _each(
        self, paths: Sequence[Path], part: str, task: Task | None
    ) -> Iterator[tuple[Path, Corpus]]:
        passed = 0
        for path in paths:
            try:
                text = self._read([path], part, task)
            except NothingHeldOut:
                passed += 1
                continue
            yield path, text
        if paths and passed == len(paths):
            raise NothingHeldOut.of(paths, part)

    def _read(self, paths: Sequence[Path], part: str, task: Task | None) -> Corpus:
        return read_corpus(paths, {path: part for path in paths if self.divides(path)}, task)


def check_marks(text: Corpus, paths: Sequence[Path], purpose: str) -> None:
    """Raise FileError where the text of some files has no mark."""
    if not text.is_marked():
        raise FileError(
            f"{named(paths)} has no mark to {purpose}.", "Name one whose marks are right."
        )


def named(paths: Sequence[Path]) -> str:
    """Return what one file is called, or all that several hold."""
    return str(paths[0]) if len(paths) == 1 else f"The text of {paths[0]} and others"


def short_names(paths: Sequence[Path]) -> list[str]:
    """Return the name of each file, with as many folders before it as tell it from the others."""
    return [_short_name(path, set(paths) - {path}) for path in paths]


def _short_name(path: Path, others: set[Path]) -> str:
    for count in range(1, len(path.parts)):
        end = path.parts[-count:]
        if all(other.parts[-count:] != end for other in others):
            return "/".join(end)
    return path.as_posix()
