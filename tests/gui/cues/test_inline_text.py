"""Runs of text: how they look after a decision, cut, and found under the mouse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPalette
from pytestqt.qtbot import QtBot

from subpunct_app.gui.cues.inline_text import InlineText, TextSpec
from subpunct_app.gui.cues.letter_places import Letters, clip
from subpunct_app.gui.widgets.colours import contrast, tones
from subpunct_app.review.editing.finding import Hit
from subpunct_app.review.session import ReviewSession
from subpunct_app.review.views.cue_runs import Look, Run, plain_text
from subpunct_app.review.views.open_review import Review
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.text.decisions import Decision
from subpunct_app.text.words import Case, Mark, Suggestion
from tests.growth import check_linear

DARK = QPalette(QColor("#353535"), QColor("#2b2b2b"))


def make_review() -> Review:
    document = parse(b"1\n00:00:01,000 --> 00:00:02,000\nOne: two three.\n\n", name="a.srt")
    suggestions = (
        Suggestion(1, Mark.COMMA, Case.KEEP, 0.9),
        Suggestion(2, Mark.PERIOD, Case.CAPITALISED, 0.9),
    )
    return Review(read_words(document), ReviewSession(suggestions))


def looks(review: Review) -> list[tuple[str, Look]]:
    return [(run.text, run.look) for run in review.runs(0) if run.look is not Look.PLAIN]


def decide(review: Review, decision: Decision) -> None:
    review.session.apply(review.session.decide([1, 2], decision, "Decide"))


def test_open_suggestions_are_told_apart() -> None:
    assert looks(make_review()) == [
        (":", Look.REPLACED),
        (",", Look.REPLACING),
        (".", Look.INSERTED),
        ("Three", Look.RECASED),
    ]


def test_rejected_ones_leave_the_text_as_it_was() -> None:
    review = make_review()
    decide(review, Decision.REJECTED)
    assert looks(review) == [(",", Look.DROPPED), (".", Look.DROPPED)]
    assert plain_text(review.runs(0)) == "One: two three."


def test_the_cut_keeps_what_is_near_the_suggestion() -> None:
    runs = [Run("a" * 50), Run(",", Look.INSERTED, 7), Run("b" * 50)]
    assert plain_text(clip(runs, 7, 3)) == "… aaa,bbb …"
    assert clip(runs, 7, 50) == runs
    words = [Run("one two three"), Run(",", Look.INSERTED, 7), Run(" four five six")]
    assert plain_text(clip(words, 7, 8)) == "… three, four …"
    assert clip(runs, 8, 3) == runs


def lay_out(
    runs: Sequence[Run], current: int | None = 7, *, width: float = 400, lines: int = 1
) -> InlineText:
    return InlineText(TextSpec(runs, QFont(), tones(QPalette()), width, lines, current))


def laid_out(text: str, *, current: str = "", width: float = 400) -> InlineText:
    before, mark, after = text.partition(current) if current else (text, "", "")
    return lay_out([Run(before), Run(mark, Look.RECASED, 7), Run(after)], width=width)


def drawn(text: InlineText, width: int = 440, ground: str = "white") -> QImage:
    """Return a picture of a text that begins at 20."""
    image = QImage(width, round(text.height), QImage.Format.Format_RGB32)
    image.fill(QColor(ground))
    painter = QPainter(image)
    text.draw(painter, QPointF(20, 0))
    painter.end()
    return image


def inked(text: InlineText, width: int = 440) -> dict[int, int]:
    """Return how many dots of each column a text leaves."""
    image, blank = drawn(text, width), QColor("white").rgb()
    rows = range(image.height())
    dots = {x: sum(image.pixel(x, y) != blank for y in rows) for x in range(width)}
    return {x: count for x, count in dots.items() if count}


def columns_of(colour: QColor, text: InlineText) -> set[int]:
    """Return the columns with a dot of a colour where a text is drawn on black."""
    image = drawn(text, ground="black")
    places = product(range(image.width()), range(image.height()))
    return {x for x, y in places if image.pixel(x, y) == colour.rgb()}


def test_times_of_words_are_not_seen(qtbot: QtBot) -> None:
    plain = [Run("so here we"), Run(",", Look.INSERTED, 7), Run(" are")]
    timed = [
        Run("so<00:00:01.000><c> here</c><00:00:02.000><c.b\U0001f600> we</c>"),
        Run(",", Look.INSERTED, 7),
        Run("<00:00:03.000><c> are</c>"),
    ]
    pictures, spelled = [], []
    for runs in (plain, timed):
        text = lay_out(runs)
        pictures.append(drawn(text))
        found = {text.letter_at(QPointF(x, text.height / 2), QPointF()) for x in range(400)}
        letters = [letter for letter in "".join(run.text for run in runs) if letter.isalnum()]
        spelled.append("".join(letters[at] for at in range(len(letters)) if at in found))
    assert pictures[0] == pictures[1]
    assert plain_text(timed) == plain_text(plain)
    assert spelled[0] == spelled[1]


@pytest.mark.parametrize("before", ["abc ", "\U0001f600\U0001f600 ", "ab\udc80c "])
def test_a_mark_is_found_under_the_mouse(before: str, qtbot: QtBot) -> None:
    text = lay_out([Run(before), Run(",", Look.INSERTED, 7), Run(" and more of it")])
    origin = QPointF(20, 30)
    found = {text.gap_at(QPointF(x, 30 + text.height / 2), origin) for x in range(500)}
    assert found == {None, 7}
    assert text.gap_at(QPointF(21, 31), origin) is None


def test_the_current_mark_is_among_the_lines_that_are_kept(qtbot: QtBot) -> None:
    runs = [Run("word " * 200), Run(",", Look.INSERTED, 7), Run(" word" * 200)]
    text = lay_out(runs, width=300, lines=2)
    places = product(range(300), range(0, round(text.height), 4))
    assert 7 in {text.gap_at(QPointF(*place), QPointF()) for place in places}


def test_a_slot_is_seen_by_who_looks_at_it_only(qtbot: QtBot) -> None:
    runs = [Run("good"), Run("_", Look.SLOT, 7), Run(" morning")]
    beside, at = (lay_out(runs, current) for current in (None, 7))
    assert inked(beside) == inked(lay_out([Run("good morning")])) != inked(at)
    points = [QPointF(x, at.height / 2) for x in range(440)]
    assert {at.gap_at(point, QPointF()) for point in points} == {None, 7}
    assert {beside.gap_at(point, QPointF()) for point in points} == {None}


@pytest.mark.parametrize("text", ["שלום לכולם", "صباح الخير", "<v Anna><i>שלום</i>", "- 5 שלום"])
def test_what_is_read_from_the_right_begins_there(text: str, qtbot: QtBot) -> None:
    columns = inked(laid_out(text))
    assert min(columns) > 220
    assert 400 < max(columns) < 420


@pytest.mark.parametrize("text", ["good morning", "<v דנה>good", "大家好", "- 5", "HTML שלום"])
def test_all_else_begins_at_the_left(text: str, qtbot: QtBot) -> None:
    assert min(inked(laid_out(text))) < 25


def test_a_cut_text_from_the_right_ends_at_the_left(qtbot: QtBot) -> None:
    columns = inked(laid_out("ש" * 100, width=200))
    assert 20 <= min(columns) < 35
    dots = list(columns.values())
    assert max(dots[:4]) <= 3 < max(dots[-4:])


def test_a_text_from_the_right_stands_there_behind_a_name_in_latin(qtbot: QtBot) -> None:
    text = laid_out("DNA הוא החומר")
    assert text.letter_at(QPointF(10, text.height / 2), QPointF()) is None


@pytest.mark.parametrize("look", list(Look))
def test_every_look_can_be_drawn(look: Look, qtbot: QtBot) -> None:
    assert inked(lay_out([Run("one\r\ntwo", look, 3)], 3, lines=3))


@pytest.mark.parametrize(
    ("payload", "tags"),
    [
        ("<i>one</i> two", ["<i>", "</i>"]),
        (r'{\an8}<font color="#fff">one', [r"{\an8}", '<font color="#fff">']),
        ("one<00:00:01.500><c> two</c> <b>three", ["<b>"]),
        ("one < two", []),
    ],
)
def test_tags_are_told_from_what_is_read(payload: str, tags: list[str]) -> None:
    document = parse(f"1\n00:00:01,000 --> 00:00:02,000\n{payload}\n\n".encode(), name="a.srt")
    runs = Review(read_words(document), ReviewSession(())).runs(0)
    assert [run.text for run in runs if run.look is Look.TAG] == tags
    assert "".join(run.text for run in runs) == payload


def test_what_is_heard_is_in_the_colour_of_text(qtbot: QtBot) -> None:
    shades, runs = tones(DARK), [Run("Good", Look.RECASED, 3)]
    for heard, shown in ((None, True), (Letters(0, 4), False)):
        text = InlineText(TextSpec(runs, QFont(), shades, 180, 1, heard=heard))
        assert bool(columns_of(shades.recased, text)) is shown


def with_hits(runs: Sequence[Run], hits: Sequence[Hit], current: int | None = None) -> InlineText:
    hit = hits[0] if hits else None
    return InlineText(TextSpec(runs, QFont(), tones(DARK), 400, 1, current, hits, hit))


@pytest.mark.parametrize("look", [Look.RECASED, Look.REPLACED, Look.REMOVED])
@pytest.mark.parametrize("current", [None, 3])
def test_what_is_found_is_seen_in_a_suggestion(
    look: Look, current: int | None, qtbot: QtBot
) -> None:
    runs, fill = [Run("Water", look, 3)], tones(DARK).chosen_fill
    assert columns_of(fill, with_hits(runs, [Hit(0, 0, 5)], current))
    assert not columns_of(fill, with_hits(runs, [], current))


def test_hits_are_drawn_where_they_are_between_proposed_marks(qtbot: QtBot) -> None:
    runs = [Run("oh one"), Run(",", Look.INSERTED, 3), Run(" two"), Run(".", Look.INSERTED, 4)]
    fill = tones(DARK).chosen_fill
    first, second, both = (
        columns_of(fill, with_hits(runs, [Hit(0, *place)])) for place in ((3, 6), (7, 10), (3, 10))
    )
    assert max(first) < min(second)
    assert (min(both), max(both)) == (min(first), max(second))


def found_everywhere(words: int) -> InlineText:
    """Lay out a cue of so many words with the time of each, in all of which something is found."""
    runs = [Run("<00:00:01.000>𝄞oul\r\n", gap=gap) for gap in range(words)]
    text = with_hits(runs, [Hit(0, start, start + 1) for start in range(0, 5 * words, 5)])
    drawn(text)
    return text


def found_in_one_run(words: int) -> InlineText:
    text = with_hits([Run("soul " * 4000)], [Hit(0, 5 * at, 5 * at + 1) for at in range(words)])
    drawn(text)
    return text


def test_much_that_is_found_in_a_long_cue_is_drawn_in_linear_time(qtbot: QtBot) -> None:
    check_linear(lambda words: words, found_everywhere, 2000)
    check_linear(lambda words: words, found_in_one_run, 4000)


def drawn_grey(*runs: Run) -> QImage:
    grey, pale = QColor("#444444"), QColor("#dddddd")
    inks = ("text", "quiet", "inserted", "removed", "recased", "replaced")
    fills = ("inserted_fill", "removed_fill", "recased_fill", "replaced_fill")
    shades = replace(tones(QPalette()), **dict.fromkeys(inks, grey), **dict.fromkeys(fills, pale))
    whole = [Run("one"), *runs, Run("two")]
    return drawn(InlineText(TextSpec(whole, QFont(), shades, 180, 1)))


def test_changes_are_told_apart_without_colours(qtbot: QtBot) -> None:
    changes = [
        [Run(":", Look.REMOVED, 3)],
        [Run(":", Look.INSERTED, 3)],
        [Run(":", Look.RECASED, 3)],
        [Run(":", Look.REMOVED, 3), Run(":", Look.INSERTED, 3)],
        [Run(":", Look.REPLACED, 3), Run(":", Look.REPLACING, 3)],
    ]
    images = [drawn_grey(*runs) for runs in changes]
    assert all(images[at] != other for at in range(len(images)) for other in images[:at])


# Ground, text and highlight: Fusion, a dark Windows, and Breeze, Adwaita and Ubuntu on Linux.
@pytest.mark.parametrize(
    ("base", "text", "accent"),
    [
        ("#ffffff", "#000000", "#308cc6"),
        ("#000000", "#ffffff", "#ffff00"),
        ("#000000", "#ffffff", "#308cc6"),
        ("#2d2d2d", "#ffffff", "#0078d4"),
        ("#ffffff", "#232629", "#3daee9"),
        ("#1b1e20", "#fcfcfc", "#3daee9"),
        ("#1e1e1e", "#ffffff", "#3584e4"),
        ("#ffffff", "#3d3d3d", "#e95420"),
    ],
)
def test_colours_can_be_read_on_light_and_dark(base: str, text: str, accent: str) -> None:
    palette, roles = QPalette(), QPalette.ColorRole
    for role, name in zip(
        (roles.Base, roles.Text, roles.Highlight), (base, text, accent), strict=True
    ):
        palette.setColor(role, QColor(name))
    shades = tones(palette)
    inks = (shades.inserted, shades.removed, shades.recased, shades.replaced)
    fills = (
        *(shades.inserted_fill, shades.removed_fill),
        *(shades.recased_fill, shades.replaced_fill),
    )
    grounds = (QColor(base), shades.row_fill, shades.side_fill)
    pairs = [
        *zip(inks, fills, strict=True),
        *product((*inks, shades.quiet, shades.text), grounds),
        (shades.quiet, shades.replaced_fill),
        (shades.text, shades.chosen_fill),
    ]
    assert min(contrast(*pair) for pair in pairs) >= 4.5
    assert contrast(shades.row_fill, QColor(base)) >= 1.125
