"""The headings of a list of cues, which stand exactly over what they name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, QRect, Qt
from PySide6.QtGui import QPainter, QPalette
from PySide6.QtWidgets import QHeaderView, QStyleOptionHeader

from subpunct_app.gui.review.drawing.cue_texts import MARGIN

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


class Headings(QHeaderView):
    """Keep the names of columns as far from the edges as the cells keep their texts."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setHighlightSections(False)
        self.setStretchLastSection(True)

    def setSelectionModel(self, selected: QItemSelectionModel) -> None:  # noqa: N802
        """Know of no selection: Qt would ask all rows of each column for a tint not drawn here."""
        super().setSelectionModel(QItemSelectionModel(selected.model(), self))

    def initStyleOptionForIndex(self, option: QStyleOptionHeader, section: int) -> None:  # noqa: N802
        """Leave the name out of what the style draws."""
        super().initStyleOptionForIndex(option, section)
        option.text = ""

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:  # noqa: N802
        """Draw a heading, and its name at the margin of the cells."""
        super().paintSection(painter, rect, section)
        model, across = self.model(), Qt.Orientation.Horizontal
        side = model.headerData(section, across, Qt.ItemDataRole.TextAlignmentRole)
        # Cells are turned round in no window.
        side |= Qt.AlignmentFlag.AlignAbsolute
        name, within = model.headerData(section, across), rect.adjusted(MARGIN, 0, -MARGIN, 0)
        shown = self.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, within.width())
        self.style().drawItemText(
            painter,
            within,
            side.value,
            self.palette(),
            self.isEnabled(),
            shown,
            QPalette.ColorRole.ButtonText,
        )
