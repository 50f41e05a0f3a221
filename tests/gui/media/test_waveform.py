from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPalette, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollBar
from pytestqt.qtbot import QtBot

from subpunct_app.gui.media.wave_picture import GapTick
from subpunct_app.gui.media.waveform import Waveform
from subpunct_app.gui.widgets.colours import tones
from subpunct_app.speech.media.peaks import PER_SECOND, Peaks, levels_of

WIDTH = 1_000
MINUTE = 60_000


@pytest.fixture
def waveform(qtbot: QtBot) -> Waveform:
    waveform = Waveform()
    qtbot.addWidget(waveform)
    waveform.resize(WIDTH, 140)
    waveform.show()
    return waveform


def loud_then_silent(seconds: int = 60) -> Peaks:
    """Return peaks that are full in the first half and flat in the second."""
    loud = np.tile(np.array([[-30_000, 30_000]], np.int16), (seconds * PER_SECOND // 2, 1))
    return Peaks(levels_of(np.concatenate([loud, 0 * loud])))


def grabbed(waveform: Waveform) -> QImage:
    return waveform.grab().toImage()


def count(waveform: Waveform, colour: QColor, *, left: int = 0, right: int = WIDTH) -> int:
    image = grabbed(waveform)
    return sum(
        image.pixel(x, y) == colour.rgb() for x in range(left, right) for y in range(image.height())
    )


def click(waveform: Waveform, x: int) -> None:
    QTest.mouseClick(
        waveform, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(x, 60)
    )


def turn(waveform: Waveform, x: int, notches: int, *, ctrl: bool = False) -> None:
    control, none = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.NoModifier
    event = QWheelEvent(
        QPointF(x, 60),
        QPointF(waveform.mapToGlobal(QPoint(x, 60))),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        control if ctrl else none,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(waveform, event)


def test_loud_stretches_are_drawn_high_and_quiet_ones_flat(waveform: Waveform) -> None:
    waveform.show_peaks(loud_then_silent())
    waveform.show_all()
    accent = tones(waveform.palette()).accent
    loud = count(waveform, accent, left=10, right=60)
    quiet = count(waveform, accent, left=900, right=950)
    assert loud > 50 * 80
    assert 0 < quiet < loud / 10


def test_a_click_seeks_to_the_time_below_it(waveform: Waveform, qtbot: QtBot) -> None:
    waveform.show_peaks(loud_then_silent())
    waveform.show_all()
    with qtbot.waitSignal(waveform.seek_wanted) as caught:
        click(waveform, WIDTH // 4)
    assert caught.args == [MINUTE // 4]


def test_a_click_on_a_tick_chooses_its_gap(waveform: Waveform, qtbot: QtBot) -> None:
    waveform.show_peaks(loud_then_silent())
    waveform.show_all()
    waveform.show_gaps([GapTick(7, 15_000, 0.2), GapTick(9, 45_000, 0.9)], lambda _: True)
    with (
        qtbot.waitSignal(waveform.gap_chosen) as caught,
        qtbot.assertNotEmitted(waveform.seek_wanted),
    ):
        click(waveform, WIDTH // 4 + 3)
    assert caught.args == [7]


def test_a_decided_gap_has_no_tick_until_it_is_taken_back(waveform: Waveform, qtbot: QtBot) -> None:
    waveform.show_message("", MINUTE)
    waveform.show_all()
    pending = {7}
    waveform.show_gaps([GapTick(7, 15_000, 0.9)], pending.__contains__)
    red = tones(waveform.palette()).removed
    assert count(waveform, red, left=240, right=260) > 30
    pending.clear()
    waveform.redraw()
    assert count(waveform, red, left=240, right=260) == 0
    with qtbot.waitSignal(waveform.seek_wanted):
        click(waveform, WIDTH // 4)
    pending.add(7)
    waveform.redraw()
    assert count(waveform, red, left=240, right=260) > 30


def test_only_the_most_doubtful_gaps_are_bold(waveform: Waveform) -> None:
    waveform.show_message("", MINUTE)
    waveform.show_all()
    waveform.show_gaps([GapTick(at, 3_000 * at, at / 20) for at in range(20)], lambda _: True)
    red, amber = tones(waveform.palette()).removed, tones(waveform.palette()).replaced
    assert count(waveform, red, left=0, right=850) == 0
    assert count(waveform, amber, left=0, right=850) > 0
    assert count(waveform, red, left=850) > 0


def test_the_gap_being_judged_stands_out(waveform: Waveform) -> None:
    waveform.show_message("", MINUTE)
    waveform.show_all()
    waveform.show_gaps([GapTick(7, 15_000, 0.2)], lambda _: True)
    green = tones(waveform.palette()).inserted
    assert count(waveform, green) == 0
    waveform.set_current_gap(7)
    assert count(waveform, green, left=240, right=260) > 50


def test_cues_and_silences_are_drawn_where_they_are(waveform: Waveform) -> None:
    waveform.show_message("", MINUTE)
    waveform.show_all()
    before = grabbed(waveform)
    waveform.show_cues([(30_000, 36_000), (6_000, 12_000)])
    waveform.show_silences([(42_000, 48_000)])
    after = grabbed(waveform)
    changed = {
        x // 100
        for x in range(5, WIDTH, 10)
        if any(before.pixelColor(x, y) != after.pixelColor(x, y) for y in range(after.height()))
    }
    assert changed == {1, 5, 7}


def test_the_view_turns_its_page_with_the_playhead(waveform: Waveform) -> None:
    waveform.show_peaks(loud_then_silent(600))
    for ms in range(0, 40_000, 500):
        waveform.set_playhead(ms)
        assert waveform.stretch.start <= ms < waveform.stretch.end
    assert waveform.stretch.start > 0


def test_who_scrolls_away_is_left_alone_until_asking_to_follow(
    waveform: Waveform, qtbot: QtBot
) -> None:
    waveform.show_peaks(loud_then_silent(600))
    with qtbot.waitSignal(waveform.followed):
        turn(waveform, 500, -12)
    assert not waveform.follows
    elsewhere = waveform.stretch
    waveform.set_playhead(500)
    assert waveform.stretch == elsewhere
    waveform.follow()
    assert waveform.follows
    assert waveform.stretch.start <= 500 < waveform.stretch.end


def test_ctrl_and_wheel_zoom_about_the_pointer(waveform: Waveform) -> None:
    waveform.show_peaks(loud_then_silent(600))
    length = waveform.stretch.length
    turn(waveform, 700, 1, ctrl=True)
    stretch = waveform.stretch
    assert stretch.length == length / 2
    assert stretch.start + 0.7 * stretch.length == pytest.approx(0.7 * length)


def test_no_zoom_nor_scrolling_leaves_the_recording(waveform: Waveform) -> None:
    waveform.show_peaks(loud_then_silent(600))
    for x, notches, ctrl in ((999, 5, True), (0, -30, False), (0, -3, True), (999, 60, False)):
        turn(waveform, x, notches, ctrl=ctrl)
        stretch = waveform.stretch
        assert 0 <= stretch.start < stretch.end <= stretch.whole == 600_000


def test_keys_seek_scroll_and_zoom(waveform: Waveform, qtbot: QtBot) -> None:
    waveform.show_peaks(loud_then_silent(600))
    waveform.set_playhead(5_000)
    seeks = {
        Qt.Key.Key_Left: 4_000,
        Qt.Key.Key_Right: 6_000,
        Qt.Key.Key_Home: 0,
        Qt.Key.Key_End: 600_000,
    }
    for key, ms in seeks.items():
        with qtbot.waitSignal(waveform.seek_wanted) as caught:
            QTest.keyClick(waveform, key)
        assert caught.args == [ms]
    length = waveform.stretch.length
    QTest.keyClick(waveform, Qt.Key.Key_Plus)
    assert waveform.stretch.length == length / 2
    QTest.keyClick(waveform, Qt.Key.Key_0)
    assert waveform.stretch.is_all
    QTest.keyClick(waveform, Qt.Key.Key_Plus)
    QTest.keyClick(waveform, Qt.Key.Key_PageDown)
    assert waveform.stretch.start > 0


def test_the_scroll_bar_shows_what_is_out_of_view(waveform: Waveform) -> None:
    bar = waveform.findChild(QScrollBar)
    assert isinstance(bar, QScrollBar)
    waveform.show_peaks(loud_then_silent(600))
    assert bar.isVisible()
    bar.setValue(300_000)
    assert waveform.stretch.start == 300_000
    waveform.show_all()
    assert not bar.isVisible()


def test_without_sound_cues_and_seeking_still_work(waveform: Waveform, qtbot: QtBot) -> None:
    waveform.show_message("This video has no sound", MINUTE)
    waveform.show_all()
    waveform.show_cues([(6_000, 12_000)])
    assert count(waveform, tones(waveform.palette()).chosen_fill) > 0
    with qtbot.waitSignal(waveform.seek_wanted):
        click(waveform, 500)


def test_without_a_recording_nothing_happens(waveform: Waveform, qtbot: QtBot) -> None:
    waveform.show_peaks(loud_then_silent())
    waveform.clear()
    with qtbot.assertNotEmitted(waveform.seek_wanted):
        click(waveform, 500)
        QTest.keyClick(waveform, Qt.Key.Key_Right)
        turn(waveform, 500, 3)
    base = waveform.palette().base().color()
    assert grabbed(waveform).pixelColor(500, 60) == base


def test_colours_follow_the_palette(waveform: Waveform) -> None:
    waveform.show_peaks(loud_then_silent())
    light = grabbed(waveform)
    dark = QPalette(waveform.palette())
    dark.setColor(QPalette.ColorRole.Base, QColor("#1e1f22"))
    dark.setColor(QPalette.ColorRole.Text, QColor("#dddddd"))
    waveform.setPalette(dark)
    assert grabbed(waveform).pixelColor(500, 136) != light.pixelColor(500, 136)
    assert count(waveform, tones(dark).accent, left=10, right=20) > 0


def test_a_sound_may_be_shorter_or_longer_than_announced(waveform: Waveform) -> None:
    waveform.show_message("Reading the sound…", 20_000)
    waveform.show_all()
    waveform.show_message("Reading the sound… 50%", 20_000)
    assert waveform.stretch.is_all
    waveform.show_peaks(loud_then_silent(10))
    assert waveform.stretch.whole == 20_000
    waveform.show_peaks(loud_then_silent(60))
    assert waveform.stretch.whole == 60_000


def test_it_says_what_it_is_and_can_be_reached_by_tab(waveform: Waveform) -> None:
    assert waveform.accessibleName() == "Waveform"
    assert waveform.focusPolicy() & Qt.FocusPolicy.TabFocus
