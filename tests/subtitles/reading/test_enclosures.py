from __future__ import annotations

import pytest

from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.passes import read_words
from tests.subtitles.reading.spoken import cues, spoken


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
    ("payloads", "closed"),
    [
        (('"Why?" he asked',), [1]),
        (('"why" he asked',), [1]),
        (("he asked “so why?”", "<i>’tis</i> so"), [4]),
        (("the dogs' day isn't 5\" or 'so'?' or",), [5, 7]),
        (('he said "why not" ok. "no',), [4]),
        (("—¿Vienes? —dijo Ana", "¿sí? — no", "so —no, a, —b"), [1, 4]),
        (("« oui\u202f» dit-il", "« non ! » dit-elle", "« ah » ! »so « la"), [1, 3, 5]),
    ],
)
def test_gaps_know_where_a_quote_closes(payloads: tuple[str, ...], closed: list[int]) -> None:
    gaps = read_words(cues(*payloads)).gaps
    assert [at for at, gap in enumerate(gaps) if gap.quoted] == closed


@pytest.mark.parametrize(
    ("payloads", "code"),
    [
        (("`run` it, then\nuse `git push` now", "so `x`"), [0, 4, 5, 8]),
        (("the `one' and `two' words, l'`Objet` or a ` b",), [6]),
        (("``` is it` or `that", "`this`"), [4]),
        (("call to_csv(x), _not_ _this", "pad_token.id"), [1, 4]),
        (("set a[0] to x[i-1] a [0] in Ulm[1]",), [1, 3]),
    ],
)
def test_gaps_know_what_is_a_programs(payloads: tuple[str, ...], code: list[int]) -> None:
    gaps = read_words(cues(*payloads)).gaps
    assert [at for at, gap in enumerate(gaps) if gap.code] == code


def test_no_mark_goes_into_code() -> None:
    assert spoken("use `git push` now `a` `b`") == "use git = push now a b"


@pytest.mark.parametrize(
    ("payloads", "opened"),
    [
        (('he said "why not" ok. "no',), [2, 5]),
        (('he said,\n"why not"', '<i>"no"</i> so'), [2, 4]),
        (("said 'em, 5\"so, \"'tis “go”, (so)",), [3, 4]),
        (("il dit : « oui", "«\u202fnon » la", "son » so"), [2, 3]),
    ],
)
def test_gaps_know_where_a_quote_opens(payloads: tuple[str, ...], opened: list[int]) -> None:
    gaps = read_words(cues(*payloads)).gaps
    assert [at for at, gap in enumerate(gaps) if gap.opened] == opened


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


@pytest.mark.parametrize("said", ["the man", "my guy", "in general", "well", "on Monday"])
def test_an_aside_that_opens_a_cue_is_said(said: str) -> None:
    assert spoken(f"({said}) we go") == f"{said} = we go"


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


def test_what_recognisers_write_for_noises_is_not_said() -> None:
    assert spoken("so %HESITATION we *crosstalk* go 50% %") == "so we go 50% %"
    assert spoken("so %uh we %Um, go %noise on %laughter") == "so we , go on"
    assert spoken("set %PATH% by %timeit") == "set %PATH% by %timeit"
    transcript = read_words(parse(b"so <unk> we <Laugh> if x < y"))
    assert [word.text for word in transcript.words] == ["so", "we", "if", "x", "y"]
