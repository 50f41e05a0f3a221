"""What every test shares: no screen, no settings of the user, no warning unnoticed."""

from __future__ import annotations

import gc
import logging
import os
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.media import media as media
from tests.media import speech as speech
from tests.speech.tiny_whisper import tiny_whisper as tiny_whisper

# Properties take the same examples in each run, however slow it is; `explore` looks for new ones.
settings.register_profile(
    "explore", settings.get_profile("default"), deadline=None, max_examples=1000
)
settings.load_profile("ci")

# Before anything can import Qt.
os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["QT_API"] = "pyside6"
# Qt complains of any other encoding.
os.environ["LC_ALL"] = "C.UTF-8"
# Networks of width 8 take several times as long where threads wait for each other.
os.environ["OMP_NUM_THREADS"] = "1"

from PySide6.QtCore import qInstallMessageHandler  # noqa: E402

_FOLDERS = {
    "XDG_CONFIG_HOME": "config",
    "XDG_STATE_HOME": "state",
    "XDG_DATA_HOME": "data",
    "XDG_CACHE_HOME": "cache",
    "APPDATA": "config",
    "LOCALAPPDATA": "config",
}
# What Qt says of machines without a window manager, a sound or a graphics card, and broken media.
_KNOWN = (
    r"does not support (propagateSizeHints|raise)\(",
    r"pipewire|PulseAudioService|No audio device detected|No RHI backend",
    r"Could not open media|Failed to seek|Demuxing failed",
)


def pytest_configure() -> None:
    # Threads of Qt speak between two tests, too, and PySide dies where no handler is left to call.
    qInstallMessageHandler(lambda _kind, _context, _message: None)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep what is imported for all tests out of each later look for garbage."""
    gc.disable()
    collected = yield
    gc.freeze()
    gc.enable()
    return collected


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        item.add_marker(pytest.mark.qt_log_level_fail("WARNING"))
        item.add_marker(pytest.mark.qt_log_ignore(*_KNOWN))


@pytest.fixture(autouse=True)
def _folders_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep settings and logs of the person who runs the tests out of reach."""
    for variable, folder in _FOLDERS.items():
        monkeypatch.setenv(variable, str(tmp_path / "home" / folder))


@pytest.fixture
def frozen_again() -> Iterator[None]:
    """Freeze what all tests share once more, behind one in which the program thaws it."""
    yield
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def _no_unexpected_log_warning(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail on warnings that the test did not look at and take out with `caplog.clear()`."""
    yield
    unexpected = [
        record.getMessage()
        for record in caplog.get_records("call")
        if record.levelno >= logging.WARNING and record.name.startswith("subpunct_app")
    ]
    assert unexpected == []
