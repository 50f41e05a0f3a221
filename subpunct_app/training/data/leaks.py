"""Keep what a model is tested on out of what it learns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from subpunct_app.models.labels import ENDINGS
from subpunct_app.runtime.errors import SettingsError
from subpunct_app.runtime.task import Task
from subpunct_app.training.data.corpus import Corpus
from subpunct_app.training.plan import Texts, check_marks, short_names

RUN = 10
# What is shorter is said by everybody: "thank you very much".
_SHORTEST_SENTENCE = 5

# Words of the train text that are looked through at once.
_CHUNK = 1 << 16
# The sieve knows hashes by so many of their bits: 4 MB, which other runs seldom hit by chance.
_SIEVE_BITS = 22
_SHIFT = np.uint64(64 - _SIEVE_BITS)
# 2^64 by the golden ratio, which spreads like numbers: Knuth, "The art of computer programming",
# volume 3, section 6.4.
_FACTOR = np.uint64(0x9E3779B97F4A7C15)

Words = NDArray[np.int32]
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


def find_leaks(train: Corpus, held: Corpus, run: int = RUN) -> Leak:
    """Return the runs of so many words that stand in both texts, wherever documents end.

    Sentences and documents of five words to less than two runs are found as a whole, too.
    """
    numbers = _numbers(train.vocabulary, held.vocabulary)
    pairs = _shared_runs(train, held, numbers, run)
    places = np.unique(pairs[:, 1])
    documents, counts = np.unique(pairs[:, 0], return_counts=True)
    passages = [(at, run) for at in places.tolist()]
    repeats: set[int] = set()
    sentences, held_sentences = _sentences(train, 2 * run), _sentences(held, 2 * run)
    for length, said in held_sentences.items():
        learned = numbers[_rows(train, sentences[length], length)]
        judged = _rows(held, said, length)
        passages += [(at, length) for at in said[_among(judged, learned)].tolist()]
        starts = sentences[length][_among(learned, judged)]
        repeats |= _whole_documents(train, starts, length)
    return Leak(
        len(places),
        dict(zip(documents.tolist(), counts.tolist(), strict=True)),
        _example(held, passages),
        _different(held, passages[len(places) :]),
        _share(held, passages),
        frozenset(repeats),
    )


def _shared_runs(train: Corpus, held: Corpus, numbers: Words, run: int) -> Places:
    """Return the train document and the place in the held text (n, 2) of each shared run.

    The held text is hashed run by run; the train text streams by in chunks, so that it may be
    large. What is hashed alike is compared word by word.
    """
    found = [np.zeros((0, 2), dtype=np.int64)]
    hashes = _hashes(held.words, run)
    if not len(hashes):
        return found[0]
    order = np.argsort(hashes, kind="stable")
    sieve = np.zeros(1 << _SIEVE_BITS, dtype=bool)
    sieve[hashes >> _SHIFT] = True
    sought = _Runs(held.words, hashes[order], order, sieve)
    for start in range(0, len(train), _CHUNK):
        words = numbers[train.words[start : start + _CHUNK + run - 1]]
        places, held_places = _matches(words, sought, run)
        documents = np.searchsorted(train.documents, places + start, side="right") - 1
        found.append(np.stack([documents, held_places], axis=1))
    return np.unique(np.concatenate(found), axis=0)


def _sentences(text: Corpus, longest: int) -> dict[int, Places]:
    """Return where the sentences of each length up to another begin.

    A document is one, too, whatever marks are in it.
    """
    ends = np.union1d(np.flatnonzero(ENDINGS[text.marks]) + 1, text.documents)
    starts = np.concatenate([ends[:-1], text.documents[:-1]])
    lengths = np.concatenate([np.diff(ends), np.diff(text.documents)])
    wanted = range(_SHORTEST_SENTENCE, longest)
    return {length: np.unique(starts[lengths == length]) for length in wanted}


def _rows(text: Corpus, starts: Places, length: int) -> Words:
    """Return so many words (n, length) from each start on."""
    rows: Words = text.words[starts[:, None] + np.arange(length)]
    return rows


def _among(rows: Words, others: Words) -> NDArray[np.bool_]:
    """Tell which rows of words are also among others; words that nobody knows are below 0."""
    known = (rows >= 0).all(axis=1)
    sought = {row.tobytes() for row in others}
    found = np.zeros(len(rows), dtype=bool)
    found[known] = [row.tobytes() in sought for row in rows[known]]
    return found


def _whole_documents(text: Corpus, starts: Places, length: int) -> set[int]:
    """Return the documents that are no more than one of the sentences that begin there."""
    documents = np.searchsorted(text.documents, starts, side="right") - 1
    begin, end = text.documents[documents], text.documents[documents + 1]
    return set(documents[(begin == starts) & (end == starts + length)].tolist())


def _different(text: Corpus, passages: Sequence[tuple[int, int]]) -> int:
    return len({text.words[at : at + length].tobytes() for at, length in passages})


def _share(text: Corpus, passages: Iterable[tuple[int, int]]) -> float:
    """Return the part of a text that is in some of its passages."""
    shared = np.zeros(len(text), dtype=bool)
    for at, length in passages:
        shared[at : at + length] = True
    return float(shared.mean())


def _example(text: Corpus, passages: Sequence[tuple[int, int]]) -> str:
    if not passages:
        return ""
    at, length = passages[0]
    return " ".join(text.spoken(slice(at, at + length)))


@dataclass(frozen=True, slots=True)
class _Runs:
    """The runs of a text: their hashes in order, and the first word of each in `words`.

    `sieve` is true for the first bits of every hash: a look there spares most searches.
    """

    words: Words
    hashes: Hashes
    places: Places
    sieve: NDArray[np.bool_]


def _numbers(vocabulary: Sequence[str], other: Sequence[str]) -> Words:
    """Return the number of each word in another vocabulary, -1 where it is not in it."""
    known = {word: number for number, word in enumerate(other)}
    return np.array([known.get(word, -1) for word in vocabulary], dtype=np.int32)


def _hashes(words: Words, run: int) -> Hashes:
    """Return a hash of the run that begins at each word."""
    count = max(0, len(words) - run + 1)
    values = (words + 1).astype(np.uint64)
    hashes = np.zeros(count, dtype=np.uint64)
    for at in range(run):
        hashes *= _FACTOR
        hashes += values[at : at + count]
    return hashes


def _matches(words: Words, sought: _Runs, run: int) -> tuple[Places, Places]:
    """Return where the sought runs begin among these words, and where in the sought text."""
    hashes = _hashes(words, run)
    likely = np.flatnonzero(sought.sieve[hashes >> _SHIFT])
    at = np.searchsorted(sought.hashes, hashes[likely])
    at[at == len(sought.hashes)] = 0
    found = sought.hashes[at] == hashes[likely]
    alike, places = likely[found], sought.places[at[found]]
    within = np.arange(run)
    same = words[alike[:, None] + within] == sought.words[places[:, None] + within]
    exact = same.all(axis=1)
    return alike[exact], places[exact]


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
