"""Where the results of a batch go, and how they are made."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QGridLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QToolButton,
    QWidget,
)

from subpunct_app.core.text import Mark
from subpunct_app.services.batch.order import Existing, Order
from subpunct_app.services.settings import MARKS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from subpunct_app.services.settings import Settings

_EXISTING = {
    Existing.SKIP: "Skip the file",
    Existing.VERSION: "Write another version (talk-2.srt)",
    Existing.REPLACE: "Replace the result",
}


class BatchOptions(QWidget):
    """Ask for the output folder, what to do with results that exist, and what to propose."""

    changed = Signal()

    def __init__(
        self, choices: QMenu, wanted: Callable[[], Settings], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.choices = choices
        self._wanted = wanted
        self.suggested = ""
        self.folder = QLineEdit(placeholderText="A folder for the results")
        self._browse = QPushButton("C&hoose…")
        self.existing = QComboBox()
        self._propose = QToolButton()
        self._propose.setMenu(choices)
        self._propose.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        for value, text in _EXISTING.items():
            self.existing.addItem(text, value)
        self._lay_out()
        self.show_choices()
        choices.aboutToHide.connect(self.show_choices)
        self.folder.textChanged.connect(self.changed)
        self._browse.clicked.connect(self._ask)

    @property
    def out(self) -> Path | None:
        """Return the output folder, None without one."""
        name = self.folder.text().strip()
        return Path(name) if name else None

    def suggest(self, sources: Sequence[Path]) -> None:
        """Name a folder beside the sources, unless the editor has named one."""
        before, self.suggested = self.suggested, str(_beside(sources[0])) if sources else ""
        if self.folder.text() in ("", before):
            self.folder.setText(self.suggested)

    def order(self) -> Order:
        """Return what the editor lets a model propose now."""
        return order_of(self._wanted())

    def chosen_existing(self) -> Existing:
        """Return what to do where a result exists already."""
        return Existing(self.existing.currentData())

    def show_options(self, out: Path, existing: Existing) -> None:
        """Show other options."""
        self.folder.setText(str(out))
        self.existing.setCurrentIndex(self.existing.findData(existing))

    def show_choices(self) -> None:
        """Say what is ticked in the menu."""
        self._propose.setText(_sentence(self._wanted()))

    def _ask(self) -> None:
        name = QFileDialog.getExistingDirectory(self, "Folder of the results", self.folder.text())
        if name:
            self.folder.setText(name)

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setColumnStretch(1, 1)
        self.folder.setAccessibleName("Folder of the results")
        self.existing.setAccessibleName("Where a result exists")
        self._propose.setAccessibleName("What to propose")
        self._propose.setToolTip("What a model may propose, here and for single files")
        rows = (
            ("Results &in:", self.folder),
            ("Where a result e&xists:", self.existing),
            ("P&ropose:", self._propose),
        )
        for row, (text, field) in enumerate(rows):
            label = QLabel(text)
            label.setBuddy(field)
            grid.addWidget(label, row, 0)
            grid.addWidget(field, row, 1)
        grid.addWidget(self._browse, 0, 2)


def order_of(wanted: Settings) -> Order:
    """Return the choices of the editor as a batch takes them."""
    everything = set(wanted.marks) == set(MARKS)
    return Order(mode=wanted.mode, marks=None if everything else wanted.marks, case=wanted.case)


def _sentence(wanted: Settings) -> str:
    everything = set(wanted.marks) == set(MARKS)
    marks = "all marks" if everything else " ".join(map(str, map(Mark, wanted.marks)))
    parts = (wanted.mode.capitalize(), marks or "no marks", "capitals" if wanted.case else "")
    return " · ".join(filter(None, parts))


def _beside(source: Path) -> Path:
    if source.is_file() or not source.name:
        folder = source.parent if source.is_file() else source
        return folder / "marked"
    return source.with_name(f"{source.name}-marked")
