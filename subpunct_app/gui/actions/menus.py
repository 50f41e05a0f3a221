"""The menu bar, the tool bar and the menu of a cue, filled from the list of actions."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolBar, QToolButton, QWidget

from subpunct_app.gui.actions.action_list import CUE_MENU, MENUS, TOOLS
from subpunct_app.gui.widgets.colours import Recoloured
from subpunct_app.gui.widgets.icons import grow_icons, icon
from subpunct_app.gui.widgets.label_texts import as_label, shortened, verbatim

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtWidgets import QMenuBar

    from subpunct_app.gui.actions.window_actions import Actions
    from subpunct_app.gui.desk import Desk
    from subpunct_app.gui.file.opener import Opener

# Of a path in the menu of recent files.
_MOST_LETTERS = 80
# Otherwise a menu higher than the screen goes on beside itself, and beyond the screen's edge.
_SCROLLED = "QMenu { menu-scrollable: 1 }"


class RecentMenu(QMenu):
    """Offer the files that were open lately."""

    def __init__(self, desk: Desk, opener: Opener, parent: QWidget) -> None:
        super().__init__("Open &recent", parent)
        self._desk = desk
        self._opener = opener
        self.setToolTipsVisible(True)
        self.aboutToShow.connect(self._list)

    def _list(self) -> None:
        self.clear()
        names = self._desk.settings.recent
        for name in names:
            shown = as_label(shortened(name, self.fontMetrics(), _MOST_LETTERS))
            action = self.addAction(shown, partial(self._opener.open, Path(name)))
            action.setToolTip(verbatim(name))
        if not names:
            self.addAction("Nothing yet").setEnabled(False)


def fill_menu_bar(bar: QMenuBar, actions: Actions, submenus: Mapping[str, QMenu]) -> None:
    """Add all menus to a bar; a submenu comes in place of the name it has in the list."""
    for submenu in submenus.values():
        submenu.setStyleSheet(_SCROLLED)
    for title, names in MENUS.items():
        menu = bar.addMenu(title)
        menu.setStyleSheet(_SCROLLED)
        for name in names:
            if name in submenus:
                menu.addMenu(submenus[name])
            elif name:
                menu.addAction(actions[name])
            else:
                menu.addSeparator()


def tool_bar(actions: Actions, choices: QMenu, parent: QWidget) -> QToolBar:
    """Return the tool bar; the choices open beside the action they belong to."""
    bar = _ToolBar("Tools", parent)
    bar.setObjectName("tools")
    bar.setMovable(False)
    bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
    bar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    for name in TOOLS:
        if not name:
            bar.addSeparator()
            continue
        bar.addAction(actions[name])
        bar.widgetForAction(actions[name]).setFocusPolicy(Qt.FocusPolicy.TabFocus)
    punctuate = bar.widgetForAction(actions["punctuate"])
    if isinstance(punctuate, QToolButton):
        punctuate.setMenu(choices)
        punctuate.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
    return bar


class _ToolBar(Recoloured, QToolBar):
    """Show that there is more than fits; the arrow of Qt's own is black on a dark bar, too."""

    def __init__(self, title: str, parent: QWidget) -> None:
        super().__init__(title, parent)
        # The name by which style sheets know it.
        self._more = self.findChild(QToolButton, "qt_toolbar_ext_button")
        if self._more is not None:
            self._more.setToolTip("More tools")
            self._more.setAccessibleName("More tools")
        self._recolour()
        self._grow()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """Follow the font and the colours of the system."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._grow()

    def _grow(self) -> None:
        grow_icons(self)
        if self._more is not None:
            grow_icons(self._more)

    def _recolour(self) -> None:
        if self._more is not None:
            self._more.setIcon(icon("chevron-double-right", self.palette()))


def offer_cue_menu(actions: Actions, *widgets: QWidget) -> None:
    """Let a right click on some widgets open the menu of a cue."""
    for widget in widgets:
        widget.addActions([actions[name] if name else _line(widget) for name in CUE_MENU])
        widget.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)


def _line(parent: QWidget) -> QAction:
    line = QAction(parent)
    line.setSeparator(True)
    return line
