"""A window of transcriptions over recordings that tests know."""

from __future__ import annotations

from pathlib import Path

import pytest

from subpunct_app.gui.main_window import MainWindow
from subpunct_app.gui.transcription.transcription_window import TranscriptionWindow
from tests.media import Media


@pytest.fixture
def film(media: Media, tmp_path: Path) -> Path:
    copy = tmp_path / "film.mp4"
    copy.write_bytes(media.file("film.mp4").read_bytes())
    return copy


@pytest.fixture
def transcription(window: MainWindow, film: Path, tiny_whisper: Path) -> TranscriptionWindow:
    """Return the window with a film and a model chosen, ready to start."""
    made = window.transcribing.window
    made.take(film)
    made.form.models.choose(str(tiny_whisper))
    made.form.punctuate.setChecked(False)
    made.come()
    return made
