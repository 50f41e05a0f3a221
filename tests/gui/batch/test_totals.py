"""What became of a batch, in a sentence."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from subpunct_app.batch.account import Account
from subpunct_app.batch.batch_options import Batch
from subpunct_app.batch.outcome import Outcome, State
from subpunct_app.gui.batch.totals import summary
from tests.batch.pools import FIGURES


def told(words: int, applied: int, errors: float) -> str:
    figures = replace(FIGURES, words=words, applied=applied, expected_errors=errors)
    outcome = Outcome("talk.srt", State.DONE, figures=figures)
    return summary(Account(Batch(Path("in"), Path("out")), (outcome,), 1.0, 1))


def test_many_are_added_up() -> None:
    sentence = "1,200 changes in 9,000 words; about 31 errors are likely left."
    assert told(9000, 1200, 31.2) == f"1 file done. {sentence}"


def test_one_is_not_told_as_many() -> None:
    sentence = "1 change in 1 word; about 1 error is likely left."
    assert told(1, 1, 0.7) == f"1 file done. {sentence}"


def test_folders_that_were_left_out_are_told() -> None:
    batch, left_out = Batch(Path("in"), Path("out")), (Path("in", "old"), Path("in", "older"))
    sentence = "2 folders left out, with results of other batches."
    assert summary(Account(batch, (), 1.0, 1, left_out)) == f"0 files done. {sentence}"
