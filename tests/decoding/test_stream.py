from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.decoding.inference.prediction import decide
from subpunct_app.decoding.inference.windows import predict
from subpunct_app.decoding.stream import Decided, Stream, open_stream
from subpunct_app.models.card import DEFAULT_MODEL
from subpunct_app.models.torch_runtime import TorchPunctuator
from subpunct_app.runtime.errors import ModelError
from subpunct_app.runtime.task import Task
from subpunct_app.text.words import Mark
from tests.decoding.lookahead import LOOK_AHEAD, write_model

texts = st.lists(st.text("abcdez", min_size=1, max_size=5), min_size=1, max_size=40)


@pytest.fixture(scope="module")
def punctuator(tmp_path_factory: pytest.TempPathFactory) -> TorchPunctuator:
    folder = tmp_path_factory.mktemp("model")
    return TorchPunctuator(write_model(folder), folder, "cpu")


def parts_of(words: list[str], sizes: Iterator[int]) -> Iterator[list[str]]:
    """Cut words into parts of these sizes, the rest into single words."""
    while words:
        size = next(sizes, 1)
        yield words[:size]
        words = words[size:]


def streamed(punctuator: TorchPunctuator, parts: Iterator[list[str]]) -> list[Decided]:
    stream = Stream(punctuator)
    early = [decided for part in parts for decided in stream.feed(part)]
    return early + stream.finish()


@given(texts)
def test_a_stream_gives_the_marks_of_the_whole_text(
    punctuator: TorchPunctuator, words: list[str]
) -> None:
    whole = predict(punctuator, words, Task())
    expected = [whole.labels[label] for label in decide(whole.marks, whole.bias)]
    found = [decided.mark for decided in streamed(punctuator, iter([words]))]
    assert found[:-1] == expected[:-1]
    assert found[-1] in {Mark.PERIOD, Mark.QUESTION}
    assert found[-1] == expected[-1] or not expected[-1].ends_sentence


@given(texts, st.lists(st.integers(0, 9), max_size=20))
def test_how_the_words_arrive_changes_nothing(
    punctuator: TorchPunctuator, words: list[str], sizes: list[int]
) -> None:
    at_once = streamed(punctuator, iter([words]))
    assert streamed(punctuator, parts_of(words, iter(sizes))) == at_once


def test_the_words_are_all_there_in_their_order(punctuator: TorchPunctuator) -> None:
    letters = random.Random(1)
    words = ["".join(letters.choices("abcdez", k=letters.randint(1, 5))) for _ in range(200)]
    found = streamed(punctuator, iter([words]))
    assert [decided.text.lower() for decided in found] == words
    assert {decided.mark for decided in found} == set(punctuator.card.labels)


def test_a_word_waits_for_its_look_ahead_and_no_longer(punctuator: TorchPunctuator) -> None:
    stream = Stream(punctuator)
    assert stream.feed(["abc"]) == []
    assert stream.feed(["d" * (LOOK_AHEAD - 1)]) == []
    assert [decided.text.lower() for decided in stream.feed(["e"])] == ["abc"]


@given(texts)
def test_a_sentence_starts_with_a_capital(punctuator: TorchPunctuator, words: list[str]) -> None:
    found = streamed(punctuator, iter([words]))
    for before, after in itertools.pairwise([Decided("", Mark.PERIOD), *found]):
        if before.mark.ends_sentence:
            assert after.text[0].isupper()


def test_mixed_case_and_numbers_stay(punctuator: TorchPunctuator) -> None:
    found = streamed(punctuator, iter([["iPhone", "42"] * 20]))
    assert {decided.text for decided in found} == {"iPhone", "42"}


def test_a_word_without_its_apostrophe_is_read_with_it(punctuator: TorchPunctuator) -> None:
    """Wherever it stands, and however it is written it stays."""
    words = ["bad", "cab", "ab", "dad"] * 5
    for place in range(len(words)):
        with_it, without = (
            streamed(punctuator, iter([[*words[:place], word, *words[place:]]]))
            for word in ("won't", "wont")
        )
        assert [decided.mark for decided in without] == [decided.mark for decided in with_it]
        assert without[place].text.lower() == "wont"


def test_nothing_said_is_nothing_written(punctuator: TorchPunctuator) -> None:
    stream = Stream(punctuator)
    assert stream.feed([]) == []
    assert stream.finish() == []


def test_a_model_that_needs_the_whole_text_is_refused() -> None:
    with pytest.raises(ModelError) as raised:
        open_stream(DEFAULT_MODEL)
    assert raised.value.hint == ("This model needs the whole text: choose one trained by li2020.")


def test_a_stream_opens_from_a_folder(tmp_path: Path) -> None:
    write_model(tmp_path)
    assert len(open_stream(str(tmp_path)).finish()) == 0
    (tmp_path / "tokenizer.json").write_text("{}")
    with pytest.raises(ModelError, match="damaged"):
        open_stream(str(tmp_path))
