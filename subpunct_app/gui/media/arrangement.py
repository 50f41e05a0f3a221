"""Where the media panel stands on the review page, and what it leaves behind when it goes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray

if TYPE_CHECKING:
    from PySide6.QtGui import QAction

    from subpunct_app.gui.desk import Desk
    from subpunct_app.gui.media.panel import MediaPanel
    from subpunct_app.gui.review.review_page import ReviewPage

_SHARE = 0.56


class Arrangement:
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
        page.top.put_first(panel)

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
