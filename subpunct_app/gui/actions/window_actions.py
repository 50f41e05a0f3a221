"""The actions of one window, alive: with their icons, tooltips and the keys of the moment."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence, QShortcut

from subpunct_app.gui.actions.action_list import Act, Need
from subpunct_app.gui.actions.shortcuts import native, only_in_review, sequences
from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.widgets.icons import icon

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from PySide6.QtGui import QKeyEvent, QPalette
    from PySide6.QtWidgets import QToolButton, QWidget

    from subpunct_app.gui.actions.shortcuts import Shortcuts


class Actions(QObject):
    """The actions of the list, found by name; `rebound` tells of other keys.

    `refused` names an action whose key was pressed while it could not be done.
    """

    rebound = Signal()
    refused = Signal(object)

    def __init__(
        self,
        window: QWidget,
        methods: Mapping[Act, Callable[[], object]],
        shortcuts: Shortcuts,
    ) -> None:
        super().__init__(window)
        self._actions: dict[str, QAction] = {act: _make(act, window, methods[act]) for act in Act}
        self._reviewing: tuple[QWidget, ...] = ()
        self._single_keys: list[QShortcut] = []
        self.set_shortcuts(shortcuts)
        self.recolour(window.palette())

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def enable(self, present: Mapping[Need, bool]) -> None:
        """Switch actions on whose needs are there, and others off."""
        for act in Act:
            action = self._actions[act]
            action.setEnabled(present[act.needs])

    def recolour(self, palette: QPalette) -> None:
        """Draw the icons in the colours of a palette."""
        for act in Act:
            action = self._actions[act]
            if act.icon:
                action.setIcon(icon(act.icon, palette))

    def set_shortcuts(self, shortcuts: Shortcuts) -> None:
        """Listen to other keys, and name them in the tooltips."""
        self.shortcuts = shortcuts
        for act in Act:
            action = self._actions[act]
            keys = [key for key in shortcuts.keys_of(act) if not only_in_review(key)]
            action.setShortcuts([pressed for key in keys for pressed in sequences(key)])
            action.setText(_menu_text(act, shortcuts))
            action.setToolTip(shortcuts.tooltip(act))
        self._bind()
        self.rebound.emit()

    def bind_review_keys(self, *widgets: QWidget) -> None:
        """Let the single keys act while one of these widgets, too, has the focus."""
        self._reviewing += widgets
        self._bind()

    def refuse(self, event: QKeyEvent) -> None:
        """Name the action of a key that nothing has taken, as it cannot be done."""
        pressed = QKeySequence(event.keyCombination())
        for act in Act:
            action = self._actions[act]
            if not action.isEnabled() and pressed in action.shortcuts():
                self.refused.emit(act)

    def first_key(self, act: Act) -> str:
        """Return the first key of an action as this system writes it, empty where it has none."""
        return next(map(native, self.shortcuts.keys_of(act)), "")

    def _bind(self) -> None:
        for shortcut in self._single_keys:
            shortcut.setEnabled(False)
            shortcut.deleteLater()
        self._single_keys = [
            self._single_key(act, key, widget)
            for act in Act
            for key in filter(only_in_review, self.shortcuts.keys_of(act))
            for widget in self._reviewing
        ]

    def _single_key(self, act: Act, key: str, widget: QWidget) -> QShortcut:
        shortcut = QShortcut(widget)
        shortcut.setKeys(sequences(key))
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(partial(self._press, act))
        return shortcut

    def _press(self, act: Act) -> None:
        action = self._actions[act]
        if action.isEnabled():
            action.trigger()
        else:
            self.refused.emit(act)


def attach_action(
    button: QToolButton, action: QAction, read_out: Callable[[QAction], str] = QAction.toolTip
) -> None:
    """Let a button stand for an action, and have a text of it read out, whatever that becomes."""

    def name() -> None:
        button.setAccessibleName(read_out(action))

    button.setDefaultAction(action)
    action.changed.connect(name)
    name()


def _menu_text(act: Act, shortcuts: Shortcuts) -> str:
    """Return what menus call an action, with its first key where Qt would not write it there."""
    keys = shortcuts.keys_of(act)
    text = tr(act.text)
    return f"{text}\t{native(keys[0])}" if keys and only_in_review(keys[0]) else text


def _make(act: Act, window: QWidget, method: Callable[[], object]) -> QAction:
    action = QAction(tr(act.text), window)
    action.setObjectName(act)
    action.setCheckable(act.checkable)
    action.setIconText(tr(act.short) or act.plain_text)
    action.triggered.connect(lambda _checked: method())
    window.addAction(action)
    return action
