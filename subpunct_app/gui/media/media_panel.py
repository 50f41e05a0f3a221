"""The player with its panel: picture, waveform and controls."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSplitter, QToolButton, QVBoxLayout, QWidget

from subpunct_app.gui.actions.action_list import Act
from subpunct_app.gui.actions.menus import ChoiceMenu
from subpunct_app.gui.actions.window_actions import attach_action
from subpunct_app.gui.media.playback import Playback, speed_text
from subpunct_app.gui.media.player import Player
from subpunct_app.gui.media.video_view import StillPicture, VideoView
from subpunct_app.gui.media.waveform import Waveform
from subpunct_app.gui.media.waveform_feed import WaveformFeed
from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.widgets.buttons import ClickSlider, HighlightedButton
from subpunct_app.gui.widgets.colours import FollowsPalette
from subpunct_app.gui.widgets.focus import COMMANDING, ENTER, FocusFrame
from subpunct_app.gui.widgets.icons import icon
from subpunct_app.review.settings import SPEEDS
from subpunct_app.text.quantities import clock_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from subpunct_app.gui.actions.window_actions import Actions
    from subpunct_app.gui.desk import Workplace
    from subpunct_app.speech.media.probe import MediaInfo


# From left to right; what moves playback stands apart from what plays.
_PLAYING = (Act.PLAY, Act.PLAY_CUE, Act.PLAY_GAP)
_MOVING = (Act.BACK, Act.FRAME_BACK, Act.FRAME_FORWARD, Act.FORWARD, Act.LOOP, Act.FOLLOW)
# Coarser than the ticks of a player: nobody sees a slider move by less.
_STEP_MS = 200
_PAGE_MS = 10_000


class Transport(FollowsPalette, QWidget):
    """Show the time and offer what a player can do; its keys are those of the actions."""

    def __init__(self, player: Player, actions: Actions, parent: QWidget) -> None:
        super().__init__(parent)
        self._player = player
        self._actions = actions
        # Tab goes from one to the next in the order in which they are made.
        self._place = self._slider(tr("Position"))
        self._buttons = [self._button(act) for act in (*_PLAYING, *_MOVING)]
        self._speed = QToolButton(self, autoRaise=True)
        self._mute = self._button(Act.MUTE)
        self._volume = self._slider(tr("Volume"))
        self._time = QLabel()
        self._total = QLabel()
        self._speeds = ChoiceMenu(tr("Speed"), self)
        self._set_up()
        self._lay_out()
        self._show_state()
        player.moved.connect(self._show_time)
        player.changed.connect(self._show_state)
        self._place.valueChanged.connect(player.seek)
        self._volume.valueChanged.connect(player.set_volume)
        self._speeds.chosen.connect(player.set_rate)

    def _slider(self, name: str) -> ClickSlider:
        slider = ClickSlider(self)
        # What the mouse moves leaves the keys to the review.
        slider.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        slider.setAccessibleName(name)
        FocusFrame(slider)
        return slider

    def _button(self, act: Act) -> HighlightedButton:
        button = HighlightedButton(self)
        attach_action(button, self._actions[act])
        button.setAutoRaise(True)
        return button

    def _set_up(self) -> None:
        self._place.setSingleStep(1000)
        self._place.setPageStep(_PAGE_MS)
        self._volume.setToolTip(tr("Volume"))
        self._volume.setRange(0, 100)
        letter = self.fontMetrics().averageCharWidth()
        self._volume.setMinimumWidth(4 * letter)
        self._volume.setMaximumWidth(8 * letter)
        self._speed.setToolTip(tr("Speed; voices keep their pitch"))
        self._speed.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._speed.setMenu(self._speeds)
        for speed in SPEEDS:
            self._speeds.offer(speed_text(speed), speed)
        self._time.setMinimumWidth(self.fontMetrics().horizontalAdvance("0:00:00.000"))
        self._time.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

    def _lay_out(self) -> None:
        above, below = QHBoxLayout(), QHBoxLayout()
        below.setSpacing(1)
        above.addWidget(self._time)
        above.addWidget(self._place, 1)
        above.addWidget(self._total)
        for button in self._buttons:
            below.addWidget(button)
        below.insertSpacing(len(_PLAYING), 6)
        below.addStretch(1)
        for widget in (self._speed, self._mute, self._volume):
            below.addWidget(widget)
        column = QVBoxLayout(self)
        column.setSpacing(2)
        column.setContentsMargins(6, 2, 6, 2)
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
        whole = clock_text(self._player.duration)
        text = tr("{time} of {whole}", time=clock_text(position), whole=whole)
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
        self._speed.setAccessibleName(tr("Speed {speed}", speed=speed_text(player.rate)))
        self._speeds.tick(player.rate)
        silent = player.muted or not player.volume
        signs = {
            Act.PLAY: "pause" if player.playing else "play",
            Act.MUTE: "volume-off" if silent else "volume-high",
        }
        for name, sign in signs.items():
            self._actions[name].setIcon(icon(sign, self.palette()))
        self._actions[Act.LOOP].setChecked(player.loops)
        self._actions[Act.MUTE].setChecked(player.muted)

    # Of the icons only their colours depend on the palette.
    _recolour = _show_state


_OWN_KEYS = frozenset(
    {
        *(Qt.Key.Key_Space, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down),
        *(Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown),
        *(Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus, Qt.Key.Key_0),
    }
)


class MediaPanel(QWidget):
    """Show one file; sound alone has a large waveform instead of a picture."""

    def __init__(self, player: Player, actions: Actions, parent: QWidget) -> None:
        super().__init__(parent)
        self.view = VideoView(self)
        self.waveform = Waveform(self)
        self.transport = Transport(player, actions, self)
        self._has_picture = False
        self._splitter = QSplitter(Qt.Orientation.Vertical, self)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.addWidget(self.view)
        self._splitter.addWidget(self.waveform)
        self._splitter.setStretchFactor(0, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._splitter, 1)
        column.addWidget(self.transport)
        self.setAccessibleName(tr("Video and sound"))
        self.hide()

    def event(self, event: QEvent) -> bool:
        """Leave to a control the keys that it takes itself, and others to the review."""
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            own = _OWN_KEYS if self.waveform.hasFocus() else _OWN_KEYS | ENTER
            if event.key() in own and not event.modifiers() & COMMANDING:
                event.accept()
                return True
        return super().event(event)

    def fit(self, info: MediaInfo) -> None:
        """Make room for what a file holds."""
        self._has_picture = info.has_video
        self.waveform.set_large(large=not info.has_video)
        self._make_room()

    @property
    def ease(self) -> int:
        """Return how high it has to be for a picture, too."""
        if not self._has_picture:
            return self._least_height()
        picture = self.view.minimumSizeHint().height() + self._splitter.handleWidth()
        return self._least_height() + picture

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return room for the waveform and the controls; a picture shows where there is more."""
        least = self.view.minimumSizeHint() if self._has_picture else QSize()
        return QSize(max(super().minimumSizeHint().width(), least.width()), self._least_height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Show a picture where there is room for it."""
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        fits = self.height() >= self.ease or not self.isVisible()
        self.view.setVisible(self._has_picture and fits)

    def _least_height(self) -> int:
        parts = (self.waveform, self.transport)
        return sum(part.minimumSizeHint().height() for part in parts)


# Of the height of the page, where nobody has drawn it otherwise.
_SHARE = 0.56


class MediaStage:
    """Put player, panel and all that follows them together; the window owns them.

    The panel stands left of the review, larger where there is no text yet. The page has one height
    of its upper half without media and another one with it, which is kept among the settings.
    """

    def __init__(self, place: Workplace, actions: Actions) -> None:
        self._page = page = place.page
        self._desk = desk = place.desk
        self._action = actions[Act.MEDIA]
        self._without = ""
        self.player = player = Player(page)
        self.panel = panel = MediaPanel(player, actions, page)
        self.playback = Playback(page, player, panel, actions[Act.FOLLOW])
        self.sounding = WaveformFeed(page, player, panel.waveform, place.jobs)
        self._still = StillPicture(player, panel.view, place.jobs)
        page.top.put(0, panel, stretch=0)
        actions.bind_review_keys(panel)
        panel.view.clicked.connect(player.toggle)
        panel.waveform.toggle_wanted.connect(player.toggle)
        panel.waveform.seek_wanted.connect(player.seek)
        panel.waveform.gap_chosen.connect(page.select_gap)
        player.set_volume(desk.settings.volume)
        player.set_rate(desk.settings.speed)
        player.set_loops(desk.settings.repeat)

    @property
    def methods(self) -> Mapping[Act, Callable[[], object]]:
        """Return what to call for each of the actions."""
        waveform = self.panel.waveform
        zooming = {
            Act.WAVE_IN: waveform.zoom_in,
            Act.WAVE_OUT: waveform.zoom_out,
            Act.WAVE_ALL: waveform.show_all,
        }
        return {**self.playback.methods, **zooming, Act.MEDIA: self._toggle}

    def show(self, path: Path, info: MediaInfo, track: int) -> None:
        """Open a file that was looked into, at the cue that the editor looks at.

        Its sound track of that number is heard.
        """
        # The last document that it knows may be that of the film before.
        self.playback.begin()
        self.player.open(path, info, self.panel.view.picture if info.has_video else None)
        if track != info.track:
            self.player.set_track(track)
        self.panel.fit(info)
        self._show_panel(shown=True)
        self.playback.enter()
        self.sounding.listen()

    def choose_track(self, number: int) -> None:
        """Let another sound track be heard, and show its wave."""
        self.player.set_track(number)
        self.sounding.listen()

    def close(self) -> None:
        """Put the file away."""
        self.player.close()
        self._still.stop()
        self.sounding.stop()
        self.playback.begin()
        self._show_panel(shown=False)

    def leave(self) -> None:
        """Stop playing, leave the page as it was without media, and keep what was chosen."""
        self.close()
        player, settings = self.player, self._desk.settings
        self._desk.remember(
            replace(settings, volume=player.volume, speed=player.rate, repeat=player.loops)
        )

    def _toggle(self) -> None:
        shown = self.panel.isHidden()
        self.player.pause()
        self._show_panel(shown=shown)
        self.playback.told.emit(
            tr("Video and waveform: on") if shown else tr("Video and waveform: off")
        )

    def _show_panel(self, *, shown: bool) -> None:
        """Show the panel or hide it, and give the rest of the page the height it had."""
        page, panel = self._page, self.panel
        if shown and panel.isHidden():
            self._without = page.halves.state
            panel.show()
            halves, _, top = self._desk.settings.media_layout.partition(" ")
            if top:
                page.halves.restore(halves)
                page.top.restoreState(QByteArray.fromBase64(top.encode()))
            else:
                page.halves.choose(round(_SHARE * page.height()))
        elif not shown and not panel.isHidden():
            top = page.top.saveState().toBase64().toStdString()
            layout = f"{page.halves.state} {top}"
            self._desk.remember(replace(self._desk.settings, media_layout=layout))
            panel.hide()
            page.halves.restore(self._without)
        self._action.setChecked(shown)
