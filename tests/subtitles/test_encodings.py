from __future__ import annotations

import codecs
import unicodedata
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.subtitles.formats.encoding import Encoding, decode, tells_encoding
from subpunct_app.subtitles.formats.parse import parse
from tests.subtitles.paragraphs import PARAGRAPHS

TONES = "\u0300\u0301\u0303\u0309\u0323"
WIDE = {
    "utf-8": codecs.BOM_UTF8,
    "utf-16-le": codecs.BOM_UTF16_LE,
    "utf-16-be": codecs.BOM_UTF16_BE,
    "utf-32-le": codecs.BOM_UTF32_LE,
    "utf-32-be": codecs.BOM_UTF32_BE,
}
LEGACY = {
    "cp1250": ("Polish", "Czech", "Hungarian"),
    "cp1251": ("Russian", "Ukrainian"),
    "cp1252": ("English", "French", "German", "Spanish", "Portuguese"),
    "cp1253": ("Greek",),
    "cp1254": ("Turkish",),
    "cp1255": ("Hebrew",),
    "cp1256": ("Arabic",),
    "cp1257": ("Estonian", "Latvian", "Lithuanian"),
    "cp1258": ("Vietnamese",),
    "iso8859-1": ("French", "German"),
    "iso8859-2": ("Polish", "Czech", "Hungarian"),
    "iso8859-5": ("Russian", "Ukrainian"),
    "iso8859-7": ("Greek",),
    "iso8859-8": ("Hebrew",),
    "iso8859-9": ("Turkish",),
    "iso8859-15": ("French", "German"),
    "koi8-r": ("Russian",),
    "koi8-u": ("Ukrainian",),
    "gb18030": ("Simplified Chinese",),
    "big5": ("Traditional Chinese",),
    "shift_jis": ("Japanese",),
    "euc_jp": ("Japanese",),
    "euc_kr": ("Korean",),
}
PAIRS = [(codec, language) for codec, languages in LEGACY.items() for language in languages]


def paragraph(language: str, codec: str = "") -> str:
    text = PARAGRAPHS[language] + "\n"
    return "".join(map(_with_tone, text)) if codec == "cp1258" else text


def _with_tone(letter: str) -> str:
    """Write a letter as that code page has it: the tone stands behind."""
    if Encoding("cp1258").holds(letter):
        return letter
    parts = unicodedata.normalize("NFD", letter)
    tone = "".join(part for part in parts if part in TONES)
    base = "".join(part for part in parts if part not in TONES)
    return unicodedata.normalize("NFC", base) + tone


def subtitles(text: str) -> str:
    lines = [text[at : at + 30] for at in range(0, len(text) - 1, 30)]
    return "".join(
        f"{number}\n00:00:{number:02},000 --> 00:00:{number:02},900\n{line.strip()}\n\n"
        for number, line in enumerate(lines, start=1)
    )


def check(text: str, content: bytes) -> Encoding:
    got, encoding = decode(content)
    assert got == text
    assert encoding.encode(got) == content
    return encoding


@pytest.mark.parametrize(("codec", "language"), PAIRS)
def test_legacy_paragraphs_are_read_right(codec: str, language: str) -> None:
    text = paragraph(language, codec)
    check(text, text.encode(codec))


@pytest.mark.parametrize(("codec", "language"), PAIRS)
def test_legacy_subtitles_are_read_right(codec: str, language: str) -> None:
    text = subtitles(paragraph(language, codec))
    check(text, text.encode(codec))


@pytest.mark.parametrize(("codec", "language"), list(product(WIDE, PARAGRAPHS)))
def test_unicode_is_read_right(codec: str, language: str) -> None:
    for text in (paragraph(language), subtitles(paragraph(language))):
        assert check(text, text.encode(codec)) == Encoding(codec)
        marked = Encoding(codec, WIDE[codec])
        assert check(text, marked.encode(text)) == marked


CAPITALS = [
    *(("cp1250", language) for language in LEGACY["cp1250"]),
    *(("cp1251", language) for language in LEGACY["cp1251"]),
    *(("cp1252", language) for language in ("French", "German", "Swedish", "Albanian")),
]


@pytest.mark.parametrize(("codec", "language"), CAPITALS)
def test_capitals_are_read_as_small_letters_are(codec: str, language: str) -> None:
    text = subtitles(paragraph(language)).upper()
    assert check(text, text.encode(codec)).name == codec


def without_marks(word: str) -> str:
    return word.strip(".,!?:;")


@pytest.mark.parametrize("language", ["French", "German", "Swedish", "Albanian", "Catalan"])
@given(st.data())
def test_marks_and_case_do_not_change_a_western_guess(language: str, data: st.DataObject) -> None:
    words = subtitles(paragraph(language)).split(" ")
    forms = (str.lower, str.upper, str.capitalize, without_marks)
    text = " ".join(data.draw(st.sampled_from(forms))(word) for word in words)
    assert check(text, text.encode("cp1252")) == Encoding("cp1252")


OLDER = {
    "mac-roman": ("French", "German", "Swedish", "Catalan"),
    "cp850": ("French", "German", "Swedish", "Spanish", "Portuguese"),
    "cp437": ("German", "Swedish"),
}
OLDER_PAIRS = [(codec, language) for codec, languages in OLDER.items() for language in languages]


@pytest.mark.parametrize(("codec", "language"), OLDER_PAIRS)
def test_pages_of_older_systems_are_told_by_whole_words(codec: str, language: str) -> None:
    text = subtitles(paragraph(language))
    check(text, text.encode(codec))


# Capitals that have small accents, as EIA-608 captions do, and what else is in haste or odd.
ODD = [
    "WE WENT TO SAN JOSé\nAND WE ATE JALAPEñOS WITH BEYONCé\nIT WAS A VERY GOOD DAY I THINK\n",
    "MAñANA VIENE EL SEñOR\n",
    "LE CAFé EST FERMé\n",
    "IL EST TRèS FATIGUé\n",
    "PERCHé NON VIENI IN CITTà?\nCOSì è LA VITA\n",
    "MON PèRE\nEST Là\n",
    "NãO SEI\n",
    "DIE STRAßE IST LEER\nICH WEIß NICHT\n",
    "GOOOóóól!\nSí.\n",
    "šTO RADIš\n",
    "Uachtarán na hÉireann\n",
    "Foo† bar\nbaz‡\n",
    "Siehe Abs§3\nund Abs§4\n",
    "¶I love you¶\n¶And you love me¶\n",
    "It costs NZ£20\nor HK£300\n",
    "SPY×FAMILY\nHUNTER×HUNTER\n",
    "I don”t know\nit‚s not what”s there\n",
    "She said “no”and left „here“and there\n",
    "He woke early‚lit the stove‚and left\n",
    "Oye¡ven aqui\nno¡espera un momento\n",
    "It costs only£five\nor£six\n",
]


@pytest.mark.parametrize("times", [1, 6, 120])
@pytest.mark.parametrize("text", ODD)
def test_odd_writing_is_neither_another_page_nor_remarked_on(text: str, times: int) -> None:
    read = parse((text * times).encode("cp1252"))
    assert (read.text, read.remarks) == (text * times, ())


# The letters in which ISO-8859-15 differs from ISO-8859-1 and cp1252 give it away; without them
# the bytes mean the same in all three, and cp1252 has the dash and the ellipsis besides.
@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Sa sœur a mangé des œufs près de l'école, et le chœur a chanté.", "iso8859-15"),
        ("Sa mère a mangé des crêpes près de l'école, et le père a chanté.", "cp1252"),
    ],
)
def test_latin_9_is_told_by_its_own_letters(text: str, name: str) -> None:
    assert check(text, text.encode("iso8859-15")) == Encoding(name)


@pytest.mark.parametrize("text", ["æ ø å Æ Ø Å", "á é í ó ú ñ ü ¿ ¡", "Café\nnaïve\nÜbung"])
def test_lists_of_accented_letters_are_latin(text: str) -> None:
    check(text, text.encode("cp1252"))


@pytest.mark.parametrize("codec", ["utf-8", "cp1251", "cp1252"])
def test_a_stray_zero_does_not_make_utf_16(codec: str) -> None:
    text = paragraph("Russian" if codec == "cp1251" else "German")[:101] + "\0\n"
    assert decode(text.encode(codec))[0] == text


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ("größer".encode(), True),
        ("größer".encode("cp850"), False),
        (b"\xff\xfea\0", True),
        (codecs.BOM_UTF8, True),
        ("大きい".encode("iso2022_jp"), False),
        (b"", False),
    ],
)
def test_bytes_tell_their_encoding_by_a_mark_or_as_utf8(data: bytes, told: bool) -> None:
    assert tells_encoding(data) is told


@pytest.mark.parametrize(("codec", "language"), OLDER_PAIRS)
def test_marks_and_case_do_not_change_an_older_guess(codec: str, language: str) -> None:
    text = without_marks(subtitles(paragraph(language)).lower())
    assert check(text, text.encode(codec)).name in OLDER
