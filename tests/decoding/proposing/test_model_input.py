from __future__ import annotations

import numpy as np

from subpunct_app.decoding.proposing.model_input import spoken_words, timing_of
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.passes import read_words
from tests.decoding.proposing.test_pipeline import SRT


def test_words_that_were_encoded_twice_are_read_as_they_were_meant() -> None:
    transcript = read_words(parse("sí quizÃ¡s no estÃ¡ aquÃ\xad".encode()), "es")
    assert list(spoken_words(transcript)) == ["sí", "quizás", "no", "está", "aquí"]


def test_a_cue_that_stands_twice_is_timed_as_if_it_stood_once() -> None:
    twice = SRT.replace(b"2\n", SRT.partition(b"2\n")[0] + b"2\n")
    once, again = (timing_of(read_words(parse(content))) for content in (SRT, twice))
    assert twice.count(b"good morning") == 2
    np.testing.assert_array_equal(once, again)
