"""What was decided in this sitting, how fast, and what is left."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication, QTextOption
from PySide6.QtWidgets import QPushButton, QStyle, QTextBrowser, QVBoxLayout, QWidget

from subpunct_app.gui.background.timers import timer
from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.texts.wording import by_kind, summary
from subpunct_app.gui.widgets.focus import FocusFrame
from subpunct_app.gui.widgets.label_texts import announce
from subpunct_app.gui.widgets.panes import Panel
from subpunct_app.review.statistics import Statistics

if TYPE_CHECKING:
    from collections.abc import Sequence

    from subpunct_app.gui.review.review_page import ReviewPage
    from subpunct_app.text.decisions import Change

# In letters of middling width: the longest names of marks beside four figures.
_WIDTH = 49
# A key press is drawn before the figures are.
_DELAY_MS = 150
# Figures of neighbouring columns must not read as one.
_SIDE = "align='right' style='padding-left: 8px'"


class StatisticsPanel(Panel):
    """Count the decisions about the open file; closed, it counts on without showing them."""

    def __init__(self, page: ReviewPage, parent: QWidget) -> None:
        super().__init__(tr("Statistics"), "statistics", parent)
        self.statistics = Statistics()
        self._page = page
        self._timer = timer(self, _DELAY_MS, once=True)
        self._view = _Figures(self)
        self._copy = QPushButton(tr("&Copy as text"), self)
        self._copy.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._copy.setToolTip(tr("Copy these figures to the clipboard"))
        body = QWidget(self)
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._view, 1)
        column.addWidget(self._copy)
        self.setWidget(body)
        self._copy.clicked.connect(self.copy)
        self._timer.timeout.connect(self._show)
        self.visibilityChanged.connect(self._show)
        page.decider.changed.connect(self._note_change)
        page.moved.connect(self._note_activity)
        page.table.contents.shown.connect(self._restart)

    @property
    def text(self) -> str:
        """Return the figures as lines of text."""
        lines = ["\t".join(row) for row in self._summary()]
        rows = ["\t".join(row) for row in by_kind(self.statistics)]
        return "\n".join([*lines, "", *rows] if rows else lines) + "\n"

    def begin(self) -> None:
        """Count for another file."""
        self.statistics = Statistics()

    def toggle(self) -> None:
        """Open the panel or close it; the focus stays with the cues."""
        self.setVisible(self.isHidden())
        announce(self, tr("Statistics: off") if self.isHidden() else tr("Statistics: on"))

    def copy(self) -> None:
        """Put the figures on the clipboard."""
        QGuiApplication.clipboard().setText(self.text)

    def _note_activity(self) -> None:
        self.statistics.note_activity()

    def _note_change(self, change: Change) -> None:
        self.statistics.note_change(change)
        self._timer.start()

    def _restart(self) -> None:
        if review := self._page.review:
            self.statistics.restart(review.session, review.transcript.gaps)
        else:
            self.statistics.stop()
        self._timer.start()

    def _show(self) -> None:
        if self.isHidden():
            return
        self._view.setHtml(_table(self._summary()) + _table(by_kind(self.statistics)))

    def _summary(self) -> list[tuple[str, str]]:
        return summary(self.statistics, self._page.panel.budget.pace)


class _Figures(QTextBrowser):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Figures of this session"))
        FocusFrame(self)
        self.setWordWrapMode(QTextOption.WrapMode.WordWrap)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return room for the table; where there is less, its headings break and it scrolls."""
        width = _WIDTH * self.fontMetrics().averageCharWidth()
        bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        return QSize(width + bar, super().sizeHint().height())


def _table(rows: Sequence[Sequence[str]]) -> str:
    cells = (
        "".join(
            f"<td {_SIDE if at else ''}>{escape(cell).replace(' %', '&nbsp;%')}</td>"
            for at, cell in enumerate(row)
        )
        for row in rows
    )
    body = "".join(f"<tr>{row}</tr>" for row in cells)
    return f"<table width='100%' cellspacing='0' cellpadding='1'>{body}</table><br>"
