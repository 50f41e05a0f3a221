from __future__ import annotations

import pytest

from subpunct_app.decoding.suggestions.spelling.unknown_names import large_case, mixed_case


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        *(("nasa's", "NASA's"), ("gpus", "GPUs"), ("mcx", "Mcx"), ("lebron's", "Lebron's")),
        *(("this", "This"), ("was", "Was"), ("ids", "IDs")),
        *(("d'ivoire", "d'Ivoire"), ("l'oréal", "L'oréal")),
        *(("cdn-focused", "CDN-focused"), ("ebpf-based", "eBPF-based")),
        *(("jean-luc", "Jean-Luc"), ("anti-euler", "anti-Euler"), ("zia-ul-haq", "Zia-ul-Haq")),
    ],
)
def test_capitals_within_a_word_are_guessed(word: str, expected: str) -> None:
    assert mixed_case(word).apply(word) == expected


@pytest.mark.parametrize(
    ("language", "word", "within", "first"),
    [
        ("fr", "l’italie", "l’Italie", "L’Italie"),
        ("fr-CA", "QU'ALAIN", "qu'Alain", "Qu'Alain"),
        ("it", "dell'alto-adige", "dell'Alto-Adige", "Dell'Alto-Adige"),
        ("ca", "d'olot", "d'Olot", "D'Olot"),
        ("de", "d'artagnan", "d'Artagnan", "D'Artagnan"),
        ("de", "ku'damm", "Ku'damm", "Ku'damm"),
        ("de", "anti-atom", "Anti-Atom", "Anti-Atom"),
        ("fr", "états-unis", "États-Unis", "États-Unis"),
        ("fr", "d'aix-en-provence", "d'Aix-en-Provence", "D'Aix-en-Provence"),
    ],
)
def test_an_article_without_its_vowel_leaves_the_capital_to_the_name(
    language: str, word: str, within: str, first: str
) -> None:
    assert mixed_case(word, language).apply(word, language) == within
    assert mixed_case(word, language, starts=True).apply(word, language) == first


@pytest.mark.parametrize(
    ("language", "word", "written"),
    [
        *(("de", "eu-gipfel", "EU-Gipfel"), ("de", "zdf-chef", "ZDF-Chef")),
        *(("de", "jan-peter", "Jan-Peter"), ("de", "ex-kanzler", "Ex-Kanzler")),
        *(("de", "youtube-kanal", "YouTube-Kanal"), ("de", "kfz-brief", "Kfz-Brief")),
        *(("nl", "ai-systeem", "AI-systeem"), ("nl", "zuid-holland", "Zuid-Holland")),
        *(("nl", "iphone-hoes", "iPhone-hoes"), ("nl", "al-qaida", "Al-Qaida")),
        *(("fr", "l'onu", "l'ONU"), ("fr", "l’est", "l’Est"), ("fr", "l'iran", "l'Iran")),
        *(
            ("fr", "xixe", "XIXe"),
            ("fr", "viies", "VIIes"),
            ("nl", "s-gravenhage", "s-Gravenhage"),
        ),
        *(("it", "dell'ue", "dell'UE"), ("pt", "d'eça", "d'Eça"), ("fr", "ti-ka", "Ti-Ka")),
    ],
)
def test_few_letters_before_a_noun_or_behind_an_article_are_an_acronym(
    language: str, word: str, written: str
) -> None:
    assert mixed_case(word, language).apply(word, language) == written


def test_a_stammered_word_has_one_capital() -> None:
    first, within = (mixed_case("n-n-não", "pt", starts=starts) for starts in (True, False))
    assert (first.spelling, within.spelling) == ("N-n-não", "N-N-Não")


@pytest.mark.parametrize(
    ("language", "word", "written"),
    [("nl", "wc's", "WC's"), ("fr", "iiie", "IIIe"), ("nl", "iiie", "IIIE"), ("fr", "onu", "ONU")],
)
def test_an_ending_of_an_acronym_is_small(language: str, word: str, written: str) -> None:
    assert large_case(word, language).apply(word, language) == written
