"""Keep what a model is tested on out of what it learns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from subpunct_app.models.mark_labels import ENDINGS
from subpunct_app.runtime.errors import SettingsError
from subpunct_app.runtime.task import Task
from subpunct_app.training.data.corpus import Corpus
from subpunct_app.training.plan import Texts, check_marks, short_names

RUN = 10
# What is shorter is said by everybody: "thank you very much".
_SHORTEST_SENTENCE = 5
# Words of the train text that are looked through at once.
_CHUNK = 1 << 20
# 2^64 by the golden ratio, which spreads like numbers: Knuth, "The art of computer programming",
# volume 3, section 6.4.
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
# A dev text only tunes, and up to three runs of ten words are a formula or a quotation.
ALLOWED = {"test": 0, "dev": 3}
# What everybody says is in any two texts: one word in 300 where they hold single sentences.
_SHARE = 0.05
_FEW = 3
_PURPOSES = {"train": "learn from", "dev": "tune on"}

Hashes = NDArray[np.uint64]
Places = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Leak:
    """How many different runs of words two texts share, and the first of them to show.

    `shares` counts them by document of the train text, for those that hold any; a run belongs to
    the document that it begins in. `sentences` counts different short ones that stand in both
    as a whole. `share` is the part of the held text that is in either, `repeats` are the short
    documents of the train text that stand in the held one as a whole.
    """

    runs: int = 0
    shares: Mapping[int, int] = field(default_factory=dict)
    example: str = ""
    sentences: int = 0
    share: float = 0.0
    repeats: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class _Hashed:
    """A text whose passages can be compared with those of another one by their hashes.

    `values` gives each word of its vocabulary the number that it has in both; 0 is in one only.
    """

    text: Corpus
    values: Hashes

    def hashes(self, starts: Places, length: int) -> Hashes:
        """Return a hash (n,) of so many words from each start (n,) on."""
        hashes = np.zeros(len(starts), dtype=np.uint64)
        for at in range(length):
            hashes *= _FACTOR
            hashes += self.values[self.text.words[starts + at]]
        return hashes

    def document_of(self, places: Places) -> Places:
        """Return the document (n,) that each word belongs to."""
        return np.searchsorted(self.text.documents, places, side="right") - 1


def find_leaks(train: Corpus, held: Corpus, run: int = RUN) -> Leak:
    """Return the runs of so many words that stand in both texts, wherever documents end.

    Sentences and documents of five words to less than two runs are found as a whole, too.
    """
    numbers = {word: number for number, word in enumerate(held.vocabulary, 1)}
    known = np.array([numbers.get(word, 0) for word in train.vocabulary], dtype=np.uint64)
    learned = _Hashed(train, known)
    judged = _Hashed(held, np.arange(1, len(held.vocabulary) + 1, dtype=np.uint64))
    pairs = _shared_runs(learned, judged, run)
    places = np.unique(pairs[:, 1])
    documents, counts = np.unique(pairs[:, 0], return_counts=True)
    passages = [(at, run) for at in places.tolist()]
    repeats, sentences = set[int](), 0
    (our_starts, our_lengths), (their_starts, their_lengths) = map(_sentences, (held, train))
    for length in range(_SHORTEST_SENTENCE, 2 * run):
        ours = np.unique(our_starts[our_lengths == length])
        theirs = np.unique(their_starts[their_lengths == length])
        our_hashes, their_hashes = judged.hashes(ours, length), learned.hashes(theirs, length)
        shared = np.isin(our_hashes, their_hashes)
        sentences += len(np.unique(our_hashes[shared]))
        passages += [(at, length) for at in ours[shared].tolist()]
        repeats |= _whole_documents(train, theirs[np.isin(their_hashes, our_hashes)], length)
    return Leak(
        len(places),
        dict(zip(documents.tolist(), counts.tolist(), strict=True)),
        " ".join(held.spoken(slice(passages[0][0], sum(passages[0])))) if passages else "",
        sentences,
        _share(held, passages),
        frozenset(repeats),
    )


def _sentences(text: Corpus) -> tuple[Places, Places]:
    """Return where each sentence begins and how many words it has; a document is one, too."""
    ends = np.union1d(np.flatnonzero(ENDINGS[text.marks]) + 1, text.documents)
    starts = np.concatenate([ends[:-1], text.documents[:-1]])
    return starts, np.concatenate([np.diff(ends), np.diff(text.documents)])


def _shared_runs(learned: _Hashed, judged: _Hashed, run: int) -> Places:
    """Return the train document and the first place in the held text (n, 2) of each shared run.

    The train text streams by in chunks, so that it may be large.
    """
    found = [np.zeros((0, 2), dtype=np.int64)]
    starts = np.arange(max(0, len(judged.text) - run + 1))
    sought, first = np.unique(judged.hashes(starts, run), return_index=True)
    last = len(learned.text) - run + 1 if len(sought) else 0
    for start in range(0, last, _CHUNK):
        starts = np.arange(start, min(start + _CHUNK, last))
        hashes = learned.hashes(starts, run)
        at = np.minimum(np.searchsorted(sought, hashes), len(sought) - 1)
        same = sought[at] == hashes
        found.append(np.stack([learned.document_of(starts[same]), first[at[same]]], axis=1))
    return np.unique(np.concatenate(found), axis=0)


def _whole_documents(text: Corpus, starts: Places, length: int) -> set[int]:
    """Return the documents that are no more than one of the sentences that begin there."""
    documents = np.searchsorted(text.documents, starts, side="right") - 1
    begin, end = text.documents[documents], text.documents[documents + 1]
    return set(documents[(begin == starts) & (end == starts + length)].tolist())


def _share(text: Corpus, passages: Iterable[tuple[int, int]]) -> float:
    """Return the part of a text that is in some of its passages."""
    shared = np.zeros(len(text), dtype=bool)
    for at, length in passages:
        shared[at : at + length] = True
    return float(shared.mean())


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
    """Return whether too much of a held-out text stands in the other one, in short pieces too."""
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
