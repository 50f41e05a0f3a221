"""Where playback is between two reports of the player, which come every 50 ms."""

from __future__ import annotations

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
