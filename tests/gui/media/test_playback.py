"""The list, the picture and the player lead one another."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QSlider,
    QToolButton,
)
from pytestqt.qtbot import QtBot

from subpunct_app.gui.cues.cue_model import NUMBER, TEXT
from subpunct_app.gui.cues.letter_places import Letters
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.gui.media.player import Player
from subpunct_app.review import settings
from subpunct_app.text.quantities import clock_text
from tests.gui.conftest import NewWindow, press, punctuate_and_wait
from tests.media import Media


def click(window: MainWindow, cue: int, column: int, share: float) -> None:
    """Click into a cell, at a share of a text some words long."""
    table = window.page.table
    place = table.visualRect(table.model().index(cue, column))
    width = table.fontMetrics().horizontalAdvance(table.contents.cell(cue, TEXT))
    x = place.left() + (6 + share * width if column == TEXT else 10)
    QTest.mouseClick(
        table.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(round(x), place.center().y())
    )


def shown(window: MainWindow) -> str:
    return window.watching.stage.panel.view.accessibleDescription()


def test_a_click_on_a_word_goes_to_when_it_is_heard(watched: MainWindow, player: Player) -> None:
    click(watched, 0, TEXT, 0.5)
    assert player.position == 200 + 500 * len("lookin") // len("lookinfrontofyou")
    click(watched, 2, NUMBER, 0)
    assert player.position == 3000


def test_the_cue_and_the_word_that_are_heard_are_marked(
    watched: MainWindow, player: Player
) -> None:
    table = watched.page.table
    player.seek(310)
    assert (table.cells.playing, table.cells.heard) == (0, Letters(0, 4))
    player.seek(690)
    assert table.cells.heard == Letters(len("lookinfrontof"), len("lookinfrontofyou"))
    player.seek(800)
    assert (table.cells.playing, shown(watched)) == (None, "")


def test_the_text_over_the_picture_follows_decisions(
    watched: MainWindow, player: Player, qtbot: QtBot
) -> None:
    punctuate_and_wait(watched, qtbot)
    player.seek(400)
    assert shown(watched) == "Look in front of you."
    press(watched, Qt.Key.Key_Return, Qt.Key.Key_Backspace)
    assert shown(watched) == "Look in front of you"
    watched.page.stack.undo()
    assert shown(watched) == "Look in front of you."
    watched.commands["compare"].trigger()
    assert shown(watched) == "look in front of you"


def test_the_next_film_begins_with_its_own_cues(
    window: MainWindow, film: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    cue = b"00:00:00,000 --> 00:00:01,000\nit freezes\n\n"
    for name, cues in (("first", 2), ("second", 1)):
        folder = tmp_path / name
        folder.mkdir()
        shutil.copy(film, folder / "film.mp4")
        (folder / "film.srt").write_bytes(cues * cue)
        with qtbot.waitSignal(window.watching.opened):
            window.open_file(folder / "film.srt")
    assert shown(window) == "it freezes"


def test_the_list_follows_until_the_editor_looks_elsewhere(
    watched: MainWindow, player: Player, qtbot: QtBot
) -> None:
    watched.resize(900, 560)
    table, follow = watched.page.table, watched.commands["follow"]
    # So slowly that the last cue is far away for a busy machine, too.
    player.set_rate(0.5)
    player.seek(7000)
    assert not table.is_in_view(30)
    player.play()
    qtbot.waitUntil(lambda: (table.cells.playing or 0) > 24)
    assert table.is_in_view(table.cells.playing or 0)
    assert follow.isChecked()
    table.verticalScrollBar().setValue(0)
    assert not follow.isChecked()
    heard = table.cells.playing
    qtbot.waitUntil(lambda: table.cells.playing not in {heard, None})
    assert table.verticalScrollBar().value() == 0
    follow.trigger()
    assert follow.isChecked()
    assert table.is_in_view(table.cells.playing or 0)


def test_the_picture_that_stands_still_goes_with_the_editor(
    watched: MainWindow, player: Player, qtbot: QtBot
) -> None:
    press(watched, Qt.Key.Key_Down, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: player.position == 3000)
    assert shown(watched) == "it freezes so"


_ALT = Qt.KeyboardModifier.AltModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier


def sliders(window: MainWindow) -> list[QSlider]:
    return window.watching.stage.panel.findChildren(QSlider)


def spans(player: Player, monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """Note what is to be played."""
    noted: list[tuple[int, int]] = []

    def play_span(begin: int, end: int) -> bool:
        noted.append((begin, end))
        return True

    monkeypatch.setattr(player, "play_span", play_span)
    return noted


def open_with(window: MainWindow, talk: Path, media: Path, qtbot: QtBot) -> Player:
    """Open another recording beside the subtitles, and return the player once it is loaded."""
    with qtbot.waitSignal(window.watching.opened):
        window.take_files([talk, media])
    player = window.watching.stage.player
    qtbot.waitUntil(lambda: player.is_drawn)
    return player


def test_a_cue_is_played_with_a_run_up_and_stops_at_its_end(
    watched: MainWindow, player: Player, qtbot: QtBot
) -> None:
    player.set_rate(2.0)
    seen: list[int] = []
    player.moved.connect(seen.append)
    press(watched, Qt.Key.Key_Space)
    assert player.playing
    qtbot.waitUntil(lambda: not player.playing)
    assert seen[0] == 0
    assert player.position == 699
    assert watched.watching.stage.playback.cue == 0


def test_half_a_second_is_heard_on_both_sides_of_a_gap(
    watched: MainWindow, player: Player, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    punctuate_and_wait(watched, qtbot)
    noted = spans(player, monkeypatch)
    press(watched, Qt.Key.Key_N, Qt.Key.Key_G)
    assert watched.page.current == 5
    assert noted == [(200, 1500)]


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_G])
@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("talk.txt", "there is ice in it", "Plain text has no times to play"),
        ("talk.srt", "1\n00:00:02,000 --> 00:00:01,000\nice\n", "This cue ends before"),
        ("talk.srt", "1\n00:01:02,000 --> 00:01:04,000\nice\n", "The recording ends before"),
        ("talk.srt", "", "There is no cue to play"),
    ],
)
def test_what_cannot_be_played_is_told(
    *,
    key: Qt.Key,
    name: str,
    text: str,
    told: str,
    watched: MainWindow,
    film: Path,
    qtbot: QtBot,
) -> None:
    path = film.with_name(name)
    path.write_text(text)
    with qtbot.waitSignal(watched.opened):
        watched.take_files([path, film])
    assert watched.watching.path == film
    press(watched, key)
    assert watched.status.currentMessage().startswith(told)
    assert not watched.watching.stage.player.playing


@pytest.mark.parametrize(
    ("name", "once", "again"),
    [
        ("mute", "Muted", "Sound on"),
        ("loop", "Repeat on", "Repeat off"),
        ("follow", "Follow the playback: off", "Follow the playback: on"),
        ("media", "Video and waveform: off", "Video and waveform: on"),
        ("faster", "Speed 1.25×", "Speed 1.5×"),
        ("slower", "Speed 0.75×", "Speed 0.5×"),
        ("quieter", "Volume 90 %", "Volume 80 %"),
        ("louder", "Volume 100 %", "Volume 100 %"),
    ],
)
def test_what_a_key_has_switched_is_told(
    watched: MainWindow, heard: list[str], name: str, once: str, again: str
) -> None:
    watched.commands[name].trigger()
    watched.commands[name].trigger()
    assert heard == [once, again]
    assert watched.status.currentMessage() == again


def test_a_loop_begins_again(watched: MainWindow, player: Player, qtbot: QtBot) -> None:
    watched.commands["loop"].trigger()
    player.set_rate(2.0)
    seen: list[int] = []
    player.moved.connect(seen.append)
    player.play_span(300, 500)
    qtbot.waitUntil(lambda: seen.count(300) >= 3)
    assert player.playing
    assert watched.commands["loop"].isChecked()
    assert all(300 <= at <= 560 for at in seen)


def test_a_cue_may_be_played_before_the_film_is_loaded(
    watched: MainWindow, player: Player, qtbot: QtBot
) -> None:
    assert player.path is not None
    assert player.info is not None
    player.open(player.path, player.info, None)
    seen: list[int] = []
    player.moved.connect(seen.append)
    player.play_span(3000, 3400)
    qtbot.waitUntil(lambda: not player.playing)
    assert watched.watching.path == player.path
    assert min(seen) == 3000
    assert player.position == 3399


def test_play_and_pause(watched: MainWindow, player: Player, qtbot: QtBot) -> None:
    press(watched, Qt.Key.Key_P)
    qtbot.waitUntil(lambda: player.position > 150)
    QTest.keyClick(watched, Qt.Key.Key_Space, Qt.KeyboardModifier.ControlModifier)
    assert not player.playing
    stood = player.position
    qtbot.waitUntil(lambda: abs(player.position - stood) <= 1)
    press(watched, Qt.Key.Key_P)
    qtbot.waitUntil(lambda: player.position > stood)


def test_the_end_of_the_file_keeps_the_last_picture_and_play_starts_anew(
    player: Player, qtbot: QtBot
) -> None:
    player.seek(player.duration - 200)
    player.play()
    qtbot.waitUntil(lambda: not player.playing)
    assert player.position >= player.duration - 100
    player.play()
    assert player.position < 200
    qtbot.waitUntil(lambda: 100 < player.position < player.duration - 1000)


@pytest.mark.parametrize("name", ["film.flv", "long_sound.mp4"])
def test_a_picture_is_kept_at_the_end_where_the_sound_is_longer(
    watched: MainWindow, talk: Path, media: Media, name: str, qtbot: QtBot
) -> None:
    player = open_with(watched, talk, media.file(name), qtbot)
    still = watched.watching.stage.panel.view
    player.seek(player.duration - 500)
    player.play()
    qtbot.waitUntil(lambda: not player.playing)
    qtbot.waitUntil(lambda: player.shows_place or not still.still.pixmap().isNull())
    assert player.position >= player.duration - 100
    player.play()
    assert player.position < 200


def shown_from(window: MainWindow) -> int:
    """Return from when on the picture that stands there is shown, in ms, below 0 without one."""
    frame = window.watching.stage.panel.view.picture.videoSink().videoFrame()
    return frame.startTime() // 1000


def test_a_second_on_and_back(watched: MainWindow, player: Player) -> None:
    for key, place in [(Qt.Key.Key_Right, 1200), (Qt.Key.Key_Right, 2200), (Qt.Key.Key_Left, 1200)]:
        QTest.keyClick(watched, key, _ALT)
        assert player.position == place
    QTest.keyClick(watched, Qt.Key.Key_Left, _ALT)
    QTest.keyClick(watched, Qt.Key.Key_Left, _ALT)
    assert player.position == 0


def test_a_click_on_the_slider_goes_to_that_place_and_dragging_on_from_there(
    watched: MainWindow, player: Player
) -> None:
    place = next(one for one in sliders(watched) if one.accessibleName() == "Position")
    quarter, half = (QPoint(place.width() * part // 4, place.height() // 2) for part in (1, 2))
    QTest.mousePress(place, Qt.MouseButton.LeftButton, pos=quarter)
    assert player.position == pytest.approx(player.duration / 4, abs=300)
    QTest.mouseMove(place, half)
    QTest.mouseRelease(place, Qt.MouseButton.LeftButton, pos=half)
    assert player.position == pytest.approx(player.duration / 2, abs=300)
    assert not place.isSliderDown()


def test_the_place_is_read_out_by_the_clock(watched: MainWindow, player: Player) -> None:
    place = next(one for one in sliders(watched) if one.accessibleName() == "Position")
    length = clock_text(player.duration)
    assert place.accessibleDescription() == f"0:00:00 of {length}"
    for _ in range(3):
        QTest.keyClick(place, Qt.Key.Key_Right)
    read = QAccessible.queryAccessibleInterface(place).text(QAccessible.Text.Description)
    assert read == f"0:00:03 of {length}"


def test_the_picture_is_the_one_that_begins_where_a_cue_does(
    watched: MainWindow, player: Player, qtbot: QtBot
) -> None:
    place = watched.page.table.model().index(0, 0)
    qtbot.waitUntil(lambda: player.shows_place)
    QTest.mouseClick(
        watched.page.table.viewport(),
        Qt.MouseButton.LeftButton,
        pos=watched.page.table.visualRect(place).center(),
    )
    assert player.position == 200
    qtbot.waitUntil(lambda: shown_from(watched) == 200)


def test_frame_by_frame(watched: MainWindow, player: Player, qtbot: QtBot) -> None:
    player.seek(1010)
    places = []
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left):
        QTest.keyClick(watched, key, _ALT | _SHIFT)
        places.append(player.position // 40)
    assert places == [26, 27, 26]
    assert not player.playing


def test_volume_speed_and_repeat_are_as_they_were_left(
    watched: MainWindow, player: Player, new_window: NewWindow, talk: Path, qtbot: QtBot
) -> None:
    for action in ("faster", "quieter", "loop"):
        watched.commands[action].trigger()
    watched.close()
    again = new_window(remembered=settings.load())
    with qtbot.waitSignal(again.watching.opened):
        again.open_file(talk)
    as_left = again.watching.stage.player
    assert (as_left.rate, as_left.volume, as_left.loops) == (1.25, 90, True)
    assert again.commands["loop"].isChecked()


def test_speed_and_volume_have_ends(watched: MainWindow, player: Player) -> None:
    for _ in range(12):
        watched.commands["faster"].trigger()
        watched.commands["quieter"].trigger()
    assert (player.rate, player.volume) == (2.0, 0)
    for _ in range(12):
        watched.commands["slower"].trigger()
    watched.commands["louder"].trigger()
    assert (player.rate, player.volume) == (0.5, 10)
    watched.commands["mute"].trigger()
    assert player.muted
    assert watched.commands["mute"].isChecked()


def test_a_click_into_the_waveform_leaves_the_keys_of_the_review(
    watched: MainWindow, player: Player, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    punctuate_and_wait(watched, qtbot)
    waveform, noted = watched.watching.stage.panel.waveform, spans(player, monkeypatch)
    QTest.mouseClick(waveform, Qt.MouseButton.LeftButton)
    assert waveform.hasFocus()
    for key in (Qt.Key.Key_G, Qt.Key.Key_M, Qt.Key.Key_Return, Qt.Key.Key_A):
        QTest.keyClick(waveform, key)
    assert noted
    assert player.muted
    assert watched.page.stack.count() == 2
    QTest.keyClick(waveform, Qt.Key.Key_P)
    assert player.playing


def test_a_control_below_the_picture_keeps_the_keys_it_takes_itself(
    watched: MainWindow, player: Player, qtbot: QtBot
) -> None:
    punctuate_and_wait(watched, qtbot)
    panel = watched.watching.stage.panel
    buttons = {button.accessibleName(): button for button in panel.findChildren(QToolButton)}
    mute = next(button for name, button in buttons.items() if name.startswith("Mute"))
    mute.setFocus()
    QTest.keyClick(mute, Qt.Key.Key_Space)
    assert player.muted
    assert not player.playing
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Left):
        QTest.keyClick(mute, key)
    assert not watched.page.stack.count()


def test_markup_is_not_shown_as_text(watched: MainWindow, player: Player) -> None:
    player.seek(1500)
    assert shown(watched) == "there is ice why"
    player.seek(3500)
    assert shown(watched) == "it freezes so"
