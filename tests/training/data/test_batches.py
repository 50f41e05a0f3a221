from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.models.mark_labels import WRITTEN
from subpunct_app.models.tokenizer import Tokens
from subpunct_app.text.words import Mark
from subpunct_app.training.data.batches import Batch, Batches, chunks, segments
from subpunct_app.training.data.corpus import Corpus, CorpusBuilder, Row
from subpunct_app.training.data.labelling import labelled_words
from subpunct_app.training.data.recognition_errors import IGNORED
from subpunct_app.training.recipes import Recipe
from tests.decoding.conftest import letter_tokenizer

PERIOD = WRITTEN.index(Mark.PERIOD)
SMALL = Recipe("small", window=16, batch=3, scheme=9)

words = st.tuples(st.text("ab", min_size=1, max_size=20), st.integers(0, 8), st.integers(0, 2))
texts = st.lists(st.lists(words, min_size=1, max_size=30), min_size=1, max_size=6)


def corpus_of(documents: list[list[tuple[str, int, int]]]) -> Corpus:
    builder = CorpusBuilder()
    for document in documents:
        builder.add(Row(word, mark, 0, opening) for word, mark, opening in document)
        builder.end_document()
    return builder.build()


def written(*documents: str) -> Corpus:
    builder = CorpusBuilder()
    for document in documents:
        builder.add(labelled_words(document))
        builder.end_document()
    return builder.build()


def lengths_of(corpus: Corpus, room: int) -> np.ndarray[tuple[int], np.dtype[np.uint16]]:
    return np.array([min(len(word), room) for word in corpus.vocabulary], dtype=np.uint16)


def rows_of(batch: Batch, tokens: Tokens) -> list[str]:
    """Spell the pieces of each row."""
    letters = {int(tokens.of([c])[0][0]): c for c in "abcdefghijklmnopqrstuvwxyz"}
    inside = {int(tokens.of(["a" + c])[0][1]): c for c in "abcdefghijklmnopqrstuvwxyz"}
    rows = []
    for pieces in batch.pieces.tolist():
        spelled = (" " + letters[p] if p in letters else inside.get(p, "") for p in pieces)
        rows.append("".join(spelled).strip())
    return rows


@pytest.mark.parametrize("cut", [chunks, segments])
@given(documents=texts, room=st.integers(4, 40), seed=st.integers(0, 9))
def test_windows_hold_every_word_once_and_fit(
    cut: type, documents: list[list[tuple[str, int, int]]], room: int, seed: int
) -> None:
    corpus = corpus_of(documents)
    lengths = lengths_of(corpus, room)
    windows = cut(corpus, lengths, room, np.random.default_rng(seed))
    held = [windows.words(index) for index in range(len(windows))]
    assert sorted(np.concatenate(held).tolist()) == list(range(len(corpus)))
    assert all(0 < lengths[corpus.words[at]].sum() <= room for at in held)


def test_a_segment_is_a_sentence() -> None:
    corpus = written("We saw it, then left. Why? no end", "Go! stay")
    windows = segments(corpus, lengths_of(corpus, 40), 40, np.random.default_rng(1))
    spoken = [" ".join(corpus.spoken()[at] for at in windows.words(k)) for k in range(len(windows))]
    assert sorted(spoken) == ["go", "no end", "stay", "we saw it then left", "why"]


def test_every_epoch_is_cut_anew_and_every_step_can_be_made_again() -> None:
    corpus = written(*["we saw the old bridge and went home. " * 10] * 5)
    recipe = replace(SMALL, noise="words", noise_rate=0.5)
    batches, again = (Batches(corpus, Tokens(letter_tokenizer()), recipe) for _ in range(2))
    later = batches.epoch_steps + 2
    first = [batches.batch(step) for step in (0, 2, later)]
    second = [again.batch(step) for step in (later, 2, 0)][::-1]
    for one, other in zip(first, second, strict=True):
        assert np.array_equal(one.pieces, other.pieces)
        assert np.array_equal(one.marks, other.marks)
    assert not np.array_equal(first[1].pieces, first[2].pieces)


@given(texts, st.sampled_from(["chunk", "segment"]))
def test_marks_stand_at_last_pieces_and_cases_at_first_ones(
    documents: list[list[tuple[str, int, int]]], cutting: str
) -> None:
    tokens = Tokens(letter_tokenizer())
    batch = Batches(corpus_of(documents), tokens, replace(SMALL, cutting=cutting)).batch(0)
    for row, text in enumerate(rows_of(batch, tokens)):
        ends = np.cumsum([len(word) for word in text.split()])
        assert np.flatnonzero(batch.marks[row] != IGNORED).tolist() == ends.tolist()
        firsts = [1, *(ends[:-1] + 1)]
        assert np.flatnonzero(batch.cases[row] != IGNORED).tolist() == firsts
    assert batch.words == (batch.marks != IGNORED).sum()


@pytest.mark.parametrize(
    ("scheme", "labels"), [(2, [0, 1, 0, 1, 1]), (4, [0, 1, 0, 3, 2]), (9, [7, 1, 7, 3, 4])]
)
def test_labels_are_those_of_the_scheme(scheme: int, labels: list[int]) -> None:
    corpus = written("¿Que tal, ¿di no? ¡Si!")
    recipe = replace(SMALL, window=40, batch=1, scheme=scheme)
    batch = Batches(corpus, Tokens(letter_tokenizer()), recipe).batch(0)
    assert batch.marks[batch.marks != IGNORED].tolist() == labels


def test_sentences_alone_are_not_padded_to_a_whole_window() -> None:
    corpus = written("a b c. a.", "a b. a.")
    recipe = replace(SMALL, cutting="segment", batch=4, window=100)
    batch = Batches(corpus, Tokens(letter_tokenizer()), recipe).batch(0)
    assert batch.pieces.shape == (4, 18)
    assert sorted(batch.mask.sum(dim=1).tolist()) == [3, 3, 4, 5]


@pytest.mark.parametrize("cutting", ["chunk", "segment"])
@pytest.mark.parametrize("documents", [1, 7, 40])
def test_a_text_to_judge_is_seen_once_from_end_to_end(cutting: str, documents: int) -> None:
    corpus = written(*["a b. c d e. f."] * documents)
    batches = Batches(corpus, Tokens(letter_tokenizer()), replace(SMALL, cutting=cutting))
    seen = list(batches.once())
    assert sum(batch.words for batch in seen) == len(corpus)
    assert all(len(batch.mask) == SMALL.batch for batch in seen[:-1])


def test_unknown_pieces_come_in_by_the_recipe() -> None:
    corpus = written(*["we saw the old bridge and went home. " * 10] * 5)
    tokens = Tokens(letter_tokenizer())
    quiet = Batches(corpus, tokens, SMALL).batch(0)
    noisy = Batches(corpus, tokens, replace(SMALL, noise="unknown", noise_rate=0.5)).batch(0)
    assert not (quiet.pieces == tokens.unknown).any()
    assert (noisy.pieces == tokens.unknown).float().mean() > 0.1
    assert (noisy.pieces[:, 0] == tokens.opening).all()


def test_a_word_longer_than_a_window_is_read_by_its_beginning() -> None:
    corpus = written("a " + "b" * 100 + ". c")
    batches = Batches(corpus, Tokens(letter_tokenizer()), SMALL)
    rows = [
        row for step in range(3) for row in rows_of(batches.batch(step), Tokens(letter_tokenizer()))
    ]
    assert "b" * 14 in rows
