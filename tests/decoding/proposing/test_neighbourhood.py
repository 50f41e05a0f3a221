from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tokenizers import Tokenizer, models

from subpunct_app.decoding.evidence.habits import Habits
from subpunct_app.decoding.proposing.neighbourhood import REACH, Neighbourhood
from subpunct_app.decoding.proposing.pipeline import propose
from subpunct_app.decoding.suggestions.options import Mode, Options
from subpunct_app.models.card import ModelCard, NetworkShape
from subpunct_app.models.features import COLUMNS, Column
from subpunct_app.models.mark_labels import CASES, MARKS
from subpunct_app.models.model_registry import load
from subpunct_app.models.punctuator import Ids, Probabilities
from subpunct_app.models.tokenizer import Tokens
from subpunct_app.runtime.folders import shipped_folder
from subpunct_app.runtime.task import Task
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.text.words import Mark

WORDS = 400


class Listener:
    """Put a comma after every "so", unless the mark after the word before is settled."""

    card = ModelCard("listener", "L", ("en",), MARKS, network=NetworkShape(features=COLUMNS))
    runs_on = "rules"

    def __init__(self) -> None:
        pieces = {"[UNK]": 0, "[CLS]": 1, "[SEP]": 2, "[PAD]": 3, "so": 4, "on": 5}
        self.tokens = Tokens(Tokenizer(models.WordLevel(pieces, unk_token="[UNK]")))
        self.longest = 0

    def predict(
        self, pieces: Ids, mask: Ids, features: Ids | None = None
    ) -> tuple[Probabilities, Probabilities]:
        assert features is not None
        self.longest = max(self.longest, pieces.size)
        settled = np.roll(features[..., Column.MARK] > 0, 1, axis=1)
        comma = (pieces == 4) & ~settled
        marks = np.full((*pieces.shape, len(MARKS)), 0.02, dtype=np.float32)
        marks[..., 0] = np.where(comma, 0.02, 0.9)
        marks[..., 1] = np.where(comma, 0.9, 0.02)
        cases = np.full((*pieces.shape, len(CASES)), 0.25, dtype=np.float32)
        return marks, cases


@pytest.fixture
def listener() -> Listener:
    return Listener()


@pytest.fixture
def neighbourhood(listener: Listener) -> Neighbourhood:
    text = "\n\n".join(
        f"{cue}\n00:{cue // 60:02d}:{cue % 60:02d},000 --> 00:{cue // 60:02d}:{cue % 60:02d},900\n"
        + f"on on{cue} so on"
        for cue in range(1, WORDS // 4 + 1)
    )
    return Neighbourhood(read_words(parse(text.encode())), listener, Options(case=False))


def test_a_settled_mark_changes_what_is_proposed_beside_it(neighbourhood: Neighbourhood) -> None:
    assert neighbourhood.around(200, {})[203] is not None
    found = neighbourhood.around(202, {202: Mark.PERIOD})
    assert found[203] is None
    assert found[207] is not None


def test_the_dot_of_a_title_is_no_end_of_a_sentence_for_what_is_beside_it() -> None:
    text = b"thank you mr president it took long and the doctor said no mr chief justice we do"
    known = Neighbourhood(read_words(parse(text)), load("en-compact"), Options())
    dotted, bare = (known.around(3, {3: mark}) for mark in (Mark.PERIOD, Mark.NONE))
    assert dotted == bare
    assert dotted != known.around(3, {3: Mark.COMMA})


def test_a_word_without_its_apostrophe_is_read_with_it_beside_a_decision() -> None:
    text = "im sorry i didnt see you its youre turn arent you"
    whole = "i'm sorry i didn't see you it's you're turn aren't you"
    model = load("en-compact")
    lost, written = (
        Neighbourhood(read_words(parse(line.encode())), model, Options()).around(5, {5: Mark.NONE})
        for line in (text, whole)
    )
    assert lost == written


def test_what_is_settled_is_not_asked_about_again(neighbourhood: Neighbourhood) -> None:
    found = neighbourhood.around(203, {203: Mark.NONE, 207: Mark.COMMA})
    assert not {203, 207} & set(found)


@pytest.mark.parametrize("gap", [0, 1, 200, WORDS - 1, WORDS])
def test_only_what_is_near_is_told_and_one_window_read(
    neighbourhood: Neighbourhood, listener: Listener, gap: int
) -> None:
    found = neighbourhood.around(gap, {})
    assert set(found) == set(range(max(0, gap - REACH), min(WORDS, gap + REACH) + 1))
    proposed = {at: one.gap for at, one in found.items() if one}
    assert proposed == {at: at for at in found if at % 4 == 3 or at == WORDS}
    assert listener.longest <= listener.card.window


@pytest.mark.parametrize("known", [("en",), ("en", "es")])
def test_words_in_another_language_are_asked_about_in_that_if_the_model_knows_it(
    neighbourhood: Neighbourhood, listener: Listener, known: tuple[str, ...]
) -> None:
    listener.card = replace(listener.card, languages=known)
    transcript = replace(neighbourhood.transcript, passages=dict.fromkeys(range(50), "es"))
    mixed = Neighbourhood(transcript, listener, Options(case=False))
    spanish = set(range(198 - REACH, 200)) - {198}
    assert set(mixed.around(198, {198: Mark.PERIOD})) == (spanish if "es" in known else set())
    english = set(range(201, 206 + REACH + 1)) - {206}
    assert set(mixed.around(206, {206: Mark.PERIOD})) == english


def test_all_settled_is_nothing_to_propose(neighbourhood: Neighbourhood) -> None:
    settled = dict.fromkeys(range(WORDS + 1), Mark.NONE)
    assert neighbourhood.around(100, settled) == {}


@pytest.mark.parametrize(
    ("old", "new", "by"), [("Good morning", "Morning", -1), ("universe.", "whole universe.", 0)]
)
def test_what_stands_tells_as_much_far_from_a_word_that_was_changed(
    old: str, new: str, by: int
) -> None:
    model, options = load("en-compact"), Options()
    text = (shipped_folder("resources") / "samples" / "lecture.txt").read_text().replace(",", "")
    proposal = propose(parse(text.encode()), model, options, Task())
    before, after = proposal.transcript, read_words(parse(text.replace(old, new).encode()))
    middle, last = len(before.words) // 2, len(after.words)
    edited = Neighbourhood(after, model, options, habits=proposal.habits_in(after))
    found = {gap - by: said for gap, said in edited.around(middle + by, {}).items()}
    plain = Neighbourhood(before, model, options, habits=proposal.habits)
    assert [one and one.mark for one in found.values()] == [
        one and one.mark for one in plain.around(middle, {}).values()
    ]
    assert last in edited.around(last, {})


def test_what_the_whole_text_tells_of_its_lines_counts_beside_a_decision(
    listener: Listener,
) -> None:
    text = read_words(parse(b"on on so on\non on on on\n" * 9))
    ends_at_lines = Habits(lines=((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 9.0, 9.0)))
    for habits, ends in ((None, False), (ends_at_lines, True)):
        known = Neighbourhood(text, listener, Options(case=False), habits=habits)
        line_end = known.around(30, {})[32]
        assert (line_end is not None and line_end.mark is Mark.PERIOD) is ends


def test_marks_that_are_to_stay_are_known_to_the_model_beside_a_decision(
    listener: Listener,
) -> None:
    text = read_words(parse(b"on, so on on. so on on on so on"))
    for options, commas in (
        (Options(case=False), {2, 5, 9}),
        (Options(Mode.FILL, case=False), {9}),
        (Options(marks=frozenset({Mark.COMMA}), case=False), {2, 5, 9}),
    ):
        found = Neighbourhood(text, listener, options, habits=Habits()).around(8, {})
        assert {at for at, one in found.items() if one and one.mark is Mark.COMMA} == commas
