"""The line in which the editor types where to go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QLabel

from subpunct_app.gui.review.words.bar import Bar
from subpunct_app.gui.review.words.bar_field import BarField
from subpunct_app.gui.review.words.bar_label import BarLabel
from subpunct_app.gui.widgets.announcing import announce
from subpunct_app.gui.widgets.close_button import CloseButton
from subpunct_app.review.editing.locating import locate
from subpunct_app.runtime.errors import SettingsError

if TYPE_CHECKING:
    from subpunct_app.gui.review.page import ReviewPage

_WIDTH = 34


class GoToBar(Bar):
    """Go to a cue by its number or a time."""

    def __init__(self, page: ReviewPage) -> None:
        super().__init__(page)
        self._page = page
        self.field = BarField("Cue number or time", self)
        self._problem = BarLabel(self)
        self._close = CloseButton("Close the line", "Close (Esc)", self)
        self._lay_out()
        self.field.entered.connect(self._go)
        self.field.textChanged.connect(self._problem.clear)
        self._close.clicked.connect(self.leave)
        self.hide()

    @property
    def problem(self) -> str:
        """Return why what was typed leads nowhere."""
        return self._problem.text()

    def begin(self) -> None:
        """Ask where to go."""
        self.field.setText(str(self._page.cue + 1))
        self.show()
        self.field.setFocus()
        self.field.selectAll()

    def _lay_out(self) -> None:
        label = QLabel("&Go to", self)
        label.setBuddy(self.field)
        self.field.setMaximumWidth(_WIDTH * self.fontMetrics().averageCharWidth())
        self.field.setToolTip("118 is a cue, 1:02:03,5 a time")
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 4, 8, 4)
        row.addWidget(label)
        row.addWidget(self.field)
        row.addWidget(self._problem, 1)
        row.addWidget(self._close)

    def _go(self) -> None:
        document = self._page.table.document
        if document is None:
            return
        try:
            cue = locate(document, self.field.text())
        except SettingsError as error:
            self._problem.show_problem(str(error))
            announce(self, str(error))
            return
        self._page.show_cue(cue)
        self.leave()
