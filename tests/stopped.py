"""Work that somebody stops while it goes on."""

from __future__ import annotations

from subpunct_app.runtime.task import Task


class Stopped(Task):
    """A task that somebody stops behind the first step that has got somewhere."""

    def step(self, done: int, total: int, message: str = "", *, timed: bool = False) -> None:
        """Record progress, and stop where there is some."""
        if done:
            self.cancel()
        super().step(done, total, message, timed=timed)
