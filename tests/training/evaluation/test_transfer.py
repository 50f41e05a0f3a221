from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.decoding.inference.words_as_read import NUMBERED
from subpunct_app.models.mark_labels import OPENINGS, WRITTEN
from subpunct_app.training.data.corpus import UNKNOWN_CASE, Corpus
from subpunct_app.training.data.readers import read_corpus
from subpunct_app.training.evaluation.transfer import transfer, units_of

IWSLT = Path(__file__).parents[3].parent / "shared" / "data" / "iwslt"

# Figure 2 of Guerreiro, Rei and Batista 2021: reference, recogniser, the result it shows (either
# word recognised), and what is left where both words must be.
FIGURE = [
    (
        "And that’s my cousin and my sister’s dog, Gabby.",
        "and that’s my cousin and my sister’s dog every",
        "and that’s my cousin and my sister’s dog, every.",
        "and that’s my cousin and my sister’s dog every",
    ),
    (
        "As Juan said, it’s the condition that scientists call synesthesia, an unusual"
        " cross-talk between the senses.",
        "as kwan said it’s a condition that scientists call soonest easier when usual course"
        " talk between the fences",
        "as kwan said, it’s a condition that scientists call soonest easier when usual course"
        " talk between the fences.",
        "as kwan said, it’s a condition that scientists call soonest easier when usual course"
        " talk between the fences",
    ),
    (
        "Well you can’t get much bigger than Pi, the mathematical constant.",
        "well you can’t get much bigger than empowering the mathematical constant",
        "well you can’t get much bigger than empowering, the mathematical constant.",
        "well you can’t get much bigger than empowering the mathematical constant.",
    ),
    (
        "is it a happy word, or a sad word?",
        "is it a happy word was sad word",
        "is it a happy word, was sad word?",
        "is it a happy word was sad word?",
    ),
    (
        "Well if 100, if we think of 100 as being like a square, 75 would look like this.",
        "well it’s a hundred we think of a hundred as of being a like a square seventy five"
        " would look like this",
        "well it’s a hundred, we think of a hundred as of being a like a square, seventy five"
        " would look like this.",
        "well it’s a hundred we think of a hundred as of being a like a square, seventy five"
        " would look like this.",
    ),
]


def text(folder: Path, name: str, content: str) -> Corpus:
    path = folder / name
    path.write_text(content, encoding="utf-8")
    return read_corpus([path])


def carried(
    folder: Path, reference: str, heard: str, *, strict: bool = False, language: str = "en"
) -> str:
    texts = text(folder, "ref.txt", reference), text(folder, "asr.txt", heard)
    result = transfer(*texts, strict=strict, language=language).corpus
    marks = [WRITTEN[index].value for index in result.marks]
    openings = [["", *OPENINGS][index] for index in result.openings]
    rows = zip(openings, result.spoken(), marks, strict=True)
    return " ".join(o + w + m for o, w, m in rows).replace("'", "’")


@pytest.mark.parametrize(("reference", "heard", "either", "both"), FIGURE)
def test_figure_2_of_the_paper(
    tmp_path: Path, reference: str, heard: str, either: str, both: str
) -> None:
    assert carried(tmp_path, reference, heard) == either
    assert carried(tmp_path, reference, heard, strict=True) == both


_ODD = ["a", "i", "u", "one", "twenty", "hundred", "hundreds", "and", "point", "minus", "million"]
_SIGNS = ["5", "1984", "3.5", "$5", "5%", "%", "$", "½", "--", "o'clock", "x-ray", "21st", "vs"]

spoken = st.lists(
    st.sampled_from(["the", "old", "bridge", "of", "twenty", "five", "u", "s", "men"]),
    max_size=40,
)


@given(words=spoken, wrong=spoken, seed=st.integers(0, 99))
def test_marks_never_outgrow_and_strict_ones_are_a_part(
    words: list[str], wrong: list[str], seed: int
) -> None:
    reference = corpus(words or ["so"], seed)
    heard = corpus(wrong or ["so"], seed)
    either = transfer(reference, heard)
    both = transfer(reference, heard, strict=True)
    assert both.carried <= either.carried <= either.marks
    assert both.carried == (both.corpus.marks != 0).sum()
    assert either.corpus.spoken() == heard.spoken()


@given(
    words=st.lists(
        st.sampled_from(["the", "old", "bridge", "x-ray", "o'clock", "%", "dr"]), max_size=40
    ),
    seed=st.integers(0, 99),
    strict=st.booleans(),
)
def test_words_that_were_all_recognised_get_every_mark(
    words: list[str], seed: int, strict: bool
) -> None:
    reference = corpus(words or ["so"], seed)
    result = transfer(reference, corpus(words or ["so"], seed + 1), strict=strict).corpus
    np.testing.assert_array_equal(result.marks, reference.marks)
    np.testing.assert_array_equal(result.cases, reference.cases)


def corpus(words: list[str], seed: int) -> Corpus:
    """Make a text with random marks and cases."""
    rng = np.random.default_rng(seed)
    return Corpus(
        vocabulary=tuple(words),
        words=np.arange(len(words), dtype=np.int32),
        marks=rng.integers(0, 4, len(words)).astype(np.uint8),
        cases=rng.integers(0, 2, len(words)).astype(np.uint8),
        openings=np.zeros(len(words), dtype=np.uint8),
        documents=np.array([0, len(words)], dtype=np.int64),
    )


@pytest.mark.parametrize(
    ("reference", "heard", "expected"),
    [
        (
            "In 1984, ten people came.",
            "in nineteen eighty four ten people came",
            "in nineteen eighty four, ten people came.",
        ),
        # What was heard as one number has no gap for them.
        ("In nineteen, eighty four came.", "in 1984 came", "in 1984 came."),
        ("We had one thousand, five hundred more.", "we had 1500 more", "we had 1500 more."),
        ("In 2000, 10 came.", "in two thousand ten came", "in two thousand ten came."),
        ("In 2000, ten came.", "in two thousand ten came", "in two thousand ten came."),
    ],
)
def test_marks_go_beside_numbers_or_nowhere(
    tmp_path: Path, reference: str, heard: str, expected: str
) -> None:
    assert carried(tmp_path, reference, heard) == expected


@pytest.mark.parametrize(
    ("language", "reference", "expected"),
    [
        (
            "en",
            "We had 250, and they had 120, and that was all.",
            "we had two hundred and fifty, and they had one hundred and twenty, and that was all.",
        ),
        (
            "en",
            "We had two hundred and fifty, and they had one hundred and twenty, and that was all.",
            "we had 250, and they had 120, and that was all.",
        ),
        (
            "en",
            "from 1990 to 2005, and then, 2010.",
            "from nineteen ninety to two thousand and five, and then, two thousand and ten.",
        ),
        ("es", "Compró 45, y vendió 36.", "compró cuarenta y cinco, y vendió treinta y seis."),
        ("es", "Compró cuarenta y cinco, y vendió treinta y seis.", "compró 45, y vendió 36."),
        (
            "es",
            "Compró 88, y 66, y casas.",
            "compró ochenta y ocho, y sesenta y seis, y casas.",
        ),
        ("fr", "Il avait 31, et elle 41, hier.", "il avait trente et un, et elle 41, hier."),
        ("pt", "Tinha 45, e ela 36, hoje.", "tinha quarenta e cinco, e ela trinta e seis, hoje."),
    ],
)
@pytest.mark.parametrize("strict", [False, True])
def test_marks_stay_behind_numbers_that_hold_the_word_after_them(
    tmp_path: Path, language: str, reference: str, expected: str, *, strict: bool
) -> None:
    heard = expected.replace(",", "").replace(".", "")
    assert carried(tmp_path, reference, heard, strict=strict, language=language) == expected


def test_a_mark_that_ends_a_sentence_wins_where_two_meet(tmp_path: Path) -> None:
    assert carried(tmp_path, "We ran, um. So far", "we ran so far") == "we ran. so far"


def test_capitals_come_from_the_reference_where_a_word_was_recognised(tmp_path: Path) -> None:
    reference = text(tmp_path, "ref.txt", "We saw Gabby.")
    result = transfer(reference, text(tmp_path, "asr.txt", "we saw every")).corpus
    assert result.cases.tolist() == [1, 0, UNKNOWN_CASE]


def test_as_many_documents_are_aligned_one_by_one(tmp_path: Path) -> None:
    reference = "One man went.\n\nAnother came."
    assert carried(tmp_path, reference, "one man vent\n\nand other cane") == (
        "one man vent. and other cane."
    )


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("75", "seventy five"),
        ("twenty-five", "twenty five"),
        ("2010", "two thousand ten"),
        ("3.5 million", "three point five million"),
        ("10,000", "ten thousand"),
        ("21st", "twenty first"),
        ("$5", "five dollars"),
        ("5%", "five percent"),
        ("dr", "doctor"),
        ("ok", "okay"),
        ("cross-talk", "cross talk"),
    ],
)
def test_spellings_of_the_same_thing_are_the_same_units(written: str, said: str) -> None:
    assert names(written) == names(said)


def names(words: str) -> list[str]:
    spaced = ["so", *words.split(), "then"]
    return [unit.name for unit in units_of(spaced, [False] * len(spaced), language="en")]


@given(
    words=st.lists(st.sampled_from(_ODD + _SIGNS), max_size=12),
    seed=st.integers(0, 99),
    language=st.sampled_from([*sorted(NUMBERED), "hu"]),
)
def test_units_cover_every_word_in_order(words: list[str], seed: int, language: str) -> None:
    marked = np.random.default_rng(seed).random(len(words)) < 0.3
    units = units_of(words, marked.tolist(), language)
    assert {at for unit in units for at in range(unit.start, unit.end)} == set(range(len(words)))
    assert [unit.start for unit in units] == sorted(unit.start for unit in units)
    assert [unit.end for unit in units] == sorted(unit.end for unit in units)
    assert not any(marked[unit.start : unit.end - 1].any() for unit in units)


@pytest.mark.skipif(not IWSLT.is_dir(), reason="the shared test sets are not here")
def test_the_published_asr_labels_come_out_almost_the_same() -> None:
    published = read_corpus([IWSLT / "test2011asr"])
    result = transfer(read_corpus([IWSLT / "test2011"]), published)
    assert (result.marks, result.carried) == (1683, 1641)
    # The authors corrected theirs by hand.
    assert (result.corpus.marks == published.marks).mean() > 0.99
