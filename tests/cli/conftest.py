from __future__ import annotations

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from subpunct_app.cli.program import main
from subpunct_app.models.card import DEFAULT_MODEL
from subpunct_app.runtime.folders import shipped_folder

SAMPLES = shipped_folder("resources") / "samples"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command printed and how it ended."""

    code: int
    out: bytes
    err: str


Run = Callable[..., Outcome]


@pytest.fixture
def run(capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Run:
    def started(*arguments: str | Path, stdin: bytes = b"") -> Outcome:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capsysbinary.readouterr()
        code = main([str(argument) for argument in arguments])
        printed = capsysbinary.readouterr()
        return Outcome(code, printed.out, printed.err.decode())

    return started


@pytest.fixture
def lecture(tmp_path: Path) -> Path:
    copy = tmp_path / "lecture.srt"
    copy.write_bytes((SAMPLES / "lecture.srt").read_bytes())
    return copy


@pytest.fixture
def model() -> str:
    return DEFAULT_MODEL


def assert_one_line(outcome: Outcome, *mentions: str, code: int | None = None) -> None:
    """Check that a failure was told on one line of stderr, without a traceback."""
    assert outcome.err.count("\n") == 1, outcome.err
    assert "Traceback" not in outcome.err
    assert code in (None, outcome.code)
    for word in mentions:
        assert word in outcome.err
