"""The actions of one window, alive: with their icons, tooltips and the keys of the moment."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence, QShortcut

from subpunct_app.gui.actions.action_list import ACTIONS, SPECS, ActionSpec
from subpunct_app.gui.actions.shortcuts import native, only_in_review, sequences
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
    refused = Signal(str)

    def __init__(
        self,
        window: QWidget,
        slots: Mapping[str, Callable[[], object]],
        shortcuts: Shortcuts,
    ) -> None:
        super().__init__(window)
        self._actions = {spec.name: _make(spec, window, slots[spec.name]) for spec in ACTIONS}
        self._reviewing: tuple[QWidget, ...] = ()
        self._single_keys: list[QShortcut] = []
        self.set_shortcuts(shortcuts)
        self.recolour(window.palette())

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def enable(self, wanted: Mapping[str, bool]) -> None:
        """Switch some actions on or off."""
        for name, enabled in wanted.items():
            self._actions[name].setEnabled(enabled)

    def tick(self, wanted: Mapping[str, bool]) -> None:
        """Tick some actions, and take the tick from others."""
        for name, ticked in wanted.items():
            self._actions[name].setChecked(ticked)

    def recolour(self, palette: QPalette) -> None:
        """Draw the icons in the colours of a palette."""
        for spec in ACTIONS:
            if spec.icon:
                self._actions[spec.name].setIcon(icon(spec.icon, palette))

    def set_shortcuts(self, shortcuts: Shortcuts) -> None:
        """Listen to other keys, and name them in the tooltips."""
        self.shortcuts = shortcuts
        for name, action in self._actions.items():
            keys = [key for key in shortcuts.keys_of(name) if not only_in_review(key)]
            action.setShortcuts([pressed for key in keys for pressed in sequences(key)])
            action.setText(_menu_text(name, shortcuts))
            action.setToolTip(shortcuts.tooltip(name))
        self._bind()
        self.rebound.emit()

    def bind_review_keys(self, *widgets: QWidget) -> None:
        """Let the single keys act while one of these widgets, too, has the focus."""
        self._reviewing += widgets
        self._bind()

    def refuse(self, event: QKeyEvent) -> None:
        """Name the action of a key that nothing has taken, as it cannot be done."""
        pressed = QKeySequence(event.keyCombination())
        for name, action in self._actions.items():
            if not action.isEnabled() and pressed in action.shortcuts():
                self.refused.emit(name)

    def first_key(self, name: str) -> str:
        """Return the first key of an action as this system writes it, empty where it has none."""
        return next(map(native, self.shortcuts.keys_of(name)), "")

    def _bind(self) -> None:
        for shortcut in self._single_keys:
            shortcut.setEnabled(False)
            shortcut.deleteLater()
        self._single_keys = [
            self._single_key(name, key, widget)
            for name in self._actions
            for key in filter(only_in_review, self.shortcuts.keys_of(name))
            for widget in self._reviewing
        ]

    def _single_key(self, name: str, key: str, widget: QWidget) -> QShortcut:
        shortcut = QShortcut(widget)
        shortcut.setKeys(sequences(key))
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(partial(self._press, name))
        return shortcut

    def _press(self, name: str) -> None:
        action = self._actions[name]
        if action.isEnabled():
            action.trigger()
        else:
            self.refused.emit(name)


def give(
    button: QToolButton, action: QAction, read_out: Callable[[QAction], str] = QAction.toolTip
) -> None:
    """Let a button stand for an action, and have a text of it read out, whatever that becomes."""

    def name() -> None:
        button.setAccessibleName(read_out(action))

    button.setDefaultAction(action)
    action.changed.connect(name)
    name()


def _menu_text(name: str, shortcuts: Shortcuts) -> str:
    """Return what menus call an action, with its first key where Qt would not write it there."""
    text, keys = SPECS[name].text, shortcuts.keys_of(name)
    return f"{text}\t{native(keys[0])}" if keys and only_in_review(keys[0]) else text


def _make(spec: ActionSpec, window: QWidget, slot: Callable[[], object]) -> QAction:
    action = QAction(spec.text, window)
    action.setObjectName(spec.name)
    action.setCheckable(spec.checkable)
    action.setIconText(spec.short or spec.plain_text)
    action.triggered.connect(lambda _checked: slot())
    window.addAction(action)
    return action
