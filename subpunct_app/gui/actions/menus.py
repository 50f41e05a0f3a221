"""The menu bar, the tool bar and the menu of a cue, filled from the list of actions."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolBar, QToolButton, QWidget

from subpunct_app.gui.actions.action_list import CUE_MENU, MENUS, TOOLS, Act, Submenu
from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.widgets.colours import FollowsPalette
from subpunct_app.gui.widgets.icons import icon, scale_icons
from subpunct_app.gui.widgets.label_texts import elide_middle, escape_ampersands, plain_tooltip

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from PySide6.QtWidgets import QMenuBar

    from subpunct_app.gui.actions.action_list import Groups
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
        super().__init__(tr("Open &recent"), parent)
        self._desk = desk
        self._opener = opener
        self.setToolTipsVisible(True)
        self.aboutToShow.connect(self._list)

    def _list(self) -> None:
        self.clear()
        names = self._desk.settings.recent
        for name in names:
            shown = escape_ampersands(elide_middle(name, self.fontMetrics(), _MOST_LETTERS))
            action = self.addAction(shown, partial(self._opener.open, Path(name)))
            action.setToolTip(plain_tooltip(name))
        if not names:
            self.addAction(tr("Nothing yet")).setEnabled(False)


def fill_menu_bar(bar: QMenuBar, actions: Actions, submenus: Mapping[Submenu, QMenu]) -> None:
    """Add all menus to a bar."""
    for submenu in submenus.values():
        submenu.setStyleSheet(_SCROLLED)
    for title, groups in MENUS.items():
        menu = bar.addMenu(tr(title))
        menu.setStyleSheet(_SCROLLED)
        for at, group in enumerate(groups):
            if at:
                menu.addSeparator()
            for entry in group:
                if isinstance(entry, Submenu):
                    menu.addMenu(submenus[entry])
                else:
                    menu.addAction(actions[entry])


def tool_bar(actions: Actions, choices: QMenu, parent: QWidget) -> QToolBar:
    """Return the tool bar; the choices open beside the action they belong to."""
    bar = _ToolBar(tr("Tools"), parent)
    bar.setObjectName("tools")
    bar.setMovable(False)
    bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
    bar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    for action in _with_lines(TOOLS, actions, bar):
        bar.addAction(action)
        if not action.isSeparator():
            bar.widgetForAction(action).setFocusPolicy(Qt.FocusPolicy.TabFocus)
    punctuate = bar.widgetForAction(actions[Act.PUNCTUATE])
    if isinstance(punctuate, QToolButton):
        punctuate.setMenu(choices)
        punctuate.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
    return bar


class _ToolBar(FollowsPalette, QToolBar):
    """Show that there is more than fits; the arrow of Qt's own is black on a dark bar, too."""

    def __init__(self, title: str, parent: QWidget) -> None:
        super().__init__(title, parent)
        # The name by which style sheets know it.
        self._more = self.findChild(QToolButton, "qt_toolbar_ext_button")
        if self._more is not None:
            self._more.setToolTip(tr("More tools"))
            self._more.setAccessibleName(tr("More tools"))
        self._recolour()
        self._grow()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """Follow the font and the colours of the system."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._grow()

    def _grow(self) -> None:
        scale_icons(self)
        if self._more is not None:
            scale_icons(self._more)

    def _recolour(self) -> None:
        if self._more is not None:
            self._more.setIcon(icon("chevron-double-right", self.palette()))


def offer_cue_menu(actions: Actions, *widgets: QWidget) -> None:
    """Let a right click on some widgets open the menu of a cue."""
    for widget in widgets:
        widget.addActions(list(_with_lines(CUE_MENU, actions, widget)))
        widget.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)


def _with_lines(groups: Groups, actions: Actions, parent: QWidget) -> Iterator[QAction]:
    """Yield the actions of groups, with a line before each but the first."""
    for at, group in enumerate(groups):
        if at:
            line = QAction(parent)
            line.setSeparator(True)
            yield line
        yield from (actions[entry] for entry in group if isinstance(entry, Act))
