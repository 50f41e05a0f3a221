"""What the status bar says while parts of the window work, and what they tell for a moment."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from subpunct_app.gui.widgets.announcing import announce

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtCore import SignalInstance

    from subpunct_app.gui.actions.commands import Commands
    from subpunct_app.gui.parts.status_bar import StatusBar
    from subpunct_app.gui.proposing.proposer import Proposer
    from subpunct_app.gui.workplace import Workplace
    from subpunct_app.models.base import Punctuator

_TOLD_MS = 8000


class StatusFeed(QObject):
    """Show how far the jobs are, which model made the suggestions, and what is `told` by signals.

    What is told stands for a few seconds and is read out, and so is why a key does nothing.
    """

    def __init__(
        self,
        place: Workplace,
        status: StatusBar,
        proposer: Proposer,
        commands: Commands,
        told: Iterable[SignalInstance],
    ) -> None:
        super().__init__(place.window)
        self._page = place.page
        self._status = status
        self._commands = commands
        # By the ids of the models that have answered.
        self._runs_on: dict[str, str] = {}
        self._connect(place, proposer, told)

    def _connect(
        self, place: Workplace, proposer: Proposer, told: Iterable[SignalInstance]
    ) -> None:
        for signal in told:
            signal.connect(self._tell)
        actions = self._commands.actions
        actions.refused.connect(self._tell_lack)
        # What is told of a step is over with it.
        actions["undo"].triggered.connect(self._status.clearMessage)
        self._page.unasked.connect(partial(self._tell_lack, "no_mark"))
        self._page.reviewed.connect(self._show_model)
        proposer.loaded.connect(self._note_model)
        place.jobs.progressed.connect(self._status.show_progress)
        place.jobs.idle.connect(self._status.show_idle)
        place.jobs.stopped.connect(partial(self._tell, "Cancelled"))

    def _tell(self, text: str) -> None:
        self._status.showMessage(text, _TOLD_MS)
        announce(self._status, text)

    def _tell_lack(self, name: str) -> None:
        """Tell why the key of an action does nothing."""
        if lack := self._commands.lack_of(name):
            self._tell(lack)

    def _note_model(self, model: Punctuator) -> None:
        self._runs_on[model.card.id] = model.runs_on

    def _show_model(self) -> None:
        name = self._page.review.model if self._page.review else ""
        self._status.show_model(name, self._runs_on.get(name, ""))
