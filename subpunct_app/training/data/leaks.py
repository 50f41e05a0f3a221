"""Keep what a model is tested on out of what it learns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from subpunct_app.runtime.errors import SettingsError
from subpunct_app.runtime.task import Task
from subpunct_app.training.data.corpus import Corpus
from subpunct_app.training.plan import Part, Texts, check_marks, short_names

RUN = 10
# Words of the train text that are looked through at once.
_CHUNK = 1 << 20
# 2^64 by the golden ratio, which spreads like numbers: Knuth, "The art of computer programming",
# volume 3, section 6.4.
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
# A dev text only tunes, and up to three runs of ten words are a formula or a quotation.
ALLOWED = {"test": 0, "dev": 3}
_PURPOSES = {"train": "learn from", "dev": "tune on", "test": "score"}

Hashes = NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class Leak:
    """How many different runs of words two texts share, and the first of them to show.

    `shares` counts them by document of the train text, for those that hold any; a run belongs to
    the document that it begins in.
    """

    runs: int = 0
    shares: Mapping[int, int] = field(default_factory=dict)
    example: str = ""

    def documents(self, allowed: int) -> set[int]:
        """Return the documents that share more runs than are allowed."""
        return {number for number, runs in self.shares.items() if runs > allowed}


def find_leaks(train: Corpus, held: Corpus, run: int = RUN) -> Leak:
    """Return the runs of so many words that stand in both texts, wherever documents end.

    The train text is looked through in chunks, so that it may be large.
    """
    numbers = {word: number for number, word in enumerate(held.vocabulary, 1)}
    own = np.arange(1, len(held.vocabulary) + 1, dtype=np.uint64)
    known = np.array([numbers.get(word, 0) for word in train.vocabulary], dtype=np.uint64)
    sought, first = np.unique(_hashes(own[held.words], run), return_index=True)
    found = [np.zeros((0, 2), dtype=np.int64)]
    for start in range(0, len(train) if len(sought) else 0, _CHUNK):
        hashes = _hashes(known[train.words[start : start + _CHUNK + run - 1]], run)
        at = np.minimum(np.searchsorted(sought, hashes), len(sought) - 1)
        same = np.flatnonzero(sought[at] == hashes)
        documents = np.searchsorted(train.documents, start + same, side="right") - 1
        found.append(np.stack([documents, first[at[same]]], axis=1))
    pairs = np.unique(np.concatenate(found), axis=0)
    places = np.unique(pairs[:, 1])
    documents, counts = np.unique(pairs[:, 0], return_counts=True)
    return Leak(
        len(places),
        dict(zip(documents.tolist(), counts.tolist(), strict=True)),
        " ".join(held.spoken(slice(places[0], places[0] + run))) if len(places) else "",
    )


def _hashes(values: Hashes, run: int) -> Hashes:
    """Return a hash of each run of so many of n values: (n - run + 1,)."""
    hashes = np.zeros(max(0, len(values) - run + 1), dtype=np.uint64)
    for at in range(run):
        hashes *= _FACTOR
        hashes += values[at : at + len(hashes)]
    return hashes


@dataclass(frozen=True, slots=True)
class Leaked:
    """A held-out file, its part in the run ("test" or "dev"), and the runs of words it shares.

    It shares them `with_part`: with what is learned ("train") or what is tuned on ("dev").
    """

    file: str
    part: str
    runs: int
    with_part: str


@dataclass(frozen=True, slots=True)
class Screening:
    """How many documents are not learned after all, and the leaks that were allowed."""

    left_out: int = 0
    leaks: tuple[Leaked, ...] = ()


@dataclass(frozen=True, slots=True)
class _HeldOut:
    path: Path
    name: str
    part: Part
    text: Corpus


def screen(
    corpus: Corpus, texts: Texts, task: Task | None = None, *, allow_leak: bool = False
) -> tuple[Corpus, Screening]:
    """Return what of a corpus may be learned, and what was found beside the held-out texts.

    No document may share a run of ten words with a test text, or more than three with a dev text.
    Those that share them with the held-out part of a divided file are left out. Raise SettingsError
    where they share them with a file of its own, or where a document to tune on shares more than
    three with a test text, unless a leak is allowed; FileError where a text has no marks; Cancelled
    on request.
    """
    task = task or Task()
    check_marks(corpus, texts.train, "learn")
    held = list(_held_out(texts, task))
    tests, devs = ([each for each in held if each.part == part] for part in ("test", "dev"))
    leaks = []
    for test, dev in product(tests, devs):
        leak = find_leaks(dev.text, test.text)
        if leak.documents(ALLOWED["dev"]):
            leaks.append(_leaked(test, leak, "dev", allow_leak=allow_leak))
    copies: set[int] = set()
    for each in held:
        task.step(0, 0, "Comparing")
        leak = find_leaks(corpus, each.text)
        sharing = leak.documents(ALLOWED[each.part])
        if texts.divides(each.path):
            copies |= sharing
        elif sharing:
            leaks.append(_leaked(each, leak, "train", allow_leak=allow_leak))
    if len(copies) == len(corpus.documents) - 1:
        raise SettingsError(
            "Every document to learn from repeats a held-out one.",
            "Give a text of many documents, with blank lines between them, or other files.",
        )
    kept = corpus.without(copies) if copies else corpus
    return kept, Screening(len(copies), tuple(leaks))


def _held_out(texts: Texts, task: Task) -> Iterator[_HeldOut]:
    parts: tuple[Part, ...] = ("test", "dev")
    for part in parts:
        paths = texts.files(part)
        names = dict(zip(paths, short_names(paths), strict=True))
        for path, text in texts.each(part, task):
            check_marks(text, [path], _PURPOSES[part])
            yield _HeldOut(path, names[path], part, text)


def _leaked(held: _HeldOut, leak: Leak, with_part: Part, *, allow_leak: bool) -> Leaked:
    """Return a leak for the card; raise SettingsError unless it is allowed."""
    if not allow_leak:
        raise SettingsError(
            f"{held.name} shares {leak.runs} runs of {RUN} words with the text to"
            f" {_PURPOSES[with_part]}, such as: {leak.example}.",
            "Take it out of one of the two, or train all the same with --set allow_leak=true.",
        )
    return Leaked(held.name, held.part, leak.runs, with_part)
