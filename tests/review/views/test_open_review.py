"""What is shown of a cue is what a render of the whole text makes of it, after every decision."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule

from subpunct_app.review.budget import ReviewCurve
from subpunct_app.review.editing.rewording import edited
from subpunct_app.review.editing.sheet import CueEdit, Sheet
from subpunct_app.review.learning.recalibration import lessons_from
from subpunct_app.review.session import ReviewSession
from subpunct_app.review.views.cue_runs import Look, Run, plain_text
from subpunct_app.review.views.open_review import Review
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.subtitles.reading.transcript import REACH, Transcript
from subpunct_app.subtitles.writing.render import render
from subpunct_app.text.decisions import Change, Decision, Edit, Edits, Verdict
from subpunct_app.text.words import Case, Mark, Suggestion
from tests.review.editing.test_rewording import ICE, SRT, edits_of, sheet_of, sheets
from tests.review.journal.test_journal_round_trip import TRANSCRIPT
from tests.reviewing import BARE, COUNT, Editor, begun, thoughts
from tests.subtitles.reading.spoken import cues

WORDS = {
    "en": ["well", "so,", '"yes"', "I", "no.", "why?"],
    "es": ["sí", "¿<i>qué</i>", "¡no!", "hola,", "va.", "estás?"],
    "hy": ["այո", "ո՞վ", "ոչ։", "նո՜ր,", "<i>ի՞նչ։</i>", "ու"],
}
MARKS = st.sampled_from([Mark.NONE, Mark.NONE, Mark.COMMA, Mark.PERIOD, Mark.QUESTION])


@st.composite
def reviews(draw: st.DrawFn, language: str) -> Review:
    words = st.lists(st.sampled_from(WORDS[language]), min_size=1, max_size=4)
    payload = st.tuples(st.sampled_from(["", "", "", "- "]), words.map(" ".join)).map("".join)
    payloads = draw(st.lists(payload, min_size=1, max_size=5))
    far = " ".join(WORDS[language][:1] * draw(st.sampled_from([0, 0, 0, REACH - 1, REACH + 1])))
    payloads.insert(draw(st.integers(0, len(payloads))), far)
    transcript = read_words(cues(*payloads), language)
    gaps = range(len(transcript.gaps))
    ends = [gap for gap in gaps if transcript.gaps[gap].current.ends_sentence]
    likely = st.sampled_from(ends) if ends else st.nothing()
    places = st.one_of(likely, st.sampled_from(gaps))
    chosen = draw(st.lists(places, min_size=1, max_size=6, unique=True))
    return Review(transcript, ReviewSession([draw(suggestions(gap)) for gap in chosen]))


@st.composite
def mixed_reviews(draw: st.DrawFn) -> Review:
    """Return a review of a text that changes its language from cue to cue."""
    review = draw(reviews(draw(st.sampled_from(["en", "es"]))))
    codes = st.sampled_from(["en", "es", "fr"])
    passages = draw(st.dictionaries(st.sampled_from(every(review)), codes))
    transcript = replace(review.transcript, passages=passages)
    return Review(transcript, review.session)


def suggestions(gap: int) -> st.SearchStrategy[Suggestion]:
    return st.builds(
        Suggestion,
        st.just(gap),
        MARKS,
        st.sampled_from(Case),
        st.floats(0, 1),
        asked=st.booleans(),
    )


def decisions(session: ReviewSession) -> st.SearchStrategy[tuple[list[int], Decision]]:
    gaps = st.lists(st.sampled_from(session.gaps), min_size=1, max_size=3, unique=True)
    return st.tuples(gaps, st.sampled_from(Decision))


def rendered(transcript: Transcript, edits: Edits) -> list[str]:
    result = render(transcript, edits)
    return [result.cue_text(cue) for cue in range(len(result.cues))]


def drawn(review: Review) -> list[str]:
    return [plain_text(review.runs(cue)) for cue in every(review)]


def every(review: Review) -> range:
    return range(len(review.transcript.document.cues))


def differing(before: tuple[list[str], list[str]], after: tuple[list[str], list[str]]) -> set[int]:
    pairs = (zip(old, new, strict=True) for old, new in zip(before, after, strict=True))
    return {cue for pair in pairs for cue, (old, new) in enumerate(pair) if old != new}


def test_a_sign_follows_the_sentence_that_decisions_make() -> None:
    transcript = read_words(cues("¡sí", "no.", "qué!"), "es")
    wanted = {2: Mark.NONE, 3: Mark.PERIOD}
    session = ReviewSession(Suggestion(at, mark, Case.KEEP, 0.5) for at, mark in wanted.items())
    review = Review(transcript, session)
    session.apply(session.decide(wanted, Decision.ACCEPTED, ""))
    assert review.cues_of([3]) == {0, 1, 2}
    assert [review.result_text(cue) for cue in every(review)] == ["sí", "no", "qué."]


def test_a_sign_stands_where_its_language_begins() -> None:
    transcript = read_words(cues("so we went", "sí", "qué", "why so"), "en")
    transcript = replace(transcript, passages={1: "es", 2: "es"})
    session = ReviewSession(Suggestion(at, Mark.QUESTION, Case.KEEP, 0.5) for at in (5, 7))
    review = Review(transcript, session)
    session.apply(session.decide([5, 7], Decision.ACCEPTED, ""))
    assert review.cues_of([5]) >= {1, 2, 3}
    written = [review.result_text(cue) for cue in every(review)]
    assert written == ["so we went", "¿sí", "qué?", "why so?"]


@pytest.mark.slow
@pytest.mark.parametrize("language", WORDS)
@given(st.data())
def test_a_cue_is_shown_as_the_whole_text_is_written(language: str, data: st.DataObject) -> None:
    check_cues(data.draw(reviews(language)), data)


@pytest.mark.slow
@given(st.data())
def test_so_is_one_of_a_text_in_several_languages(data: st.DataObject) -> None:
    check_cues(data.draw(mixed_reviews()), data)


def check_cues(review: Review, data: st.DataObject) -> None:
    """Decide at random, and compare each cue with what becomes of the whole text."""
    transcript, session = review.transcript, review.session
    sheet = Sheet(transcript.document, transcript, session)
    shown, written = drawn(review), rendered(transcript, session.edits())
    for gaps, decision in data.draw(st.lists(decisions(session), max_size=3)):
        before = shown, written
        session.apply(session.decide(gaps, decision, ""))
        shown, written = drawn(review), rendered(transcript, session.edits())
        assert differing(before, (shown, written)) <= review.cues_of(gaps)
        assert [review.result_text(cue) for cue in every(review)] == written
        assert [sheet.copy_of(cue).text for cue in every(review)] == written
        assert shown == rendered(transcript, session.pending(session.gaps))
        assert review.proposed_texts() == shown


def test_gaps_that_a_model_has_thought_of_since_are_alike_too() -> None:
    transcript = read_words(cues("so we went and so we came"), "en")
    first, second = (Suggestion(gap, Mark.COMMA, Case.KEEP, 0.6) for gap in (3, 5))
    review = Review(transcript, ReviewSession([first]))
    assert review.alike(3) == [3]
    review.session.point_at(5)
    chosen = review.session.choose(5, Edit(Mark.PERIOD, Case.KEEP), Decision.ACCEPTED, "Put .")
    step = review.apply(chosen)
    review.renew({5: second})
    review.apply(step.inverse())
    assert review.alike(5) == [5]


@pytest.mark.parametrize(
    ("mark", "expected"),
    [
        (Mark.COMMA, "It works, and it runs."),
        (Mark.NONE, "It works and it runs."),
        (Mark.QUESTION, "It works? And it runs."),
    ],
)
def test_the_next_word_loses_its_capital_with_the_full_stop_that_stood_there(
    mark: Mark, expected: str
) -> None:
    lines = cues("It works. And it runs.", "Here and there.")
    review = Review(read_words(lines, "en"), ReviewSession([]))
    assert put(review, 2, mark) == expected


@pytest.mark.parametrize(
    "lines",
    [
        ("It works. Anna runs.", "Here and there."),
        ("It works. Will runs.", "I know Will, and Will will know."),
        ("So I said. I know.", "Here I am, said i."),
        ("It works: And it runs.", "Here and there."),
        ('He said. "And it runs."', "Here and there."),
        ("- It works.\n- And it runs.", "Here and there."),
    ],
)
def test_names_and_what_is_said_keep_capitals_behind_a_typed_comma(lines: tuple[str, ...]) -> None:
    review = Review(read_words(cues(*lines), "en"), ReviewSession([]))
    gap = next(at for at, gap in enumerate(review.transcript.gaps) if gap.current is not Mark.NONE)
    large = review.transcript.spelling_of(gap)
    assert f"{large} " in put(review, gap, Mark.COMMA).split(",", 1)[1]


def put(review: Review, gap: int, mark: Mark) -> str:
    """Put a mark at a gap as an editor does, and return how the first cue reads then."""
    review.look_at(gap)
    review.apply(review.session.choose(gap, review.edit_with(mark, gap), Decision.ACCEPTED, ""))
    return review.result_text(0)


CURVE = ReviewCurve(((0.0, 0.0), (0.5, 0.9), (1.0, 1.0)), 0.1)


def review_of(sheet: Sheet) -> Review:
    assert sheet.transcript is not None
    assert sheet.session is not None
    return Review(sheet.transcript, sheet.session, curve=CURVE)


def promises(review: Review) -> list[object]:
    lines = [review.budget().line_after(at) for at in range(9)]
    return [*lines, *map(review.budget().outlook, (0.0, 0.6, 0.95))]


@given(sheets(), st.data())
def test_what_is_alike_and_what_is_promised_move_along(sheet: Sheet, data: st.DataObject) -> None:
    review = review_of(sheet)
    promises(review)
    for gap in review.session.gaps:
        review.alike(gap)
    for _ in range(2):
        before, sheet = sheet, edited(sheet, [data.draw(edits_of(sheet))])
        if sheet is before:
            return
        assert sheet.splice is not None
        fresh = review_of(sheet)
        review = review.edited(fresh.transcript, fresh.session, sheet.splice)
        gaps = fresh.session.gaps
        assert list(map(review.alike, gaps)) == list(map(fresh.alike, gaps))
        assert promises(review) == promises(fresh)


def looks(review: Review, cue: int) -> list[Run]:
    """Return how a cue is drawn, whatever number its gaps have."""
    return [replace(run, gap=None) for run in review.runs(cue)]


@given(sheets(), st.sampled_from(["en", "es"]), st.data())
def test_cues_that_are_said_to_look_alike_after_edits_do(
    sheet: Sheet, language: str, data: st.DataObject
) -> None:
    for _ in range(2):
        sheet = replace(sheet, transcript=read_words(sheet.document, language))
        before, edit = sheet, data.draw(edits_of(sheet))
        sheet = edited(sheet, [edit])
        unlike = sheet.unlike(before, [edit])
        old, new = review_of(before), review_of(sheet)
        for cue in {*range(len(sheet.document.cues))}.difference(unlike):
            assert looks(new, cue) == looks(old, cue)
            assert new.result_text(cue) == old.result_text(cue)


@given(sheets(), st.sampled_from(["en", "es"]), st.data())
def test_cues_are_drawn_after_edits_as_if_for_the_first_time(
    sheet: Sheet, language: str, data: st.DataObject
) -> None:
    sheet = replace(sheet, transcript=read_words(sheet.document, language))
    review, every = review_of(sheet), range(len(sheet.document.cues))
    for _ in range(3):
        gaps = st.integers(0, len(review.transcript.words)) | st.none()
        review.look_at(data.draw(gaps))
        for cue in data.draw(st.permutations(every))[:-1]:
            review.runs(cue)
        before, sheet = sheet, edited(sheet, [data.draw(edits_of(sheet))])
        if sheet is before:
            return
        fresh = review_of(sheet)
        assert sheet.splice is not None
        review = review.edited(fresh.transcript, fresh.session, sheet.splice)
        at = data.draw(gaps)
        for each in (review, fresh):
            each.look_at(at if at in each.session else None)
        assert list(map(review.runs, every)) == list(map(fresh.runs, every))


def test_new_predictions_change_what_is_promised() -> None:
    sheet = sheet_of(SRT)
    review = review_of(sheet)
    promises(review)
    assert review.renew({ICE: Suggestion(ICE, Mark.PERIOD, Case.KEEP, 0.99)}) == [ICE]
    assert promises(review) == promises(review_of(sheet))
    new = edited(sheet, [CueEdit(2, "nobody knew")])
    fresh = review_of(new)
    assert new.splice is not None
    moved = review.edited(fresh.transcript, fresh.session, new.splice)
    assert promises(moved) == promises(fresh)


def test_what_undo_opens_again_changes_what_is_promised() -> None:
    review = review_of(sheet_of(SRT))
    change = review.session.decide([ICE], Decision.ACCEPTED, "")
    review.apply(change)
    review.renew({ICE: Suggestion(ICE, Mark.PERIOD, Case.KEEP, 0.99)})
    promises(review)
    review.apply(change.inverse())
    fresh = Review(review.transcript, ReviewSession(review.session.suggestions), curve=CURVE)
    assert promises(review) == promises(fresh)


def test_a_cue_is_drawn_anew_once_something_about_it_is_decided() -> None:
    review = review_of(sheet_of(SRT))
    drawn = review.runs(0)
    assert review.runs(0) is drawn
    review.session.apply(review.session.decide([ICE], Decision.ACCEPTED, ""))
    looks = {run.gap: run.look for run in review.runs(0)}
    assert looks[ICE] is Look.SETTLED
    review.renew({6: Suggestion(6, Mark.PERIOD, Case.CAPITALISED, 0.9, asked=True)})
    assert {run.gap: run.look for run in review.runs(0)}[6] is Look.ASKED


models = st.sampled_from(["one", "two", "three"])
everywhere = st.tuples(*[thoughts] * COUNT).map(
    lambda found: {gap: thought.moved(gap) for gap, thought in enumerate(found)}
)
temperatures = st.sampled_from([0.5, 1.0, 2.0])


class Wavering(Editor):
    """Review a text, and ask one model or another at any time."""

    def __init__(self) -> None:
        super().__init__()
        self.steps: list[partial[None]] = []
        self.lie(Review(TRANSCRIPT, begun(), model="one"), dict.fromkeys(begun().gaps, "one"))

    @rule(found=everywhere, model=models, temperature=temperatures)
    def ask_again(self, found: Mapping[int, Suggestion], model: str, temperature: float) -> None:
        before, said = self.review, self.decided()
        asked = ReviewSession(found.values())
        review = Review(TRANSCRIPT, asked, model=model, temperature=temperature)
        makers = dict.fromkeys(found, model) | {
            gap: self.makers[gap] for gap in said if gap not in BARE
        }
        self.steps.append(partial(self.lie, before, self.makers))
        self.lie(review.continuing(before), makers)
        assert self.decided() == said
        assert all(self.session.made(gap) == found[gap] for gap in found.keys() - said.keys())

    @precondition(lambda self: self.steps)
    @rule()
    def undo(self) -> None:
        self.steps.pop()()

    def push(self, change: Change) -> None:
        if change.after:
            before = self.session.verdicts()
            made = self.review.apply(change)
            self.steps.append(partial(self.take_back, made, before))

    def take_back(self, made: Change, before: Mapping[int, Verdict]) -> None:
        self.review.apply(made.inverse())
        assert self.session.verdicts() == before

    def lie(self, review: Review, makers: Mapping[int, str]) -> None:
        self.review, self.session, self.makers = review, review.session, makers

    def decided(self) -> dict[int, Verdict]:
        verdicts = self.session.verdicts().items()
        return {gap: said for gap, said in verdicts if said.decision is not Decision.OPEN}

    @invariant()
    def each_lesson_is_for_the_model_that_it_is_about(self) -> None:
        made, verdicts = self.session.suggestions, self.session.verdicts()
        lessons = lessons_from(TRANSCRIPT.gaps, made, verdicts, self.review.model)
        makers = [self.makers[gap] for gap in sorted(self.decided()) if gap not in BARE]
        assert [lesson.model for lesson in lessons] == makers


Wavering.TestCase.settings = settings(max_examples=15, stateful_step_count=15)
TestWavering = pytest.mark.slow(Wavering.TestCase)
