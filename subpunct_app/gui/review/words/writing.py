"""What works on the words themselves: editing in place, find and replace, and going to a cue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from subpunct_app.gui.review.words.find_bar import FindBar
from subpunct_app.gui.review.words.go_to_bar import GoToBar
from subpunct_app.gui.review.words.manual_edit import ManualEdit
from subpunct_app.gui.review.words.rewriter import Rewriter
from subpunct_app.gui.review.words.search import Search

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from subpunct_app.gui.actions.window_actions import Actions
    from subpunct_app.gui.desk import Desk
    from subpunct_app.gui.parts.message_bar import MessageBar
    from subpunct_app.gui.review.page import ReviewPage
    from subpunct_app.runtime.errors import SubpunctError


class Writing(QObject):
    """Put the bars under the cues of a page and the field into its table.

    `changed` says that other actions can be done now.
    """

    changed = Signal()

    def __init__(self, desk: Desk, page: ReviewPage, message: MessageBar) -> None:
        super().__init__(page)
        self._desk = desk
        self._page = page
        self.rewriter = Rewriter(desk, page)
        self.manual = ManualEdit(page, self.rewriter)
        self.search = Search(page, self.rewriter)
        self.find_bar = FindBar(self.search, page)
        self.go_to_bar = GoToBar(page)
        layout = page.layout()
        if layout is not None:
            layout.addWidget(self.find_bar)
            layout.addWidget(self.go_to_bar)
        self._message = message
        self._refusal = ""
        self._connect()

    def set_actions(self, actions: Actions) -> None:
        """Let the buttons of the bars trigger these actions."""
        self.find_bar.set_actions(actions)

    def slots(self) -> Mapping[str, Callable[[], object]]:
        """Return what to call for each action of this part, by its name."""
        return {
            "edit": self.manual.begin,
            "find": lambda: self._find(replacing=False),
            "replace": lambda: self._find(replacing=True),
            "find_next": lambda: self._go_on(self.search.go_next),
            "find_previous": lambda: self._go_on(self.search.go_previous),
            "replace_one": self.find_bar.replace_one,
            "replace_all": self.find_bar.replace_all,
            "go_to": self._go_to,
        }

    def available(self) -> Mapping[str, bool]:
        """Return which actions of this part can be done now."""
        file, hits = self._desk.file, bool(self.search.hits)
        cues = file is not None and bool(file.document.cues)
        writable = cues and file is not None and file.read
        # While the bar is away, to go on is to ask what is looked for.
        stepping = cues and (hits or self.find_bar.isHidden())
        return {
            **dict.fromkeys(("find", "go_to"), cues),
            **dict.fromkeys(("find_next", "find_previous"), stepping),
            **dict.fromkeys(("edit", "replace"), writable),
            **dict.fromkeys(("replace_one", "replace_all"), writable and hits),
        }

    def close(self) -> None:
        """Stop searching."""
        self.search.close()

    def _connect(self) -> None:
        self.rewriter.refused.connect(self._show_refusal)
        self.rewriter.made.connect(self._hide_refusal)
        self.manual.editor.given_up.connect(self._hide_refusal)
        self.search.changed.connect(self._show_hits)
        self.search.changed.connect(self.changed)
        self.find_bar.left.connect(self._page.table.setFocus)
        self.find_bar.left.connect(self.changed)
        self.go_to_bar.left.connect(self._page.table.setFocus)

    def _show_refusal(self, error: SubpunctError) -> None:
        self._message.show_error(error)
        self._refusal = self._message.text

    def _hide_refusal(self) -> None:
        self._message.take_back(self._refusal)
        self._refusal = ""

    def _find(self, *, replacing: bool) -> None:
        self.go_to_bar.hide()
        self.find_bar.begin(replacing=replacing)
        self.changed.emit()

    def _go_to(self) -> None:
        if not self.find_bar.isHidden():
            self.find_bar.leave()
        self.go_to_bar.begin()

    def _go_on(self, step: Callable[[], None]) -> None:
        if self.find_bar.isHidden():
            self._find(replacing=False)
        else:
            step()

    def _show_hits(self) -> None:
        self._page.table.show_hits(self.search.by_cue, self.search.hit)
