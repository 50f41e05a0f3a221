"""Play one video or sound file: from one time to another, over and over, slower or faster."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QElapsedTimer, QObject, Qt, Signal

from subpunct_app.gui.background.timers import timer
from subpunct_app.review.settings import SPEEDS
from subpunct_app.runtime.errors import MediaError

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtMultimediaWidgets import QGraphicsVideoItem

    from subpunct_app.gui.media.engine import Engine
    from subpunct_app.speech.media.probe import MediaInfo


_JUMP_MS = 150.0
_AHEAD_MS = 100.0
_PULL = 0.2
_FARTHEST_MS = 250.0
_SLEEP_S = 4.0


class Playhead:
    """Go on from the last report at the speed of playback; `now` is in ms of any steady clock."""

    def __init__(self) -> None:
        self._reported = self._base = 0.0
        self._since = 0.0
        self._rate = 0.0
        self._is_early = False

    def run(self, now: float, rate: float) -> None:
        """Go on at another speed, 0 to stand still."""
        self._base, self._since = self.at(now), now
        self._rate = rate

    def jump(self, now: float, position: float) -> None:
        """Be somewhere else at once."""
        self._reported = self._base = position
        self._since = now
        self._is_early = False

    def report(self, now: float, position: float) -> None:
        """Take what the player says; small differences are made up for little by little.

        A report far ahead may be of a picture that is shown before its time, and none comes until
        then: it is believed where the next one is far ahead, too.
        """
        expected = self.at(now)
        drift = position - expected
        if self._rate and drift > _AHEAD_MS and not self._is_early:
            self._reported, self._is_early = position, True
            return
        self.jump(now, position)
        if self._rate and abs(drift) < _JUMP_MS:
            self._base = expected + drift * _PULL

    def at(self, now: float) -> float:
        """Return the position in ms, never far ahead of the last report: it may have stalled."""
        run = self._base + (now - self._since) * self._rate
        return min(run, self._reported + _FARTHEST_MS * max(self._rate, 1.0))


def has_slept(before_s: float, now_s: float) -> bool:
    """Tell by the wall clock whether the machine slept between two ticks of a running player."""
    return not -_SLEEP_S < now_s - before_s < _SLEEP_S


# Some codecs only some graphics cards decode; Qt says nothing where no picture comes.
_PATIENCE_MS = 5000
_LOOK_MS = 500
_TICK_MS = 16
_SOUND_STEP_MS = 40
# A picture may come so much before or after its time.
_BESIDE_MS = 80
# Closer to the end than this there is no other picture.
_LAST_MS = 40
_EARLY_MS = 2000
# Qt shows the picture that ends at the place that is sought, not the one that begins there.
_INTO_MS = 1


class Player(QObject):
    """Play, pause and seek, and tell some 60 times a second where playback is.

    Positions are in milliseconds. `track` is the number of the sound track that the editor chose,
    None where it is the one that players choose. `changed` says that something else than the
    position did, `sought` which place is wanted, `mended` that what `failed` told is over.
    """

    moved = Signal(int)
    sought = Signal(int)
    changed = Signal()
    failed = Signal(object)
    mended = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._engine: Engine | None = None
        self.path: Path | None = None
        self.info: MediaInfo | None = None
        self.track: int | None = None
        self.rate = 1.0
        self.volume = 100
        self.muted = False
        self.loops = False
        self._span: tuple[int, int] | None = None
        self._playhead = Playhead()
        self._seen = 0.0
        self._clock = QElapsedTimer()
        self._clock.start()
        self._timer = timer(self, _TICK_MS)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)
        self._missing: MediaError | None = None
        self._patience = timer(self, _PATIENCE_MS, once=True)
        self._patience.timeout.connect(self._look_for_picture)

    @property
    def duration(self) -> int:
        """Return how much of the open file can be played, 0 without one."""
        if self.info is None:
            return 0
        known = self._engine.duration if self._engine else 0
        return min(self.info.duration_ms, known or self.info.duration_ms)

    @property
    def position(self) -> int:
        """Return where playback is."""
        return round(min(max(self._playhead.at(self._now()), 0), self.duration))

    @property
    def is_drawn(self) -> bool:
        """Tell whether the open file has no picture, or shows one."""
        picture = self.info is not None and self.info.has_video
        return not picture or (self._engine is not None and self._engine.has_frame)

    @property
    def shown(self) -> tuple[float, float] | None:
        """Return from when to when the picture lasts that Qt shows, None where it tells of none."""
        return self._engine.frame if self._engine else None

    @property
    def shows_place(self) -> bool:
        """Tell whether the picture is that of where playback is."""
        shown = self.shown
        return shown is not None and (
            shown[0] - _BESIDE_MS <= self.position <= shown[1] + _BESIDE_MS
        )

    @property
    def playing(self) -> bool:
        """Tell whether time goes on."""
        return self._timer.isActive()

    def open(self, path: Path, info: MediaInfo, picture: QGraphicsVideoItem | None) -> None:
        """Open a file that was looked into, and stand still at its start."""
        self._timer.stop()
        self._forget_picture()
        self.path, self.info, self.track, self._span = path, info, None, None
        self._ready().open(path, picture)
        self._playhead.jump(self._now(), 0)
        self._patience.start(_PATIENCE_MS)
        self._stand()
        self.sought.emit(0)

    def close(self) -> None:
        """Let go of the file."""
        self._timer.stop()
        self._forget_picture()
        self.path = self.info = self.track = self._span = None
        if self._engine is not None:
            self._engine.close()
        self.changed.emit()

    def play(self) -> None:
        """Play on, from the start again at the end."""
        self._span = None
        if self.position >= self.duration - _LAST_MS:
            self._go(0)
        self._start()

    def play_span(self, begin: int, end: int) -> bool:
        """Play from one time to another and stop there, or begin again while it loops.

        False behind the end of the file, where nothing is played.
        """
        if begin >= self.duration:
            return False
        self._span = (max(0, begin), min(end, self.duration))
        self._go(self._span[0])
        self._start()
        return True

    def pause(self) -> None:
        """Stand still."""
        if self._engine is not None and self.path is not None:
            self._engine.pause()
            self._stand()

    def toggle(self) -> None:
        """Play or pause."""
        if self.playing:
            self.pause()
        else:
            self.play()

    def seek(self, position: int) -> None:
        """Go to a time; what was to be played up to some end goes on past it."""
        self._span = None
        self._go(position)

    def seek_by(self, by: int) -> None:
        """Go forward, or back where negative."""
        self.seek(self.position + by)

    def step(self, by: int) -> None:
        """Pause at the next picture, or the one before where negative."""
        self.pause()
        self._span = None
        self._go(self._beside(by), into=0)

    def set_track(self, number: int) -> None:
        """Let a sound track of the open file be heard, by its number."""
        if self._engine is not None and self.info is not None:
            self.track = None if number == self.info.track else number
            self._engine.set_track(number)

    def set_rate(self, rate: float) -> None:
        """Play slower or faster; voices keep their pitch."""
        self.rate = min(max(rate, SPEEDS[0]), SPEEDS[-1])
        if self.playing:
            self._playhead.run(self._now(), self.rate)
        self._apply()

    def set_volume(self, volume: int) -> None:
        """Play louder or softer, from 0 to 100 as an ear hears it."""
        self.volume = min(max(volume, 0), 100)
        self.set_muted(False)

    def set_muted(self, muted: bool) -> None:
        """Play without sound, or with it again."""
        self.muted = muted
        self._apply()

    def set_loops(self, loops: bool) -> None:
        """Begin again at the end of what is played, or stop there."""
        self.loops = loops
        self.changed.emit()

    def _ready(self) -> Engine:
        if self._engine is None:
            from subpunct_app.gui.media.engine import Engine

            self._engine = Engine(self)
            self._engine.reported.connect(self._report)
            self._engine.ended.connect(self._arrive)
            self._engine.failed.connect(self._fail)
            self._apply()
        return self._engine

    def _apply(self) -> None:
        if self._engine is not None:
            self._engine.set_rate(self.rate)
            self._engine.set_sound(self.volume / 100, muted=self.muted)
        self.changed.emit()

    def _now(self) -> float:
        return self._clock.nsecsElapsed() / 1e6

    def _start(self) -> None:
        if self._engine is None or self.path is None:
            return
        self._engine.play()
        self._playhead.run(self._now(), self.rate)
        self._seen = time.time()
        self._timer.start()
        self.changed.emit()

    def _stand(self) -> None:
        self._timer.stop()
        self._playhead.run(self._now(), 0)
        self.changed.emit()
        self.moved.emit(self.position)

    def _go(self, position: int, *, into: int = _INTO_MS) -> None:
        if self._engine is None or self.path is None:
            return
        position = min(max(position, 0), self.duration)
        self._engine.seek(min(position + into, self.duration) if position else 0)
        self._playhead.jump(self._now(), position)
        self.moved.emit(position)
        self.sought.emit(position)

    def _beside(self, by: int) -> int:
        shown = self.shown
        if shown and shown[0] <= self.position + 1 and self.position < shown[1] + 1:
            return round(shown[1] + 1 if by > 0 else shown[0] - 1)
        rate = self.info.frame_rate if self.info else None
        return self.position + by * (round(1000 / rate) if rate else _SOUND_STEP_MS)

    def _tick(self) -> None:
        before, self._seen = self._seen, time.time()
        position = self.position
        if has_slept(before, self._seen):
            self.pause()
        elif self._span and position >= self._span[1]:
            self._end(self._span)
        else:
            self.moved.emit(position)

    def _look_for_picture(self) -> None:
        """Say that no picture has come so far, and take that back once one does."""
        if self.path is None or self.is_drawn:
            self._forget_picture()
            return
        self._patience.start(_LOOK_MS)
        if self._missing is None:
            self._missing = MediaError(
                f"{self.path.name} shows no moving picture so far.",
                "If it stays like this, convert the file to MP4 with H.264 and AAC.",
            )
            self.failed.emit(self._missing)

    def _forget_picture(self) -> None:
        self._patience.stop()
        missing, self._missing = self._missing, None
        if missing is not None:
            self.mended.emit(missing)

    def _end(self, span: tuple[int, int]) -> None:
        if self.loops:
            self._go(span[0])
            return
        self.pause()
        self._span = None
        # Time may have gone past the end, to a picture that belongs to the next cue.
        self._go(span[1] - 1, into=0)

    def _report(self, position: int) -> None:
        if self.playing:
            self._playhead.report(self._now(), position)

    def _arrive(self) -> None:
        """Stand just before the end, or begin again; a file that breaks off stays where it does."""
        begin, again = self._span[0] if self._span else 0, self.loops and self.playing
        last = self.duration - _LAST_MS // 2
        stop = last if self.position > last - _EARLY_MS else self.position
        self.pause()
        self._go(begin if again else stop)
        if again:
            self._start()
        else:
            self._span = None

    def _fail(self, reason: str) -> None:
        self._forget_picture()
        if self.path is not None:
            # Qt may play on.
            self.pause()
            self.failed.emit(_translated(self.path, reason))


def _translated(path: Path, reason: str) -> MediaError:
    why = f" ({reason.rstrip('.')})" if reason else ""
    return MediaError(
        f"{path.name} cannot be played{why}.",
        "Convert it to MP4 with H.264 and AAC. You can edit the text without it.",
    )
