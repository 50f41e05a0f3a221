from __future__ import annotations

import pytest

from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.reading import read_words
from subpunct_app.subtitles.writing.prose import prose
from subpunct_app.text.words import Mark
from tests.growth import check_linear
from tests.subtitles.reading.spoken import cues, spoken


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
