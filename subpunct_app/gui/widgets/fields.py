"""Fields of text, and files that are dropped on a window."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from subpunct_app.gui.widgets.colours import FollowsPalette, mix, readable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QMimeData
    from PySide6.QtGui import QDragEnterEvent, QDropEvent


class AcceptsFileDrops:
    """Mix in before the class of a window, whose `take_files` is called with what is dropped."""

    @property
    def is_busy(self) -> bool:
        """Tell whether no other files can be taken now."""
        return False

    def take_files(self, paths: Sequence[Path]) -> None:
        """Take files and folders, at least one."""
        raise NotImplementedError

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802
        """Offer to take files and folders of this computer."""
        if not self.is_busy and files_in(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802
        """Take what is dropped."""
        event.acceptProposedAction()
        self.take_files(files_in(event.mimeData()))


def files_in(data: QMimeData) -> list[Path]:
    """Return the files and folders of this computer among what is dragged."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]


class IgnoresFileDrops:
    """Mix in before the class of a field: many file managers offer addresses as text, too."""

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802
        """Take what is dragged, but no files of this computer."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.ignore()
        else:
            super().dragEnterEvent(event)  # type: ignore[misc]


_FADED = 0.4


class HintedField(IgnoresFileDrops, FollowsPalette, QLineEdit):
    """Take text, but no files; the hint can be read on any ground, also while the field is off."""

    def __init__(self, hint: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText(hint)
        self._recolour()

    def _recolour(self) -> None:
        self.setPalette(hint_palette())


def hint_palette() -> QPalette:
    """Return the colours of a hint alone, opaque: Qt makes it half as strong as the text is."""
    general, own = QApplication.palette(), QPalette()
    groups, roles = QPalette.ColorGroup, QPalette.ColorRole
    for group in (groups.Active, groups.Inactive, groups.Disabled):
        ground, ink = (general.color(group, role) for role in (roles.Base, roles.Text))
        own.setColor(group, roles.PlaceholderText, readable(mix(ink, ground, _FADED), ground))
    return own
