"""Only what an editor has read and decided becomes training text, and training reads it back."""

from __future__ import annotations

from pathlib import Path

import pytest

from subpunct_app.models.mark_labels import CASES, WRITTEN
from subpunct_app.review.learning.decided_text import decided_text
from subpunct_app.review.session import ReviewSession
from subpunct_app.subtitles.files import write
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.subtitles.reading.transcript import Transcript
from subpunct_app.text.decisions import Decision
from subpunct_app.text.words import Case, Mark, Suggestion
from subpunct_app.training.data.readers import read_corpus

TEXT = """1
00:00:01,000 --> 00:00:03,000
well <i>anna</i> said so is it
true yes it is we know

2
00:00:03,000 --> 00:00:05,000
nobody asked e.g. me etc.
"""
# Gap 0 comes before "well", gap 4 after "so", 7 after "true", 12 after "know", 17 at the end.
PROPOSED = (
    Suggestion(0, Mark.NONE, Case.CAPITALISED, 0.9),
    Suggestion(1, Mark.COMMA, Case.CAPITALISED, 0.9),
    Suggestion(4, Mark.PERIOD, Case.CAPITALISED, 0.9),
    Suggestion(7, Mark.QUESTION, Case.CAPITALISED, 0.6),
    Suggestion(8, Mark.COMMA, Case.KEEP, 0.5),
    Suggestion(12, Mark.PERIOD, Case.CAPITALISED, 0.97),
)


@pytest.fixture
def transcript() -> Transcript:
    return read_words(parse(TEXT.encode()))


@pytest.fixture
def session() -> ReviewSession:
    return ReviewSession(PROPOSED)


def decide(session: ReviewSession, decision: Decision, *gaps: int) -> None:
    session.apply(session.decide(gaps, decision, ""))


def test_all_that_was_decided_is_written(transcript: Transcript, session: ReviewSession) -> None:
    decide(session, Decision.ACCEPTED, 0, 1, 4, 7, 12)
    decide(session, Decision.REJECTED, 8)
    found = decided_text(transcript, session)
    assert found.paragraphs == ("Well, Anna said so. Is it true? Yes it is we know.",)
    assert (found.sentences, found.left_out) == (3, 1)


def test_a_sentence_with_anything_open_is_left_out(
    transcript: Transcript, session: ReviewSession
) -> None:
    decide(session, Decision.ACCEPTED, 0, 1, 4, 12)
    decide(session, Decision.REJECTED, 8)
    assert decided_text(transcript, session).paragraphs == ("Well, Anna said so.",)


@pytest.mark.parametrize(
    ("decision", "paragraphs"),
    [
        (Decision.ACCEPTED, ("Are you there? Yes. So am I.",)),
        (Decision.REJECTED, ("So am I.",)),
    ],
)
def test_what_two_speakers_say_is_no_one_sentence(
    decision: Decision, paragraphs: tuple[str, ...]
) -> None:
    text = "1\n00:00:01,000 --> 00:00:03,000\n- are you there\n- yes\n- so am I\n"
    ends = {0: Mark.NONE, 3: Mark.QUESTION, 4: Mark.PERIOD, 7: Mark.PERIOD}
    session = ReviewSession(
        tuple(Suggestion(gap, mark, Case.CAPITALISED, 0.9) for gap, mark in ends.items())
    )
    decide(session, Decision.ACCEPTED, 0, 4, 7)
    decide(session, decision, 3)
    assert decided_text(read_words(parse(text.encode())), session).paragraphs == paragraphs


def test_what_was_accepted_unread_is_left_out(
    transcript: Transcript, session: ReviewSession
) -> None:
    decide(session, Decision.ACCEPTED, 0, 1, 4, 7)
    decide(session, Decision.REJECTED, 8)
    session.apply(session.accept_above(0.9))
    found = decided_text(transcript, session)
    assert found.paragraphs == ("Well, Anna said so. Is it true?",)
    decide(session, Decision.ACCEPTED, 12)
    assert decided_text(transcript, session).sentences == 3


def test_a_gap_in_what_was_decided_begins_a_paragraph(
    transcript: Transcript, session: ReviewSession
) -> None:
    decide(session, Decision.ACCEPTED, 0, 1, 4, 7, 8, 12)
    session.apply(session.decide([8], Decision.OPEN, ""))
    found = decided_text(transcript, session)
    assert found.paragraphs == ("Well, Anna said so. Is it true?",)
    assert found.to_bytes() == b"Well, Anna said so. Is it true?\n"


@pytest.mark.parametrize(
    ("language", "payload", "first", "written"),
    [
        ("es", "¿dónde está ana no lo sé", Mark.QUESTION, ("¿dónde está ana?", " no lo sé.")),
        ("en", "- is it so\n- we asked etc.", Mark.PERIOD, ("is it so.", " we asked etc.")),
        ("en", "- is it so\n- we asked “etc.”.", Mark.PERIOD, ("is it so.", " we asked etc.")),
        ("en", "is it, so. we asked", Mark.NONE, ("is it so.", " we asked.")),
    ],
)
def test_sentences_are_written_with_their_signs_and_one_dot(
    language: str, payload: str, first: Mark, written: tuple[str, str]
) -> None:
    source = f"1\n00:00:01,000 --> 00:00:03,000\n{payload}\n"
    text = read_words(parse(source.encode()), language)
    gap, last = 3 if first else 2, len(text.words)
    session = ReviewSession(
        [Suggestion(gap, first, Case.KEEP, 0.9), Suggestion(last, Mark.PERIOD, Case.KEEP, 0.9)]
    )
    decide(session, Decision.ACCEPTED, gap)
    assert decided_text(text, session).paragraphs == written[:1]
    decide(session, Decision.ACCEPTED, last)
    assert decided_text(text, session).paragraphs == ("".join(written),)


def test_bytes_that_fit_no_encoding_are_no_training_text(session: ReviewSession) -> None:
    mixed = read_words(parse(TEXT.encode().replace(b"said", b"sai\xf0 caf\xc3\xa9")), "en")
    decide(session, Decision.ACCEPTED, 0, 1, 4, 7, 8, 12)
    assert "sai\ufffd café" in decided_text(mixed, session).to_bytes().decode()


def test_training_reads_back_what_was_decided(
    transcript: Transcript, session: ReviewSession, tmp_path: Path
) -> None:
    decide(session, Decision.ACCEPTED, 0, 1, 4, 7, 8, 12)
    found = decided_text(transcript, session)
    path = tmp_path / "decided.txt"
    write(found.to_bytes(), path)
    corpus = read_corpus([path])
    words = corpus.spoken()
    marks = [WRITTEN[index] for index in corpus.marks]
    cases = [CASES[index] for index in corpus.cases]
    assert " ".join(words).lower() == "well anna said so is it true yes it is we know"
    assert {words[at].lower(): mark for at, mark in enumerate(marks) if mark} == {
        "well": Mark.COMMA,
        "so": Mark.PERIOD,
        "true": Mark.QUESTION,
        "yes": Mark.COMMA,
        "know": Mark.PERIOD,
    }
    capital = [words[at].lower() for at, case in enumerate(cases) if case is Case.CAPITALISED]
    assert capital == ["well", "anna", "is", "yes"]
