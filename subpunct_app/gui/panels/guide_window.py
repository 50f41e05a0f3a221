"""The guide for editors, to be read beside the work."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextBlock, QTextCursor
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QListWidget,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.widgets.buttons import closing_buttons
from subpunct_app.gui.widgets.focus import FocusFrame
from subpunct_app.gui.widgets.panes import resize_to_text
from subpunct_app.runtime.folders import shipped_folder

# In letters and lines.
_SIZE = (120, 42)
_MARGIN = 16
_SPACING = 2


class GuideWindow(QDialog):
    """Show the guide with a list of its parts; the main window can be used meanwhile."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Guide to subpunct"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        # Tab goes from one to the next in the order in which they are made.
        self.titles = QListWidget(self)
        self.text = QTextBrowser(self)
        self.text.setAccessibleName(tr("Guide"))
        self.text.document().setDocumentMargin(_MARGIN)
        self.text.setMarkdown(guide_text())
        self._starts: list[QTextBlock] = []
        block = self.text.document().begin()
        while block.isValid():
            if block.blockFormat().headingLevel():
                self._starts.append(block)
            block = block.next()
        self.titles.setAccessibleName(tr("Parts of the guide"))
        self.titles.addItems([block.text() for block in self._starts])
        self.titles.currentRowChanged.connect(self._show_part)
        self._lay_out()

    def _lay_out(self) -> None:
        FocusFrame(self.titles)
        FocusFrame(self.text)
        self.titles.setSpacing(_SPACING)
        self.titles.setFixedWidth(self.titles.sizeHintForColumn(0) + 2 * _MARGIN)
        row = QHBoxLayout()
        row.addWidget(self.titles)
        row.addWidget(self.text, 1)
        column = QVBoxLayout(self)
        column.addLayout(row, 1)
        column.addWidget(closing_buttons(self))
        resize_to_text(self, *_SIZE)
        self.titles.setCurrentRow(0)
        self.titles.setFocus()

    def _show_part(self, row: int) -> None:
        """Put the heading of a part at the top."""
        bar = self.text.verticalScrollBar()
        bar.setValue(bar.maximum())
        self.text.setTextCursor(QTextCursor(self._starts[row]))


def show_guide(parent: QWidget) -> None:
    """Open the guide, or bring the one that is open to the front."""
    guide = parent.findChild(GuideWindow) or GuideWindow(parent)
    guide.show()
    guide.raise_()
    guide.activateWindow()


def guide_text() -> str:
    """Return the guide as Markdown."""
    return (shipped_folder("resources") / "guide.md").read_text(encoding="utf-8")
