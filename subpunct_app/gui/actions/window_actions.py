"""The actions of one window, alive, and the keys that call them: those of the list, or others."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence, QShortcut

from subpunct_app.gui.actions.action_list import MARK_KEYS, MENUS, Act, Need
from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.widgets.icons import icon

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QKeyEvent, QPalette
    from PySide6.QtWidgets import QToolButton, QWidget


_MOVING = frozenset({"Up", "Down", "PgUp", "PgDown", "Home", "End", "Tab", "Shift+Tab", "Backtab"})
_IN_TEXTS = {
    **dict.fromkeys(("Ctrl+C", "Ctrl+Ins"), tr("copies what is selected")),
    **dict.fromkeys(("Ctrl+X", "Shift+Del"), tr("cuts what is selected")),
    **dict.fromkeys(("Ctrl+V", "Shift+Ins"), tr("pastes")),
    "Ctrl+A": tr("selects all"),
    "Alt+F4": tr("closes the window"),
}
_HELD = frozenset({"Shift", "Control", "Alt", "Meta"})
_MENU_KEYS = frozenset(f"Alt+{title.partition('&')[2][:1].upper()}" for title in MENUS)
_ANYWHERE = re.compile(r"(Shift\+)?(F\d+|Esc)|.*(Ctrl|Alt|Meta)\+.+")


@dataclass(frozen=True, slots=True)
class Shortcuts:
    """The keys of every action; `chosen` holds only what differs from the list.

    A key without Ctrl, Alt or Meta that is no function key would type or move in a text, so it
    acts only while the cues have the focus, or a video and its sound.
    """

    chosen: Mapping[Act, tuple[str, ...]] = field(default_factory=dict)

    def keys_of(self, act: Act) -> tuple[str, ...]:
        """Return the keys of an action; one that another action was given is not among them."""
        if act in self.chosen:
            return self.chosen[act]
        taken = {key for keys in self.chosen.values() for key in keys}
        return tuple(key for key in act.keys if key not in taken)

    def refusal(self, act: Act, key: str) -> str:
        """Return why a key cannot be given to an action, empty where it can."""
        if reserved := _reserved(key):
            return reserved
        holder = next((one for one in Act if key in self.keys_of(one)), None)
        if holder is None or holder is act:
            return ""
        return tr("{key} is already used for “{title}”.", key=native(key), title=holder.plain_text)

    def with_keys(self, act: Act, keys: tuple[str, ...]) -> Shortcuts:
        """Return shortcuts where an action has these keys and no others."""
        others = {other: chosen for other, chosen in self.chosen.items() if other != act}
        return Shortcuts(others if keys == act.keys else {**others, act: keys})

    def tooltip(self, act: Act) -> str:
        """Return what an action does and every key that does it."""
        keys = self.listed(act)
        return f"{act.plain_text} ({keys})" if keys else act.plain_text

    def listed(self, act: Act) -> str:
        """Return the keys of an action as this system writes them."""
        return ", ".join(map(native, self.keys_of(act)))


def shortcuts_from(stored: Mapping[str, tuple[str, ...]]) -> Shortcuts:
    """Return stored shortcuts without unknown actions, unknown keys and keys given twice."""
    found = Shortcuts()
    for name, keys in stored.items():
        if act := Act.named(name):
            taken = {key for chosen in found.chosen.values() for key in chosen}
            sound = [key for key in map(spelled, keys) if key not in taken and not _reserved(key)]
            found = found.with_keys(act, tuple(dict.fromkeys(sound)))
    return found


def spelled(key: str) -> str:
    """Return a key in the spelling of the list, empty where it is none."""
    # Keyboards have two keys that people call Enter, and Qt names the main one Return.
    portable = QKeySequence(key).toString().replace("Num+", "").replace("Return", "Enter")
    if portable in _HELD:
        return ""
    return portable if portable and "," not in portable[:-1] else ""


def native(key: str) -> str:
    """Return a key as this system writes it."""
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)


def sequences(key: str) -> list[QKeySequence]:
    """Return what to listen for: both keys that people call Enter; menus name the first."""
    names = ("Enter", "Return") if "Enter" in key else ("Enter",)
    return [QKeySequence(key.replace("Enter", name)) for name in names]


def only_in_review(key: str) -> bool:
    """Tell whether a key acts only while no text is typed."""
    return _ANYWHERE.fullmatch(key) is None


def _reserved(key: str) -> str:
    """Return why no action can have a key, empty where one can."""
    if not key:
        return tr("That is not a key.")
    if key in _MOVING:
        return tr("{key} moves around in the window.", key=native(key))
    if key in _IN_TEXTS:
        return f"{native(key)} {_IN_TEXTS[key]}."
    if key in _MENU_KEYS:
        return tr("{key} opens a menu.", key=native(key))
    if only_in_review(key) and key.removeprefix("Shift+") in MARK_KEYS:
        return tr("{key} types that mark.", key=native(key))
    return ""


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
            self._actions[act].setEnabled(present[act.needs])

    def recolour(self, palette: QPalette) -> None:
        """Draw the icons in the colours of a palette."""
        for act in Act:
            if act.icon:
                self._actions[act].setIcon(icon(act.icon, palette))

    def set_shortcuts(self, shortcuts: Shortcuts) -> None:
        """Listen to other keys, and name them in the tooltips."""
        self.shortcuts = shortcuts
        for act in Act:
            action = self._actions[act]
            keys = [key for key in shortcuts.keys_of(act) if not only_in_review(key)]
            action.setShortcuts([pressed for key in keys for pressed in sequences(key)])
            text, every = tr(act.text), shortcuts.keys_of(act)
            # Qt writes no key there that only acts on some widgets.
            single = every and only_in_review(every[0])
            action.setText(f"{text}\t{native(every[0])}" if single else text)
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
        self._single_keys.clear()
        for act, widget in product(Act, self._reviewing):
            for key in filter(only_in_review, self.shortcuts.keys_of(act)):
                shortcut = QShortcut(widget)
                shortcut.setKeys(sequences(key))
                shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
                shortcut.activated.connect(partial(self._press, act))
                self._single_keys.append(shortcut)

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


def _make(act: Act, window: QWidget, method: Callable[[], object]) -> QAction:
    action = QAction(tr(act.text), window)
    action.setObjectName(act)
    action.setCheckable(act.checkable)
    action.setIconText(tr(act.short) or act.plain_text)
    action.triggered.connect(lambda _checked: method())
    window.addAction(action)
    return action
