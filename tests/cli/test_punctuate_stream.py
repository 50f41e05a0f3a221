from __future__ import annotations

import io
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.cli.punctuate_stream import Words, bare
from subpunct_app.models.card import write_card
from subpunct_app.subtitles.reading.labels import SpeakerLabels
from subpunct_app.subtitles.reading.tokens import TokenKind, tokens
from tests.cli.conftest import Run, assert_one_line
from tests.decoding.lookahead import write_model


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("stream")
    write_model(folder)
    return folder


@pytest.fixture
def live(folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", "subpunct_app", "punctuate", "-", "--stream"]
    # A shell's background jobs ignore Ctrl+C, and what they start would do so too.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    process = subprocess.Popen(
        [*command, "--model", str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
    )
    signal.signal(signal.SIGINT, before)
    with process:
        yield process
        process.kill()


def say(process: subprocess.Popen[bytes], text: str) -> None:
    assert process.stdin is not None
    process.stdin.write(text.encode())


def hear(process: subprocess.Popen[bytes], count: int) -> str:
    assert process.stdout is not None
    return b"".join(process.stdout.read(1) for _ in range(count)).decode()


# A second and a half goes by until torch is imported.
@pytest.mark.slow
def test_words_are_written_before_the_last_one_came(live: subprocess.Popen[bytes]) -> None:
    say(live, "bad cab")
    say(live, "bage\n")
    assert hear(live, 3).lower() == "bad"
    say(live, "dead ")
    assert "cabbage" in hear(live, 9).lower()
    out, err = live.communicate()
    assert (live.returncode, err) == (0, b"")
    assert "dead" in out.decode().lower()
    assert out.endswith(b"\n")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl+C cannot be sent to one process there")
def test_a_stream_can_be_cancelled(live: subprocess.Popen[bytes]) -> None:
    assert live.stderr is not None
    say(live, "bad cabbage dead\n")
    assert hear(live, 3).lower() == "bad"
    say(live, "bead ace")
    live.send_signal(signal.SIGINT)
    out, err = live.communicate()
    assert (live.returncode, err) == (130, b"")
    # The last one may not have been read yet.
    assert re.findall(r"[a-z]+", out.decode().lower())[:2] == ["cabbage", "dead"]
    assert out.endswith((b".\n", b"?\n"))


def test_a_stream_is_written_one_sentence_a_line(run: Run, folder: Path) -> None:
    words = ["bad", "cab", "ace", "bead"] * 20
    outcome = run("punctuate", "-", "--stream", "--model", folder, stdin=" ".join(words).encode())
    assert outcome.code == 0
    lines = outcome.out.decode().splitlines()
    assert [word.strip(",.?").lower() for line in lines for word in line.split()] == words
    assert all(line[0].isupper() and line[-1] in ".?" for line in lines)
    assert not any(mark in line[:-1] for line in lines for mark in ".?")


def test_chinese_is_written_without_spaces(run: Run, tmp_path: Path) -> None:
    write_card(replace(write_model(tmp_path), languages=("zh",)), tmp_path)
    text = "孩子买了iPhone，老师忘记“苹果”。" * 9
    outcome = run("punctuate", "-", "--stream", "--model", tmp_path, stdin=text.encode())
    lines = outcome.out.decode().splitlines()
    assert re.sub("[，。？]", "", "".join(lines)) == "孩子买了iPhone老师忘记苹果" * 9
    assert len(lines) > 1
    assert all(line[-1] in "。？" for line in lines)


def test_a_sentence_begins_with_the_capital_of_its_language(run: Run, tmp_path: Path) -> None:
    write_card(replace(write_model(tmp_path), languages=("tr", "en")), tmp_path)
    command = ("punctuate", "-", "--stream", "--model", tmp_path)
    assert run(*command, stdin=b"iyi bad").out.decode().startswith("İ")
    assert run(*command, "--language", "en", stdin=b"iyi bad").out.decode().startswith("I")


def test_the_language_must_be_one_that_the_model_knows(run: Run, folder: Path) -> None:
    assert run("punctuate", "-", "--stream", "--model", folder, "--language", "en-GB").code == 0
    outcome = run("punctuate", "-", "--stream", "--model", folder, "--language", "fr")
    assert_one_line(outcome, "language fr", "It knows: en", code=2)


class Chunks(io.BytesIO):
    """A pipe that gives a few bytes at a time."""

    def read1(self, size: int | None = -1) -> bytes:
        return super().read1(3)


def came(source: io.BytesIO, language: str = "en", encoding: str | None = None) -> list[list[str]]:
    words = Words(source, language, encoding)
    return [*words, words.rest()]


@given(st.lists(st.text("aé我", min_size=1, max_size=6)))
def test_words_are_whole_however_the_bytes_are_cut(words: list[str]) -> None:
    source = Chunks(" \n".join(words).encode())
    assert [word for part in came(source) for word in part] == words


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
def test_words_are_read_in_the_encoding_that_is_named(encoding: str) -> None:
    source = Chunks("café très-bien".encode(encoding))
    assert [word for part in came(source, "fr", encoding) for word in part] == ["café", "très-bien"]


@pytest.mark.parametrize("encoding", [None, "utf-8"])
def test_a_byte_order_mark_belongs_to_no_word(encoding: str | None) -> None:
    source = io.BytesIO("\ufeffcafé noir".encode())
    assert came(source, "fr", encoding) == [["café"], ["noir"]]


def test_words_in_another_encoding_are_told_and_not_changed(run: Run, folder: Path) -> None:
    command = ("punctuate", "-", "--stream", "--model", folder)
    outcome = run(*command, stdin=b"bad caf\xe9 ")
    assert (outcome.code, outcome.out) == (1, b"")
    assert_one_line(outcome, "stdin is not written in UTF-8", "--encoding")
    outcome = run(*command, "--encoding", "cp1252", stdin=b"bad caf\xe9 ")
    assert (outcome.code, "café" in outcome.out.decode().lower()) == (0, True)


def test_a_chinese_word_comes_as_soon_as_the_next_one() -> None:
    source = Chunks("孩子买了。".encode())
    assert came(source, "zh") == [[], ["孩"], ["子"], ["买"], [], ["了"]]


@given(st.text("我你きゃー·・，。「」3. \n", max_size=20))
def test_unspaced_words_are_the_same_however_the_bytes_are_cut(text: str) -> None:
    at_once, in_parts = io.BytesIO(text.encode()), Chunks(text.encode())
    found = [word for part in came(in_parts, "zh") for word in part]
    assert found == [word for part in came(at_once, "zh") for word in part]
    kinds = tokens(text, SpeakerLabels(), language="zh")
    assert found == [
        text[token.start : token.end] for token in kinds if token.kind is TokenKind.WORD
    ]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        *[("hello,", "hello"), ("what?!", "what"), ("3.14.", "3.14"), ("Dr.", "Dr.")],
        *[("50%.", "50%"), ('said."', "said"), ("dogs'", "dogs'"), ("dogs'.", "dogs'")],
        *[("wait—", "wait—"), ("مرحبا،", "مرحبا"), ("你好。", "你好"), ("नमस्ते।", "नमस्ते")],
    ],
)
def test_marks_that_stand_already_make_room(written: str, read: str) -> None:
    assert bare(written) == read


def test_abbreviations_are_those_of_the_language() -> None:
    assert came(io.BytesIO(b"bad usw. cab"), "de") == [["bad", "usw."], ["cab"]]
    assert came(io.BytesIO(b"bad usw. cab"), "en") == [["bad", "usw"], ["cab"]]


def test_names_are_written_as_they_are_spelled(run: Run, folder: Path, tmp_path: Path) -> None:
    names = tmp_path / "names.txt"
    names.write_text("BadCab\nDead Cab\n")
    command = ("punctuate", "-", "--stream", "--model", folder, "--names", names)
    outcome = run(*command, stdin=b"badcab iphone dead cab badcab")
    words = [word.strip(",.?") for word in outcome.out.decode().split()]
    assert (words[0], words[4]) == ("BadCab", "BadCab")
    assert "Dead Cab" in outcome.err
