from __future__ import annotations

from subpunct_app.decoding.proposing.model_input import spoken_words
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.passes import read_words


def test_words_that_were_encoded_twice_are_read_as_they_were_meant() -> None:
    transcript = read_words(parse("sí quizÃ¡s no estÃ¡ aquÃ\xad".encode()), "es")
    assert list(spoken_words(transcript)) == ["sí", "quizás", "no", "está", "aquí"]
