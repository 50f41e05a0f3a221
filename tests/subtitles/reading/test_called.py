from __future__ import annotations

import pytest

from subpunct_app.subtitles.reading.reading import read_words
from subpunct_app.subtitles.reading.speakers import speakers_of
from tests.growth import check_linear
from tests.subtitles.reading.spoken import cues

TOLD = ("ANN: IT IS", "LET US GO.", "ANN: NO.")


def names(*payloads: str) -> list[str]:
    return sorted(speakers_of(read_words(cues(*payloads))))


@pytest.mark.parametrize("label", ["OFFICER", "YOUNG MAN", "MAN 2", "OFFICER LEE", "MAN'S VOICE"])
def test_who_has_no_name_is_called_once(label: str) -> None:
    assert names("HELLO THERE", f"{label}: FREEZE", "SO IT IS") == [label]


@pytest.mark.parametrize("label", ["BOB", "DR. LEE", "MARY ANN LEE", "CHOIR", "O'BRIEN"])
def test_a_name_counts_once_where_another_one_comes_back(label: str) -> None:
    assert names(*TOLD, f"{label}: HOME.") == ["ANN", label]
    assert names(*TOLD, f"GO!\n<i>{label}: HOME.</i>") == ["ANN", label]
    assert names("ANN: IT IS", f"{label}: HOME.") == []


@pytest.mark.parametrize(
    "said",
    [
        "WARNING: DO NOT ENTER",
        "NOTE: GO",
        "QUESTION: WHY?",
        "10:30",
        "10: 30",
        "THE ANSWER IS: NO",
        "HERE'S WHY: IT IS",
        "STEP 1: GO",
        "STOP. BOB: GO",
        "E: MC",
    ],
)
def test_what_leads_on_to_what_is_said_names_nobody(said: str) -> None:
    assert names(*TOLD, said) == ["ANN"]


def test_nobody_is_named_within_a_sentence_unless_sentences_have_no_ends() -> None:
    assert names(*TOLD, "WE HAVE ONE", "SPEED: HIGH") == ["ANN"]
    assert names(*TOLD, "WE HAVE ONE\nSPEED: HIGH") == ["ANN"]
    assert names("ANN: IT IS", "ANN: NO", "WE HAVE ONE\nBOB: SO") == ["ANN", "BOB"]


@pytest.mark.parametrize("label", ["WAITRESS", "MAN IN AUDIENCE", "WOMAN ON TV"])
def test_who_comes_back_or_has_no_name_is_known_where_a_cue_before_lacks_its_mark(
    label: str,
) -> None:
    told = ("SO IT IS.", "WE HAVE ONE")
    assert names(*told, f"{label}: FREEZE", "LET US GO.") == [label]
    assert names(*told, "ANN: FREEZE", "LET US", "ANN: GO.") == ["ANN"]


def test_a_name_counts_once_in_mixed_case_too_where_people_talk() -> None:
    said = ("Ann: it is", "Let us go.", "Ann: no.", "Old Bob: home.")
    assert names(*said) == ["Ann", "Old Bob"]
    assert names("Waitress: so", "Let us go.", "Bob: home.") == ["Waitress"]
    assert names("Ann: it is", "Let us go.", "Ann: no.", "Note: home.") == []
    assert names(*said, *["Let us go."] * 37) == []


def test_names_in_capitals_are_found_in_linear_time() -> None:
    check_linear(lambda count: cues("OFFICER: FREEZE\n" * count + "SO"), read_words, 2_000)


def test_things_that_lead_to_an_answer_are_nobody_in_mixed_case() -> None:
    said = ("Frage: Wer kommt?", "Antwort: Anna.", "Frage: Wann?", "Die Lösung: ein neues Auto.")
    assert "Die Lösung" not in names(*said)
