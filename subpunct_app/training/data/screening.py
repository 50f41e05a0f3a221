"""Keep what a model is tested on out of what it learns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from subpunct_app.runtime.errors import SettingsError
from subpunct_app.runtime.task import Task
from subpunct_app.training.data.corpus import Corpus
from subpunct_app.training.data.leaks import RUN, Leak, find_leaks
from subpunct_app.training.data.texts import Texts, check_marks, short_names

# A dev text only tunes, and up to three runs of ten words are a formula or a quotation.
ALLOWED = {"test": 0, "dev": 3}
# What everybody says is in any two texts: one word in 300 where they hold single sentences.
_SHARE = 0.05
_FEW = 3
_PURPOSES = {"train": "learn from", "dev": "tune on"}


@dataclass(frozen=True, slots=True)
class Leaked:
    """A held-out file, its part in the run ("test" or "dev"), and the runs of words it shares.

    It shares them, and short `sentences`, `with_part`: with what is learned ("train") or what is
    tuned on ("dev"). `share` is the fraction of its words that are in them.
    """

    file: str
    part: str
    runs: int
    with_part: str
    sentences: int
    share: float


@dataclass(frozen=True, slots=True)
class Screening:
    """How many documents are not learned after all, and the leaks that were allowed."""

    left_out: int = 0
    leaks: tuple[Leaked, ...] = ()


@dataclass(frozen=True, slots=True)
class _Held:
    path: Path
    name: str
    part: str
    text: Corpus


def screen(
    corpus: Corpus, texts: Texts, task: Task | None = None, *, allow_leak: bool = False
) -> tuple[Corpus, Screening]:
    """Return what of a corpus may be learned, and what was found beside the held-out texts.

    No document may share a run of ten words with a test text, or more than three with a dev text.
    Those that share them with the held-out part of a divided file, or stand in it as a whole, are
    left out. Raise SettingsError where they share them with a file of its own, where a document to
    tune on shares more than three with a test text, or where one word in twenty of such a file is
    in runs or short sentences that the other text has too, unless a leak is allowed; FileError
    where a text has no marks; Cancelled on request.
    """
    task = task or Task()
    check_marks(corpus, texts.train, "learn")
    held = list(_held_out(texts, task))
    for each in held:
        check_marks(each.text, [each.path], "tune on" if each.part == "dev" else "score")
    leaks = list(_tuned_on(held, allow_leak=allow_leak))
    copies: set[int] = set()
    for each in held:
        task.step(0, 0, "Comparing")
        leak = find_leaks(corpus, each.text)
        if texts.divides(each.path):
            copies |= leak.repeats | _sharing(leak, ALLOWED[each.part])
        elif _sharing(leak, ALLOWED[each.part]) or _is_told_again(leak):
            leaks.append(_leaked(each, leak, "train", allow_leak=allow_leak))
    if len(copies) == len(corpus.documents) - 1:
        raise SettingsError(
            "Every document to learn from repeats a held-out one.",
            "Give a text of many documents, with blank lines between them, or other files.",
        )
    kept = corpus.without(copies) if copies else corpus
    return kept, Screening(len(copies), tuple(leaks))


def _held_out(texts: Texts, task: Task) -> Iterator[_Held]:
    names = dict(zip(texts.test, short_names(texts.test), strict=True))
    for path, text in texts.judged(task):
        yield _Held(path, names[path], "test", text)
    names = dict(zip(texts.dev, short_names(texts.dev), strict=True))
    for path, text in texts.tuned(task):
        yield _Held(path, names[path], "dev", text)


def _tuned_on(held: Sequence[_Held], *, allow_leak: bool) -> Iterator[Leaked]:
    """Yield what of the test texts is tuned on."""
    tests, devs = ([each for each in held if each.part == part] for part in ("test", "dev"))
    for test, dev in product(tests, devs):
        leak = find_leaks(dev.text, test.text)
        if _sharing(leak, ALLOWED["dev"]) or _is_told_again(leak):
            yield _leaked(test, leak, "dev", allow_leak=allow_leak)


def _sharing(leak: Leak, allowed: int) -> set[int]:
    """Return the documents that share more runs than are allowed."""
    return {number for number, runs in leak.shares.items() if runs > allowed}


def _is_told_again(leak: Leak) -> bool:
    """Tell whether too much of a held-out text stands in the other one, in short pieces too."""
    return leak.share > _SHARE and max(leak.runs, leak.sentences) > _FEW


def _leaked(held: _Held, leak: Leak, with_part: str, *, allow_leak: bool) -> Leaked:
    """Return a leak for the card; raise SettingsError unless it is allowed."""
    if not allow_leak:
        raise SettingsError(
            f"{held.name} shares {leak.runs} runs of {RUN} words and {leak.sentences} short"
            f" sentences with the text to {_PURPOSES[with_part]}, such as: {leak.example}.",
            "Take it out of one of the two, or train all the same with --set allow_leak=true.",
        )
    share = round(leak.share, 4)
    return Leaked(held.name, held.part, leak.runs, with_part, leak.sentences, share)
