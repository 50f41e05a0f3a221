"""What a review knows of its suggestions goes along with an edit, and is as if read anew."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.review.budget import ReviewCurve
from subpunct_app.review.editing.rewording import edited
from subpunct_app.review.editing.sheet import CueEdit, Sheet
from subpunct_app.review.session import ReviewSession
from subpunct_app.review.views.alike import AlikeGaps
from subpunct_app.review.views.drawn import Look, Run
from subpunct_app.review.views.opened import Review
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.reading import read_words
from subpunct_app.text.splice import Splice
from subpunct_app.text.verdicts import Decision
from subpunct_app.text.words import Case, Mark, Suggestion
from tests.growth import calls_in
from tests.review.editing.test_rewording import ICE, SRT, edits_of, sheet_of, sheets
from tests.subtitles.reading.spoken import cues

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


def looks(review: Review, cue: int) -> list[Run]:
    """Return how a cue is drawn, whatever number its gaps have."""
    return [replace(run, gap=None) for run in review.runs(cue)]


def test_an_edit_looks_at_no_other_words_for_what_is_alike() -> None:
    words = " ".join(f"word{at}" for at in range(400))
    transcript = read_words(parse(words.encode()))
    alike = AlikeGaps(transcript, range(1, 400))
    assert calls_in(lambda: alike.spliced(transcript, Splice(range(3, 4), range(3, 4)), [3])) < 100


def test_what_was_asked_for_is_moved_by_the_edits_since_then_alone() -> None:
    transcript = read_words(parse(b"so we go " * 400))
    alike = AlikeGaps(transcript, range(3, 1200, 3))
    for _ in range(50):
        alike = alike.spliced(transcript, Splice(range(1, 2), range(1, 2)), ())
        alike.to(600)
    assert calls_in(lambda: alike.to(600)) < 100


def test_an_edit_draws_anew_what_is_beside_it_and_no_more() -> None:
    texts = [f"so word{at} went" for at in range(40)]
    transcript = read_words(cues(*texts))
    commas = [Suggestion(gap, Mark.COMMA, Case.KEEP, 0.5) for gap in range(1, 120, 3)]
    sheet = Sheet(transcript.document, transcript, ReviewSession(commas))
    review = review_of(sheet)
    drawn = [review.runs(cue) for cue in range(40)]
    new = edited(sheet, [CueEdit(20, "so we all went")])
    assert new.transcript is not None
    assert new.session is not None
    assert new.splice is not None
    after = review.edited(new.transcript, new.session, new.splice)
    assert [cue for cue in range(18) if after.runs(cue) is not drawn[cue]] == []
    assert calls_in(lambda: after.runs(30)) < calls_in(lambda: after.runs(20)) / 2
    assert {run.gap for run in after.runs(30)} == {None, 92}


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
