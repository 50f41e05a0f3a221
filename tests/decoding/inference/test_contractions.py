from __future__ import annotations

import pytest

from subpunct_app.decoding.inference.contractions import as_read, as_read_alone


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Im sure its mine and its lid wont shut", "i'm sure it's mine and it's lid won't shut"),
        ("IM SURE ITS MINE", "i'm SURE it's MINE"),
        ("I’m sure its lid wont shut", "I’m sure its lid won't shut"),
        ("he lets it have its way", "he lets it have its way"),
        ("well hell is where we were ill", "well hell is where we were ill"),
    ],
)
def test_words_that_lost_their_apostrophe_are_read_with_it(text: str, read: str) -> None:
    assert list(as_read(text.split(), "en-US")) == read.split()


@pytest.mark.parametrize(
    "sign", ["?", "???", "\ufffd", "\x1a", "\x92", chr(0xDC92), "â€™", "´", "`", "‘"]
)
def test_signs_that_stand_for_an_apostrophe_are_read_as_one(sign: str) -> None:
    words = [f"Don{sign}t", f"Ann{sign}s", f"we{sign}re", f"fa{sign}ade"]
    assert list(as_read(words, "en")) == ["Don't", "Ann's", "we're", f"fa{sign}ade"]
    assert list(as_read_alone(words, "en")) == list(as_read(words, "en"))
    assert as_read(words, "fr") == words


def test_other_languages_have_words_of_their_own_that_look_so() -> None:
    words = ["im", "Haus"]
    assert as_read(words, "de") == words
