"""A bar above the page for what went wrong or was done; it never blocks the work."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QHideEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.widgets.buttons import CloseButton
from subpunct_app.gui.widgets.colours import FollowsPalette, tones
from subpunct_app.gui.widgets.icons import icon
from subpunct_app.gui.widgets.label_texts import (
    announce,
    elide_middle,
    escape_ampersands,
    plain_tooltip,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from subpunct_app.runtime.errors import SubpunctError

# Above and below a message, in pixels.
_AIR = 3
_LEFT_OUT = "…"
# On the button beside a message.
_MOST_LETTERS = 40


@dataclass(frozen=True, slots=True)
class Offer:
    """What a button of the bar says and does; the message goes away first."""

    text: str
    accept: Callable[[], object]


class MessageBar(FollowsPalette, QFrame):
    """Show one message until it is closed or another takes its place.

    `closed` tells that somebody closed a message, or took up what it offers.
    """

    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._error: SubpunctError | None = None
        self._lasting = ""
        self._sign = QLabel()
        self._label = _Message()
        self._offer: Offer | None = None
        # Enter presses it as Space does, as in a dialog.
        self._button = QPushButton(autoDefault=True)
        self._close = CloseButton(tr("Close message"), tr("Close"))
        self._set_up()
        self._button.clicked.connect(self._accept)
        self._close.clicked.connect(self._dismiss)
        self.hide()

    @property
    def text(self) -> str:
        """Return the message shown, empty while the bar is hidden."""
        return "" if self.isHidden() else self._label.whole

    @property
    def error(self) -> SubpunctError | None:
        """Return the failure that the message shown is about, None where it is about none."""
        return None if self.isHidden() else self._error

    def show_error(self, error: SubpunctError, offer: Offer | None = None) -> None:
        """Show what went wrong, and what to do about it."""
        self._show(str(error), offer, error)

    def show_note(self, text: str, offer: Offer | None = None) -> None:
        """Show what was done or found."""
        self._show(text, offer)

    def show_lasting(self, text: str) -> None:
        """Show a note that stands again when other messages have gone, until it is closed."""
        self._lasting = text
        self._show_left()

    def take_back(self, told: SubpunctError | str) -> None:
        """Hide a message that is true no more, unless another has taken its place."""
        if self.text == str(told):
            self.hide()

    def _show(self, text: str, offer: Offer | None, error: SubpunctError | None = None) -> None:
        self._error = error
        self._offer = offer
        offered = offer.text if offer else ""
        shown = elide_middle(offered, self._button.fontMetrics(), _MOST_LETTERS)
        self._button.setText(escape_ampersands(shown))
        self._button.setToolTip("" if shown == offered else plain_tooltip(offered))
        self._button.setVisible(offer is not None)
        self._label.show_whole(text)
        self.setAccessibleName(text)
        self._recolour()
        self.show()
        announce(self, text)

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802
        """Have a note that lasts stand again, unless another message follows at once."""
        super().hideEvent(event)
        QTimer.singleShot(0, self, self._show_left)

    def _show_left(self) -> None:
        if self._lasting and self.isHidden():
            self.show_note(self._lasting)

    def _dismiss(self) -> None:
        if self.text == self._lasting:
            self._lasting = ""
        self.hide()
        self.closed.emit()

    def _accept(self) -> None:
        self.hide()
        if self._offer is not None:
            self._offer.accept()
        self.closed.emit()

    def _set_up(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAutoFillBackground(True)
        # What the mouse clicks on leaves the keys to the review.
        self._button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        row = QHBoxLayout(self)
        margins = row.contentsMargins()
        row.setContentsMargins(margins.left(), _AIR, margins.right(), _AIR)
        row.addWidget(self._sign)
        row.addWidget(self._label, 1)
        row.addWidget(self._button)
        row.addWidget(self._close)

    def _recolour(self) -> None:
        general = QApplication.palette()
        shades = tones(general)
        # Of its own are only these: all else goes with the system.
        palette = QPalette()
        fill = shades.removed_fill if self._error else shades.inserted_fill
        palette.setColor(QPalette.ColorRole.Window, fill)
        palette.setColor(QPalette.ColorRole.WindowText, shades.text)
        self.setPalette(palette)
        name = "alert-circle-outline" if self._error else "check-circle-outline"
        side = self.fontMetrics().height()
        self._sign.setPixmap(icon(name, general).pixmap(QSize(side, side)))


class _Message(QLabel):
    """Break a text into lines, the middle left out of what is too wide to be broken."""

    def __init__(self) -> None:
        super().__init__(wordWrap=True)
        self.whole = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.addAction(tr("&Copy"), self.copy)

    def show_whole(self, text: str) -> None:
        """Show a text, all of it in the tooltip where there is no room."""
        self.whole = text
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Leave out as little as the width allows."""
        super().resizeEvent(event)
        self._fit()

    def copy(self) -> None:
        """Copy what is selected, or all of the message: what is left out, too."""
        selected = self.selectedText()
        partly = selected and _LEFT_OUT not in selected
        QApplication.clipboard().setText(selected if partly else self.whole)

    def _fit(self) -> None:
        shown = _fitted(self.whole, self.contentsRect().width(), self.fontMetrics())
        if shown != self.text():
            self.setText(shown)
        self.setToolTip("" if shown == self.whole else plain_tooltip(self.whole))


def _fitted(text: str, width: int, metrics: QFontMetrics) -> str:
    """Return a text of which nothing is wider than that between spaces and behind slashes."""
    middle = Qt.TextElideMode.ElideMiddle
    return re.sub(r"[^\s/]+/?", lambda part: metrics.elidedText(part[0], middle, width), text)
