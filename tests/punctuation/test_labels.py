from __future__ import annotations

import numpy as np
import pytest

from subpunct_app.core.errors import SettingsError
from subpunct_app.core.text import Mark
from subpunct_app.punctuation.labels import MARKS, fold_mark, fold_probabilities, scheme_marks


def test_four_labels_count_colons_as_commas_and_exclamations_as_periods() -> None:
    assert fold_mark(Mark.COLON, 4) is Mark.COMMA
    assert fold_mark(Mark.DASH, 4) is Mark.COMMA
    assert fold_mark(Mark.EXCLAMATION, 4) is Mark.PERIOD
    assert fold_mark(Mark.SEMICOLON, 4) is Mark.PERIOD


def test_three_labels_count_questions_as_periods() -> None:
    assert fold_mark(Mark.QUESTION, 3) is Mark.PERIOD


@pytest.mark.parametrize("scheme", [3, 4, 6])
def test_folding_loses_no_probability(scheme: int) -> None:
    rows = np.random.default_rng(1).dirichlet(np.ones(6), 50).astype(np.float32)
    folded = fold_probabilities(rows, MARKS, scheme)
    assert folded.shape == (50, len(scheme_marks(scheme)))
    assert np.allclose(folded.sum(axis=1), 1, atol=1e-5)


def test_an_unknown_scheme_is_refused_with_the_known_ones() -> None:
    with pytest.raises(SettingsError, match="3, 4, 6"):
        scheme_marks(5)
