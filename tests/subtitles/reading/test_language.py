from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from subpunct_app.languages import identifier
from subpunct_app.languages.codes import language_name, normal_code
from subpunct_app.languages.identifier import is_plain_english
from subpunct_app.runtime.errors import FileError
from subpunct_app.subtitles.formats.document import Document
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.language import Language, Source, detect

GERMAN = "und dann haben wir uns gefragt ob das wirklich alles so stimmen kann oder nicht"
CHINESE = "首先让我们看看要如何用一只手数到三十一然后把数字加起来"
LECTURE = (
    "and so what would you do with the numbers that they sent us from the north because there were "
    "about ten of your boats in the bay and this is the one which came back without a sail "
) * 5
SPANISH = "pero entonces nadie sabe adonde fueron los barcos que salieron del puerto esa noche "


def text(content: str) -> Document:
    return parse(content.encode())


def vtt(header: str, payload: str = "A") -> Document:
    return parse(f"WEBVTT{header}\n\n00:01.000 --> 00:02.000\n{payload}\n".encode())


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("film.en.srt", "en"),
        ("film.eng.srt", "en"),
        ("film.ger.srt", "de"),
        ("film.DE.srt", "de"),
        ("film.gsw.srt", "de"),
        ("film.pt-BR.vtt", "pt-BR"),
        ("film.pt_br.vtt", "pt-BR"),
        ("film.zh-Hant-TW.srt", "zh-Hant-TW"),
        ("film.es-419.srt", "es-419"),
        ("film.fr.sdh.srt", "fr"),
        ("film.en.hi.srt", "en"),
        ("film.en.forced.srt", "en"),
        ("film.hi.srt", "hi"),
        ("some/folder.de/film.ru.srt", "ru"),
        ("The.Way.It.Is.srt", None),
        ("film.x264.srt", None),
        ("film.xx.srt", None),
        ("film.sdh.srt", None),
        ("film.srt", None),
        ("en.srt", None),
        ("film", None),
        ("", None),
    ],
)
def test_names_tell_the_language(name: str, code: str | None) -> None:
    assert detect(text("A"), name) == (Language(code, Source.NAME) if code else None)


@pytest.mark.parametrize("header", ["\nKind: captions\nLanguage: fr", " - a\nlanguage:fra"])
def test_headers_tell_the_language(header: str) -> None:
    assert detect(vtt(header)) == Language("fr", Source.HEADER)


def test_a_header_ends_with_its_block() -> None:
    assert detect(vtt("", "Language: fr")) is None


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (GERMAN, "de"),
        (GERMAN.upper(), "de"),
        (CHINESE, "zh"),
        ("and so we asked ourselves if all of this could really be true or maybe not", "en"),
        ("и тогда мы спросили себя может ли всё это быть правдой на самом деле или нет", "ru"),
        ("htio bih vas pitati što zapravo mislite o tjednu koji je prošao i tko je bio tamo", "hr"),
    ],
)
def test_texts_tell_the_language(content: str, code: str) -> None:
    assert detect(text(content)) == Language(code, Source.TEXT)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("مرحبا بك يا صديقي", "ar"),
        ("привет как дела", "ru"),
        ("안녕하세요 여러분 OK", "ko"),
        ("你好", "zh"),
    ],
)
def test_few_words_in_other_letters_are_no_english(content: str, code: str) -> None:
    assert detect(text(content)) == Language(code, Source.TEXT)


def test_plain_english_is_told_without_asking_more() -> None:
    asked = (
        "import sys; from subpunct_app.subtitles.formats.parse import parse; "
        "from subpunct_app.subtitles.reading.language import detect; "
        "found = detect(parse(sys.argv[1].encode())); "
        "print(found.code, 'py3langid' in sys.modules, 'numpy' in sys.modules)"
    )
    answer = subprocess.run(
        [sys.executable, "-c", asked, LECTURE], capture_output=True, text=True, check=True
    )
    assert answer.stdout.split() == ["en", "False", "False"]


@pytest.mark.parametrize(
    "content",
    [LECTURE[:300], LECTURE + SPANISH * 4, f"{LECTURE} {'идти домой ' * 10}", SPANISH * 8],
    ids=["short", "half", "letters", "spanish"],
)
def test_only_plain_english_is_told_by_its_words(content: str) -> None:
    assert is_plain_english(LECTURE)
    assert not is_plain_english(content)


@pytest.mark.parametrize(
    "content", ["", "A", "und dann haben wir uns gefragt", "1 2 3 4 " * 50, "la la la " * 9]
)
def test_too_little_text_tells_nothing(content: str) -> None:
    assert detect(text(content)) is None


def test_tags_are_not_read() -> None:
    tagged = " ".join(f"<c.{word}>and</c>" for word in GERMAN.split())
    assert detect(vtt("", tagged)) != Language("de", Source.TEXT)


def test_the_name_counts_more_than_the_header_and_that_more_than_the_text() -> None:
    document = vtt("\nLanguage: fr", GERMAN)
    assert detect(document, "a.ru.vtt") == Language("ru", Source.NAME)
    assert detect(document, "a.vtt") == Language("fr", Source.HEADER)


def test_languages_have_names() -> None:
    assert Language("pt-BR", Source.USER).name == "Portuguese"
    assert language_name("tlh") == "tlh"
    assert normal_code("klingon") is None


def test_that_temporary_files_have_no_room_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    identifier._identifier.cache_clear()
    with pytest.raises(FileError, match="language of a text cannot be told"):
        detect(text(GERMAN))
    assert detect(text(GERMAN), "a.de.txt") == Language("de", Source.NAME)
