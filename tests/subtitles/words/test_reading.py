from __future__ import annotations

import pytest

from subpunct_app.core.text import Break, Case, Gap, Mark
from subpunct_app.core.verdicts import Edit
from subpunct_app.subtitles.files.document import Document
from subpunct_app.subtitles.files.parse import parse
from subpunct_app.subtitles.words.reading import read_words
from subpunct_app.subtitles.words.speakers import speakers_of
from subpunct_app.subtitles.words.transcript import Transcript
from subpunct_app.subtitles.writing.prose import prose
from subpunct_app.subtitles.writing.render import render
from tests.growth import check_linear


def cues(*payloads: str, step: int = 2) -> Document:
    lines = [
        f"00:{at * step // 60:02}:{at * step % 60:02}.000 --> "
        f"00:{at * step // 60:02}:{at * step % 60:02}.900\n{payload}\n"
        for at, payload in enumerate(payloads)
    ]
    return parse(("WEBVTT\n\n" + "\n".join(lines)).encode())


def spoken(*payloads: str, language: str = "en") -> str:
    """Show words with their marks.

    `=` is a fixed gap, `#` one behind the number of an item, `/` a turn, `|` a line, `||` a cue.
    """
    transcript = read_words(cues(*payloads), language)
    shown = [
        word.text + _shown(gap, last=at + 1 == len(transcript.words))
        for at, (word, gap) in enumerate(zip(transcript.words, transcript.gaps[1:], strict=True))
    ]
    return " ".join(shown)


def _shown(gap: Gap, *, last: bool) -> str:
    breaks = {Break.NONE: "", Break.LINE: " |", Break.CUE: "" if last else " ||"}
    held = " #" if gap.item else " =" * gap.fixed
    parts = [f" {gap.current}" if gap.current else "", held, " /" * gap.turn]
    return "".join(parts) + breaks[gap.break_]


@pytest.mark.parametrize(
    ("payload", "expected"),
    [
        ("hello world", "hello world"),
        ("THE '90S ROCK 'N' ROLL", "THE '90S ROCK 'N' ROLL"),
        ("Hello, world.", "Hello , world ."),
        ("what ?! no", "what ? no"),
        ("stop!!! now", "stop ! now"),
        ("wait... what", "wait … = what"),
        ("wait . . . what", "wait … = what"),
        ("wait… what", "wait … = what"),
        ("well -- no", "well — = no"),
        ("well—no", "well — = no"),
        ("well,<br>no<BR />yes<i>ter<brow>day", "well , | no | yesterday"),
        ("well[br]no [BR] yes [Brrr]", "well | no | yes"),
        (r"\h\hwell\Nno yes\h\hC:\New", r"well | no yes C : = New"),
        ("—No —dijo—. Ven —dijo—, ya", "No — = dijo . = Ven — = dijo — = ya"),
        ("well – no", "well — = no"),
        ("well - no", "well — = no"),
        ("I th- I think", "I th — = I think"),
        ("hello,world", "hello , = world"),
        ("yes ,no", "yes , = no"),
        ("for 5 €, or $ 6. £7!", "for 5 € , or $ 6 . £7 !"),
        ('"Really?" he said', "Really ? he said"),
        ('say "yes". no', "say yes . no"),
        ("one (two), three", "one two , three"),
        ("what the f**k, s*** f***. and", "what the f**k , s*** f*** . and"),
        ("**so *very* good** a **go** *a*", "so very good a go a"),
        ("catégories : un", "catégories : un"),
        ("你好，世界。", "你好 , = 世界 ."),
        ("كيف؟ نعم، لا", "كيف ? نعم , لا"),
        ("नमस्ते। ठीक", "नमस्ते . ठीक"),
        ("3.14 at 10:30 and 1,000", "3.14 at 10:30 and 1,000"),
        ("1\u00a0000\u202f000 go&nbsp;10&nbsp;km", "1 = 000 = 000 go 10 km"),
        ("is .5 or -5 or 10–20", "is .5 or -5 or 10–20"),
        ('call `.fit`, (.5) and ".net"', "call .fit , .5 and .net"),
        ("¿.NET es bueno?", ".NET es bueno ?"),
        ('say "yes".no or "...no"', "say yes . = no or … = no"),
        ("the U.S. is", "the U.S. is"),
        ("the U.S. He", "the U.S. = He"),
        ("the D.A.'s and U.S.’s. It's", "the D.A.'s and U.S.’s . It's"),
        ("say 'U.S.' so 'go.'Some", "say U.S. so go . = Some"),
        ("e.g. this, etc., ok", "e.g. this , etc. , ok"),
        ("Dr. Smith at 5 p.m. today", "Dr. = Smith at 5 p.m. today"),
        ("J. K. Rowling", "J. = K. = Rowling"),
        ("vitamin C. it", "vitamin C . it"),
        ("GEN. LEE OF ST. LOUIS", "GEN. = LEE OF ST. = LOUIS"),
        ("IT IS W. H. AUDEN. YES", "IT IS W. = H. = AUDEN . YES"),
        ("on Main St. NASA is", "on Main St . NASA is"),
        ("no. yes", "no . yes"),
        ("no. 5", "no. = 5"),
        ("8 oz. of it", "8 oz. of it"),
        ("8 OZ. OF IT", "8 OZ. = OF IT"),
        ("it is 8 oz. So", "it is 8 oz . So"),
        ("come in. we", "come in . we"),
        ("5 ft. 4 in. tall", "5 ft. = 4 in. tall"),
        ("on Mon. and Tues. in May", "on Mon. and Tues. in May"),
        ("in the sun. and", "in the sun . and"),
        ("10 min. the dog", "10 min . the dog"),
        ("ONE IN. AND", "ONE IN . AND"),
        ("node.js and example.com.", "node.js and example.com ."),
        ("AT&T, R & D, 50% = half", "AT&T , R & D , 50% = half"),
        ("don't y'all've rock'n'roll", "don't y'all've rock'n'roll"),
        ("goin' home, 'tis dogs' day", "goin' home , 'tis dogs' day"),
        ("he said 'hello' twice", "he said hello twice"),
        ("well-known word(s) f(x)", "well-known word(s) f(x)"),
        ("<i>E</i>xample <b>one</b>.", "Example one ."),
        ("{\\an8}top <c.yellow>c</c>", "top c"),
        ('so <font\ncolor="red">we</font\n> go', "so we go"),
        ("so <font color='a'\nsize=3\n>we go", "so we go"),
        ('<span style="color:\nred">so', "so"),
        ("a < b\nand c > d", "a b | and c d"),
        ("a <b\nand c> d", "a b | and c d"),
        ("A <00:00:01.500><c>b</c><00:00:02.000><c> d</c>", "A b d"),
        ("<ruby>x<rt>y</rt></ruby> z", "x z"),
        ("a &amp; b &lt;c&gt; d&nbsp;e", "a & b c d e"),
        ("it&apos;s AT&amp;T; ok", "it's AT&T ; ok"),
        ("it?s na?ve, don???t?", "it?s na?ve , don???t ?"),
        ("I?m sure I DON?T", "I?m sure I DON?T"),
        ("it\ufffds a caf\ufffd\ufffd now", "it\ufffds a caf\ufffd\ufffd now"),
        ("it\x1as and itâ€™s", "it\x1as and itâ€™s"),
        ("mÃ¡s estÃ¡, Ã–l aquÃ\xad. ¡sÃ! ¿", "mÃ¡s estÃ¡ , Ã–l aquÃ\xad . sÃ !"),
        ("so?Yes and 3?no or no?5", "so ? = Yes and 3 ? = no or no ? = 5"),
        ("what? no ?yes", "what ? no ? = yes"),
        ("yes\u200f, no", "yes , no"),
        ("[music] hello [door]. bye", "hello . bye"),
        ("(laughs) hello (LAUGHING) bye", "hello bye"),
        ("(upbeat music)", ""),
        ("why? (scoffs) he (breathing heavily) is", "why ? he is"),
        (
            "why? (Laughter.) he (Clears throat) is (Foreign Secretary)",
            "why ? he is Foreign Secretary",
        ),
        ("so nice :) ;-) he said :(", "so nice he said"),
        ("so ( laughs ) hello ( LAUGHING ) bye", "so hello bye"),
        ("*sighs* hello", "hello"),
        ("so\n- * clears throat *\nyes *cry* and", "so / | yes cry and"),
        ("♪ la la la ♪", ""),
        ("🎵 la la la 🎶", ""),
        ("♪ la la\nla la ♪", ""),
        ("♪ la la\nhello", "hello"),
        ("♪ la\n♪ la", ""),
        ("♪♪ la la", ""),
        ("♪♪\nhello", "hello"),
        ("♪ >> and now", "and now"),
        ("hi\n♪ la la >> thanks", "hi / | thanks"),
        ("♪ >> la la ♪", ""),
        ("# happy birthday #", ""),
        ("see https://a.b/c,d. and", "see . = and"),
        ("mail me@a.org now", "mail = now"),
        ("www.foo.com", ""),
        ("SEE WWW.FOO.COM. AND HTTPS://A.B/C,D", "SEE . = AND ="),
        ("Www.Foo.com and Ftp://a.b now", "and = now"),
        ("- hello\n- bye", "hello / | bye"),
        ("-hello\n-bye", "hello / | bye"),
        ("— Hello.\n— Bye.", "Hello . / | Bye ."),
        ("-5 degrees\n-6 now", "-5 degrees | -6 now"),
        ("yes. >> no", "yes . / no"),
        ("yes. -No.", "yes . / No ."),
        ("JOHN: hello\nMARY: bye", "hello / | bye"),
        ("JOHN: hello\nJOHN: again", "hello | again"),
        ("DR. SMITH: so be it", "so be it"),
        (">> John: hi", "hi"),
        (">> reporter: hi", "hi"),
        (">> young woman 2: hi", "hi"),
        ("yes. >> JOHN: no. >> Ann Lee: oh. >> reporter: hi", "yes . / no . / oh . / hi"),
        ("so. >> MAN IN AUDIENCE: no. >> FIRST MAN: oh", "so . / no . / oh"),
        ("so. >> ANN LEE (ON PHONE): hi. >> **Bo:** no", "so . / hi . / no"),
        (">> **Ann:** hi", "hi"),
        ("so. >> THE QUESTION IS: what", "so . / THE QUESTION IS : what"),
        ("NO. >> I SAID THIS: GO", "NO . / I SAID THIS : GO"),
        ("yes >> Look: it is", "yes / Look : it is"),
        ("so we said >> I: no", "so we said / I : no"),
        ("so. >> HERE'S MINE: no. >> WE WON'T: oh", "so . / HERE'S MINE : no . / WE WON'T : oh"),
        ("so. >> STOP. LEE: no", "so . / STOP . LEE : no"),
        ("so. >> ANN SAW BO RUN: no", "so . / ANN SAW BO RUN : no"),
        (">> so he said: hi", "so he said : hi"),
        (">> what i mean is this: hi", "what i mean is this : hi"),
        (">> look: it is over", "look : it is over"),
        ("Note: hi", "Note : hi"),
        ("JOSÉ: hello\nZOË: bye (RENÉ CRIES)", "hello / | bye"),
        ("we need THIS: now", "we need THIS : now"),
        ("<v Bob>hi</v>\n<v Ann>ho", "hi / | ho"),
        ("...and so", "and so"),
        ("A\x85B\u2028C\fD", "A B C D"),
        ("wow ☺. yes", "wow . yes"),
        ("1) open it\n2. press it", "1 # open it | 2 . # press it"),
        ("(a) open it\n<i>b)</i> press it", "a # open it | b # press it"),
        ("II. Results\n2.1.) so", "II . # Results | 2.1 . # so"),
        ("- 1) open\nJOHN: 2) press", "1 # open / | 2 # press"),
        ("as in 3) and a) it", "as in 3 and a it"),
        ("(as we saw in\n3) and", "as we saw in | 3 and"),
        ("so (one)\n3) and (a\nb) c", "so one | 3 # and a | b c"),
        ("in\n1984. Then\nof) so", "in | 1984 . Then | of so"),
        ("plan\na)", "plan | a"),
        ("until\n76. In 75\n60. So", "until | 76 . In 75 | 60 . So"),
        ("so\n{\\b1}3. go\nA: <i>2.</i> go\n1. go", "so | 3 . # go / | 2 . # go | 1 . # go"),
        ("in\nQ. go\nA. so\nII. go", "in | Q . # go | A . # so | II . # go"),
        ("in\nm. lee\na. so\nb. go", "in | m . lee | a . # so | b . # go"),
        ("so (555) 123-4567, (200) 30 so", "so 555 = 123-4567 , 200 30 so"),
        ("he said:\\Ngo to D:\\New", "he said : | go to D : = New"),
        ("at\\NC:\\New or HKLM:\\New", "at | C : = New or HKLM : = New"),
        ("iv. so\nv. we\nvi. go", "iv . # so | v . # we | vi . # go"),
        ("in\n76) go\n2.1.) so", "in | 76 # go | 2.1 . # so"),
        ("so am\nI. Then\ni) so", "so am | I . Then | i # so"),
        ("1. go 2. come\nin 3. so", "1 . # go 2 . # come | in 3 . # so"),
        ("do 1) go 2) come", "do 1 # go 2 # come"),
        ("06 12 34 56 78 so", "06 = 12 = 34 = 56 = 78 so"),
        ("at +33 6 12 34 56 so", "at +33 = 6 = 12 = 34 = 56 so"),
        ("do 0 1 2, 10 20 30 and 06, 12 34", "do 0 1 2 , 10 20 30 and 06 , 12 34"),
        ("2 500 000 or 250 000 km", "2 = 500 = 000 or 250 = 000 km"),
        ("on 1 800 555 0199 so", "on 1 = 800 = 555 = 0199 so"),
        ("do 100 200 500 or 2019 100", "do 100 200 500 or 2019 100"),
        ("in 3 000 500 units", "in 3 000 500 units"),
        ("do 106 12 34, 06 12 and 06 12 34.5", "do 106 12 34 , 06 12 and 06 12 34.5"),
        ("so 2. go 3. come 1) in", "so 2 . go 3 . come 1 in"),
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


@pytest.mark.parametrize("first", ["Ո՞վ է նա", "Ո՞վ է նա,", "Ո՞վ է նա։"])
def test_an_armenian_question_ends_where_another_speaks_or_the_text_ends(first: str) -> None:
    assert spoken(f"- {first}", "- Չգիտեմ։", language="hy") == "Ով է նա ? / || Չգիտեմ ."
    assert spoken(first, language="hy") == "Ով է նա ?"


@pytest.mark.parametrize(
    ("payload", "expected"),
    [
        ("(risas) No sé", "No sé"),
        ("- (ríe) ¿Qué?\n- (Susurra algo) no", "Qué ? / | no"),
        ("ANA: (suspira) vale", "vale"),
        ("(No lo sé.) Vale", "No lo sé . Vale"),
        ("(a) das (iii) so", "a # das iii so"),
        ("vamos (los dos) ya", "vamos los dos ya"),
    ],
)
def test_brackets_that_open_what_is_said_are_not_spoken(payload: str, expected: str) -> None:
    assert spoken(payload, language="es") == expected


def test_who_has_a_label_elsewhere_has_one_within_a_line() -> None:
    assert spoken("so. >> THE COURT: no") == "so . / THE COURT : no"
    said = spoken("so. >> THE COURT: no", *[f"THE COURT: {word}" for word in ("yes", "oh", "ah")])
    assert said == "so . / no || yes || oh || ah"


@pytest.mark.parametrize(
    ("payload", "expected"),
    [
        ("THE BILL (WHICH HAS PASSED) IS LAW", "THE BILL WHICH HAS PASSED IS LAW"),
        ("I WENT, (BUT NOT FAR).", "I WENT , BUT NOT FAR ."),
        ("THE RESERVE (FED) AND (BOTH LAUGHING) SO", "THE RESERVE AND SO"),
        ("THE FED, (IF YOU DON'T MIND,) IS", "THE FED , IF YOU DON'T MIND , IS"),
        ("AND SO (DOOR SLAMS) IT GOES", "AND SO IT GOES"),
        ("I SAID (IN FRENCH) BONJOUR MADAME", "I SAID BONJOUR MADAME"),
        ("HELLO (ON PHONE) YES I AM HERE", "HELLO YES I AM HERE"),
        ("SO (MAN ON RADIO) WE GO NOW", "SO WE GO NOW"),
        ("SO (MAN ON MY PHONE) WE GO NOW", "SO WE GO NOW"),
        ("HE SAID, (VOICE BREAKING) I AM SORRY", "HE SAID , I AM SORRY"),
        ("OH (IN A DEEP VOICE) WHO IS IT", "OH WHO IS IT"),
        ("YES (BELL DINGS) NO", "YES NO"),
        ("AND (NO AUDIBLE DIALOGUE) SO (LONG PAUSE) WE", "AND SO WE"),
        ("IT IS OVER. (MEN GATHER) GO", "IT IS OVER . GO"),
        ("(MEN GATHER) GO (SHIP SINKS)", "GO"),
    ],
)
def test_where_all_is_in_capitals_these_make_no_sound(payload: str, expected: str) -> None:
    assert spoken(payload) == expected


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
        (("(see two <i>and", "3) before"), "see two and || 3 before"),
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


def test_marks_are_spans_of_the_text() -> None:
    transcript = read_words(cues("what ?!  <i>no</i>… yes,", "end."))
    spans = [transcript.document.text[gap.start : gap.end] for gap in transcript.gaps]
    assert spans == ["", "?!", "…", ",", "."]
    assert [gap.current for gap in transcript.gaps][1] is Mark.QUESTION


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


def test_pauses_are_never_negative() -> None:
    text = "1\n00:00:05,000 --> 00:00:06,000\nA\n\n2\n00:00:01,000 --> 00:00:02,000\nB\n"
    assert read_words(parse(text.encode())).gaps[1].pause_ms == 0


def test_gaps_of_a_cue_are_those_after_its_words() -> None:
    transcript = read_words(cues("one two", "[music]", "three"))
    assert [list(transcript.gaps_of(cue)) for cue in range(3)] == [[0, 1, 2], [], [3]]
    assert [gap.cue for gap in transcript.gaps] == [0, 0, 0, 2]


@pytest.mark.parametrize(
    ("payload", "begun"),
    [("https://a.b go", True), ("me@a.org\ngo", True), ("... go", False), ("go", False)],
)
def test_a_link_begins_the_first_sentence(payload: str, begun: bool) -> None:
    assert read_words(cues(payload)).gaps[0].fixed is begun


def test_a_document_without_words_has_one_gap() -> None:
    transcript = read_words(parse(b""))
    assert (transcript.words, len(transcript.gaps)) == ((), 1)


def test_raw_spans_hold_the_word() -> None:
    transcript = read_words(cues("<i>E</i>xample AT&amp;T Dr. No"))
    assert raw(transcript) == ["E</i>xample", "AT&amp;T", "Dr.", "No"]


def test_plain_text_has_paragraphs_and_no_tags() -> None:
    transcript = read_words(parse(b"one <i>two\nthree\n\n \n  four, five", name="a.txt"))
    assert [word.text for word in transcript.words] == ["one", "i", "two", "three", "four", "five"]
    assert [word.cue for word in transcript.words] == [0, 0, 0, 0, 1, 1]
    assert [gap.break_ for gap in transcript.gaps[3:5]] == [Break.LINE, Break.CUE]


def raw(transcript: Transcript) -> list[str]:
    return [transcript.document.text[word.start : word.end] for word in transcript.words]


@pytest.mark.parametrize(
    ("payloads", "closed"),
    [
        (('"Why?" he asked',), [1]),
        (('"why" he asked',), [1]),
        (("he asked “so why?”", "<i>’tis</i> so"), [4]),
        (("the dogs' day isn't 5\" or 'so'?' or",), [5, 7]),
        (('he said "why not" ok. "no',), [4]),
        (("—¿Vienes? —dijo Ana", "¿sí? — no", "so —no, a, —b"), [1, 4]),
    ],
)
def test_gaps_know_where_a_quote_closes(payloads: tuple[str, ...], closed: list[int]) -> None:
    gaps = read_words(cues(*payloads)).gaps
    assert [at for at, gap in enumerate(gaps) if gap.quoted] == closed


def test_gaps_know_where_a_bracket_closes_behind_its_mark() -> None:
    gaps = read_words(cues("what he did (or did he?) was", "the end (so.”) of (one) it.")).gaps
    assert [at for at, gap in enumerate(gaps) if gap.aside] == [6, 10]


@pytest.mark.parametrize(
    ("payloads", "opened"),
    [
        (('he said "why not" ok. "no',), [2, 5]),
        (('he said,\n"why not"', '<i>"no"</i> so'), [2, 4]),
        (("said 'em, 5\"so, \"'tis “go”, (so)",), [3, 4]),
    ],
)
def test_gaps_know_where_a_quote_opens(payloads: tuple[str, ...], opened: list[int]) -> None:
    gaps = read_words(cues(*payloads)).gaps
    assert [at for at, gap in enumerate(gaps) if gap.opened] == opened


@pytest.mark.parametrize(
    ("payload", "expected"),
    [
        ("am 11., 12. und", "am 11. , 12. und"),
        ("ad es., vive; e cosi.: no", "ad es. , vive ; e cosi. : no"),
        ("wait..., what", "wait … = what"),
    ],
)
def test_a_dot_before_a_comma_belongs_to_its_word(payload: str, expected: str) -> None:
    assert spoken(payload, language="de") == expected


def test_numbers_of_a_list_are_no_ordinals() -> None:
    assert spoken("1. Auf", "2. Zu", language="de") == "1. # Auf || 2. # Zu"


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


@pytest.mark.parametrize(
    ("payload", "expected"),
    [
        ("the plan (as they call it) is ready", [2]),
        ("the plan\n(as they) call ( it )", [2, 5]),
        ('the plan ("as" they) and (<i>call</i>', [2, 5]),
        ("word(s) f(x) and (laughs) so", []),
        ("the plan (a) is ready, (b) is not", []),
        ("the points (4, 2) (5, 3)", [2]),
        ("the World Health Organization (WHO) and", []),
    ],
)
def test_a_bracket_opens_before_a_word(payload: str, expected: list[int]) -> None:
    gaps = read_words(cues(payload)).gaps
    assert [at for at, gap in enumerate(gaps) if gap.bracketed] == expected


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


def test_capitals_throughout_leave_the_gap_behind_letters_with_dots_open() -> None:
    assert (
        spoken("IN D.C. THE END", "DR. NO OF ST. LOUIS")
        == "IN D.C. THE END || DR. = NO OF ST. = LOUIS"
    )
    assert spoken("in D.C. The end") == "in D.C. = The end"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("9:58\nso\n10:02\nwe\n1:00:05\nwent", "so we went"),
        ("[00:01] so\n(00:02) we\n0:03 went at 10:30", "so we went at 10:30"),
        ("0:01 so\n0:02 we", "0:01 so 0:02 we"),
        ("at\n10:30 or\n9:15 or\n11:00", "at 10:30 or 9:15 or 11:00"),
        ("Speaker 1  0:00\nso\n\nMaria Lopez  0:07\nwe\n\nSpeaker 1  0:12\nwent", "so we went"),
        ("[John Smith] 10:01:22\nso\n[Mary] 10:01:29\nwe\n[Ann] 10:01:35\nwent", "so we went"),
        ("John (00:01):\nso\n\nAnn (00:07):\nwe\n\nJohn (00:12): went", "so we went"),
        ("[00:01.5] John: so\n[00:07.2] Ann: we\n[00:12.0] [SPEAKER_01]: went", "so we went"),
        (
            "[0:00.000 --> 0:03.240]  so\n[0:03.240 --> 0:06.1]  we\n[0:06.1 --> 0:09.9]  went",
            "so we went",
        ),
        ("Al (0:00 - 0:12)\nso\n\nBo (0:12 – 0:20)\nwe\n\nAl (0:20 - 0:25)\nwent", "so we went"),
        ("Al Ho (Guest)  0:00\nso\n\nBo, Ann  0:12\nwe\n\nAl Ho (Guest)  0:20\nwent", "so we went"),
        ("0:01\n1 second\nso\n1:02\n1 minute, 2 seconds\nwe\n2:00\nwent", "so we went"),
        ("0:01\nso\n0:05\nat\n8:30 we\n0:09\nwent\n0:12", "so at we went"),
        ("so (0:01) we <0:02:00> {3:00} went", "so we went"),
        ("so #00:00:01-6#\n\nwe #00:00:02-0#\n\nwent #0:03#", "so we went"),
        ("start\tend\ttext\n0\t10\tso\n10\t25\t7 we\n25\t40\twent", "so 7 we went"),
        ("0.500000\t1.500000\tso we\n1.500000\t2.250000\twent", "so we went"),
        ("### 0:01\n\nso\n\n**0:02**\n\nwe\n\n0:03:04:12 - 0:03:06:24\nwent", "so we went"),
        ("Al Ho - 0:01\nso\n\nBo | 0:02\nwe\n\nAl Ho – 0:03\nwent", "so we went"),
        ("Al Ho [0:01] so\n\nBo [0:02] we\n\nAl Ho (0:03) went", "so we went"),
        ("Al Ho:\t0:01\tso\nBo:\t0:02\twe\n**Al Ho:** [0:03] went", "so we went"),
        ("[0:01] **Al Ho:** so\n**[0:02] Bo:** we\n**Al Ho** [0:03]: went", "so we went"),
        ("[0:01] Al Ho\nso\n[0:02] - Al Ho\nwe\n0:03 Al Ho\nwent", "so we went"),
        (
            "0:01 - 0:02\nAl Ho\nso\n\n0:02 - 0:03\nAl Ho\nwe\n\n0:03 - 0:04\nAl Ho\nwent",
            "so we went",
        ),
        ("Bo\n0:01\nso\n\nBo\n0:02\nwe\n\nBo\n0:03\nwent", "so we went"),
        ("Bo\r\n0:01\r\nso\r\n\r\n" * 3, "so so so"),
        ("0:01\nRight\n0:02\nSo we\n0:03\nwent on\n0:04", "Right So we went on"),
        ("**Al (0:01):** so\n**Bo (0:02)**: we\n**Al (0:03):** went", "so we went"),
    ],
)
def test_times_that_lines_of_a_transcript_begin_with_are_not_said(text: str, expected: str) -> None:
    assert [word.text for word in read_words(parse(text.encode())).words] == expected.split()


def test_times_in_subtitles_are_said() -> None:
    assert spoken("9:58\nso\n10:02\nwe\n10:03") == "9:58 | so | 10:02 | we | 10:03"


def test_brackets_make_a_label_in_a_text_in_capitals() -> None:
    payloads = ("WOMAN (ON PHONE): HOME", "SHE SAID: GO", "-JOHN (V.O.): NO")
    assert spoken(*payloads) == "HOME || SHE SAID : GO / || NO"


@pytest.mark.parametrize(
    "sound",
    [
        "door opens",
        "Phone rings",
        "Knock",
        "dog barks",
        "footsteps",
        "Siren wails",
        "distant thunder",
        "gunshot",
        "car door slams",
        "knock on the door",
        "cell phone buzzing",
        "dogs barking in the distance",
    ],
)
def test_what_is_heard_stands_in_round_brackets(sound: str) -> None:
    assert spoken(f"so ({sound}) hello") == "so hello"


@pytest.mark.parametrize(
    "said", ["the dog barks", "knock on wood", "door number two", "dogs are nice", "open door"]
)
def test_an_aside_about_what_may_be_heard_is_said(said: str) -> None:
    assert spoken(f"so ({said}) hello") == f"so {said} hello"


@pytest.mark.parametrize(
    "remark",
    [
        *("man", "Woman", "young woman 2", "narrator", "both", "male reporter"),
        *("man on radio", "Woman over the PA", "male voice in distance", "in spanish"),
        *("in French", "In Spanish", "on phone", "over the radio", "quietly", "voice breaking"),
    ],
)
def test_who_speaks_and_how_stands_in_round_brackets(remark: str) -> None:
    assert spoken(f"({remark}) hello you") == "hello you"
    assert spoken(f"- so\n- ({remark}) hello") == "so / | hello"


@pytest.mark.parametrize("said", ["the man", "my guy", "in general", "well", "on Monday"])
def test_an_aside_that_opens_a_cue_is_said(said: str) -> None:
    assert spoken(f"({said}) we go") == f"{said} = we go"


@pytest.mark.parametrize("before", ["", "- ", ">> ", "so\n", "so\n- ", "BOB: "])
@pytest.mark.parametrize("name", ["Mary", "Officer Lee", "Sailor on deck"])
def test_a_bracket_that_may_tell_who_speaks_takes_no_mark(before: str, name: str) -> None:
    gaps = read_words(cues(f"{before}({name}) we go")).gaps
    assert [gap.remarked for gap in gaps[-4:]] == [False, True, False, False]
    assert gaps[-3].fixed


@pytest.mark.parametrize(
    "said", ["so (Mary) we", "(Mary)", "(Mary and I so) we", "(yes) (no)", "(a) we"]
)
def test_no_other_bracket_tells_who_speaks(said: str) -> None:
    gaps = read_words(cues(said)).gaps
    assert [at for at, gap in enumerate(gaps) if gap.remarked] == [1] * said.startswith("(yes")


@pytest.mark.parametrize(
    ("text", "said", "language"),
    [
        ("(en anglais) Bonjour", "Bonjour", "fr"),
        ("(à voix basse) Oui", "Oui", "fr"),
        ("(l'air triste) Oui", "Oui", "fr"),
        ("(im Radio) Hallo", "Hallo", "de"),
        ("(al teléfono) Hola", "Hola", "es"),
        ("(a) das", "a # das", "de"),
        ("(ii) das", "ii # das", "de"),
    ],
)
def test_remarks_in_any_language_may_begin_with_a_short_word(
    text: str, said: str, language: str
) -> None:
    assert spoken(text, language=language) == said


def test_sounds_name_nobody() -> None:
    assert not speakers_of(read_words(cues(*["(Footsteps) so", "(Thunder) we"] * 6)))


def test_who_speaks_from_when_in_a_transcript_takes_over() -> None:
    text = "Ann  0:00\nso we went\n\nBen Lee  0:07\nwhere to\n\nAnn  0:12\nnowhere"
    transcript = read_words(parse(text.encode()))
    assert [at for at, gap in enumerate(transcript.gaps) if gap.turn] == [3, 5]
    assert speakers_of(transcript) == {"Ann": {0, 1, 2, 5}, "Ben Lee": {3, 4}}


@pytest.mark.parametrize(
    "label", ["Ann [{}]", "[{}] **Ann:**", "**[{}]** Ann:", "**Ann - {}:**", "Ann | {}\n"]
)
def test_who_speaks_from_when_is_told_by_name(label: str) -> None:
    text = "\n\n".join(f"{label.format(time)} so" for time in ("0:01", "0:02", "0:03"))
    assert list(speakers_of(read_words(parse(text.encode())))) == ["Ann"]


@pytest.mark.parametrize(("times", "others"), [(2, []), (3, ["Bo: we go"])])
def test_members_of_a_meeting_may_call_themselves_anything(times: int, others: list[str]) -> None:
    members = ["jsmith", "Ann Lee (she/her)", "de Vries, Jan", "+1 555-0100", "Tom | Acme"]
    said = [f"{member}: we go" for member in members]
    transcript = read_words(cues(*said * times, *others))
    assert [word.text for word in transcript.words] == ["we", "go"] * (5 * times + len(others))
    assert all(gap.turn for gap in transcript.gaps[2:-1:2])
    assert "Ann Lee" in speakers_of(transcript)


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
        ("[sighs] -so what -c'mon", "so what / c'mon"),
        ("run npm install -g now", "run npm install — = g now"),
        ("-run git commit -m now", "run git commit — = m now"),
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


def test_a_minus_that_opens_every_cue_belongs_to_its_number() -> None:
    assert read_words(cues(*[f"-{number} so" for number in range(10, 20)])).words[0].text == "-10"


@pytest.mark.parametrize("other", ["- so we\n- went", "so we", "so – we"])
def test_dashes_tell_of_turns_where_some_cues_go_on_or_hold_two(other: str) -> None:
    transcript = read_words(cues(*["- so we", "- went", other, other] * 6))
    assert transcript.gaps[2].turn


def test_names_above_what_is_said_are_no_words() -> None:
    shown = ["Ann Lee\nso we", "Ann Lee\nwent", "Bo\nwhere"] * 4
    transcript = read_words(cues(*shown))
    assert [word.text for word in transcript.words] == ["so", "we", "went", "where"] * 4
    assert [gap.turn for gap in transcript.gaps[1:6]] == [False, False, True, True, False]
    assert prose(transcript) == "Ann Lee: so we went\n\nBo: where\n\n" * 3 + (
        "Ann Lee: so we went\n\nBo: where\n"
    )
    about = read_words(cues(*shown, "Ann Lee\nBo went"))
    assert [word.text for word in about.words[-2:]] == ["Bo", "went"]
    apart = prose(read_words(cues(*shown, step=4)))
    assert apart.startswith("Ann Lee: so we\n\nAnn Lee: went\n\nBo: where\n\nAnn Lee: so we")


@pytest.mark.parametrize("names", [("speaker 0", "SPK_1"), ("Ann Lee", "Bo (Guest)")])
def test_names_in_brackets_before_what_is_said_take_over(names: tuple[str, str]) -> None:
    first, second = names
    transcript = read_words(cues(*[f"[{first}] so", f"[{first}] we", f"- [{second}] went"] * 4))
    assert [gap.turn for gap in transcript.gaps[1:4]] == [False, True, True]
    assert list(speakers_of(transcript)) == [first, second.removesuffix(" (Guest)")]
    assert prose(transcript).startswith(f"[{first}] so we\n\n- [{second}] went\n\n[{first}] so")


@pytest.mark.parametrize(("names", "times"), [("ABCDE", 2), ("ABCDEFGHIJKL", 1)])
def test_what_comes_back_in_brackets_before_speech_is_a_name(names: str, times: int) -> None:
    transcript = read_words(cues(*[f"[Ann {name}] so we" for name in names] * times))
    assert transcript.gaps[2].turn is (times > 1)


def test_who_has_a_number_in_brackets_here_and_there_speaks() -> None:
    transcript = read_words(cues("- [speaker 0] so", "we", "- [speaker 1] went"))
    assert speakers_of(transcript) == {"speaker 0": {0, 1}, "speaker 1": {2}}


def test_what_is_heard_beside_speech_is_no_name() -> None:
    transcript = read_words(cues(*["[music] so", "we", "[door opens] went"] * 6))
    assert not any(gap.turn for gap in transcript.gaps[:-1])
    assert not speakers_of(read_words(cues(*["[music] so", "[laughs] we"] * 6)))


def test_more_numbered_speakers_than_a_meeting_has_are_none() -> None:
    meeting = cues(*(f"[speaker {number}] so" for number in range(200)))
    assert len(speakers_of(read_words(meeting))) == 200
    assert not speakers_of(read_words(cues(*(f"[speaker {number}] so" for number in range(201)))))


def test_short_lines_that_begin_large_are_said() -> None:
    said = [f"Hallelujah\nwe went {count}" for count in "ab"] * 4 + ["So we\nwent"] * 4
    assert read_words(cues(*said)).words[0].text == "Hallelujah"
    assert (
        read_words(cues(*(f"Take {name}\nand go" for name in "ABCDEFGHIJKL"))).words[0].text
        == "Take"
    )


@pytest.mark.parametrize("others", [["so we went"] * 2, [f"term {n}: one" for n in range(12)]])
@pytest.mark.parametrize("label", ["jsmith", "and she said"])
def test_what_stands_before_a_colon_here_and_there_is_said(label: str, others: list[str]) -> None:
    transcript = read_words(cues(*[f"{label}: we", "ann: go"] * 5, *others))
    assert transcript.words[0].text == label.split()[0]


@pytest.mark.parametrize("said", ["and then she told me: go", "so he said: why not", "él dijo: no"])
def test_a_sentence_with_a_colon_is_said_where_others_have_labels(said: str) -> None:
    transcript = read_words(cues(*["kim lee: we", "Ann: go"] * 10, said))
    assert [word.text for word in transcript.words[20:]] == said.replace(":", "").split()
    assert speakers_of(transcript)["kim lee"] == set(range(0, 20, 2))


def test_who_is_named_again_behind_an_unnamed_turn_takes_over() -> None:
    transcript = read_words(cues("JOHN: so", "- we", "JOHN: went", "JOHN: out"))
    assert [gap.turn for gap in transcript.gaps] == [False, True, True, False, False]
    voices = read_words(parse(b"WEBVTT\n\n0:01.000 --> 0:02.000\n<v Ann>- so\n<v Ann>- we\n"))
    assert not any(gap.turn for gap in voices.gaps[2:])


def test_how_somebody_speaks_makes_nobody_else_of_him() -> None:
    transcript = cues("JOHN: so", "JOHN (V.O.): we", "ANN [on phone]: went", "JOHN (CONT'D): in")
    assert speakers_of(read_words(transcript)) == {"JOHN": {0, 1, 3}, "ANN": {2}}


def test_what_comes_before_a_colon_twice_may_still_be_said_in_a_line() -> None:
    labelled = cues(*["ANN: so", "BOB: we"] * 4, *["I said: go"] * 2, "ANN: then\nI said: so")
    assert [word.text for word in read_words(labelled).words[-4:]] == ["then", "I", "said", "so"]


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("Speaker 1: so\nSpeaker 2: we\nSpeaker 1: went", "so we went"),
        ("SPEAKER_00: so\nSPEAKER_01: we\nSPEAKER_02: went", "so we went"),
        (
            "Élodie: so\nÖzgür Ay: we\nÉlodie: went\nÖzgür Ay: in\nÉlodie: on\nÖzgür Ay: up",
            "so we went in on up",
        ),
        (
            "**Al:** so\n\n**Bo**: we\n\n**Al:** went\n\n**Al:** in\n**BO:** on",
            "so we went in on",
        ),
        ("ÉLODIE: so\nMARY [whispering]: we", "so we"),
        ("Step 1: mix\nStep 2: bake\nStep 3: eat", "Step 1 mix Step 2 bake Step 3 eat"),
    ],
)
def test_speakers_that_lines_begin_with_are_known(lines: str, said: str) -> None:
    assert [word.text for word in read_words(parse(lines.encode())).words] == said.split()


@pytest.mark.parametrize(
    "label",
    ["({}) ", "({}): ", "{} - ", "{} — ", "{}\n", "spk{:d}: ", "{:d}: ", "#{:d}: ", "[{:d}] "],
)
def test_names_are_known_however_they_are_set_apart(label: str) -> None:
    members = [1, 2] if ":d" in label else ["Ann", "Bo"]
    transcript = read_words(cues(*[label.format(members[at % 2]) + "so" for at in range(12)]))
    assert [word.text for word in transcript.words] == ["so"] * 12
    assert all(gap.turn for gap in transcript.gaps[1:-1])
    assert len(speakers_of(transcript)) == 2


@pytest.mark.parametrize("label", ["ANN", "AL", "S1"])
def test_capitals_that_open_each_cue_are_a_name(label: str) -> None:
    transcript = read_words(cues(*[f"{label} and so", "BO I think"] * 6))
    assert {word.text for word in transcript.words} == {"and", "so", "I", "think"}
    assert set(speakers_of(transcript)) == {label, "BO"}
    shouted = read_words(cues(*["AND SO", "BUT NO"] * 6))
    assert len(shouted.words) == 24


def test_names_may_stand_only_where_another_one_goes_on() -> None:
    for labels in (("(Ann) ", "(Bo) "), ("1: ", "2: "), ("spk1: ", "spk2: "), ("Q. ", "A. ")):
        first, second = labels
        payloads = [f"{first}and so", "so on", f"{second}well", "so"] * 6
        transcript = read_words(cues(*payloads))
        assert {word.text for word in transcript.words} == {"and", "so", "on", "well"}
        assert len(speakers_of(transcript)) == 2
    days = [f"{day} {at}: so" for day in ("day", "q") for at in (1, 2, 1)]
    assert [word.text for word in read_words(cues(*days)).words[::3]] == ["day"] * 3 + ["q"] * 3
    few = read_words(cues("a. so", "(Door) so", "A. Smith", "and so", "1: so", "2: so"))
    assert len(few.words) == 12


def test_tables_tell_who_speaks_from_when_until_when() -> None:
    for row in (
        "{}\t0:0{}\t0:0{}\tAnn Lee\tand so\n",
        "0:0{1}\tAL\tand so\n",
        "0:0{1}\t0:0{2}\tand so\n",
    ):
        rows = "".join(row.format(at + 1, at, at + 1) for at in range(5))
        transcript = read_words(parse(f"#\tStart\tEnd\tSpeaker\tText\n{rows}".encode()))
        assert {word.text for word in transcript.words} == {"and", "so"}
        assert len(speakers_of(transcript)) == ("A" in row)


def test_names_alone_on_a_line_are_known_in_plain_texts() -> None:
    transcript = read_words(parse(b"ANN\nand so\n\nBO\nso on\n\n" * 6))
    assert {word.text for word in transcript.words} == {"and", "so", "on"}
    assert set(speakers_of(transcript)) == {"ANN", "BO"}


def test_backslashes_belong_to_words_only_within_them() -> None:
    assert spoken(r"open C:\docs\my in AC\DC") == r"open C : = docs\my in AC\DC"
    assert spoken("so\\\nwe went,\\") == "so | we went ,"
    assert spoken(r"so \nabla went") == r"so nabla went"
    document = cues("so\\\nwe went\\")
    edits = {1: Edit(Mark.COMMA, Case.KEEP), 3: Edit(Mark.PERIOD, Case.KEEP)}
    assert render(read_words(document), edits).cue_text(0) == "so,\\\nwe went.\\"


def test_what_recognisers_write_for_noises_is_not_said() -> None:
    assert spoken("so %HESITATION we *crosstalk* go 50% %") == "so we go 50% %"
    assert spoken("so %uh we %Um, go %noise on %laughter") == "so we , go on"
    assert spoken("set %PATH% by %timeit") == "set %PATH% by %timeit"
    transcript = read_words(parse(b"so <unk> we <Laugh> if x < y"))
    assert [word.text for word in transcript.words] == ["so", "we", "if", "x", "y"]


def test_signs_of_html_are_read_where_they_were_written_twice_or_in_plain_text() -> None:
    assert spoken("we didn&amp;#39;t&nbsp;go") == spoken("we didn't go")
    transcript = read_words(parse(b"we didn&#39;t go to AT&amp;T &amp;lt;"))
    assert " ".join(word.text for word in transcript.words[:5]) == "we didn't go to AT&T"
    edits = {2: Edit(Mark.COMMA, Case.CAPITALISED)}
    assert render(transcript, edits).text == "we didn&#39;t, Go to AT&amp;T &amp;lt;"


@pytest.mark.parametrize("number", ["{}\t", "{:>2}  "])
def test_numbers_of_lines_are_not_said(number: str) -> None:
    lines = [number.format(at % 8 + 1) + ("Q. and so", "A. we")[at % 2] for at in range(20)]
    transcript = read_words(parse("\n".join(lines).encode()))
    assert {word.text for word in transcript.words} == {"and", "so", "we"}
    assert set(speakers_of(transcript)) == {"Q.", "A."}
    years = read_words(parse("\n".join(f"{year} we have" for year in range(1940, 1960)).encode()))
    assert years.words[0].text == "1940"
    few = read_words(parse("\n".join([*lines, *["we have"] * 10]).encode()))
    assert "8" in {word.text for word in few.words}


def test_names_far_from_their_times_are_read_in_linear_time() -> None:
    def document(size: int) -> Document:
        return parse(f"0:01 so\n\n0:02 we\n\nAnn{' ' * size}- 0:03\nwent".encode())

    check_linear(document, read_words, 8_000)


@pytest.mark.parametrize(
    "payload",
    [
        '{"title": "see you", "to": [1, 2]}',
        '{\n  "title": "see you",\n  "url": "a"\n}',
        '[\n{ "title" : "see you" }\n]',
        "sprite.jpg#xywh=0,0,160,90",
        "my sprite.jpg#xywh=percent:0,0,12.5,90",
        "thumbs/img 1.jpg?a=b#xywh=pixel:0,0,160,90",
        "/thumbs/0001.JPEG",
        "img.webp?w=160&h=90",
    ],
)
def test_no_words_are_read_in_metadata(payload: str) -> None:
    assert spoken("so it", payload, "ends") == "so it || ends"


@pytest.mark.parametrize("payload", ['{"a", he said', "[so] he", "see img.jpg", "#xywh is it"])
def test_what_only_looks_like_metadata_is_said(payload: str) -> None:
    assert spoken(payload)


def test_no_words_are_read_where_a_header_says_metadata() -> None:
    cue = "00:00.000 --> 00:01.000\nso it ends"
    told, other = (parse(f"WEBVTT\n{kind}\n\n{cue}\n".encode()) for kind in ("kind: Metadata", ""))
    assert len(told.cues) == 1
    assert not read_words(told).words
    assert len(read_words(other).words) == 3


@pytest.mark.parametrize("tag", ["<a b=", '<a b="\n', "<a b=c\n", "<a\n", "</a "])
def test_tags_without_an_end_are_read_in_linear_time(tag: str) -> None:
    check_linear(lambda count: cues(tag * count), read_words, 4_000)
    check_linear(lambda count: cues("<a" + " b=c" * count), read_words, 20_000)


def test_metadata_is_told_in_linear_time() -> None:
    check_linear(lambda count: cues("#xywh=1," * count), read_words, 20_000)
    check_linear(lambda count: cues("so", " " * count, "we"), read_words, 100_000)
