from __future__ import annotations

import json
from dataclasses import replace

import pytest

from subpunct_app.models.model_registry import load
from subpunct_app.models.punctuator import Punctuator
from subpunct_app.runtime.task import Task
from subpunct_app.speech.recognition.cues import build_cues
from subpunct_app.speech.recognition.recogniser import SpokenWord
from subpunct_app.speech.transcription.cue_documents import as_webvtt, bare, mark
from subpunct_app.speech.transcription.transcription import Transcription
from subpunct_app.subtitles.formats.registry import JSON
from subpunct_app.subtitles.formats.subrip import SUBRIP
from subpunct_app.subtitles.formats.webvtt import WEBVTT


def spoken(text: str, *, word_ms: int = 400) -> list[SpokenWord]:
    return [
        SpokenWord(word, at * word_ms, (at + 1) * word_ms) for at, word in enumerate(text.split())
    ]


WORDS = spoken("We saw the old bridge. It was <gone> & nobody cared about it. Then we went home.")


def test_a_document_says_when_each_word_is_heard() -> None:
    text = as_webvtt(build_cues(spoken("we went home")), "en").text
    assert "00:00:00.000 --> 00:00:01.200\nwe <00:00:00.400>went <00:00:00.800>home" in text
    assert "Language: en" in text


def test_a_cue_ends_with_its_last_word_where_words_are_read() -> None:
    (cue,) = bare(build_cues(spoken("we went home"))).cues
    assert (cue.start_ms, cue.end_ms) == (0, 1200)


def test_json_counts_words_as_the_language_does() -> None:
    made = Transcription(tuple(build_cues(spoken("今天 很 好。"))), "zh")
    (cue,) = json.loads(made.content(JSON))["cues"]
    assert [word["text"] for word in cue["words"]] == [*"今天很好"]


def test_nothing_said_makes_an_empty_file() -> None:
    assert Transcription((), None).content(WEBVTT).strip() == b"WEBVTT"
    assert Transcription((), None).content(SUBRIP).strip() == b""


BARE = (
    "good morning everyone before we start look at the glass in front of you there is ice in it "
    "and the ice is floating why is that well because ice is lighter than water"
)
WELL = (
    "Good morning, everyone! Before we start — look at the glass. There is ice in it, right? And "
    "the ice is floating: why? Well, I do not know; nobody does. "
) * 4


@pytest.fixture(scope="module")
def punctuator() -> Punctuator:
    return load()


def marked(words: list[SpokenWord], punctuator: Punctuator) -> list[SpokenWord]:
    return mark(build_cues(words), punctuator, "en", Task())


def letters(words: list[SpokenWord]) -> list[str]:
    return ["".join(filter(str.isalnum, word.text)).lower() for word in words]


def test_words_without_marks_get_them_and_keep_their_times(punctuator: Punctuator) -> None:
    words = spoken(BARE)
    found = marked(words, punctuator)
    assert letters(found) == letters(words)
    assert [(w.start_ms, w.end_ms) for w in found] == [(w.start_ms, w.end_ms) for w in words]
    text = " ".join(word.text for word in found)
    assert text.startswith("Good morning")
    assert "it," in text or "it." in text
    assert text[-1] in ".?!"


def test_what_was_marked_well_stays_to_the_letter(punctuator: Punctuator) -> None:
    words = spoken(WELL)
    assert marked(words, punctuator) == words


def test_only_the_stretch_without_marks_is_changed(punctuator: Punctuator) -> None:
    words = spoken(f"{WELL} {(BARE + ' ') * 3} {WELL}")
    found = marked(words, punctuator)
    well = len(WELL.split())
    # The last capital before and the first after the stretch are its neighbours.
    assert found[: well - 1] == words[: well - 1]
    assert found[1 - well :] == words[1 - well :]
    assert sum(word.text[-1] in ".?!" for word in found[well:-well]) >= 6


def test_a_mark_goes_behind_its_word_across_lines(punctuator: Punctuator) -> None:
    words = [replace(word, text=word.text.upper()) for word in spoken(BARE)]
    for word in marked(words, punctuator):
        assert word.text[0] not in ".,?!"
        assert " " not in word.text


def test_an_opening_sign_goes_before_its_word() -> None:
    cues = build_cues(spoken("bueno quién es usted yo soy el médico de la casa"))
    found = mark(cues, load("europe-compact"), "es", Task())
    assert [word.text for word in found][:4] == ["Bueno,", "¿quién", "es", "usted?"]
