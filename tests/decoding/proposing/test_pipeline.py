from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tokenizers import Tokenizer, models

from subpunct_app.decoding.inference.windows import predict
from subpunct_app.decoding.proposing.pipeline import OwnMarks, accepted, propose, report_rows
from subpunct_app.decoding.suggestions.options import Mode, Options
from subpunct_app.models.card import ModelCard, NetworkShape
from subpunct_app.models.features import COLUMNS, Column
from subpunct_app.models.mark_labels import CASES, MARKS, OPENINGS
from subpunct_app.models.model_registry import load
from subpunct_app.models.punctuator import Ids, Probabilities
from subpunct_app.models.tokenizer import Tokens
from subpunct_app.runtime.errors import Cancelled
from subpunct_app.runtime.task import Progress, Task
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.writing.render import render
from subpunct_app.text.decisions import Edit
from subpunct_app.text.words import Case, Mark
from tests.decoding.proposing.test_neighbourhood import Listener
from tests.stopped import Stopped
from tests.subtitles.reading.spoken import cues

WORDS = ["[UNK]", "[CLS]", "[SEP]", "[PAD]", "good", "morning", "how", "are", "you"]
MORNING, ARE, YOU = 5, 7, 8
SRT = (
    b"1\n00:00:01,000 --> 00:00:02,000\ngood morning\n\n"
    b"2\n00:00:02,500 --> 00:00:04,000\nhow are you\n"
)


class Greeter:
    """Put a full stop after "morning" and a question mark after "you"."""

    card = ModelCard("greeter", "Greeter", ("en",), MARKS)
    runs_on = "fingers"

    def __init__(self) -> None:
        vocabulary = {word: at for at, word in enumerate(WORDS)}
        self.tokens = Tokens(Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]")))

    def predict(
        self, pieces: Ids, mask: Ids, features: Ids | None = None
    ) -> tuple[Probabilities, Probabilities]:
        marks = np.full((*pieces.shape, len(MARKS)), 0.02, dtype=np.float32)
        marks[..., 0] = 0.9
        marks[pieces == MORNING] = [0.02, 0.02, 0.9, 0.02, 0.02, 0.02]
        marks[pieces == YOU] = [0.2, 0.04, 0.06, 0.6, 0.08, 0.02]
        cases = np.full((*pieces.shape, len(CASES)), 0.01, dtype=np.float32)
        cases[..., 0] = 0.97
        return marks, cases


def test_a_document_is_proposed_about_and_rendered() -> None:
    proposal = propose(parse(SRT), Greeter(), Options(), Task())
    result = render(proposal.transcript, accepted(proposal.suggestions, 0.0))
    assert [result.cue_text(0), result.cue_text(1)] == ["Good morning.", "How are you?"]


class Watcher(Greeter):
    """Know subtitle features and keep what it is told."""

    card = replace(Greeter.card, network=NetworkShape(features=COLUMNS))

    def __init__(self) -> None:
        super().__init__()
        self.told: list[Ids | None] = []

    def predict(
        self, pieces: Ids, mask: Ids, features: Ids | None = None
    ) -> tuple[Probabilities, Probabilities]:
        self.told.append(features)
        return super().predict(pieces, mask)


def test_a_model_is_told_what_the_file_knows() -> None:
    watcher = Watcher()
    propose(parse(SRT), watcher, Options(), Task())
    assert watcher.told[0] is not None
    assert watcher.told[0][0, 1:6, Column.BREAK].tolist() == [1, 3, 1, 1, 3]
    assert watcher.told[0][0, 1:6, Column.PAUSE].tolist() == [1, 5, 1, 1, 0]


def test_plain_text_tells_a_model_nothing() -> None:
    watcher = Watcher()
    propose(parse(b"good morning how are you"), watcher, Options(), Task())
    assert watcher.told[0] is not None
    assert not watcher.told[0].any()


class Asker(Greeter):
    """See an opening question mark before "are"."""

    card = replace(Greeter.card, languages=("es",), openings=OPENINGS)

    def predict(
        self, pieces: Ids, mask: Ids, features: Ids | None = None
    ) -> tuple[Probabilities, Probabilities]:
        closing, cases = super().predict(pieces, mask, features)
        marks = np.zeros((*pieces.shape, len(MARKS) + 2), dtype=np.float32)
        marks[..., : len(MARKS)] = closing / closing.sum(axis=-1, keepdims=True)
        marks[pieces == ARE] = [0.3, 0, 0, 0, 0, 0, 0.7, 0]
        return marks, cases


def test_an_opening_mark_goes_where_the_model_sees_it() -> None:
    options = Options(case=False)
    proposal = propose(parse(SRT), Asker(), options, Task(), language="es")
    result = render(proposal.transcript, accepted(proposal.suggestions, 0.0))
    assert result.cue_text(1) == "how \u00bfare you?"
    by_rule = propose(parse(SRT), Greeter(), options, Task(), language="es")
    result = render(by_rule.transcript, accepted(by_rule.suggestions, 0.0))
    assert result.cue_text(1) == "\u00bfhow are you?"


def test_an_opening_mark_means_no_mark_after_the_word() -> None:
    prediction = predict(Asker(), ["how", "are", "you"], Task())
    assert prediction.marks[1, 0] == pytest.approx(1, abs=1e-5)
    assert prediction.openings[:, 0].tolist() == pytest.approx([0, 0.7, 0], abs=1e-5)


def test_only_sure_suggestions_are_accepted() -> None:
    proposal = propose(parse(SRT), Greeter(), Options(), Task())
    assert accepted(proposal.suggestions, 0.8)[2] == Edit(Mark.PERIOD, Case.CAPITALISED)
    assert accepted(proposal.suggestions, 1.1) == {}


@pytest.mark.parametrize("content", [b"", b"\n\n", b"1\n00:00:01,000 --> 00:00:02,000\n\n"])
def test_a_document_without_words_has_no_suggestions(content: bytes) -> None:
    proposal = propose(parse(content, name="a.srt"), Greeter(), Options(), Task())
    assert proposal.suggestions == ()


def test_proposing_can_be_cancelled() -> None:
    task = Task()
    task.cancel()
    with pytest.raises(Cancelled):
        propose(parse(SRT), Greeter(), Options(), task)


def test_proposing_stops_while_the_words_are_read() -> None:
    task = Stopped()
    with pytest.raises(Cancelled):
        propose(cues(*["so it was"] * 1500), Greeter(), Options(), task)
    assert task.progress == Progress(500, 1500, "Reading the words")


def test_a_report_shows_words_around_each_gap() -> None:
    told = report_rows(propose(parse(SRT), Greeter(), Options(), Task()))
    rows = told["suggestions"]
    assert isinstance(rows, list)
    assert (told["cues"], told["words"], told["gaps"]) == (2, 5, 6)
    assert [(row["cue"], row["word"], row["before"], row["after"]) for row in rows] == [
        (1, 0, "good", "Good"),
        (1, 2, "morning how", "morning. How"),
        (2, 5, "you", "you?"),
    ]
    assert next(iter(rows[1]["alternatives"])) == "."


def test_marks_that_are_to_stay_tell_the_model_of_those_beside_them() -> None:
    marked = parse(b"on, so on on. so on on on so on")
    for options, commas in (
        (Options(case=False), {2, 5, 9}),
        (Options(Mode.FILL, case=False), {9}),
        (Options(marks=frozenset({Mark.COMMA}), case=False), {2, 5, 9}),
    ):
        found = propose(marked, Listener(), options, Task()).suggestions
        assert {one.gap for one in found if one.mark is Mark.COMMA} == commas


def test_a_text_that_has_its_marks_is_filled_with_no_more() -> None:
    text = (
        "when the bus finally came, nobody wanted to get on. it was full of dogs, and the driver, "
        "who looked tired, told us to wait. so we waited, for an hour or so, and then we walked. "
        "my sister said it was her fault. it wasn't, of course, but she likes to say so. at the "
        "bridge we met an old man, who asked where we were going. to the sea, I said. he laughed "
        "and told us, quite kindly, that we had walked the wrong way. why had nobody told us? so "
        "we turned around, walked back through the rain, and missed the bus again."
    )
    lost = text.replace("we walked.", "we walked").replace("fault.", "fault")
    assert _filled(text) == {}
    assert _filled(lost) == {37: Mark.PERIOD, 44: Mark.PERIOD}


def _filled(text: str) -> dict[int, Mark]:
    proposal = propose(parse(text.encode()), load("en-compact"), Options(Mode.FILL), Task())
    gaps = proposal.transcript.gaps
    return {
        one.gap: one.mark for one in proposal.suggestions if one.mark is not gaps[one.gap].current
    }


class Lister(Greeter):
    """Put a comma behind every word, but where a hyphen joins it to the next."""

    def __init__(self) -> None:
        vocabulary = {word: at for at, word in enumerate([*WORDS, "five", "twenty", "twenty-"])}
        self.tokens = Tokens(Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]")))

    def predict(
        self, pieces: Ids, mask: Ids, features: Ids | None = None
    ) -> tuple[Probabilities, Probabilities]:
        _, cases = super().predict(pieces, mask, features)
        marks = np.full((*pieces.shape, len(MARKS)), 0.01, dtype=np.float32)
        marks[..., 1] = 0.95
        return marks, cases


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("twenty five morning", "Twenty five, morning."),
        ("nineteen eighty four morning", "Nineteen eighty four, morning."),
        ("twenty, five morning", "Twenty, five, morning."),
        ("Twenty Five morning", "Twenty Five, morning."),
        ("twenty Five morning", "Twenty, five, morning."),
        ("twenty\n\nfive morning", "Twenty,\n\nfive, morning."),
    ],
)
def test_a_number_in_several_words_is_not_parted(text: str, result: str) -> None:
    document = parse(text.encode(), name="talk.txt")
    proposal = propose(document, Lister(), Options(), Task())
    rendered = render(proposal.transcript, accepted(proposal.suggestions, 0.0))
    assert rendered.text == result


@pytest.mark.parametrize(
    ("standing", "given_up", "worth_keeping"),
    [(10, 1, True), (11, 1, False), (9, 9, False), (10, 0, False), (100, 73, True)],
    ids=["one in ten", "fewer", "hardly any marks", "none changed", "most"],
)
def test_a_text_with_marks_of_which_many_would_change_is_better_filled(
    standing: int, given_up: int, worth_keeping: bool
) -> None:
    assert OwnMarks(300, standing, given_up).worth_keeping is worth_keeping
