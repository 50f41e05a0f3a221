from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.training.data.corpus import Corpus, CorpusBuilder, Row
from subpunct_app.training.data.leaks import Leak, find_leaks
from subpunct_app.training.data.readers import read_corpus

IWSLT = Path(__file__).parents[2].parent / "shared" / "data" / "iwslt"

numbers = st.lists(st.integers(0, 99), max_size=60)


def corpus_of(*documents: list[str]) -> Corpus:
    builder = CorpusBuilder()
    for document in documents:
        builder.add(Row(word, 0, 0) for word in document)
        builder.end_document()
    return builder.build()


def words(stem: str, count: int) -> list[str]:
    return [f"{stem}{number}" for number in range(count)]


@given(numbers, numbers, numbers, numbers)
def test_a_planted_run_of_ten_is_found_and_one_of_nine_is_not(
    a: list[int], b: list[int], c: list[int], d: list[int]
) -> None:
    before, after = [f"t{n}" for n in a], [f"t{n}" for n in b]
    train_around, test_around = (before, after), ([f"h{n}" for n in c], [f"h{n}" for n in d])
    for length, runs in ((9, 0), (10, 1), (12, 3)):
        planted = words("x", length)
        train = corpus_of(train_around[0] + planted + train_around[1])
        held = corpus_of(test_around[0] + planted + test_around[1])
        assert find_leaks(train, held).runs == runs


@given(
    st.lists(st.sampled_from("abc"), max_size=200), st.lists(st.sampled_from("abc"), max_size=80)
)
def test_every_shared_run_is_counted_once(train: list[str], held: list[str]) -> None:
    def runs(spoken: list[str]) -> set[tuple[str, ...]]:
        return {tuple(spoken[at : at + 4]) for at in range(len(spoken) - 3)}

    found = find_leaks(corpus_of(["z", *train]), corpus_of(held), run=4) if held else Leak()
    assert found.runs == len(runs(["z", *train]) & runs(held))


def test_the_first_shared_words_are_shown() -> None:
    train = corpus_of(words("a", 5) + words("x", 15) + words("y", 12))
    leak = find_leaks(train, corpus_of(words("x", 15), words("b", 20), words("y", 12)))
    assert leak.example == " ".join(words("x", 10))


def test_runs_are_counted_by_document_too() -> None:
    train = corpus_of(words("x", 10), words("y", 13), words("a", 30), words("z", 11))
    held = [*words("x", 10), "or", *words("y", 13), "or", *words("z", 11)]
    leak = find_leaks(train, corpus_of(held))
    assert leak.runs == 7
    assert leak.shares == {0: 1, 1: 4, 3: 2}


@pytest.mark.skipif(not IWSLT.is_dir(), reason="the IWSLT files are not here")
def test_the_two_versions_of_a_published_test_leak_into_each_other() -> None:
    reference, heard = (read_corpus([IWSLT / name]) for name in ("test2011", "test2011asr"))
    assert find_leaks(reference, heard).runs > 1000
    assert find_leaks(read_corpus([IWSLT / "dev2012"]), reference).runs < 10
