from __future__ import annotations

import pytest

from subpunct_app.speech.alignment.pronunciation import Pronunciation, number_words


class Words(dict[str, str]):
    """A dictionary of a few words, as a recogniser has it."""

    def lookup_word(self, word: str) -> str | None:
        return self.get(word)

    def add_word(self, word: str, phones: str, update: bool) -> int:
        self[word] = phones
        return len(self)


@pytest.fixture
def words() -> Words:
    return Words({"hello": "HH AH L OW", "don't": "D OW N T", "john": "JH AA N", "co": "K OW"})


@pytest.mark.parametrize(
    ("figures", "said"),
    [
        ("1984", "nineteen eighty four"),
        ("2005", "two thousand five"),
        ("1,200th", "one thousand two hundredth"),
        ("$4.50", "four point five zero dollars"),
        ("90s", "nineties"),
        ("007", "zero zero seven"),
        ("12:30", "twelve thirty"),
        ("5%", "five percent"),
    ],
)
def test_figures_are_read_as_people_say_them(figures: str, said: str) -> None:
    assert number_words(figures) == said.split()


def test_a_known_word_is_its_own_entry_whatever_its_case_and_marks(words: Words) -> None:
    pronunciation = Pronunciation(words)
    assert pronunciation.entries("HELLO,") == ("hello",)
    assert pronunciation.entries("don’t") == ("don't",)


@pytest.mark.parametrize(
    ("written", "said"), [("$", "dollars"), ("5€", "five euros"), ("£", "pounds"), ("&", "and")]
)
def test_a_sign_is_said_wherever_it_stands(words: Words, written: str, said: str) -> None:
    assert Pronunciation(words).entries(written) == tuple(said.split())


def test_an_unknown_word_is_taught_by_its_spelling(words: Words) -> None:
    assert Pronunciation(words).entries("Zorblatt") == ("zorblatt",)
    assert words["zorblatt"] == "Z AO R B L AE T"


@pytest.mark.parametrize(
    ("written", "sounds"),
    [("John's", "JH AA N Z"), ("Pat's", "P AE T S"), ("Finch's", "F IH N CH IH Z")],
)
def test_a_genitive_sounds_like_its_name(words: Words, written: str, sounds: str) -> None:
    Pronunciation(words).entries(written)
    assert words[written.lower()] == sounds


def test_a_few_letters_without_a_vowel_are_spelled_out(words: Words) -> None:
    assert Pronunciation(words).entries("XML") == ("x", "m", "l")
    assert Pronunciation(words).entries("bzzzzt") == ("bzzzzt",)


def test_compounds_fall_into_their_parts(words: Words) -> None:
    known = dict(words)
    assert Pronunciation(words).entries("co-hello") == ("co", "hello")
    assert words == known


def test_letters_with_dots_are_one_entry_and_a_title_is_none_with_its_dot(words: Words) -> None:
    words |= {"u.s.": "Y UW EH S", "dr.": "D R AY V", "dr": "D AA K T ER"}
    assert Pronunciation(words).entries("U.S.") == ("u.s.",)
    assert Pronunciation(words).entries("Dr.") == ("dr",)


@pytest.mark.parametrize("word", ["", "—", "東京", "…", "\ud800"])
def test_what_nobody_can_say_has_no_entry(words: Words, word: str) -> None:
    assert Pronunciation(words).entries(word) == ()
