"""The rows of buttons around the queue, and the line that tells how far it is."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QWidget

from subpunct_app.gui.widgets.buttons import Buttons


class SourceBar(Buttons):
    """What is to be restored."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.folder = self._add(
            "Add f&older…", "folder-plus-outline", "Add a folder with all that lies in it"
        )
        self.files = self._add("Add &files…", "file-plus-outline", "Add single files")
        self._row.addStretch(1)
        self.clear = self._add("C&lear list", "playlist-remove", "Take everything off the list")


class ButtonBar(Buttons):
    """What can be done with the queue."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.review = self._add(
            "Re&view", "eye-outline", "Open the selected file where it is first doubtful"
        )
        self.report = self._add("Re&port", "file-chart-outline", "Show what became of every file")
        self.retry = self._add("Re&try failed", "refresh", "Give failed files another chance")
        self.failed = self._add("&Next failed", "chevron-down", "Select the next failed file (F8)")
        self._row.addStretch(1)
        self.cancel = self._add(
            "&Cancel", "close", "Stop; results that are finished stay where they are"
        )
        self.pause = self._add("&Pause", "pause", "Stop, to go on later")
        self.start = self._add("&Start", "play", "Restore all files of the list")


class StateBar(QWidget):
    """How many files are finished, as a bar and in words."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.bar = QProgressBar(textVisible=False)
        self.bar.setAccessibleName("Files that are finished")
        self.label = QLabel(wordWrap=True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.label, 1)
        row.addWidget(self.bar, 1)

    def show_state(self, text: str, done: int, total: int, *, under_way: bool) -> None:
        """Show how far it is; the bar only while it is under way."""
        self.label.setText(text)
        self.bar.setRange(0, max(1, total))
        self.bar.setValue(done)
        self.bar.setVisible(under_way)
