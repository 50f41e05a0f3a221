from __future__ import annotations

from dataclasses import replace

import pytest

from subpunct_app.decoding.suggestions.decode import suggest
from subpunct_app.decoding.suggestions.options import Mode, Options
from subpunct_app.models.labels import scheme_marks
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.text.words import Case, Gap, Mark, Word
from tests.decoding.conftest import line_of
from tests.decoding.suggestions.said import ALL, NOTHING, SMALL, STOP, Said, asked, says, shown


@pytest.mark.parametrize(
    ("text", "behind"),
    [
        ("why said tom", "said tom?"),
        ("why he asked", "he asked?"),
        ("why he left", "He left?"),
        ("why tom asked", "Tom asked?"),
    ],
)
def test_behind_a_quoted_question_who_asked_it_begins_no_sentence(text: str, behind: str) -> None:
    words, gaps = line_of(text)
    asks = (Mark.QUESTION, 0.9, Case.LOWER, 0.95)
    quoted = [gaps[0], replace(gaps[1], quoted=True), *gaps[2:]]
    said = says(asks, SMALL, asks)
    begun = behind[0].upper() + behind[1:]
    assert shown(words, suggest(words, quoted, said, ALL)) == f"Why? {behind}"
    assert shown(words, suggest(words, gaps, said, ALL)) == f"Why? {begun}"


@pytest.mark.parametrize(
    ("mode", "current", "text", "written"),
    [
        (Mode.RESTORE, Mark.NONE, "go he said", "Go, he said."),
        (Mode.RESTORE, Mark.PERIOD, "go he said", "Go, he said."),
        (Mode.FILL, Mark.NONE, "go he said", "Go, he said."),
        (Mode.FILL, Mark.PERIOD, "go he said", "Go. He said."),
        (Mode.RESTORE, Mark.NONE, "go he left", "Go. He left."),
    ],
)
def test_what_was_quoted_goes_on_with_who_said_it(
    mode: Mode, current: Mark, text: str, written: str
) -> None:
    words, gaps = line_of(text, [current, Mark.NONE, Mark.NONE])
    quoted = [gaps[0], replace(gaps[1], quoted=True), *gaps[2:]]
    found = suggest(words, quoted, says(STOP, SMALL, STOP), Options(mode))
    assert shown(words, found) == written


@pytest.mark.parametrize(("who", "mark"), [("She", Mark.PERIOD), ("she", Mark.COMMA)])
def test_a_full_stop_and_a_capital_part_a_quote_from_what_follows(who: str, mark: Mark) -> None:
    stop, none = Mark.PERIOD, Mark.NONE
    words, gaps = line_of(f"We stay Stay Go {who} said", [none, stop, stop, stop, none, stop])
    gaps[4] = replace(gaps[4], quoted=True)
    found = suggest(words, gaps, says(NOTHING, STOP, STOP, STOP, SMALL, STOP), ALL)
    assert [item.mark for item in found if item.gap == 4] == [mark] * (mark is Mark.COMMA)


def around_a_comma(text: str, *, opens: bool) -> tuple[tuple[Word, ...], list[Gap], list[Gap]]:
    """Return eight words or fewer, two sentences first, and their gaps without and with a quote."""
    marks = [Mark.NONE, *[Mark.PERIOD] * 2, *[Mark.NONE] * 2, Mark.COMMA, Mark.NONE, Mark.PERIOD]
    words, gaps = line_of(text, marks[: len(text.split())])
    by_quote = replace(gaps[6], opened=opens, quoted=not opens)
    return tuple(words), list(gaps), [*gaps[:6], by_quote, *gaps[7:]]


@pytest.mark.parametrize("wanted", [NOTHING, STOP])
@pytest.mark.parametrize("opens", [True, False])
def test_a_comma_beside_a_quote_stays(opens: bool, wanted: Said) -> None:
    words, gaps, quoted = around_a_comma("We stay Stay He told me go now", opens=opens)
    said = says(NOTHING, STOP, STOP, NOTHING, NOTHING, wanted, NOTHING, STOP)
    assert 6 in {item.gap for item in suggest(words, gaps, said, ALL)}
    assert 6 not in {item.gap for item in suggest(words, quoted, said, ALL)}
    assert 6 in {item.gap for item in suggest(words, quoted, said, Options(Mode.ANEW))}


@pytest.mark.parametrize(
    ("text", "opens", "stays"),
    [
        ("We stay Stay He told me Go now", False, False),
        ("We stay Stay He told me Go now", True, False),
        ("We stay Stay He then said Go now", True, True),
        ("we stay stay he told me go now", False, False),
        ("WE STAY STAY HE TOLD ME GO NOW", False, False),
        ("We stay Stay He told me", False, False),
    ],
)
def test_a_full_stop_takes_the_place_of_a_comma_beside_a_quote_where_a_sentence_may_begin(
    text: str, opens: bool, stays: bool
) -> None:
    words, _, quoted = around_a_comma(text, opens=opens)
    said = says(*[NOTHING, STOP, STOP, NOTHING, NOTHING, STOP, NOTHING, STOP][: len(words)])
    found = suggest(words, quoted, said, ALL)
    assert [item.mark for item in found if item.gap == 6] == [Mark.PERIOD] * (not stays)


def test_behind_the_comma_of_a_quote_another_begins_small() -> None:
    words, gaps = line_of("He said no never", [Mark.NONE, Mark.COMMA, Mark.COMMA, Mark.PERIOD])
    quoted = [replace(gap, opened=at in (2, 3), quoted=at > 2) for at, gap in enumerate(gaps)]
    comma = (Mark.COMMA, 0.9, Case.LOWER, 0.95)
    found = suggest(words, quoted, says(NOTHING, comma, comma, STOP), ALL)
    assert [item.gap for item in found] == [2]


@pytest.mark.parametrize(
    ("language", "text", "written"),
    [
        ("de", "ja betonte tom", "Ja, betonte tom."),
        ("es", "sí dijo tom", "Sí, dijo tom."),
        ("fr", "oui a-t-elle ajouté", "Oui, a-t-elle ajouté."),
        ("it", "sì ha detto", "Sì, ha detto."),
        ("nl", "ja zei tom", "Ja, zei tom."),
        ("pt", "sim afirmou tom", "Sim, afirmou tom."),
        ("fr", "oui a été élu", "Oui. A été élu."),
    ],
)
def test_in_other_languages_a_comma_leads_from_a_quote_to_who_said_it(
    language: str, text: str, written: str
) -> None:
    words, gaps = line_of(text)
    gaps[1] = replace(gaps[1], quoted=True)
    said = says(STOP, *[SMALL] * (len(words) - 2), STOP)
    assert shown(words, suggest(words, gaps, said, ALL, language=language)) == written


@pytest.mark.parametrize(("end", "put"), [(Mark.NONE, True), (Mark.PERIOD, False)])
def test_where_no_marks_are_left_a_quote_gets_its_comma_whatever_a_model_says(
    end: Mark, put: bool
) -> None:
    words, gaps = line_of("oui dit tom", [Mark.NONE, Mark.NONE, end])
    gaps[:2] = replace(gaps[0], opened=True), replace(gaps[1], quoted=True)
    found = suggest(words, gaps, says(NOTHING, SMALL, STOP), ALL, language="fr")
    assert any(one.mark is Mark.COMMA for one in found) is put


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", 'der film "boot" erzählt viel'),
        ("en", 'the so-called "experts" said that'),
        ("en", 'take a 6" called screws'),
        ("es", 'el llamado "chapo" ha declarado'),
        ("fr", "son film « vie » a demandé"),
        ("it", 'il cosiddetto "esperto" ha detto'),
        ("nl", 'de zogenaamde "expert" verklaarde dat'),
        ("pt", 'o chamado "especialista" explica como'),
    ],
)
def test_no_comma_parts_what_is_quoted_within_a_sentence(language: str, text: str) -> None:
    read = read_words(parse(text.encode()), language)
    said = says(*[SMALL] * (len(read.words) - 1), STOP)
    found = suggest(read.words, read.gaps, said, ALL, language=language)
    assert {one.gap for one in found if one.mark} == {len(read.words)}


@pytest.mark.parametrize(
    ("text", "before", "sure"),
    [
        ('"yes" said tom', [], 0.97),
        ('we wait "yes" said tom', [SMALL, STOP], 0.97 * 0.9),
        ('we wait "yes" said tom', [SMALL, (Mark.PERIOD, 0.4, Case.LOWER, 0.95)], None),
    ],
)
def test_a_comma_that_a_model_does_not_want_is_as_sure_as_that_a_quote_begins_a_sentence(
    text: str, before: list[Said], sure: float | None
) -> None:
    read = read_words(parse(text.encode()), "en")
    found = suggest(read.words, read.gaps, says(*before, NOTHING, SMALL, STOP), ALL)
    commas = [one.confidence for one in found if one.mark is Mark.COMMA]
    assert commas == ([] if sure is None else [pytest.approx(sure)])


def test_a_comma_for_a_full_stop_is_no_surer_than_commas_are_there() -> None:
    read = read_words(parse(b'"yes" said tom'), "en")
    certain = (Mark.PERIOD, 0.999, Case.LOWER, 0.95)
    found = suggest(read.words, read.gaps, says(certain, SMALL, STOP), ALL)
    assert [s.confidence for s in found if s.mark is Mark.COMMA] == [pytest.approx(0.97)]


def test_nobody_said_what_stands_in_a_bracket() -> None:
    words, gaps = line_of("go he said", [Mark.PERIOD, Mark.NONE, Mark.NONE])
    gaps[1] = replace(gaps[1], aside=True)
    assert shown(words, suggest(words, gaps, says(STOP, SMALL, STOP), ALL)) == "Go. He said."


@pytest.mark.parametrize(
    ("text", "mode", "written"),
    [
        ("he said we go", Mode.RESTORE, "He said, We go."),
        ("so said tom we go", Mode.FILL, "So said tom, We go."),
        ("he left we go", Mode.RESTORE, "He left, we go."),
        ("he said we go", Mode.REVIEW, "He said, we go."),
    ],
)
def test_what_somebody_says_in_quotes_begins_with_a_capital(
    text: str, mode: Mode, written: str
) -> None:
    words, gaps = line_of(text)
    at = len(words) - 2
    gaps[at] = replace(gaps[at], opened=True)
    comma, stop = (Mark.COMMA, 0.99, Case.LOWER, 0.95), (Mark.PERIOD, 0.99, Case.LOWER, 0.95)
    said = says(*[SMALL] * (at - 1), comma, SMALL, stop)
    assert shown(words, suggest(words, gaps, said, Options(mode))) == written


@pytest.mark.parametrize(
    ("text", "language", "case"),
    [
        ("our rule is be kind it rains", "en", Case.CAPITALISED),
        ("OUR RULE IS BE KIND IT RAINS", "en", Case.CAPITALISED),
        ("Our rule is be kind It rains", "en", Case.KEEP),
        ("das wort ist lieb und es regnet", "de", Case.KEEP),
    ],
)
def test_what_is_quoted_in_english_behind_a_colon_begins_large_unless_meant_small(
    text: str, language: str, case: Case
) -> None:
    words, gaps = line_of(text)
    gaps[3] = replace(gaps[3], opened=True)
    gaps[5] = replace(gaps[5], current=Mark.PERIOD)
    colon = (Mark.COLON, 0.99, Case.LOWER, 0.95)
    said = says(SMALL, SMALL, colon, SMALL, STOP, SMALL, STOP)
    found = suggest(words, gaps, said, ALL, language=language)
    assert [(item.mark, item.case) for item in found if item.gap == 3] == [(Mark.COLON, case)]


@pytest.mark.parametrize("behind", [Mark.COMMA, Mark.NONE])
def test_what_somebody_goes_on_to_say_begins_small(behind: Mark) -> None:
    words, gaps = line_of("go he said and stay")
    gaps[1], gaps[3] = replace(gaps[1], quoted=True), replace(gaps[3], opened=True)
    ahead = (behind, 0.95, Case.LOWER, 0.95)
    said = says((Mark.COMMA, 0.95, Case.LOWER, 0.95), SMALL, ahead, SMALL, STOP)
    assert shown(words, suggest(words, gaps, said, ALL)) == f"Go, he said{behind} and stay."


def test_a_model_without_commas_puts_none_behind_a_quote() -> None:
    words, gaps = line_of("go he said")
    quoted = [gaps[0], replace(gaps[1], quoted=True), *gaps[2:]]
    two = says(STOP, SMALL, STOP, labels=scheme_marks(2))
    assert shown(words, suggest(words, quoted, two, ALL)) == "Go. He said."


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "who roared tom"),
        ("en", "look snapped ann"),
        ("de", "komm fragte er"),
        ("es", "vienes preguntó ana"),
        ("es", "vienes pregunto\u0301 ana"),
        ("fr", "viens demanda-t-il"),
        ("fr", "non lui répondit"),
        ("fr", "viens s’écria-t-il"),
        ("fr", "viens Demanda Paul"),
        ("it", "vieni chiese anna"),
        ("nl", "kom vroeg hij"),
        ("pt-BR", "vens perguntou ele"),
    ],
)
def test_who_asked_is_told_in_each_language(language: str, text: str) -> None:
    words, gaps = line_of(text, [Mark.QUESTION, *[Mark.NONE] * text.count(" ")])
    quoted = [gaps[0], replace(gaps[1], quoted=True), *gaps[2:]]
    found = suggest(words, quoted, asked(len(words)), ALL, language=language)
    assert 1 not in {suggestion.gap for suggestion in found}


@pytest.mark.parametrize(
    ("language", "text", "begins"),
    [
        ("fr", "quoi dit paul", False),
        ("de", "was meinte paul", True),
        ("de", "was fragte sie", False),
        ("de", "was rief seinen", True),
        ("en", "what said paul", True),
        ("en", "what asked Paul", False),
        ("en", "what cried all", True),
        ("es", "qué preguntó ella", False),
        ("es", "qué preguntó por", True),
    ],
)
def test_few_words_tell_who_asked_without_a_quote(language: str, text: str, begins: bool) -> None:
    words, gaps = line_of(text, [Mark.QUESTION, Mark.NONE, Mark.NONE])
    found = suggest(words, gaps, asked(3), ALL, language=language)
    assert (1 in {suggestion.gap for suggestion in found}) is begins


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize(
    ("stands", "wanted", "stays"),
    [
        (Mark.QUESTION, Mark.NONE, True),
        (Mark.QUESTION, Mark.COMMA, True),
        (Mark.EXCLAMATION, Mark.PERIOD, True),
        (Mark.EXCLAMATION, Mark.QUESTION, False),
        (Mark.COMMA, Mark.NONE, True),
        (Mark.COMMA, Mark.QUESTION, False),
    ],
)
def test_a_quote_keeps_its_mark_before_who_says_it(
    stands: Mark, wanted: Mark, stays: bool, mode: Mode
) -> None:
    words, gaps = line_of("go asked tom", [stands, Mark.NONE, Mark.NONE])
    quoted = [gaps[0], replace(gaps[1], quoted=True), *gaps[2:]]
    said = says((wanted, 0.97, Case.LOWER, 0.95), SMALL, STOP)
    marks = {s.gap: s.mark for s in suggest(words, quoted, said, Options(mode))}
    kept = mode is Mode.FILL or (stays and mode is not Mode.ANEW)
    assert (marks.get(1, stands) is stands) is kept


def test_behind_a_comma_a_question_goes_on() -> None:
    words, gaps = line_of("why she left", [Mark.QUESTION, Mark.NONE, Mark.NONE])
    further = [gaps[0], replace(gaps[1], goes_on=True), *gaps[2:]]
    assert [s.gap for s in suggest(words, gaps, asked(3), ALL)] == [0, 1, 3]
    assert [s.gap for s in suggest(words, further, asked(3), ALL)] == [0, 3]


@pytest.mark.parametrize(
    ("mode", "language", "begun"),
    [("restore", "fr", [0, 1]), ("review", "fr", [0]), ("review", "en", [0, 1])],
)
def test_review_lets_a_question_go_on(mode: str, language: str, begun: list[int]) -> None:
    words, gaps = line_of("ah no", [Mark.QUESTION, Mark.PERIOD])
    found = suggest(words, gaps, asked(2), Options(Mode(mode)), language=language)
    assert [s.gap for s in found] == begun


@pytest.mark.parametrize(
    ("language", "opened", "mode", "put"),
    [
        ("de", False, Mode.RESTORE, False),
        ("de", False, Mode.REVIEW, False),
        ("de", True, Mode.RESTORE, True),
        ("de", False, Mode.ANEW, True),
        ("es", False, Mode.RESTORE, True),
    ],
)
def test_a_comma_before_german_indirect_speech_becomes_no_colon(
    language: str, opened: bool, mode: Mode, put: bool
) -> None:
    _assert_colon("sie sagte der Zug komme", language, opened, mode, put)


@pytest.mark.parametrize(
    "text", ["das stimmt er kommt bald", "sie sagte Der Zug kommt", "sie sagte komm doch her"]
)
def test_a_comma_where_a_colon_belongs_in_german_becomes_one(text: str) -> None:
    _assert_colon(text, "de", False, Mode.RESTORE, True)


def _assert_colon(text: str, language: str, opened: bool, mode: Mode, put: bool) -> None:
    words, gaps = line_of(text, [Mark.NONE, Mark.COMMA, *[Mark.NONE] * 3])
    gaps[2] = replace(gaps[2], opened=opened)
    colon = (Mark.COLON, 0.98, Case.LOWER, 0.9)
    said = says(NOTHING, colon, NOTHING, NOTHING, STOP)
    found = suggest(words, gaps, said, Options(mode), language=language)
    assert any(one.mark is Mark.COLON for one in found) is put
