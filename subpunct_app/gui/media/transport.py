"""The controls below the picture: where playback is, and how it goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from subpunct_app.gui.actions.action_list import Act
from subpunct_app.gui.actions.choice_menus import ChoiceMenu
from subpunct_app.gui.actions.window_actions import give
from subpunct_app.gui.widgets.buttons import ClickSlider, StressedButton
from subpunct_app.gui.widgets.colours import Recoloured
from subpunct_app.gui.widgets.focus import FocusFrame
from subpunct_app.gui.widgets.icons import IconButton, icon
from subpunct_app.review.settings import SPEEDS
from subpunct_app.text.quantities import clock_text

if TYPE_CHECKING:
    from subpunct_app.gui.actions.window_actions import Actions
    from subpunct_app.gui.media.player import Player

_PLAYING = (Act.PLAY, Act.PLAY_CUE, Act.PLAY_GAP)
_MOVING = (Act.BACK, Act.FRAME_BACK, Act.FRAME_FORWARD, Act.FORWARD)
_TOGGLES = (Act.LOOP, Act.FOLLOW)
# Coarser than the ticks of a player: nobody sees a slider move by less.
_STEP_MS = 200
_PAGE_MS = 10_000


class Transport(Recoloured, QWidget):
    """Show the time and offer what a player can do; its keys are those of the actions."""

    def __init__(self, player: Player, actions: Actions, parent: QWidget) -> None:
        super().__init__(parent)
        self._player = player
        self._actions = actions
        # Tab goes from one to the next in the order in which they are made.
        self._place = ClickSlider(self)
        self._buttons = {name: IconButton(self) for name in (*_PLAYING, *_MOVING)}
        self._toggles = {name: StressedButton(self) for name in _TOGGLES}
        self._speed = QToolButton(self)
        self._mute = IconButton(self)
        self._volume = ClickSlider(self)
        self._time = QLabel(self)
        self._total = QLabel(self)
        self._speeds = ChoiceMenu("Speed", self)
        self._dress()
        self._lay_out()
        self._give_actions()
        self._show_state()
        player.moved.connect(self._show_time)
        player.changed.connect(self._show_state)
        self._place.valueChanged.connect(player.seek)
        self._volume.valueChanged.connect(player.set_volume)
        self._speeds.chosen.connect(player.set_rate)

    def _give_actions(self) -> None:
        for name, button in {**self._buttons, **self._toggles, Act.MUTE: self._mute}.items():
            give(button, self._actions[name])
            button.setAutoRaise(True)

    def _dress(self) -> None:
        # What the mouse moves leaves the keys to the review.
        for slider in (self._place, self._volume):
            slider.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            FocusFrame(slider)
        self._place.setAccessibleName("Position")
        self._place.setSingleStep(1000)
        self._place.setPageStep(_PAGE_MS)
        self._volume.setAccessibleName("Volume")
        self._volume.setToolTip("Volume")
        self._volume.setRange(0, 100)
        self._volume.setMaximumWidth(8 * self.fontMetrics().averageCharWidth())
        self._volume.setMinimumWidth(4 * self.fontMetrics().averageCharWidth())
        self._speed.setAutoRaise(True)
        self._speed.setToolTip("Speed; voices keep their pitch")
        self._speed.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._speed.setMenu(self._speeds)
        for speed in SPEEDS:
            self._speeds.offer(speed_text(speed), speed)
        widest = self.fontMetrics().horizontalAdvance("0:00:00.000")
        self._time.setMinimumWidth(widest)
        self._time.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

    def _lay_out(self) -> None:
        above = QHBoxLayout()
        for widget in (self._time, self._place, self._total):
            above.addWidget(widget, int(widget is self._place))
        below = QHBoxLayout()
        below.setSpacing(1)
        for name in _PLAYING:
            below.addWidget(self._buttons[name])
        below.addSpacing(6)
        for name in _MOVING:
            below.addWidget(self._buttons[name])
        for button in self._toggles.values():
            below.addWidget(button)
        below.addStretch(1)
        below.addWidget(self._speed)
        below.addWidget(self._mute)
        below.addWidget(self._volume)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 2, 6, 2)
        column.setSpacing(2)
        column.addLayout(above)
        column.addLayout(below)

    def _show_time(self, position: int) -> None:
        text = clock_text(position, 1)
        if text != self._time.text():
            self._time.setText(text)
        shown = self._place.sliderPosition()
        if not self._place.isSliderDown() and abs(position - shown) >= _STEP_MS:
            with QSignalBlocker(self._place):
                self._place.setValue(position)
        self._read_out(position)

    def _read_out(self, position: int) -> None:
        """Have a screen reader say the time by the clock, where the slider counts milliseconds."""
        text = f"{clock_text(position)} of {clock_text(self._player.duration)}"
        if text != self._place.accessibleDescription():
            self._place.setAccessibleDescription(text)

    def _show_state(self) -> None:
        player = self._player
        with QSignalBlocker(self._place), QSignalBlocker(self._volume):
            self._place.setRange(0, player.duration)
            self._volume.setValue(player.volume)
        self._total.setText(clock_text(player.duration, 1))
        self._read_out(player.position)
        self._speed.setText(speed_text(player.rate))
        self._speed.setAccessibleName(f"Speed {speed_text(player.rate)}")
        self._speeds.tick(player.rate)
        signs = {Act.PLAY: _play_sign(player), Act.MUTE: _mute_sign(player)}
        for name, sign in signs.items():
            self._actions[name].setIcon(icon(sign, self.palette()))
        self._actions[Act.LOOP].setChecked(player.loops)
        self._actions[Act.MUTE].setChecked(player.muted)

    def _recolour(self) -> None:
        self._show_state()


def speed_text(rate: float) -> str:
    """Return a speed as `1.25×`."""
    return f"{rate:g}×"


def _play_sign(player: Player) -> str:
    return "pause" if player.playing else "play"


def _mute_sign(player: Player) -> str:
    return "volume-off" if player.muted or not player.volume else "volume-high"
