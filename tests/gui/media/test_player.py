"""Between two reports of the player time goes on evenly."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.gui.media.player import Playhead
from tests.patience import PATIENCE


def running(rate: float = 1.0) -> Playhead:
    playhead = Playhead()
    playhead.run(0, rate)
    return playhead


def test_time_goes_on_at_the_speed_of_playback() -> None:
    assert running(2.0).at(100) == 200


def test_a_far_report_back_is_believed_at_once() -> None:
    playhead = running()
    playhead.jump(0, 8000)
    playhead.report(100, 5000)
    assert playhead.at(110) == 5010


def test_a_far_report_ahead_is_believed_where_the_next_one_agrees() -> None:
    playhead = running()
    playhead.report(100, 5000)
    assert playhead.at(110) == 110
    playhead.report(150, 5050)
    assert playhead.at(160) == 5060


def test_time_goes_on_to_a_picture_that_is_shown_before_its_time() -> None:
    playhead = running()
    playhead.report(10, 3000)
    assert playhead.at(2000) == 2000
    playhead.report(3040, 3040)
    playhead.report(3080, 3080)
    assert playhead.at(3090) == 3090


def test_a_player_that_stalls_is_not_outrun() -> None:
    assert running().at(10_000) == 250


def test_standing_still_keeps_the_place() -> None:
    playhead = running()
    playhead.run(40, 0)
    assert playhead.at(900) == 40


@given(st.lists(st.integers(-20, 20), min_size=1, max_size=50), st.sampled_from([0.5, 1.0, 2.0]))
def test_it_never_goes_back_while_reports_are_even_enough(noise: list[int], rate: float) -> None:
    playhead = running(rate)
    before = 0.0
    for number, late in enumerate(noise, start=1):
        now = 50.0 * number
        playhead.report(now, max(0.0, now * rate + late))
        assert playhead.at(now) >= before - 1e-9
        before = playhead.at(now)


# A process of its own, as one that stands still could not be gone on with.
def test_a_film_is_closed_while_the_player_has_something_to_tell(film: Path) -> None:
    command = [sys.executable, "-m", "tests.gui.media.close_while_told", str(film)]
    root = Path(__file__).parents[3]
    done = subprocess.run(command, cwd=root, capture_output=True, check=False, timeout=PATIENCE)
    if done.returncode == 3:
        pytest.skip("a sound card is there, so the player has nothing to tell")
    assert done.returncode == 0, done.stderr
    assert b"Input #0" not in done.stderr, "FFmpeg writes about the film"
