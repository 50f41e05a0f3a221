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
from subpunct_app.review.statistics import Statistics, WorkTime

if TYPE_CHECKING:
    from collections.abc import Sequence

    from subpunct_app.gui.review.review_page import ReviewPage

# In letters of middling width: the longest names of marks beside four figures.
_WIDTH = 49
# A key press is drawn before the figures are.
_DELAY_MS = 150
# Figures of neighbouring columns must not read as one.
_SIDE = "align='right' style='padding-left: 8px'"


class StatisticsPanel(Panel):
    """Show what was decided about the open file; closed, it only keeps the time."""

    def __init__(self, page: ReviewPage, parent: QWidget) -> None:
        super().__init__(tr("Statistics"), "statistics", parent)
        self._page = page
        self._time = WorkTime()
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
        page.table.contents.shown.connect(self._timer.start)

    @property
    def statistics(self) -> Statistics:
        """Return what became of the suggestions of the open file."""
        review = self._page.review
        if review is None:
            return Statistics()
        return Statistics.of(review.session, review.transcript.gaps)

    @property
    def text(self) -> str:
        """Return the figures as lines of text."""
        return (
            "\n\n".join(
                "\n".join("\t".join(row) for row in rows) for rows in self._tables() if rows
            )
            + "\n"
        )

    def begin(self) -> None:
        """Count the time for another file."""
        self._time = WorkTime()

    def toggle(self) -> None:
        """Open the panel or close it; the focus stays with the cues."""
        self.setVisible(self.isHidden())
        announce(self, tr("Statistics: off") if self.isHidden() else tr("Statistics: on"))

    def copy(self) -> None:
        """Put the figures on the clipboard."""
        QGuiApplication.clipboard().setText(self.text)

    def _note_activity(self) -> None:
        self._time.note_activity()

    def _note_change(self) -> None:
        self._time.note_activity()
        self._timer.start()

    def _show(self) -> None:
        if not self.isHidden():
            self._view.setHtml("".join(map(_table, self._tables())))

    def _tables(self) -> tuple[Sequence[Sequence[str]], ...]:
        statistics, pace = self.statistics, self._page.panel.budget.pace
        return summary(statistics, self._time.seconds, pace), by_kind(statistics)


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
