from __future__ import annotations

import numpy as np
import pytest

from subpunct_app.models.mark_labels import (
    MARKS,
    SCHEMES,
    WRITTEN,
    fold_mark,
    fold_probabilities,
    fold_written,
    scheme_labels,
    scheme_marks,
    scheme_openings,
)
from subpunct_app.runtime.errors import SettingsError


@pytest.mark.parametrize(
    ("scheme", "folded"),
    [
        # none , . ? ! : ; … —
        (2, " ........"),
        (3, " ,...,..,"),
        (4, " ,.?.,..,"),
        (6, " ,.?!:..,"),
        (9, " ,.?!:;.,"),
    ],
)
def test_every_scheme_counts_the_marks_it_lacks_as_its_papers_do(scheme: int, folded: str) -> None:
    assert "".join(fold_mark(mark, scheme) or " " for mark in WRITTEN) == folded


def test_the_marks_of_models_are_the_first_of_all_marks() -> None:
    assert WRITTEN[: len(MARKS)] == MARKS


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_scheme_has_as_many_labels_as_its_name_says(scheme: int) -> None:
    assert len(scheme_labels(scheme)) == scheme
    assert scheme_labels(scheme) == scheme_marks(scheme) + scheme_openings(scheme)


def test_only_nine_labels_have_opening_marks() -> None:
    assert scheme_labels(9) == ("", ",", ".", "?", "!", ":", ";", "¿", "¡")
    assert scheme_openings(6) == ()


@pytest.mark.parametrize("scheme", SCHEMES)
def test_folding_loses_no_probability(scheme: int) -> None:
    rows = np.random.default_rng(1).dirichlet(np.ones(6), 50).astype(np.float32)
    folded = fold_probabilities(rows, MARKS, scheme)
    assert folded.shape == (50, len(scheme_marks(scheme)))
    assert np.allclose(folded.sum(axis=1), 1, atol=1e-5)


def test_a_word_with_two_marks_is_labelled_with_the_one_after_it() -> None:
    marks = np.array([0, 0, 3, 8], dtype=np.uint8)
    openings = np.array([1, 2, 1, 2], dtype=np.uint8)
    assert fold_written(marks, openings, 9).tolist() == [7, 8, 3, 1]
    assert fold_written(marks, openings, 4).tolist() == [0, 0, 3, 1]


def test_an_unknown_scheme_is_refused_with_the_known_ones() -> None:
    with pytest.raises(SettingsError, match="2, 3, 4, 6, 9"):
        scheme_marks(5)
