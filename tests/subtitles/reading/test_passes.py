from __future__ import annotations

import pytest

from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.subtitles.writing.transcripts import prose
from subpunct_app.text.words import Break, Mark
from tests.growth import check_linear
from tests.subtitles.reading.spoken import cues, spoken


@pytest.mark.parametrize(
    ("payload", "expected"),
    [
        ("hello world", "hello world"),
        ("Hello, world.", "Hello , world ."),
        ("stop!!! now", "stop ! now"),
        ("wait... what", "wait … = what"),
        ("wait . . . what", "wait … = what"),
        ("well -- no", "well — = no"),
        ("well—no", "well — = no"),
        ("well,<br>no<BR />yes<i>ter<brow>day", "well , | no | yesterday"),
        ("well[br]no [BR] yes [Brrr]", "well | no | yes"),
        (r"\h\hwell\Nno yes\h\hC:\New", r"well | no yes C : = New"),
        ("—No —dijo—. Ven —dijo—, ya", "No — = dijo . = Ven — = dijo — = ya"),
        ("well - no", "well — = no"),
        ("hello,world", "hello , = world"),
        ("for 5 €, or $ 6. £7!", "for 5 € , or $ 6 . £7 !"),
        ('"Really?" he said', "Really ? he said"),
        ('say "yes". no', "say yes . no"),
        ("what the f**k, s*** f***. and", "what the f**k , s*** f*** . and"),
        ("**so *very* good** a **go** *a*", "so very good a go a"),
        ("catégories : un", "catégories : un"),
        ("你好，世界。", "你好 , = 世界 ."),
        ("كيف؟ نعم، لا", "كيف ? نعم , لا"),
        ("नमस्ते। ठीक", "नमस्ते . ठीक"),
        ("1\u00a0000\u202f000 go&nbsp;10&nbsp;km", "1 = 000 = 000 go 10 km"),
        ('call `git add`, (.5) and ".net"', "call , = .5 and .net"),
        ("2 * 3 is six\n* item", "2 3 is six | item"),
        ("so 2 × 3 ≠ 10\n÷ 2 and 4×5, × 6", "so 2 = 3 = 10 = | 2 and 4×5 , 6"),
        ('say "yes".no or "...no"', "say yes . = no or … = no"),
        ("the U.S. He", "the U.S. = He"),
        ("the D.A.'s and U.S.’s. It's", "the D.A.'s and U.S.’s . It's"),
        ("say 'U.S.' so 'go.'Some", "say U.S. so go . = Some"),
        ("e.g. this, etc., ok", "e.g. this , etc. , ok"),
        ("Dr. Smith at 5 p.m. today", "Dr. = Smith at 5 p.m. today"),
        ("vitamin C. it", "vitamin C . it"),
        ("IT IS W. H. AUDEN. YES", "IT IS W. = H. = AUDEN . YES"),
        ("no. yes", "no . yes"),
        ("no. 5", "no. = 5"),
        ("8 oz. of it", "8 oz. of it"),
        ("it is 8 oz. So", "it is 8 oz . So"),
        ("5 ft. 4 in. tall", "5 ft. = 4 in. tall"),
        ("on Mon. and Tues. in May", "on Mon. and Tues. in May"),
        ("node.js and example.com.", "node.js and example.com ."),
        ("don't y'all've rock'n'roll", "don't y'all've rock'n'roll"),
        ("he said 'hello' twice", "he said hello twice"),
        ("well-known word(s) f(x)", "well-known word(s) f(x)"),
        ("<i>E</i>xample <b>one</b>.", "Example one ."),
        ('so <font\ncolor="red">we</font\n> go', "so we go"),
        ('<span style="color:\nred">so', "so"),
        ("a < b\nand c > d", "a b | and c d"),
        ("A <00:00:01.500><c>b</c><00:00:02.000><c> d</c>", "A b d"),
        ("<00:01.000 >A < 00:01.500 >b", "A b"),
        ("<ruby>x<rt>y</rt></ruby> z", "x z"),
        ("a &amp; b &lt;c&gt; d&nbsp;e", "a & b c d e"),
        ("it?s na?ve, don???t?", "it?s na?ve , don???t ?"),
        ("it\x1as and itâ€™s", "it\x1as and itâ€™s"),
        ("mÃ¡s estÃ¡, Ã–l aquÃ\xad. ¡sÃ! ¿", "mÃ¡s estÃ¡ , Ã–l aquÃ\xad . sÃ !"),
        ("so?Yes and 3?no or no?5", "so ? = Yes and 3 ? = no or no ? = 5"),
        ("yes\u200f, no", "yes , no"),
        ("[music] hello [door]. bye", "hello . bye"),
        ("(laughs) hello (LAUGHING) bye", "hello bye"),
        ("why? (scoffs) he (breathing heavily) is", "why ? he is"),
        (
            "why? (Laughter.) he (Clears throat) is (Foreign Secretary)",
            "why ? he is Foreign Secretary",
        ),
        ("so nice :) ;-) he said :(", "so nice he said"),
        ("*sighs* hello", "hello"),
        ("so\n- * clears throat *\nyes *cry* and", "so / | yes cry and"),
        ("♪ la la la ♪", ""),
        ("🎵 la la la 🎶", ""),
        ("♪ la la\nhello", "hello"),
        ("♪♪ la la", ""),
        ("♪ >> and now", "and now"),
        ("# happy birthday #", ""),
        ("see https://a.b/c,d. and", "see . = and"),
        ("mail me@a.org now", "mail = now"),
        ("SEE WWW.FOO.COM. AND HTTPS://A.B/C,D", "SEE . = AND ="),
        ("- hello\n- bye", "hello / | bye"),
        ("-hello\n-bye", "hello / | bye"),
        ("-5 degrees\n-6 now", "-5 degrees | -6 now"),
        ("yes. >> no", "yes . / no"),
        ("yes. -No.", "yes . / No ."),
        ("JOHN: hello\nMARY: bye", "hello / | bye"),
        (">> John: hi", "hi"),
        (">> young woman 2: hi", "hi"),
        ("yes. >> JOHN: no. >> Ann Lee: oh. >> reporter: hi", "yes . / no . / oh . / hi"),
        ("so. >> MAN IN AUDIENCE: no. >> FIRST MAN: oh", "so . / no . / oh"),
        (">> **Ann:** hi", "hi"),
        ("so. >> THE QUESTION IS: what", "so . / THE QUESTION IS : what"),
        ("yes >> Look: it is", "yes / Look : it is"),
        ("so. >> HERE'S MINE: no. >> WE WON'T: oh", "so . / HERE'S MINE : no . / WE WON'T : oh"),
        (">> so he said: hi", "so he said : hi"),
        (">> look: it is over", "look : it is over"),
        ("JOSÉ: hello\nZOË: bye (RENÉ CRIES)", "hello / | bye"),
        ("we need THIS: now", "we need THIS : now"),
        ("<v Bob>hi</v>\n<v Ann>ho", "hi / | ho"),
        ("...and so", "and so"),
        ("A\x85B\u2028C\fD", "A B C D"),
        ("1) open it\n2. press it", "1 # open it | 2 . # press it"),
        ("(a) open it\n<i>b)</i> press it", "a # open it | b # press it"),
        ("II) Results\n2.1.) so", "II # Results | 2.1 . # so"),
        ("- 1) open\nJOHN: 2) press", "1 # open / | 2 # press"),
        ("as in 3) and a) it", "as in 3 and a it"),
        ("in\n1984. Then\nof) so", "in | 1984 . Then | of so"),
        ("plan\na)", "plan | a"),
        ("until\n76. In 75\n60. So", "until | 76 . In 75 | 60 . So"),
        ("so\n{\\b1}3. go\nA: <i>2.</i> go\n1. go", "so | 3 . # go / | 2 . # go | 1 . # go"),
        ("so (555) 123-4567, (200) 30 so", "so 555 = 123-4567 , 200 30 so"),
        ("he said:\\Ngo to D:\\New", "he said : | go to D : = New"),
        ("at\\NC:\\New or HKLM:\\New", "at | C : = New or HKLM : = New"),
        ("06 12 34 56 78 so", "06 = 12 = 34 = 56 = 78 so"),
        ("do 0 1 2, 10 20 30 and 06, 12 34", "do 0 1 2 , 10 20 30 and 06 , 12 34"),
        ("2 500 000 or 250 000 km", "2 = 500 = 000 or 250 = 000 km"),
        ("on 1 800 555 0199 so", "on 1 = 800 = 555 = 0199 so"),
        ("do 100 200 500 or 2019 100", "do 100 200 500 or 2019 100"),
        ("do 106 12 34, 06 12 and 06 12 34.5", "do 106 12 34 , 06 12 and 06 12 34.5"),
        ("...", ""),
        ("", ""),
    ],
)
def test_words_and_gaps(payload: str, expected: str) -> None:
    assert spoken(payload) == expected


@pytest.mark.parametrize(
    ("language", "payload", "expected"),
    [
        ("de", "z. B. das usw. und d. h. ja. B. so", "z. = B. das usw. und d. = h. ja . B . so"),
        ("de", "am Do. und 300 v. Chr. Nr. 5", "am Do . und 300 v. = Chr. = Nr. = 5"),
        ("de-AT", "Hr. Maier, 3 Mio. Euro", "Hr. = Maier , 3 Mio. = Euro"),
        ("es", "la Sra. Ruiz dijo que no. 5 días", "la Sra. = Ruiz dijo que no . 5 días"),
        ("es-419", "los EE. UU. y p. ej. Ud.", "los EE. = UU. y p. = ej. = Ud. ="),
        (
            "fr",
            "p. ex. M. Blanc, p. 5, av. J.-C. ou",
            "p. = ex. = M. = Blanc , p. = 5 , av. = J.-C. ou",
        ),
        ("fr", "vu par J.-L. Godard", "vu par J.-L. = Godard"),
        ("de", "mit H.-J. Vogel", "mit H.-J. = Vogel"),
        ("de", "J. von Neumann", "J. von Neumann"),
        ("es", "M. de la Cruz", "M. de la Cruz"),
        ("es", "variante A. de nada", "variante A . de nada"),
        ("it", "il sig. Rossi ecc. e la sig.ra", "il sig. = Rossi ecc. e la sig.ra"),
        ("nl", "bijv. hij staat op. 3 d. w. z. ja", "bijv. hij staat op . 3 d. = w. = z. ja"),
        ("pl", "np. ul. Długa, m. in. św. Jan", "np. ul. = Długa , m. = in. św. = Jan"),
        ("pt-BR", "a Sra. Dias, p. ex. na pág. 3", "a Sra. = Dias , p. = ex. na pág. = 3"),
        ("ru", "т. е. А. С. Пушкин и др. я. Он", "т. = е. = А. = С. = Пушкин и др. я . Он"),
        ("cs", "to je K. Čapek", "to je K. = Čapek"),
        ("en", "P. Gray on p. 5", "P. = Gray on p. = 5"),
        ("en", "at Rm. 5 or rm. no", "at Rm. = 5 or rm . no"),
        ("en", "on oak st. near us, on elm st. he", "on oak st. near us , on elm st . he"),
        ("es", "el s. XX, 10 p. m. y la S. A. de", "el s. = XX , 10 p. = m. y la S. = A. de"),
        ("fr", "M. le comte. MM. les", "M. le comte . MM. les"),
        ("fr", "Rey et al. ont vu, par ex. ici", "Rey et al. ont vu , par ex. ici"),
        ("it", "l'ing. Rossi, ad es. oggi, sec. XX", "l'ing. = Rossi , ad es. oggi , sec. = XX"),
        ("pt", "no séc. XX, no. II", "no séc. = XX , no . II"),
        ("de", "max. 5, inkl. MwSt. da", "max. = 5 , inkl. = MwSt. da"),
        ("en", "no. I said so on p. II", "no . I said so on p. = II"),
        ("de", "am 3. Mai, im 17. jh, am 3. 5. an", "am 3. = Mai , im 17. jh , am 3. = 5. an"),
        ("de", "Karl V. war 1980. Er ist 12", "Karl V. war 1980 . Er ist 12"),
        ("de", "vom 10.-11. Mai\nbis 5.", "vom 10.-11. = Mai | bis 5 ."),
        ("nb", "den 17. mai", "den 17. mai"),
        ("en", "it is 12. May I", "it is 12 . May I"),
        ("de", "die Fa. Meier lt. Polizei", "die Fa. = Meier lt. = Polizei"),
        ("de", "Major a. D. Meier, u. v. m. da", "Major a. = D. = Meier , u. = v. = m. da"),
        ("de", "Frankfurt a. M. Das, i. Br. da", "Frankfurt a. = M. = Das , i. = Br. da"),
        ("es", "la Sta. Ana y el gral. Díaz", "la Sta. = Ana y el gral. = Díaz"),
        ("es", "los FF. CC. del. sta. Ana", "los FF. = CC. del . sta . Ana"),
        ("fr", "le Pr. Blanc est pr. Ici", "le Pr. = Blanc est pr . Ici"),
        ("it", "il gen. Rossi e l'on. Moro", "il gen. = Rossi e l'on. = Moro"),
        ("nl", "de fam. Jansen, ca. 40", "de fam. = Jansen , ca. = 40"),
        ("pt", "o Pe. Artur e o cel. Lima", "o Pe. = Artur e o cel. = Lima"),
    ],
)
def test_abbreviations_of_a_language_keep_their_dots(
    language: str, payload: str, expected: str
) -> None:
    assert spoken(payload, language=language) == expected


@pytest.mark.parametrize(
    ("payloads", "expected"),
    [
        (("one", "two"), "one || two"),
        (("one", "...two"), "one = || two"),
        (("one", "[music]", "two"), "one || two"),
        (("<v Bob>one", "<v Bob>two", "<v Ann>three"), "one || two / || three"),
        (("one", "- two"), "one / || two"),
        (("one", ">> ..."), "one = /"),
        (("Bob: a", "Bob: b", "Ann: c", "Bob: d"), "a || b / || c / || d"),
        (("one", "[Guest]: two", "[Guest]: three"), "one / || two || three"),
        (("one", "[SPEAKER_00]: two.", "[SPEAKER_01]: no"), "one / || two . / || no"),
        (("one", "(GUEST): two", "GUEST: three"), "one / || two || three"),
        (("one", "- [Guest]: two"), "one / || two"),
        (("1. go", "- 2. go"), "1 . # go / || 2 . # go"),
        (("one. [Guest]: two", "[12]:30"), "one . / two = || 30"),
        (("as [1]: two", "or (PLAN B): three"), "as : two || or : three"),
        (("THE END: NO", "AND: SO ON"), "THE END : NO || AND : SO ON"),
        (("THE END", ">> BOB: SO"), "THE END / || SO"),
    ],
)
def test_gaps_across_cues(payloads: tuple[str, ...], expected: str) -> None:
    assert spoken(*payloads) == expected


@pytest.mark.parametrize(
    ("payload", "expected"),
    [
        ("say yes now", "say^ yes^ now^"),
        ('say "yes" now', 'say^ "yes^" now^'),
        ("say (yes) now", "say^ (yes)^ now^"),
        ("say <i>yes</i> now", "say^ <i>yes^</i> now^"),
        ("a<00:00:01.000><c> b</c>", "a^<00:00:01.000><c> b^</c>"),
        ("<00:01.000 >a< 00:01.500> b", "<00:01.000 >a^< 00:01.500> b^"),
        ("say [music] now", "say^ [music] now^"),
        ("dogs' <i>E</i>xample", "dogs'^ <i>E</i>xample^"),
        ('say "(yes)" now', 'say^ "(yes)^" now^'),
    ],
)
def test_places_to_insert(payload: str, expected: str) -> None:
    transcript = read_words(cues(payload))
    text, shown = transcript.document.text, expected.replace("^", "")
    begin = transcript.document.cues[0].start
    for gap in reversed(transcript.gaps[1:]):
        assert gap.start == gap.end
        text = f"{text[: gap.start]}^{text[gap.start :]}"
    assert text[begin:].startswith(expected), shown


@pytest.mark.parametrize(
    ("language", "payload", "marks"),
    [
        ("ja", "待・・・何", ["…", ""]),
        ("ja", "待･･何・・・？", ["…", "?"]),
        ("ja", "GDP・・・は．．．何", ["…", "…", ""]),
        ("ja", "行。。。何。", ["…", "."]),
        ("ja", "・・・何", [""]),
        ("ja", "ア・エ何", ["", ""]),
        ("zh", "好···今。", ["…", "."]),
        ("en", "so ··· yes", ["…", ""]),
    ],
)
def test_dots_that_leave_something_out_stay(language: str, payload: str, marks: list[str]) -> None:
    gaps = read_words(cues(payload), language).gaps[1:]
    assert [gap.current.value for gap in gaps] == marks
    assert all(gap.fixed for gap in gaps if gap.current is Mark.ELLIPSIS)


def test_pauses_lie_between_cues() -> None:
    transcript = read_words(cues("one two", "three"))
    assert [gap.pause_ms for gap in transcript.gaps] == [None, None, 1100, None]


def test_plain_text_has_paragraphs_and_no_tags() -> None:
    transcript = read_words(parse(b"one <i>two\nthree\n\n \n  four, five", name="a.txt"))
    assert [word.text for word in transcript.words] == ["one", "i", "two", "three", "four", "five"]
    assert [word.cue for word in transcript.words] == [0, 0, 0, 0, 1, 1]
    assert [gap.break_ for gap in transcript.gaps[3:5]] == [Break.LINE, Break.CUE]


@pytest.mark.parametrize(
    ("payload", "further"),
    [
        ("„Kommst du?“, fragte er, und dann?", [2]),
        ("«¡Hola!», dijo. ¿Qué?, pues.", [1, 3]),
        ("what, no? so! yes,", []),
    ],
)
def test_a_comma_behind_a_question_tells_that_it_goes_on(payload: str, further: list[int]) -> None:
    gaps = read_words(cues(payload), "es").gaps
    assert [at for at, gap in enumerate(gaps) if gap.goes_on] == further


@pytest.mark.parametrize("language", ["es", "gl", "en"])
def test_signs_open_sentences_before_words(language: str) -> None:
    document = cues("¿Qué dices? Ana, ¡<i>ven", '¡¿Cómo?! - ¿ "Así" (¡no!) ¿')
    gaps = read_words(document, language).gaps
    question, exclamation = Mark.QUESTION, Mark.EXCLAMATION
    assert [gap.sign for gap in gaps] == [
        question,
        "",
        "",
        exclamation,
        question,
        question,
        exclamation,
        "",
    ]


@pytest.mark.parametrize(
    ("payload", "expected"),
    [
        ("yes.\n...and", [1]),
        ("so.\nJOHN: -- yes...", [1]),
        ("Yes! — he", [1]),
        ("so... and -- we", []),
        ("so -- and", []),
    ],
)
def test_dots_or_a_dash_lead_on_to_the_next_word(payload: str, expected: list[int]) -> None:
    gaps = read_words(cues(payload)).gaps
    assert [at for at, gap in enumerate(gaps) if gap.led_on] == expected


@pytest.mark.parametrize(("label", "turn"), [("ANN:", False), ("  ANN:", False), ("- ANN:", True)])
def test_a_dash_before_the_name_of_who_goes_on_tells_of_a_turn(label: str, turn: bool) -> None:
    assert read_words(cues("ANN: so", f"{label} we")).gaps[1].turn is turn
    assert not read_words(cues(*[f"- ANN: so {letter}" for letter in "bcdefghijk"])).gaps[2].turn


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("so -I know", "so / I know"),
        ("hi -¿qué?", "hi / qué ?"),
        ("What? -nothing", "What ? / nothing"),
        ("-so what -nothing", "so what / nothing"),
        ("-I know -so do we", "I know / so do we"),
        ("run npm install -g now", "run npm install — = g now"),
        ("we add -ed to it", "we add — = ed to it"),
        ("the thing -the one- is gone", "the thing — = the one — = is gone"),
    ],
)
def test_a_hyphen_before_a_small_letter_seldom_tells_of_a_turn(text: str, expected: str) -> None:
    assert spoken(text) == expected


def test_who_says_it_is_no_other_speaker_in_spanish() -> None:
    assert spoken("-Hola -dijo Ana", language="es") == "Hola — = dijo Ana"
    assert spoken("-hola -adiós", language="es") == "hola / adiós"
    assert spoken("-Salut -d'accord", language="fr") == "Salut / d'accord"


def test_hyphens_in_a_long_line_are_told_in_linear_time() -> None:
    check_linear(lambda count: parse(b"so we went -a " * count), read_words, 20_000)


def test_a_dash_that_opens_every_cue_tells_of_no_turn() -> None:
    transcript = read_words(cues(*["- so we", "- <i>went</i> on"] * 5))
    assert not any(gap.turn or gap.fixed for gap in transcript.gaps[1:-1])
    assert prose(transcript) == " ".join(["so we went on"] * 5) + "\n"
    within = read_words(cues(*[f"- so – {letter}" for letter in "bcdefghijk"]))
    assert within.gaps[1].current is Mark.DASH


@pytest.mark.parametrize("other", ["- so we\n- went", "so we", "so – we"])
def test_dashes_tell_of_turns_where_some_cues_go_on_or_hold_two(other: str) -> None:
    transcript = read_words(cues(*["- so we", "- went", other, other] * 6))
    assert transcript.gaps[2].turn
