"""The speakers that a file names, each to be punctuated alone."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu, QWidget

from subpunct_app.gui.widgets.shortened import as_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from subpunct_app.gui.file.opener import Opener
    from subpunct_app.gui.proposing.proposer import Proposer
    from subpunct_app.review.opening import Opened
    from subpunct_app.subtitles.formats.document import Document

_MOST = 40


class SpeakerMenu(QMenu):
    """Offer the speakers of the open file in the order in which they come."""

    def __init__(self, opener: Opener, proposer: Proposer, parent: QWidget) -> None:
        super().__init__("Punctuate onl&y", parent)
        self._proposer = proposer
        opener.shown.connect(self._clear)
        opener.opened.connect(self._show_opened)
        self.show_names(())

    def show_names(self, names: Sequence[str]) -> None:
        """List other speakers."""
        self.clear()
        for name in names[:_MOST]:
            ask = partial(self._proposer.punctuate_speaker, name)
            self.addAction(as_label(name), ask)
        if not names:
            self.addAction("The file names no speakers").setEnabled(False)

    def _clear(self, _document: Document) -> None:
        self.show_names(())

    def _show_opened(self, opened: Opened) -> None:
        self.show_names(opened.speakers)
