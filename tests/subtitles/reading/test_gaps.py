from __future__ import annotations

import pytest

from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.passes import read_words
from tests.subtitles.reading.spoken import cues, spoken


@pytest.mark.parametrize(
    ("payload", "expected"),
    [
        ("THE RESERVE (FED) AND (BOTH LAUGHING) SO", "THE RESERVE AND SO"),
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
        (("call to_csv(x), _not_ _this", "pad_token.id"), [1, 4]),
    ],
)
def test_gaps_know_what_is_a_programs(payloads: tuple[str, ...], code: list[int]) -> None:
    gaps = read_words(cues(*payloads)).gaps
    assert [at for at, gap in enumerate(gaps) if gap.code] == code


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
        ("the points (4, 2) (5, 3)", [2]),
        ("the World Health Organization (WHO) and", []),
    ],
)
def test_a_bracket_opens_before_a_word(payload: str, expected: list[int]) -> None:
    gaps = read_words(cues(payload)).gaps
    assert [at for at, gap in enumerate(gaps) if gap.bracketed] == expected


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
