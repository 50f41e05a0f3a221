"""Qt's player lets go of a file whatever its threads are doing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from subpunct_app.gui.media.engine import message_libraries
from tests.patience import PATIENCE


# A process of its own, as one that stands still could not be gone on with.
def test_a_film_is_closed_while_the_player_has_something_to_tell(film: Path) -> None:
    command = [sys.executable, "-m", "tests.gui.media.close_while_told", str(film)]
    root = Path(__file__).parents[3]
    done = subprocess.run(command, cwd=root, capture_output=True, check=False, timeout=PATIENCE)
    if done.returncode == 3:
        pytest.skip("a sound card is there, so the player has nothing to tell")
    assert done.returncode == 0, done.stderr
    assert b"Input #0" not in done.stderr, "FFmpeg writes about the film"


@pytest.mark.parametrize("place", ["PySide6/Qt/lib", "."])
def test_ffmpeg_is_hushed_in_the_folder_without_python_too(tmp_path: Path, place: str) -> None:
    library, another = (tmp_path / place / f"libavutil{end}" for end in (".so.59", "-ab12.so.60"))
    qt = tmp_path / "PySide6" / "Qt" / "lib"
    qt.mkdir(parents=True)
    library.touch()
    another.touch()
    assert message_libraries(qt) == [library]
