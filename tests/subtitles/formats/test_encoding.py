from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.runtime.errors import FileError
from subpunct_app.subtitles.formats.encoding import Encoding, decode

FRENCH = "Il était une fois à l’école, c’est ça, où l’on a bien mangé des gâteaux.\n"
RUSSIAN = "Привет, как дела? Всё хорошо, спасибо, а у тебя?\n"


@pytest.mark.parametrize(
    ("text", "codec"),
    [
        ("plain", "utf-8"),
        (FRENCH, "utf-8"),
        (FRENCH, "cp1252"),
        *((FRENCH, "utf-8-twice"), ("déjà", "utf-8-twice"), (RUSSIAN, "utf-8-twice")),
        *(
            ("don’t, won’t", "utf-8-twice"),
            ("cafÃ©", "utf-8"),
            ("IRMÃO, AMANHÃ…", "utf-8"),
            ("Strauß’ Spaß”", "utf-8"),
        ),
        (RUSSIAN, "cp1251"),
        ("Český jazyk je těžký, že ano? Ľubovoľná žena.\n", "cp1250"),
        ("Γειά σου κόσμε, τι κάνεις;", "cp1253"),
        ("これは日本語です。", "cp932"),
    ],
)
def test_encodings_are_guessed(text: str, codec: str) -> None:
    assert decode(text.encode(codec)) == (text, Encoding(codec))


@pytest.mark.parametrize("bom", [b"", codecs.BOM_UTF8])
def test_stray_bytes_pass_through(bom: bytes) -> None:
    data = bom + (RUSSIAN * 3).encode() + b"\xff\xfe\x80"
    text, encoding = decode(data)
    assert encoding == Encoding("utf-8", bom)
    assert encoding.encode(text) == data


@pytest.mark.parametrize("bom", [codecs.BOM_UTF8, "ï»¿".encode()])
@pytest.mark.parametrize("text", [FRENCH, "1\n00:00:01,000"])
def test_utf8_that_is_encoded_twice_keeps_its_mark(text: str, bom: bytes) -> None:
    data = bom + text.encode("utf-8-twice")
    found, encoding = decode(data)
    assert found == text
    assert encoding.encode("Et " + found) == bom + b"Et " + data.removeprefix(bom)


@given(st.text())
def test_any_text_can_be_encoded_twice(text: str) -> None:
    data = text.encode("utf-8", "surrogatepass").decode("utf-8", "replace").encode("utf-8-twice")
    found, encoding = decode(data, "utf-8-twice")
    assert encoding.encode(found) == data


def test_a_text_that_is_encoded_twice_in_part_is_read_as_it_stands() -> None:
    text = FRENCH + FRENCH.encode("utf-8-twice").decode()
    assert decode(text.encode()) == (text, Encoding("utf-8"))


def test_every_byte_passes_through() -> None:
    data = bytes(range(256))
    text, encoding = decode(data)
    assert encoding.encode(text) == data


@pytest.mark.parametrize(
    ("asked", "name"),
    [("latin-1", "iso8859-1"), ("cp1252", "cp1252"), ("utf-8", "utf-8"), ("UTF-8-SIG", "utf-8")],
)
def test_an_asked_encoding_is_taken(asked: str, name: str) -> None:
    data = "Café".encode("latin-1")
    text, encoding = decode(data, asked)
    assert (encoding.name, encoding.encode(text)) == (name, data)


@pytest.mark.parametrize("asked", ["utf-16", "utf-16-le", "utf_16_le", "UTF16"])
def test_an_asked_encoding_meets_its_mark(asked: str) -> None:
    data = codecs.BOM_UTF16_LE + "Hi".encode("utf-16-le")
    assert decode(data, asked) == ("Hi", Encoding("utf-16-le", codecs.BOM_UTF16_LE))


@pytest.mark.parametrize("asked", [None, "utf-16"])
@pytest.mark.parametrize("bom", [b"", codecs.BOM_UTF16_LE])
@pytest.mark.parametrize("text", [FRENCH, RUSSIAN * 3])
def test_a_stray_byte_at_the_end_is_kept(asked: str | None, bom: bytes, text: str) -> None:
    data = bom + text.encode("utf-16-le") + b"\n"
    found, encoding = decode(data, asked)
    assert (found, encoding) == (text, Encoding("utf-16-le", bom, b"\n"))
    assert encoding.encode("Et " + found) == bom + ("Et " + text).encode("utf-16-le") + b"\n"


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
@pytest.mark.parametrize("missing", [1, 2, 3])
def test_a_text_that_ends_inside_a_character_opens(codec: str, missing: int) -> None:
    data = FRENCH.encode(codec)[:-missing]
    text, encoding = decode(data)
    assert FRENCH.startswith(text)
    assert len(text) >= len(FRENCH) - 2
    assert (encoding.name, encoding.encode(text)) == (codec, data)


@pytest.mark.parametrize("asked", ["klingon", "", "rot13", "base64", "x\0y", "undefined", "idna"])
def test_unknown_encodings_are_refused(asked: str) -> None:
    with pytest.raises(FileError) as caught:
        decode(b"Caf\xe9", asked)
    assert caught.value.hint


def test_an_encoding_that_loses_bytes_is_refused() -> None:
    with pytest.raises(FileError, match="not written in utf-7"):
        decode(b"+AGEAYg-", "utf-7")


@pytest.mark.parametrize("asked", ["utf-16", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("text", ["A line of text\n\n", " \n", FRENCH, RUSSIAN])
def test_utf8_is_not_taken_for_characters_of_two_bytes(asked: str, text: str) -> None:
    with pytest.raises(FileError, match=r"talk.srt is not written in"):
        decode(text.encode(), asked, title="talk.srt")


def test_text_that_does_not_fit_is_refused() -> None:
    with pytest.raises(FileError) as caught:
        Encoding("cp1252").encode("日本")
    assert "UTF-8" in caught.value.hint
