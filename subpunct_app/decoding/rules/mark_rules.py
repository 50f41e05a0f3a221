"""What is known of marks, beside what a model says: abbreviations, titles, quotes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from subpunct_app.decoding.rules.rule import Evidence, PredictedText, Rule
from subpunct_app.languages.abbreviations import MOST_JOINT, leads_on, may_be_shortened
from subpunct_app.languages.language_data import language_data
from subpunct_app.languages.reporting import tells_who
from subpunct_app.text.words import Case, Mark

# Log odds of what hardly ever is otherwise: 1 in 50, 1 in 3,000.
_MOSTLY, _SURELY = 4.0, 8.0


def _leading(text: PredictedText) -> Iterator[Evidence]:
    """Find no mark behind what is shortened and leads on: z. B., cf."""
    said = [word.text for word in text.words]
    for at in range(1, len(said)):
        if said[at - 1].endswith(".") and leads_on(
            said[max(0, at - MOST_JOINT) : at], text.language
        ):
            yield Evidence(at, Mark.NONE, _MOSTLY)


def _titles(text: PredictedText) -> Iterator[Evidence]:
    """Find a dot behind a title before a name, even where it lost it: mr Hill."""
    titles = language_data(text.language).names.titles
    for at in range(1, len(text.words)):
        title = text.words[at - 1].text
        if title.lower() in titles and text.gaps[at].current is Mark.NONE and _is_name(text, at):
            yield Evidence(at, Mark.PERIOD, _SURELY)


def _is_name(text: PredictedText, at: int) -> bool:
    return bool(text.prediction.cases[at, 0] < 0.2) and text.words[at].text[0].isalpha()


def _abbreviations(text: PredictedText) -> Iterator[Evidence]:
    """Find a full stop that stands behind an abbreviation right: St. Louis, Oak St. near us."""
    for at in range(1, len(text.words)):
        stands = text.gaps[at].current is Mark.PERIOD
        if stands and may_be_shortened(text.words[at - 1].text, text.language):
            yield Evidence(at, Mark.PERIOD, _SURELY)


def _quoted_questions(text: PredictedText) -> Iterator[Evidence]:
    """Find the mark of a quoted question or call right within a sentence: "Why?" she asked."""
    if not text.habits.begins_large:
        return
    for at in range(1, len(text.words)):
        gap = text.gaps[at]
        closed = gap.quoted and gap.current.asks_or_exclaims
        if closed and not gap.turn and Case.of(text.words[at].text) is Case.LOWER:
            yield Evidence(at, gap.current, _SURELY)


def _who_said_it(text: PredictedText) -> Iterator[Evidence]:
    """Find no full stop between a quote and who said it, but a comma: "Go", she said."""
    for at in range(1, len(text.words)):
        gap, words = text.gaps[at], text.words[at : at + 2]
        if gap.quoted and not gap.turn and tells_who([word.text for word in words], text.language):
            begins = gap.current.ends_sentence and words[0].text[0].isupper()
            if not begins:
                yield from (Evidence(at, mark, -_MOSTLY) for mark in (Mark.NONE, Mark.PERIOD))


MARK_RULES: Final = (
    Rule("mark.leading", _leading),
    Rule("mark.titles", _titles),
    Rule("mark.abbreviations", _abbreviations),
    Rule("mark.quoted_questions", _quoted_questions),
    Rule("mark.who_said_it", _who_said_it),
)
