"""What a speech model is fetched for in the window, and how it ends where it does not come."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from subpunct_app.gui.transcription import hearer
from subpunct_app.gui.transcription.window import TranscriptionWindow
from subpunct_app.speech.transcription.whisper_store import install
from tests.hub import serving


@pytest.fixture
def _hub(tiny_whisper: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Return a Hub that has one model."""
    shutil.copytree(tiny_whisper, tmp_path / "hub" / "Systran" / "faster-whisper-tiny")
    with serving(tmp_path / "hub") as server:
        monkeypatch.setattr(hearer, "install", partial(install, endpoint=server.address))
        yield


@pytest.mark.usefixtures("_hub")
def test_who_cancels_a_fetch_is_told(transcription: TranscriptionWindow, qtbot: QtBot) -> None:
    models = transcription.form.models
    models.choose("tiny")
    models.fetch.click()
    with qtbot.waitSignal(transcription.hearer.stopped):
        transcription.buttons.cancel.click()
    assert "The fetch was cancelled" in transcription.message.text
    with qtbot.waitSignal(transcription.hearer.fetched):
        models.fetch.click()
    assert transcription.message.text == ""
    assert models.at_hand
