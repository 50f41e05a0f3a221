"""What the keys of playback do: this cue, this gap, on and back, slower and louder."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from subpunct_app.gui.actions.action_list import Act
from subpunct_app.gui.media.transport import speed_text
from subpunct_app.review.settings import SPEEDS
from subpunct_app.speech.media.word_times import gap_times, times_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from PySide6.QtGui import QAction

    from subpunct_app.gui.media.following import Following
    from subpunct_app.gui.media.player import Player
    from subpunct_app.gui.media.waveform import Waveform
    from subpunct_app.gui.review.review_page import ReviewPage

AROUND_MS = 500
_JUMP_MS = 1000
_LOUDER = 10
_TIMELESS = f"Plain text has no times to play: see File, “{Act.ALIGN.plain_text}”"
_TOO_SHORT = "This cue ends before anything can be heard"
_TOO_LATE = "The recording ends before this cue"
_OUT_OF_REACH = "The recording does not say how long it is: convert it to MP4 to play this cue"


class Playback(QObject):
    """Play what the editor looks at.

    `told` says what a key has switched, or why there is nothing to play. The action `follow` shows
    whether list and waveform go along.
    """

    told = Signal(str)

    def __init__(
        self,
        page: ReviewPage,
        player: Player,
        following: Following,
        waveform: Waveform,
        follow: QAction,
    ) -> None:
        super().__init__(page)
        self._page = page
        self._player = player
        self._following = following
        self._waveform = waveform
        self._follow = follow
        following.followed.connect(self._show_following)
        waveform.followed.connect(self._show_following)
        self._show_following()

    def methods(self) -> Mapping[Act, Callable[[], object]]:
        """Return what each action of playback calls."""
        player = self._player
        return {
            Act.PLAY: player.toggle,
            Act.PLAY_CUE: self.play_cue,
            Act.PLAY_GAP: self.play_gap,
            Act.LOOP: self.loop,
            Act.BACK: partial(player.seek_by, -_JUMP_MS),
            Act.FORWARD: partial(player.seek_by, _JUMP_MS),
            Act.FRAME_BACK: partial(player.step, -1),
            Act.FRAME_FORWARD: partial(player.step, 1),
            Act.SLOWER: partial(self._change_speed, -1),
            Act.FASTER: partial(self._change_speed, 1),
            Act.QUIETER: partial(self._change_volume, -_LOUDER),
            Act.LOUDER: partial(self._change_volume, _LOUDER),
            Act.MUTE: self.mute,
            Act.FOLLOW: self.follow,
        }

    def play_cue(self) -> None:
        """Play the cue the editor looks at, with what comes half a second before it."""
        document, cue = self._page.table.document, self._page.cue
        if document is None or cue >= len(document.cues):
            self.told.emit("There is no cue to play")
            return
        begin, end = times_of(document.cues[cue])
        if begin < end:
            self._play(begin - AROUND_MS, end)
        else:
            self.told.emit(_TOO_SHORT if document.format.timed else _TIMELESS)

    def play_gap(self) -> None:
        """Play what is heard around the mark the editor looks at, else its cue."""
        review, gap = self._page.review, self._page.current
        times = gap_times(review.transcript, gap) if review and gap is not None else None
        if times is None:
            self.play_cue()
        else:
            self._play(times[0] - AROUND_MS, times[1] + AROUND_MS)

    def loop(self) -> None:
        """Begin again at the end of what is played, or stop there."""
        self._player.set_loops(not self._player.loops)
        self.told.emit(f"Repeat {_switched(self._player.loops)}")

    def mute(self) -> None:
        """Play without sound, or with it again."""
        self._player.set_muted(not self._player.muted)
        self.told.emit("Muted" if self._player.muted else "Sound on")

    def follow(self) -> None:
        """Go back to what is heard and along with it, or stay where the editor looks."""
        if self._follows:
            self._following.follow(False)
        else:
            self._waveform.follow()
            self._following.follow(True)
        self.told.emit(f"Follow what is heard: {_switched(self._follows)}")

    @property
    def _follows(self) -> bool:
        return self._waveform.follows and self._following.follows

    def _play(self, begin: int, end: int) -> None:
        if self._player.play_span(begin, end):
            return
        info = self._player.info
        path_exists = info is not None and begin < info.duration_ms
        self.told.emit(_OUT_OF_REACH if path_exists else _TOO_LATE)

    def _show_following(self) -> None:
        self._follow.setChecked(self._follows)

    def _change_speed(self, by: int) -> None:
        at = min(range(len(SPEEDS)), key=lambda index: abs(SPEEDS[index] - self._player.rate))
        self._player.set_rate(SPEEDS[min(max(at + by, 0), len(SPEEDS) - 1)])
        self.told.emit(f"Speed {speed_text(self._player.rate)}")

    def _change_volume(self, by: int) -> None:
        self._player.set_volume(self._player.volume + by)
        self.told.emit(f"Volume {self._player.volume} %")


def _switched(on: bool) -> str:
    return "on" if on else "off"
