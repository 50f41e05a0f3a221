"""Choose a speech model: one at hand, one to be fetched, or a folder."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QFileDialog, QHBoxLayout, QPushButton, QWidget

from subpunct_app.speech.transcription.whisper_models import KNOWN, installed, known_as


class ModelChoice(QWidget):
    """Offer the models; `fetch_wanted` carries the name of one that is not at hand."""

    changed = Signal()
    fetch_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.box = QComboBox()
        self.fetch = QPushButton("&Fetch")
        self.folder = QPushButton("F&older…")
        self._folders: list[str] = []
        self._lay_out()
        self.show_models()
        self.box.currentIndexChanged.connect(self._tell)
        self.fetch.clicked.connect(lambda: self.fetch_wanted.emit(self.model))
        self.folder.clicked.connect(self._ask)

    @property
    def model(self) -> str:
        """Return the name or folder of what is chosen."""
        return str(self.box.currentData())

    @property
    def at_hand(self) -> bool:
        """Tell whether the chosen model can be used now."""
        return self.model in self._folders or self.model in installed()

    def choose(self, model: str) -> None:
        """Choose a model by its name or folder."""
        if self.box.findData(model) < 0 and Path(model).is_dir():
            self._folders.append(model)
            self.show_models()
        self.box.setCurrentIndex(max(0, self.box.findData(model)))

    def show_models(self) -> None:
        """Bring the list up to date, the best of those at hand first; what is chosen stays so."""
        with QSignalBlocker(self.box):
            self._list()
        self._tell()

    def _list(self) -> None:
        chosen = self.box.currentData()
        here = installed()[::-1]
        self.box.clear()
        for folder in self._folders:
            self.box.addItem(f"{Path(folder).name} (folder)", folder)
        for name in here:
            known = known_as(name)
            self.box.addItem(f"{name}: {known.about}" if known else name, name)
        for known in KNOWN:
            if known.name not in here:
                text = f"{known.name}: {known.about} (to be fetched, {known.megabytes:,} MB)"
                self.box.addItem(text, known.name)
        usual = 0 if here or self._folders else self.box.findData("small")
        found = self.box.findData(chosen) if chosen else usual
        self.box.setCurrentIndex(max(0, found))

    def _tell(self) -> None:
        self.fetch.setVisible(not self.at_hand)
        known = known_as(self.model)
        if known is not None:
            self.fetch.setToolTip(
                f"Fetch {known.megabytes:,} MB from the Hugging Face Hub; later it works offline"
            )
        self.changed.emit()

    def _ask(self) -> None:
        name = QFileDialog.getExistingDirectory(self, "Folder of a speech model")
        if name:
            self.choose(name)

    def _lay_out(self) -> None:
        self.box.setAccessibleName("Speech model")
        self.folder.setToolTip("Use a model in a folder, as faster-whisper reads it")
        self.box.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.box, 1)
        row.addWidget(self.fetch)
        row.addWidget(self.folder)
