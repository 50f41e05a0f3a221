from __future__ import annotations

import pytest

from subpunct_app.decoding.suggestions.spelling.known_names import KNOWN, TOLD
from subpunct_app.decoding.suggestions.spelling.unknown_names import mixed_case
from subpunct_app.text.words import Case, folded


@pytest.mark.parametrize(
    ("word", "written"),
    [
        *(("openjdk", "OpenJDK"), ("surrealdb", "SurrealDB"), ("jsconf", "JSConf")),
        *(("gopherjs", "GopherJS"), ("webgpu", "WebGPU"), ("mccoy", "McCoy")),
        *(("surrealdb's", "SurrealDB's"), ("OPENJDK’S", "OpenJDK’s")),
        *(("datarobot", "DataRobot"), ("multicloudcon", "MulticloudCon")),
    ],
)
def test_a_name_of_two_words_has_a_capital_in_each(word: str, written: str) -> None:
    assert mixed_case(word).apply(word) == written


@pytest.mark.parametrize(
    ("word", "written"),
    [
        *(("fpgas", "FPGAs"), ("psbts", "PSBTs"), ("bitdevs", "BitDevs"), ("mcps", "MCPs")),
        *(("mlops", "MLOps"), ("nojs", "NoJS"), ("bitdns", "BitDNS"), ("rss's", "RSS's")),
    ],
)
def test_several_of_an_acronym_are_no_name_of_two_words(word: str, written: str) -> None:
    assert mixed_case(word).apply(word) == written


@pytest.mark.parametrize(
    ("word", "written"), [("paas", "PaaS"), ("dos", "DoS"), ("pow’s", "PoW’s"), ("ph", "pH")]
)
def test_a_word_may_be_a_name_where_it_has_capitals_within(word: str, written: str) -> None:
    assert mixed_case(word).apply(word) == written


@pytest.mark.parametrize("written", ["Gottlieb", "Goddard", "Gollum"])
def test_no_part_of_a_name_begins_with_a_letter_twice(written: str) -> None:
    assert mixed_case(written.lower()).apply(written.lower()) == written


def test_names_that_a_model_must_tell_are_no_known_ones() -> None:
    assert not TOLD.keys() & {folded(name) for name in KNOWN}
    assert all(Case.of(name) is Case.KEEP for name in TOLD.values())


@pytest.mark.parametrize("language", ["de", "fr", "it"])
def test_only_english_names_are_parted_so(language: str) -> None:
    assert mixed_case("opendb", language).apply("opendb") == "Opendb"
