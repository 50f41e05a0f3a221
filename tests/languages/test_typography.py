from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from subpunct_app.languages.language_data import language_data
from subpunct_app.runtime.errors import FileError
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.formats.webvtt import WEBVTT
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.subtitles.reading.transcript import REACH, Transcript
from subpunct_app.subtitles.writing.mark_placement import signs_given_up
from subpunct_app.subtitles.writing.render import Piece, PieceKind, pieces, render, render_cue
from subpunct_app.text.decisions import Edit
from subpunct_app.text.words import Case, Mark
from tests.subtitles.reading.spoken import cues
from tests.subtitles.unmarked import strip_marks

UP = Case.CAPITALISED
MARKS = {mark.value: mark for mark in Mark}
REMOVED = "0"


def edited(language: str, text: str, marks: str) -> str:
    """Put the k-th mark after the k-th word; `_` leaves a gap alone, `0` removes its mark."""
    transcript = read_words(cues(*text.split("|")), language)
    edits = {
        gap: Edit(Mark.NONE if mark == REMOVED else MARKS[mark], Case.KEEP)
        for gap, mark in enumerate(marks, start=1)
        if mark != "_"
    }
    rendered = render(transcript, edits)
    again = read_words(rendered, language)
    assert [word.text for word in again.words] == [word.text for word in transcript.words]
    if language_data(language).typography.marked:
        for gap, edit in edits.items():
            assert again.gaps[gap].current is edit.mark
    for at in range(len(rendered.cues)):
        before, after = transcript.document.cue_text(at), rendered.cue_text(at)
        assert stripped(before, language) == stripped(after, language)
    return "|".join(rendered.cue_text(at) for at in range(len(rendered.cues)))


def stripped(text: str, language: str) -> str:
    return strip_marks(text, WEBVTT, language)


@pytest.mark.parametrize(
    ("language", "text", "marks", "expected"),
    [
        ("en", "well yes why no", ",.?!", "well, yes. why? no!"),
        ("en", 'say "yes" now', "_.", 'say "yes." now'),
        ("en", "so (I go) yes (I do) now", ".__._?_", "so. (I go) yes. (I do)? now"),
        ("en", "- so\n- (I go) yes|(so|do I) now", "__.___?", "- so\n- (I go). yes|(so|do I)? now"),
        ("de", "sagte „ja“ und", "_,", "sagte „ja“, und"),
        ("de", "sagte »ja« und »nein«", "_,_.", "sagte »ja«, und »nein«."),
        ("de", "fragte „wann“ und", "_?", "fragte „wann“? und"),
        ("de", "kennst du „Faust“", "__?", "kennst du „Faust“?"),
        ("de", "er fragte: „Wann“", "__?", "er fragte: „Wann?“"),
        ("de-AT", "<i>sagte „ja“</i> und", "_,", "<i>sagte „ja“,</i> und"),
        ("de", 'das "<b>Wort</b>" da', "_;", 'das "<b>Wort</b>"; da'),
        ("de", "er sagte „ich gehe“", "_:_.", "er sagte: „ich gehe.“"),
        ("de", "er sagte „ich gehe“", "___.", "er sagte „ich gehe“."),
        ("de", "da. „Ich gehe“ ja", "__.", "da. „Ich gehe.“ ja"),
        ("ru", "вот. «Я иду»", "__.", "вот. «Я иду»."),
        ("zh", "他说“好”", "_:.", "他说：“好。”"),
        ("zh", "他说“好”", "__.", "他说“好”。"),
        ("de", "„Ja“ sagte er „ich gehe“", ",_,_.", "„Ja“, sagte er, „ich gehe.“"),
        ("cs", "slovo „ano“ a „ne“", "_,_.", "slovo „ano“, a „ne“."),
        ("sl", "rekel je »grem« in", "_:,_", "rekel je: »grem,« in"),
        ("en-US", "“Yes” he said and “no” too", ",___.__", "“Yes,” he said and “no.” too"),
        ("en-GB", "“Yes” he said and “no” too", ",___.__", "“Yes,” he said and “no”. too"),
        ("mr", "हो", ".", "हो."),
        ("ru", "слово «да» и", "_.", "слово «да». и"),
        ("fr", "oui non quoi zut", ":;?!", "oui\u202f: non\u202f; quoi\u202f? zut\u202f!"),
        ("fr", "oui non", ",.", "oui, non."),
        ("fr", "le « mot » ici", "_,?", "le « mot », ici\u202f?"),
        ("fr", "le « mot » ici", "_?", "le « mot »\u202f? ici"),
        ("fr", "quoi\u202f? non\xa0! si", ".0", "quoi. non si"),
        ("fr", "<i>quoi ?</i> non&nbsp;! si", "!.", "<i>quoi\u202f!</i> non. si"),
        ("fr-CA", "quoi non zut", "?:!", "quoi? non\u202f: zut!"),
        ("en", "what\u202f? no\xa0! so ?", ".,0", "what. no, so"),
        ("es", "hola cómo estás", ".!?", "hola. ¡cómo! ¿estás?"),
        ("es", "hola cómo estás", "__?", "¿hola cómo estás?"),
        ("es", "hola cómo estás", ",_?", "hola, ¿cómo estás?"),
        ("es", "dime por qué no vienes amigo", ",___,?", "dime, ¿por qué no vienes, amigo?"),
        ("es", "sí|no sé|qué quieres", ".__,?", "sí.|no sé|qué, ¿quieres?"),
        ("es", "¿Cómo estás? Bien", "_0", "Cómo estás Bien"),
        ("es", "Oye, ¿cómo|estás? Bien", "__!", "Oye, ¡cómo|estás! Bien"),
        ("es", "Oye, ¿cómo|estás? Bien", "__.", "Oye, cómo|estás. Bien"),
        ("es", "¿cómo estás bien?", "_.", "cómo estás. ¿bien?"),
        ("es", "hola ¿vienes hoy|no sé", ".____", "hola. ¿vienes hoy|no sé"),
        ("es", "ya? ¡ven|¿no vienes.", ",____", "ya, ¡ven|¿no vienes."),
        ("es", "¡¿Cómo estás?!", "_.", "Cómo estás."),
        ("es", "Pero¿cómo estás? Bien", "__.", "Pero¿cómo estás. Bien"),
        ("es", "hola, cómo estás?", "0", "hola cómo estás?"),
        ("es", "- hola\n- <i>dónde</i>", "_?", "- hola\n- <i>¿dónde?</i>"),
        ("es", "dijo «adónde» y", "_?", "¿dijo «adónde»? y"),
        ("es", "conoces «Yerma»", "_?", "¿conoces «Yerma»?"),
        ("es", "vienes Ana", ",?", "¿vienes, Ana?"),
        ("es", "me llamo Ana y usted", "__,_?", "me llamo Ana, ¿y usted?"),
        ("es", "Ya voy... Espera un momento", "____!", "Ya voy... ¡Espera un momento!"),
        ("es", "qué mi amor", ",_?", "¿qué, mi amor?"),
        ("es", "pregunta vienes hoy", ":_?", "pregunta: ¿vienes hoy?"),
        ("es", "—No —dijo—. vienes", "__?", "—No —dijo—. ¿vienes?"),
        ("gl", "como estás", "_?", "como estás?"),
        ("ar", "نعم لا لماذا حسنا", ",؛?.".replace("؛", ";"), "نعم، لا؛ لماذا؟ حسنا."),
        ("ar", "نعم، لا؟ حسنا", "?,0", "نعم؟ لا، حسنا"),
        ("ur", "ہاں کیوں نہیں", ",?.", "ہاں، کیوں؟ نہیں۔"),
        ("he", "כן למה לא", ",?.", "כן, למה? לא."),
        ("zh", "你好世界", "_,_.", "你好，世界。"),
        ("zh-TW", "他說GDP是什麼", "_:___?", "他說：GDP是什麼？"),
        ("zh", "GDP，CPI,是", "_.", "GDP，CPI。是"),
        ("zh", "列夫·托尔斯泰", ",___.", "列，夫·托尔斯泰。"),
        ("ja", "はいそうですか", "_,____?", "はい、そうですか？"),
        ("ja", "もの「関数」を", "_,_,", "もの、「関数」、を"),
        ("ja", "コーヒーだ", "__!", "コーヒーだ！"),
        ("ko", "네 왜요", ",?", "네, 왜요?"),
        ("hi", "हाँ क्यों नहीं", ",?.", "हाँ, क्यों? नहीं।"),
        ("am", "ሰላም ነህ። ደህና", ",;:", "ሰላም፣ ነህ፤ ደህና፦"),
        ("my", "ဟုတ်ကဲ့။ မဟုတ်ဘူး", ",.", "ဟုတ်ကဲ့၊ မဟုတ်ဘူး။"),
        ("km", "បាទ។ ទេ", ",.", "បាទ, ទេ។"),
        ("bn", "হ্যাঁ। না", ",.", "হ্যাঁ, না।"),
        ("el", "ναι γιατί όχι", ";?.", "ναι· γιατί; όχι."),
        ("el", "γιατί; όχι· ναι", ".?", "γιατί. όχι; ναι"),
        ("th", "สวัสดี ครับ", ".?", "สวัสดี ครับ"),
    ],
)
def test_marks_are_written_as_the_language_does(
    language: str, text: str, marks: str, expected: str
) -> None:
    assert edited(language, text, marks) == expected


def test_a_lone_sign_that_goes_is_counted() -> None:
    transcript = read_words(cues("¿vienes", "- ¿no? - ¡ya!"), "es")
    edits = {gap: Edit(Mark.PERIOD, Case.KEEP) for gap in (1, 2)}
    assert render(transcript, edits).cue_text(0) == "vienes."
    assert signs_given_up(transcript, edits) == 1


def test_pieces_show_the_signs_with_the_gap_that_asks_for_them() -> None:
    transcript = read_words(cues("sí, ¡dónde estás!"), "es")
    assert pieces(transcript, 0, {3: Edit(Mark.QUESTION, Case.KEEP), 1: Edit(Mark.NONE, UP)}) == [
        Piece("sí"),
        Piece(",", PieceKind.REMOVED, 1),
        Piece(" "),
        Piece("¡", PieceKind.REMOVED, 3),
        Piece("¿", PieceKind.INSERTED, 3),
        Piece("Dónde", PieceKind.RECASED, 1),
        Piece(" estás"),
        Piece("!", PieceKind.REMOVED, 3),
        Piece("?", PieceKind.INSERTED, 3),
    ]


@pytest.mark.parametrize(
    ("openings", "expected"),
    [
        ({}, "hola, \u00bfcómo estás tú?"),
        ({2: ("\u00bf", 0.6)}, "hola, cómo \u00bfestás tú?"),
        ({2: ("\u00bf", 0.6), 3: ("\u00bf", 0.9)}, "hola, cómo estás \u00bftú?"),
        ({2: ("\u00a1", 0.6)}, "hola, \u00bfcómo estás tú?"),
    ],
)
def test_a_sign_goes_where_a_model_is_surest_of_it(
    openings: dict[int, tuple[str, float]], expected: str
) -> None:
    transcript = replace(read_words(cues("hola, cómo estás tú"), "es"), openings=openings)
    rendered = render(transcript, {4: Edit(Mark.QUESTION, Case.KEEP)})
    assert rendered.cue_text(0) == expected


def test_no_cue_depends_on_marks_far_away() -> None:
    spoken = [f"sí{at}" for at in range(3 * REACH)]
    transcript = read_words(cues(*spoken), "es")
    gaps = transcript.gaps_around(REACH)
    assert (gaps, len(transcript.cues_of(REACH + 1))) == (range(2 * REACH + 2), 2 * REACH + 2)
    rendered = render(transcript, {3 * REACH: Edit(Mark.QUESTION, Case.KEEP)})
    assert "¿" not in rendered.text


@pytest.mark.parametrize(("words", "signs"), [(REACH, 1), (REACH + 1, 0)])
def test_a_sign_is_put_where_the_sentence_is_seen_to_begin(words: int, signs: int) -> None:
    transcript = read_words(cues("fin.", *(f"sí{at}" for at in range(words))), "es")
    rendered = render(transcript, {words + 1: Edit(Mark.QUESTION, Case.KEEP)})
    assert rendered.text.count("¿") == signs
    assert ("¿" in rendered.cue_text(1)) == bool(signs)


def test_an_edit_can_change_the_cues_of_its_sentence() -> None:
    payloads = ("sí.", "no sé", "[puerta]", "dónde estás", "hoy. ya")
    spanish, english = (read_words(cues(*payloads), language) for language in ("es", "en"))
    assert (spanish.cues_of(5), english.cues_of(5)) == ({1, 3, 4}, {3, 4})
    assert (spanish.gaps_around(1), english.gaps_around(1)) == (range(1, 7), range(1, 4))
    assert spanish.gaps_around(2) == range(0)


@pytest.mark.parametrize(
    ("language", "text", "codec", "expected"),
    [
        ("fr", "où ça", "cp1252", "où ça\xa0?"),
        ("fr", "où ça", "utf-16", "où ça\u202f?"),
        ("ar", "نعم", "cp1256", "نعم؟"),
        ("el", "τι", "cp1253", "τι;"),
        ("es", "qué", "cp1252", "¿qué?"),
        ("ja", "何", "cp932", "何？"),
    ],
)
def test_marks_fit_the_encoding(language: str, text: str, codec: str, expected: str) -> None:
    document = parse(text.encode(codec), name="a.txt", encoding=codec)
    edits = {len(read_words(document, language).words): Edit(Mark.QUESTION, Case.KEEP)}
    assert render(read_words(document, language), edits).to_bytes() == expected.encode(codec)


def test_marks_that_do_not_fit_are_refused_until_utf_8_is_chosen() -> None:
    document = parse("Iran".encode("cp1252"), name="a.txt", encoding="cp1252")
    rendered = render(read_words(document, "fa"), {1: Edit(Mark.QUESTION, Case.KEEP)})
    with pytest.raises(FileError, match="cp1252 cannot hold the character ؟") as caught:
        rendered.to_bytes()
    assert "--to-utf8" in caught.value.hint
    assert rendered.in_utf8().to_bytes() == "Iran؟".encode()


@pytest.mark.parametrize(
    ("language", "text", "case", "expected"),
    [
        ("tr", "<i>ilk</i> ışık", UP, "<i>İlk</i> Işık"),
        ("tr", "İYİ IŞIK", Case.LOWER, "iyi ışık"),
        ("nl", "ijs", UP, "IJs"),
        ("el", "ΚΑΛΟΣ ΦΙΛΟΣ", Case.LOWER, "καλος φιλος"),
        ("ka", "კარგად", UP, "კარგად"),
    ],
)
def test_words_are_capitalised_as_the_language_does(
    language: str, text: str, case: Case, expected: str
) -> None:
    transcript = read_words(cues(text), language)
    edits = dict.fromkeys(range(len(transcript.words)), Edit(Mark.NONE, case))
    rendered = render(transcript, edits).cue_text(0)
    assert rendered == expected
    assert stripped(rendered, language) == stripped(text, language)


WORDS = {
    "en": ["well", "so,", '"yes"', "I", "no."],
    "de": ["ja", "„nein“", "»so«", "(7)", "Wort,"],
    "fr": ["oui", "« mot »", "quoi\u202f?", "non !", "zut&nbsp;?", "<i>si ?</i>", "8:"],
    "fr-CA": ["oui", "quoi?", "8 :"],
    "es": [
        "sí",
        "¿qué?",
        "¡no!",
        "hola,",
        "¿dónde",
        "<i>cómo</i>",
        "por",
        "«ya»",
        "¿¡qué!?",
        "va.",
    ],
    "ar": ["نعم", "لا،", "لماذا؟", "حسنا."],
    "fa": ["بله", "چرا؟", "نه."],
    "ur": ["ہاں", "نہیں۔", "کیوں؟"],
    "zh": ["你", "好，", "GDP", " CPI ", "“世界”", "是。", "1,000", "啊！"],
    "ja": ["はい", "コー", "ね、", "「何」", "です。", "GDP"],
    "hi": ["हाँ", "नहीं।", "क्यों?"],
    "el": ["ναι", "γιατί;", "όχι·", "<i>τι;</i>"],
    "he": ["כן", 'חדו"א', "לא?"],
    "ko": ["네", "왜요?"],
}
EDITS = st.builds(
    Edit, st.sampled_from([mark for mark in Mark if mark is not Mark.COLON]), st.sampled_from(Case)
)


# For each of the languages.
fewer = settings(max_examples=40)


@st.composite
def transcripts(draw: st.DrawFn, language: str) -> Transcript:
    joint = "" if language in {"zh", "ja"} else " "
    line = st.lists(st.sampled_from(WORDS[language]), min_size=1, max_size=5).map(joint.join)
    turn = st.tuples(st.sampled_from(["", "", "- "]), line).map("".join)
    payload = st.lists(turn, min_size=1, max_size=2).map("\n".join)
    return read_words(cues(*draw(st.lists(payload, min_size=1, max_size=4))), language)


@pytest.mark.parametrize("language", WORDS)
@fewer
@given(st.data())
def test_edits_keep_the_words_of_every_language(language: str, data: st.DataObject) -> None:
    transcript = data.draw(transcripts(language))
    edits = data.draw(st.dictionaries(st.integers(0, len(transcript.gaps) - 1), EDITS))
    rendered = render(transcript, edits)
    for at in range(len(rendered.cues)):
        assert stripped(rendered.cue_text(at), language) == stripped(
            transcript.document.cue_text(at), language
        )
        assert rendered.cue_text(at) == render_cue(transcript, at, edits)


@pytest.mark.parametrize("language", WORDS)
@fewer
@given(st.data())
def test_a_written_document_reads_as_edited_in_every_language(
    language: str, data: st.DataObject
) -> None:
    transcript = data.draw(transcripts(language))
    drawn = data.draw(st.dictionaries(st.integers(0, len(transcript.gaps) - 1), EDITS))
    # With capitals before a colon they would name a speaker, whom nobody says: Oui 8.
    document = transcript.document
    labels = any(":" in document.cue_text(cue) for cue in range(len(document.cues)))
    edits = {at: edit for at, edit in drawn.items() if not (labels and edit.case.has_capital)}
    again = read_words(render(transcript, edits), language)
    assert [word.text.casefold() for word in again.words] == [
        word.text.casefold() for word in transcript.words
    ]
    for at, gap in enumerate(transcript.gaps[1:], start=1):
        wanted = edits[at].mark if at in edits and not gap.fixed else gap.current
        assert again.gaps[at].current is wanted
    marks = {at: Edit(gap.current, Case.KEEP) for at, gap in enumerate(again.gaps)}
    assert render(again, marks) is again.document
