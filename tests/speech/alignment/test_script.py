from __future__ import annotations

from collections.abc import Sequence

from subpunct_app.speech.alignment.forced_alignment import spoken
from subpunct_app.speech.alignment.sphinx import Fit, Script


class Spelled:
    """Say each word as its letters, and figures not at all."""

    def entries(self, word: str) -> Sequence[str]:
        return list(word) if word.isalpha() else []


def script(*words: str) -> Script:
    return Script.of(words, Spelled())  # type: ignore[arg-type]


def test_a_word_of_several_entries_lasts_from_the_first_to_the_last() -> None:
    fits = [Fit(0, 90, 1.0), Fit(90, 200, 3.0), Fit(250, 400, 5.0)]
    first, second = script("ab", "c").word_fits(fits)
    assert first is not None
    assert (first.start_ms, first.end_ms) == (0, 200)
    assert 1 < first.misfit < 3
    assert second == fits[2]


def test_a_word_has_no_fit_where_one_of_its_entries_has_none() -> None:
    fits = [Fit(0, 90, 1.0), None, Fit(250, 400, 5.0)]
    assert script("ab", "7", "c").word_fits(fits) == [None, None, fits[2]]


def test_words_without_a_fit_share_the_time_between_their_neighbours_by_their_letters() -> None:
    fits = [None, Fit(300, 400, 1.0), None, None, Fit(1_000, 1_100, 1.0), None]
    words = spoken(["oh", "one", "a", "seven", "two", "so"], fits, [0, 0.9, 0, 0, 0.8, 0], 2_000)
    spans = [(word.start_ms, word.end_ms) for word in words]
    assert spans[:2] == [(0, 300), (300, 400)]
    assert spans[2:4] == [(400, 550), (550, 1_000)]
    assert spans[4:] == [(1_000, 1_100), (1_100, 2_000)]
    assert [word.confidence for word in words] == [0, 0.9, 0, 0, 0.8, 0]


def test_no_word_starts_before_the_one_before_it_ends() -> None:
    fits = [Fit(100, 300, 1.0), Fit(280, 420, 1.0), Fit(310, 400, 1.0), None, Fit(390, 500, 1.0)]
    words = spoken(["one", "two", "three", "7", "four"], fits, [0.9, 0.9, 0.9, 0, 0.9], 600)
    spans = [(word.start_ms, word.end_ms) for word in words]
    assert spans == [(100, 300), (300, 420), (420, 420), (420, 420), (420, 500)]
