"""Buttons, sliders and tick boxes as this window draws them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QKeySequenceEdit,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QSlider,
    QStyle,
    QStyleOptionButton,
    QStyleOptionToolButton,
    QStylePainter,
    QToolButton,
    QWidget,
)

from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.widgets.colours import FollowsPalette, readable, tones
from subpunct_app.gui.widgets.focus import FocusFrame
from subpunct_app.gui.widgets.icons import IconButton, icon, scale_icons

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent


class HighlightedButton(FollowsPalette, IconButton):
    """Be drawn in bold on a tint while it is checked, or while `stress` says that it is chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chosen = False
        self.toggled.connect(self.stress)

    def stress(self, chosen: bool) -> None:
        """Draw the button as the chosen one, or plainly."""
        self._chosen = chosen
        self._recolour()

    def _recolour(self) -> None:
        # Only the tint and its text are set: a widget with all colours set gets no event when those
        # of the system change.
        palette = QPalette()
        if self._chosen:
            shades = tones(QApplication.palette())
            palette.setColor(QPalette.ColorRole.Button, shades.chosen_fill)
            palette.setColor(QPalette.ColorRole.ButtonText, shades.text)
        self.setPalette(palette)
        font = self.font()
        font.setBold(self._chosen)
        self.setFont(font)


# In letters of middling width.
_LEAST = 5


class ElidedButton(HighlightedButton):
    """Be as wide as the text where there is room; a screen reader always reads all of it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return room for a few letters."""
        hint, few = self.sizeHint(), _LEAST * self.fontMetrics().averageCharWidth()
        return QSize(min(hint.width(), few + self._around()), hint.height())

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the button with as much of the text as fits."""
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        if self.width() < self.sizeHint().width():
            room = self.width() - self._around()
            right = Qt.TextElideMode.ElideRight
            option.text = self.fontMetrics().elidedText(self.text(), right, room)
        QStylePainter(self).drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)

    def _around(self) -> int:
        """Return how much wider than its text the button likes to be."""
        return self.sizeHint().width() - self.fontMetrics().horizontalAdvance(self.text())


class CloseButton(FollowsPalette, IconButton):
    """Show a cross, in the colours of the program whatever colours the bar has."""

    def __init__(self, name: str, tooltip: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAutoRaise(True)
        self.setAccessibleName(name)
        self.setToolTip(tooltip)
        self._recolour()

    def _recolour(self) -> None:
        self.setIcon(icon("close", QApplication.palette()))


class ClickSlider(QSlider):
    """Go where the left button is pressed, and along with it from there."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Take the left button for the middle one where a style goes all the way for that alone."""
        left = Qt.MouseButton.LeftButton
        going = self.style().styleHint(QStyle.StyleHint.SH_Slider_AbsoluteSetButtons, None, self)
        if event.button() is left and not going & left.value:
            event = QMouseEvent(
                event.type(),
                event.position(),
                event.globalPosition(),
                Qt.MouseButton.MiddleButton,
                Qt.MouseButton.MiddleButton,
                event.modifiers(),
            )
        super().mousePressEvent(event)


# WCAG 2 asks for 3 of what shows where a control is.
_LEAST_CONTRAST = 3.0


class TickBox(QCheckBox):
    """Draw the edge of the box anew; while it has the focus, the style shows that there."""

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Draw the box as the style does, and its edge."""
        super().paintEvent(event)
        if self.hasFocus():
            return
        option = QStyleOptionButton()
        self.initStyleOption(option)
        place = QStyle.SubElement.SE_CheckBoxIndicator
        box = self.style().subElementRect(place, option, self)
        grounds = self.palette().window().color(), self.palette().base().color()
        painter = QPainter(self)
        painter.setPen(readable(tones(self.palette()).border, *grounds, least=_LEAST_CONTRAST))
        painter.drawRect(box.adjusted(0, 0, -1, -1))


class Buttons(FollowsPalette, QWidget):
    """Buttons in a row, each with an icon in the colours of the palette."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons: dict[QPushButton, str] = {}
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)

    def _recolour(self) -> None:
        """Draw the icons in the colours of the palette of this moment."""
        for button, name in self._icons.items():
            button.setIcon(icon(name, self.palette()))

    def _add(self, text: str, name: str, about: str) -> QPushButton:
        button = QPushButton(icon(name, self.palette()), text)
        button.setToolTip(about)
        scale_icons(button)
        self._icons[button] = name
        self._row.addWidget(button)
        return button


def offer_clearing(field: QLineEdit | QKeySequenceEdit) -> None:
    """Give a field a button that clears it, and that a name, which Qt leaves out."""
    field.setClearButtonEnabled(True)
    for button in field.findChildren(QToolButton):
        button.setAccessibleName(tr("Clear"))
        button.setToolTip(tr("Clear"))


def closing_buttons(dialog: QDialog) -> QDialogButtonBox:
    """Return a box with a button that closes a dialog, framed while it has the focus.

    Enter presses it from anywhere, and styles draw it at any time as if it had the focus.
    """
    choice = QDialogButtonBox.StandardButton.Close
    box = QDialogButtonBox(choice)
    FocusFrame(box.button(choice))
    box.rejected.connect(dialog.reject)
    return box
