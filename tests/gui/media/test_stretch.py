from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.gui.media.stretch import SHORTEST_MS, Stretch

times = st.floats(-1e6, 3e7)
wholes = st.floats(2_000, 2.2e7)


@st.composite
def stretches(draw: st.DrawFn) -> Stretch:
    whole = draw(wholes)
    length = draw(st.floats(SHORTEST_MS, whole))
    return Stretch(draw(st.floats(0, whole - length)), length, whole)


def assert_inside(stretch: Stretch) -> None:
    assert stretch.start >= 0
    assert stretch.end <= stretch.whole * (1 + 1e-9)
    assert stretch.length >= SHORTEST_MS


@given(stretches(), times, st.floats(0.01, 100), wholes)
def test_a_stretch_never_leaves_the_recording(
    stretch: Stretch, ms: float, factor: float, whole: float
) -> None:
    for other in (
        stretch.moved_to(ms), stretch.showing(ms), stretch.zoomed(factor, ms), stretch.of(whole)
    ):  # fmt: skip
        assert_inside(other)


@given(stretches(), st.floats(0, 1))
def test_what_is_asked_for_is_shown(stretch: Stretch, share: float) -> None:
    ms = share * (stretch.whole - 1)
    shown = stretch.showing(ms)
    assert shown.start <= ms < shown.end
    assert shown.length == stretch.length


@given(stretches(), st.floats(0, 1))
def test_zooming_in_keeps_the_time_under_the_pointer(stretch: Stretch, share: float) -> None:
    about = stretch.start + share * stretch.length
    zoomed = stretch.zoomed(0.5, about)
    assert zoomed.start + share * zoomed.length == pytest.approx(about, abs=1)
