from __future__ import annotations

import pytest

from subpunct_app.subtitles.formats.document import Document
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.subtitles.reading.speakers import speakers_of
from subpunct_app.subtitles.writing.transcripts import prose
from tests.growth import check_linear
from tests.subtitles.reading.spoken import cues, spoken


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


def test_what_is_heard_beside_speech_is_no_name() -> None:
    transcript = read_words(cues(*["[music] so", "we", "[door opens] went"] * 6))
    assert not any(gap.turn for gap in transcript.gaps[:-1])
    assert not speakers_of(read_words(cues(*["[music] so", "[laughs] we"] * 6)))


@pytest.mark.parametrize("others", [["so we went"] * 2, [f"term {n}: one" for n in range(12)]])
@pytest.mark.parametrize("label", ["jsmith", "and she said"])
def test_what_stands_before_a_colon_here_and_there_is_said(label: str, others: list[str]) -> None:
    transcript = read_words(cues(*[f"{label}: we", "ann: go"] * 5, *others))
    assert transcript.words[0].text == label.split()[0]


def test_how_somebody_speaks_makes_nobody_else_of_him() -> None:
    transcript = cues("JOHN: so", "JOHN (V.O.): we", "ANN [on phone]: went", "JOHN (CONT'D): in")
    assert speakers_of(read_words(transcript)) == {"JOHN": {0, 1, 3}, "ANN": {2}}


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
    assert len(few.words) == 11


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


def test_names_far_from_their_times_are_read_in_linear_time() -> None:
    def document(size: int) -> Document:
        return parse(f"0:01 so\n\n0:02 we\n\nAnn{' ' * size}- 0:03\nwent".encode())

    check_linear(document, read_words, 8_000)


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


def test_a_name_counts_once_in_mixed_case_too_where_people_talk() -> None:
    said = ("Ann: it is", "Let us go.", "Ann: no.", "Old Bob: home.")
    assert names(*said) == ["Ann", "Old Bob"]
    assert names("Waitress: so", "Let us go.", "Bob: home.") == ["Waitress"]
    assert names("Ann: it is", "Let us go.", "Ann: no.", "Note: home.") == []
    assert names(*said, *["Let us go."] * 37) == []


def test_names_in_capitals_are_found_in_linear_time() -> None:
    check_linear(lambda count: cues("OFFICER: FREEZE\n" * count + "SO"), read_words, 2_000)
