"""Who types a mark or a capital into a cue decides about the suggestion there."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.review.editing.rewording import edited
from subpunct_app.review.editing.sheet import CueEdit, Sheet
from subpunct_app.review.editing.typed_marks import decisions
from subpunct_app.review.session import ReviewSession
from subpunct_app.text.decisions import Decision, Edit, Verdict
from subpunct_app.text.words import Case, Mark
from tests.review.editing.test_rewording import (
    FLOATS,
    GLASS,
    ICE,
    SRT,
    edits_of,
    sheet_of,
    sheets,
)


def typed(sheet: Sheet, cue: int, text: str) -> dict[int, Verdict]:
    """Return what is decided by typing a text into a cue."""
    change = decisions(sheet, edited(sheet, [CueEdit(cue, text)]), cue, "Edit")
    return {gap: verdict for gap, (_, verdict) in change.after.items()}


@pytest.mark.parametrize(
    ("text", "gap", "edit"),
    [
        ("there is ice,\nin the glass", ICE, Edit(Mark.COMMA, Case.KEEP)),
        ("there is ice. \nin the glass", None, None),
        ("there is ice.\nIn the glass", ICE, Edit(Mark.PERIOD, Case.CAPITALISED)),
        ("there is ice\nIn the glass", ICE, Edit(Mark.NONE, Case.CAPITALISED)),
        ("there is ice\nin the, glass", GLASS - 1, Edit(Mark.COMMA, Case.KEEP)),
        ("there is ice\nin the glass.", GLASS, Edit(Mark.PERIOD, Case.CAPITALISED)),
        ("there is ice\nin the glass,", GLASS, Edit(Mark.COMMA, Case.KEEP)),
        ("There is ice\nin the glass", 0, Edit(Mark.NONE, Case.CAPITALISED)),
        ("there is ice\nin the  glass,", None, None),
        ("there is some ice\nin the glass", None, None),
        ("there is ice(\nin the glass", None, None),
    ],
)
def test_marks_and_case_are_decisions(text: str, gap: int | None, edit: Edit | None) -> None:
    first, _, rest = text.partition("\n")
    found = typed(sheet_of(SRT), 0, f"{{\\an8}}<i>{first}</i>\n{rest}")
    assert found == ({} if gap is None or edit is None else {gap: Verdict(edit, Decision.ACCEPTED)})


def test_a_full_stop_that_nobody_proposed_leaves_the_next_word_as_it_is() -> None:
    sheet = sheet_of(SRT)
    assert sheet.session is not None
    bare = replace(sheet, session=ReviewSession())
    found = typed(bare, 0, "{\\an8}<i>there is ice</i>\nin the glass.")
    assert found == {GLASS: Verdict(Edit(Mark.PERIOD, Case.KEEP), Decision.ACCEPTED)}


def test_a_mark_that_is_taken_out_is_rejected() -> None:
    sheet = sheet_of(SRT)
    assert sheet.session is not None
    sheet.session.apply(sheet.session.decide([ICE, GLASS], Decision.ACCEPTED, ""))
    found = typed(sheet, 0, "{\\an8}<i>there is ice</i>\nin the glass")
    assert {gap: verdict.decision for gap, verdict in found.items()} == {
        ICE: Decision.REJECTED,
        GLASS: Decision.REJECTED,
    }


def test_a_mark_that_was_typed_and_is_taken_out_again_leaves_nothing_decided() -> None:
    sheet = sheet_of(SRT)
    assert sheet.session is not None
    marked = edited(sheet_of(SRT), [CueEdit(0, "{\\an8}<i>there is ice</i>\nin, the glass")])
    sheet.session.apply(decisions(sheet, marked, 0, ""))
    found = typed(sheet, 0, "{\\an8}<i>there is ice</i>\nin the glass")
    assert [verdict.decision for verdict in found.values()] == [Decision.OPEN]


def test_a_capital_leaves_the_mark_before_it_in_another_cue_to_be_decided() -> None:
    assert typed(sheet_of(SRT), 1, "And it floats why") == {}


def test_a_word_and_a_mark_are_an_edit() -> None:
    assert typed(sheet_of(SRT), 1, "and this floats, why") == {}
    assert list(typed(sheet_of(SRT), 1, "and it floats, why")) == [FLOATS]


@given(sheets(), st.data())
def test_the_cue_reads_as_typed_and_no_word_is_another(sheet: Sheet, data: st.DataObject) -> None:
    edit = data.draw(edits_of(sheet))
    new = edited(sheet, [edit])
    if change := decisions(sheet, new, edit.cue, ""):
        assert sheet.session is not None
        session = sheet.session.copied()
        made = session.apply(change)
        read = replace(sheet, session=session)
        assert read.copy_of(edit.cue).text == new.copy_of(edit.cue).text
        session.apply(made.inverse())
        assert session.edits() == sheet.session.edits()
