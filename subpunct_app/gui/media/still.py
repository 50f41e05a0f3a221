"""Show the picture of where playback stands where Qt shows another one, or none."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QImage

from subpunct_app.gui.background.jobs import Lane
from subpunct_app.gui.background.timers import timer
from subpunct_app.speech.media.pictures import picture_at

if TYPE_CHECKING:
    from pathlib import Path

    from subpunct_app.gui.background.jobs import Jobs
    from subpunct_app.gui.media.player import Player
    from subpunct_app.gui.media.screen import Screen
    from subpunct_app.runtime.task import Task
    from subpunct_app.speech.media.pictures import Pixels

_LOOK_MS = 100
# Qt has shown its picture of most places by then.
_LOOKS = 5
# While none of Qt's comes and time goes on, the next is decoded so many looks after one.
_PAUSE = 10


class Still(QObject):
    """Look after each place that is sought whether its picture comes.

    Qt shows that of a broadcast only from the next whole picture on, and none of what stands
    longest in a film of slides.
    """

    def __init__(self, player: Player, screen: Screen, jobs: Jobs) -> None:
        super().__init__(player)
        self._player = player
        self._screen = screen
        self._jobs = jobs
        self._left = _LOOKS
        self._shown: int | None = None
        self._path: Path | None = None
        self._sought = 0
        self._covered: tuple[float, float] | None = None
        self._task: Task | None = None
        self._timer = timer(self, _LOOK_MS)
        self._timer.timeout.connect(self._look)
        player.sought.connect(self._begin)

    def stop(self) -> None:
        """Look for nothing more, and show nothing of one's own."""
        self._timer.stop()
        self._give_up()
        self._screen.show_still(None)

    def _begin(self, place: int) -> None:
        info = self._player.info
        if info is None or not info.has_video:
            self.stop()
            return
        if self._timer.isActive() and (self._player.path, place) == (self._path, self._sought):
            # A stretch that is played over and over may be shorter than Qt is given.
            return
        self._sought = place
        self._give_up()
        self._left, self._shown = _LOOKS, None
        if self._timer.isActive():
            # The next look comes sooner, as it must where one place after another is sought.
            self._left += 1
        else:
            self._timer.start()
        if self._path != self._player.path or self._player.shows_place:
            self._screen.show_still(None)
        self._path = self._player.path

    def _give_up(self) -> None:
        if self._task is not None:
            self._task.cancel()
        self._task = None

    def _look(self) -> None:
        self._left -= 1
        path, position = self._player.path, self._player.position
        if path is None or self._player.shows_place:
            self.stop()
            return
        if self._shown is None and self._player.shown != self._covered:
            # What Qt draws on its way is nearer than the picture of a place that was left.
            self._screen.show_still(None)
        if self._left <= 0 and self._task is None and position != self._shown:
            self._shown = position
            self._task = self._jobs.submit(
                Lane.PICTURE,
                partial(picture_at, path, position),
                done=self._show,
                failed=lambda _error: self._show(None),
                quiet=True,
            )

    def _show(self, pixels: Pixels | None) -> None:
        self._task, self._left = None, _PAUSE
        self._covered = self._player.shown
        self._screen.show_still(None if pixels is None else _image(pixels))


def _image(pixels: Pixels) -> QImage:
    height, width, _ = pixels.shape
    # Its own copy: the pixels go with the array.
    return QImage(pixels.tobytes(), width, height, 3 * width, QImage.Format.Format_RGB888).copy()
