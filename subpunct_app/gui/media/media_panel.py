"""The player with its panel: picture, waveform and controls."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, QLoggingCategory, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSplitter, QToolButton, QVBoxLayout, QWidget

from subpunct_app.gui.actions.action_list import Act
from subpunct_app.gui.actions.menus import ChoiceMenu
from subpunct_app.gui.actions.window_actions import attach_action
from subpunct_app.gui.media.playback import CueFollower, PlaybackCommands, speed_text
from subpunct_app.gui.media.player import Player
from subpunct_app.gui.media.video_view import StillPicture, VideoView
from subpunct_app.gui.media.waveform import Waveform
from subpunct_app.gui.media.waveform_feed import WaveformFeed
from subpunct_app.gui.widgets.buttons import ClickSlider, HighlightedButton
from subpunct_app.gui.widgets.colours import FollowsPalette
from subpunct_app.gui.widgets.focus import COMMANDING, ENTER, FocusFrame
from subpunct_app.gui.widgets.icons import IconButton, icon
from subpunct_app.review.settings import SPEEDS
from subpunct_app.runtime.errors import MediaError
from subpunct_app.text.quantities import clock_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from PySide6.QtGui import QAction

    from subpunct_app.gui.actions.window_actions import Actions
    from subpunct_app.gui.desk import Desk, Workplace
    from subpunct_app.gui.review.review_page import ReviewPage
    from subpunct_app.speech.media.probe import MediaInfo


_PLAYING = (Act.PLAY, Act.PLAY_CUE, Act.PLAY_GAP)
_MOVING = (Act.BACK, Act.FRAME_BACK, Act.FRAME_FORWARD, Act.FORWARD)
_TOGGLES = (Act.LOOP, Act.FOLLOW)
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
        self._place = ClickSlider(self)
        self._buttons = {name: IconButton(self) for name in (*_PLAYING, *_MOVING)}
        self._toggles = {name: HighlightedButton(self) for name in _TOGGLES}
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
            attach_action(button, self._actions[name])
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


def _play_sign(player: Player) -> str:
    return "pause" if player.playing else "play"


def _mute_sign(player: Player) -> str:
    return "volume-off" if player.muted or not player.volume else "volume-high"


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
        self.setAccessibleName("Video and sound")
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


_SHARE = 0.56


class PanelPlacement:
    """Show the panel left of the review, larger where there is no text yet.

    The page has one height of its upper half without media and another one with it, which is kept
    among the settings. The action tells whether the panel is shown.
    """

    def __init__(self, page: ReviewPage, panel: MediaPanel, desk: Desk, action: QAction) -> None:
        self._page = page
        self._panel = panel
        self._desk = desk
        self._action = action
        self._without = ""
        page.top.put(0, panel, stretch=0)

    def show(self, *, shown: bool) -> None:
        """Show the panel or hide it, and give the rest of the page the height it had."""
        if shown is self._panel.isHidden():
            if shown:
                self._without = self._page.halves.state
                self._panel.show()
                self._make_room()
            else:
                self._keep()
                self._panel.hide()
                self._page.halves.restore(self._without)
        self._action.setChecked(shown)

    def _make_room(self) -> None:
        page = self._page
        kept = self._desk.settings.media_layout.partition(" ")
        if kept[2]:
            page.halves.restore(kept[0])
            page.top.restoreState(QByteArray.fromBase64(kept[2].encode()))
            return
        page.halves.choose(round(_SHARE * page.height()))

    def _keep(self) -> None:
        top = self._page.top.saveState().toBase64().toStdString()
        layout = f"{self._page.halves.state} {top}"
        self._desk.remember(replace(self._desk.settings, media_layout=layout))


class MediaStage:
    """Put the parts together; the window owns them."""

    def __init__(self, place: Workplace, actions: Actions) -> None:
        page, desk = place.page, place.desk
        self._desk = desk
        self.player = player = Player(page)
        self.panel = panel = MediaPanel(player, actions, page)
        self.following = CueFollower(page, player, panel.view)
        self.sounding = WaveformFeed(page, player, panel.waveform, place.jobs)
        self._still = StillPicture(player, panel.view, place.jobs)
        self.playback = PlaybackCommands(
            page, player, self.following, panel.waveform, actions[Act.FOLLOW]
        )
        self._arrangement = PanelPlacement(page, panel, desk, actions[Act.MEDIA])
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
        zooming = {
            Act.WAVE_IN: self.panel.waveform.zoom_in,
            Act.WAVE_OUT: self.panel.waveform.zoom_out,
            Act.WAVE_ALL: self.panel.waveform.show_all,
        }
        return {**self.playback.methods(), **zooming, Act.MEDIA: self._toggle}

    def show(self, path: Path, info: MediaInfo, track: int) -> None:
        """Open a file that was looked into, at the cue that the editor looks at.

        Its sound track of a number is heard. Raise MediaError where nothing can be played.
        """
        load_library()
        # The last document that it knows may be that of the film before.
        self.following.begin()
        self.player.open(path, info, self.panel.view.picture if info.has_video else None)
        if track != info.track:
            self.player.set_track(track)
        self.panel.fit(info)
        self._arrangement.show(shown=True)
        self.following.enter()
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
        self.following.begin()
        self._arrangement.show(shown=False)

    def leave(self) -> None:
        """Stop playing, leave the page as it was without media, and keep what was chosen."""
        self.close()
        player, settings = self.player, self._desk.settings
        self._desk.remember(
            replace(settings, volume=player.volume, speed=player.rate, repeat=player.loops)
        )

    def _toggle(self) -> None:
        self.player.pause()
        self._arrangement.show(shown=self.panel.isHidden())
        self.playback.told.emit(f"Video and waveform: {'off' if self.panel.isHidden() else 'on'}")


def load_library() -> None:
    """Import QtMultimedia before anything is taken from it; raise MediaError where it is broken.

    Its first words, that there is no PipeWire, go nowhere. The loader of the system loads one
    library at a time; who listens in Python would wait for the thread that runs it, and that may
    wait for the loader.
    """
    QLoggingCategory.setFilterRules("*=false")
    try:
        import_module("PySide6.QtMultimediaWidgets")
    except ImportError as error:
        raise MediaError(
            f"Videos and sound cannot be played on this computer: {error}.",
            "On Debian, install the package libpulse0. Your text is not affected.",
        ) from error
    finally:
        QLoggingCategory.setFilterRules("")
