"""Timed files come into a corpus with what they tell, and keep it through noise and cutting."""

from __future__ import annotations

import io
import tarfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from subpunct_app.models.features import COLUMNS, BreakCode, Column
from subpunct_app.models.tokenizer import Tokens
from subpunct_app.runtime.errors import FileError
from subpunct_app.training.data.batches import Batches
from subpunct_app.training.data.corpus import Corpus
from subpunct_app.training.data.readers import read_corpus
from subpunct_app.training.data.recognition_errors import (
    IGNORED,
    Span,
    corrupt_words,
)
from subpunct_app.training.recipes import Recipe
from tests.decoding.conftest import letter_tokenizer

SMALL = Recipe("small", window=40, batch=4, features=True)
SRT = b"""1
00:00:01,000 --> 00:00:02,000
we saw the
old bridge

2
00:00:03,000 --> 00:00:04,000
and went home.
"""
BREAKS = [1, 1, 2, 1, 3, 1, 1, 3]
POOL = np.arange(100, 200, dtype=np.int32)


def archive(path: Path, members: dict[str, bytes]) -> Path:
    with tarfile.open(path, "w:xz" if path.suffix == ".xz" else "w") as packed:
        for name, content in members.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            packed.addfile(member, io.BytesIO(content))
    return path


def breaks(corpus: Corpus) -> list[int]:
    assert corpus.features is not None
    found: list[int] = corpus.features[:, Column.BREAK].tolist()
    return found


def test_subtitles_bring_their_features_and_text_brings_none(tmp_path: Path) -> None:
    timed, text = tmp_path / "a.srt", tmp_path / "b.txt"
    timed.write_bytes(SRT)
    text.write_text("We went home.", encoding="utf-8")
    assert read_corpus([text]).features is None
    assert breaks(read_corpus([text, timed, text])) == [0, 0, 0, *BREAKS, 0, 0, 0]


@pytest.mark.parametrize("name", ["captions.tar", "captions.tar.xz"])
def test_an_archive_is_read_file_by_file_in_the_order_of_names(tmp_path: Path, name: str) -> None:
    vtt = b"WEBVTT\n\n00:00.000 --> 00:01.000\nfirst of all\n"
    path = archive(tmp_path / name, {"b/two.srt": SRT, "a/one.vtt": vtt, "c.txt": b"no cues"})
    corpus = read_corpus([path])
    assert corpus.documents.tolist() == [0, 3, 11]
    assert corpus.spoken()[:3] == ["first", "of", "all"]
    assert breaks(corpus)[3:] == BREAKS


def test_links_and_hidden_files_in_an_archive_are_left_alone(tmp_path: Path) -> None:
    path = archive(tmp_path / "a.tar", {"._x.srt": SRT, "../../up.srt": SRT})
    with tarfile.open(path, "a") as packed:
        link = tarfile.TarInfo("link.srt")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        packed.addfile(link)
    assert len(read_corpus([path])) == len(BREAKS)
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["a.tar"]


def test_a_file_that_an_archive_holds_is_refused_with_the_name_of_both(tmp_path: Path) -> None:
    other = b"00:00:01.00,00:00:02.00\nWe went home.\n"
    path = archive(tmp_path / "a.tar", {"b/one.srt": SRT, "b/two.srt": other})
    with pytest.raises(FileError, match=r"a\.tar: two\.srt is a SubViewer file"):
        read_corpus([path])


def test_documents_leave_with_their_features(tmp_path: Path) -> None:
    path = archive(tmp_path / "a.tar", {"a.srt": SRT, "b.srt": SRT.replace(b"old ", b"")})
    corpus = read_corpus([path, path])
    assert breaks(corpus.without({0, 2})) == [1, 1, 2, 3, 1, 1, 3] * 2
    assert breaks(corpus.head(9)) == [*BREAKS, 1]


def span_of(count: int) -> Span:
    """Make words whose features tell their number: all of them end cues."""
    numbers = np.arange(count, dtype=np.int32)
    features = np.repeat((numbers % 100)[:, None], COLUMNS, axis=1).astype(np.int8)
    features[:, Column.BREAK] = BreakCode.CUE
    none = np.zeros(count, dtype=np.uint8)
    return Span(numbers, none, none, none, features)


@given(st.integers(0, 90), st.floats(0, 1), st.integers(0, 99))
def test_words_that_are_misheard_keep_their_features(count: int, rate: float, seed: int) -> None:
    noisy = corrupt_words(span_of(count), POOL, rate, np.random.default_rng(seed))
    assert noisy.features is not None
    assert len(noisy.features) == len(noisy.words)
    for word, row in zip(noisy.words.tolist(), noisy.features, strict=True):
        if word < count and row[Column.BREAK] == BreakCode.CUE:
            assert row[Column.PACE] == word


def test_the_end_of_a_cue_moves_when_its_last_word_is_not_heard() -> None:
    span = span_of(60)
    assert span.features is not None
    span.features[:, Column.BREAK] = np.where(np.arange(60) % 6 == 5, BreakCode.CUE, 1)
    for seed in range(10):
        noisy = corrupt_words(span, POOL, 0.3, np.random.default_rng(seed))
        assert noisy.features is not None
        ends = noisy.features[noisy.features[:, Column.BREAK] == BreakCode.CUE]
        assert set(ends[:, Column.PACE].tolist()) <= set(range(5, 60, 6))
        # A cue of which nothing was heard leaves none.
        assert len(ends) >= 9


def test_features_stand_at_last_pieces(tmp_path: Path) -> None:
    path = tmp_path / "a.srt"
    path.write_bytes(SRT * 3)
    tokens = Tokens(letter_tokenizer())
    batch = Batches(read_corpus([path]), tokens, replace(SMALL, plain_windows=0.0)).batch(0)
    assert batch.features is not None
    assert batch.features.shape == (*batch.pieces.shape, COLUMNS)
    lasts = (batch.marks != IGNORED) | (batch.features[..., Column.MARK] > 0)
    assert not batch.features[~lasts].any()
    assert batch.features[lasts].any()


def test_no_mark_that_is_told_is_learned(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("We saw it, and went home. " * 40, encoding="utf-8")
    tokens = Tokens(letter_tokenizer())
    batches = Batches(read_corpus([path]), tokens, replace(SMALL, plain_windows=0.5))
    for step in range(4):
        batch = batches.batch(step)
        assert batch.features is not None
        told = batch.features[..., Column.MARK] > 0
        assert (batch.marks[told] == IGNORED).all()
    again = Batches(read_corpus([path]), tokens, replace(SMALL, plain_windows=0.5))
    third = [told_of(one, step) for one, step in ((batches, 3), (again, 3), (batches, 2))]
    assert torch.equal(third[0], third[1])
    assert not torch.equal(third[0], third[2])


def told_of(batches: Batches, step: int) -> Tensor:
    features = batches.batch(step).features
    assert features is not None
    return features
