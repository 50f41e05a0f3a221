"""Every step since the file was opened; a click goes back or forth to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize
from PySide6.QtWidgets import QUndoView, QWidget

from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.widgets.colours import FollowsPalette
from subpunct_app.gui.widgets.focus import FocusFrame
from subpunct_app.gui.widgets.icons import icon, scale_row_icons
from subpunct_app.gui.widgets.panes import Panel

if TYPE_CHECKING:
    from PySide6.QtGui import QUndoStack

_WIDTH = 34
_EXPORTED_ICON = "content-save-outline"


class HistoryPanel(FollowsPalette, Panel):
    """List the steps of an undo stack, with a sign where the file was exported."""

    def __init__(self, stack: QUndoStack, parent: QWidget) -> None:
        super().__init__(tr("History"), "history", parent)
        self.view = _Steps(stack, self)
        self.setWidget(self.view)
        self._recolour()

    def _recolour(self) -> None:
        """Draw the sign of the exported state in the colours of the window."""
        self.view.setCleanIcon(icon(_EXPORTED_ICON, self.palette()))


class _Steps(QUndoView):
    def __init__(self, stack: QUndoStack, parent: QWidget) -> None:
        super().__init__(stack, parent)
        self.setAccessibleName(tr("Steps that can be undone"))
        FocusFrame(self)
        self.setEmptyLabel(tr("As the model proposed it"))
        self.setToolTip(
            tr("Click a step to go back or forward to it. The disk marks the exported state.")
        )
        self.setUniformItemSizes(True)
        self.setSpacing(2)
        scale_row_icons(self)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """Follow the font of the system."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            scale_row_icons(self)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return room for the name of a step."""
        width = _WIDTH * self.fontMetrics().averageCharWidth()
        return QSize(width, super().sizeHint().height())
