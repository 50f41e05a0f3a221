"""Every action of the window with its keys; menus, tooltips and the list of keys come from here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence, QShortcut

from subpunct_app.core.text import Mark
from subpunct_app.gui.icons import icon

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from PySide6.QtGui import QKeyEvent, QPalette
    from PySide6.QtWidgets import QWidget


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """One action: `keys` work anywhere, `review_keys` only while the cues have the focus."""

    name: str
    text: str
    keys: tuple[str, ...] = ()
    review_keys: tuple[str, ...] = ()
    icon: str = ""
    short: str = ""

    @property
    def tooltip(self) -> str:
        """Return what the action does and every key that does it."""
        keys = native((*self.review_keys, *self.keys))
        return f"{self.plain_text} ({keys})" if keys else self.plain_text

    @property
    def plain_text(self) -> str:
        """Return the name of the action as a sentence would call it."""
        return self.text.replace("&", "").removesuffix("…")


ACTIONS = (
    ActionSpec("open", "&Open…", ("Ctrl+O",), icon="folder-open-outline"),
    ActionSpec("sample", "Try the &sample", icon="school-outline"),
    ActionSpec("export", "&Export", ("Ctrl+S",), icon="content-save-outline"),
    ActionSpec("export_as", "Export &as…", ("Ctrl+Shift+S",)),
    ActionSpec("quit", "&Quit", ("Ctrl+Q",)),
    ActionSpec("punctuate", "&Punctuate", ("Ctrl+Shift+P",), icon="auto-fix"),
    ActionSpec("cancel", "&Cancel", ("Esc",), icon="close"),
    ActionSpec("undo", "&Undo", ("Ctrl+Z",), icon="undo-variant"),
    ActionSpec("redo", "&Redo", ("Ctrl+Y", "Ctrl+Shift+Z"), icon="redo-variant"),
    ActionSpec("next", "&Next mark", ("F8",), ("N",), icon="chevron-down", short="Next"),
    ActionSpec(
        "previous",
        "&Previous mark",
        ("Shift+F8",),
        ("Shift+N",),
        icon="chevron-up",
        short="Previous",
    ),
    ActionSpec(
        "accept",
        "&Accept and go on",
        ("Ctrl+Shift+Enter",),
        ("Enter", "A"),
        icon="check-bold",
        short="Accept",
    ),
    ActionSpec(
        "reject",
        "&Reject and go on",
        ("Ctrl+Shift+Backspace",),
        ("Backspace", "R"),
        icon="close-thick",
        short="Reject",
    ),
    ActionSpec("capital", "Toggle next &capital", ("Ctrl+Shift+F3",), ("C",)),
    ActionSpec("next_choice", "Next a&lternative", (), ("Right",)),
    ActionSpec("previous_choice", "Previous alternati&ve", (), ("Left",)),
    ActionSpec("accept_cue", "Accept all in the c&ue", ("Ctrl+Enter",), ("Shift+Enter",)),
    ActionSpec("reject_cue", "Reject all in the cu&e", (), ("Shift+Backspace",)),
    ActionSpec("accept_above", "Accept all a&bove the threshold", ("Ctrl+Alt+Enter",)),
    ActionSpec("remarks", "Remarks on the &file", ("Ctrl+F8",)),
    ActionSpec("keys", "&Keys", ("F1",), icon="keyboard-outline"),
)
REVIEW_ACTIONS = (
    *("next", "previous", "accept", "reject", "capital", "next_choice", "previous_choice"),
    *("accept_cue", "reject_cue", "accept_above"),
)
SUBMENUS = ("recent", "encoding", "choices", "language")
# An empty name is a line between two groups.
TOOLS = ("open", "punctuate", "", "previous", "next", "", "undo", "redo", "", "export")
MENUS = {
    "&File": (
        *("open", "recent", "sample", "", "encoding", "remarks", ""),
        *("export", "export_as", "", "quit"),
    ),
    "&Edit": ("undo", "redo"),
    "&Review": ("punctuate", "choices", "language", "cancel", "", *REVIEW_ACTIONS),
    "&Help": ("keys",),
}
SPECS = {spec.name: spec for spec in ACTIONS}
MARK_KEYS = {
    str(mark): mark
    for mark in (
        Mark.COMMA,
        Mark.PERIOD,
        Mark.QUESTION,
        Mark.EXCLAMATION,
        Mark.COLON,
        Mark.SEMICOLON,
    )
}


class Actions:
    """The actions of one window, made from the list and found by name."""

    def __init__(self, window: QWidget, slots: Mapping[str, Callable[[], object]]) -> None:
        self._actions = {spec.name: _make(spec, window, slots[spec.name]) for spec in ACTIONS}
        self.recolour(window.palette())

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def enable(self, wanted: Mapping[str, bool]) -> None:
        """Switch some actions on or off."""
        for name, enabled in wanted.items():
            self._actions[name].setEnabled(enabled)

    def recolour(self, palette: QPalette) -> None:
        """Draw the icons in the colours of a palette."""
        for spec in ACTIONS:
            if spec.icon:
                self._actions[spec.name].setIcon(icon(spec.icon, palette))

    def bind_review_keys(self, *widgets: QWidget) -> None:
        """Let the single keys act while one of these widgets has the focus, and only then."""
        for spec in ACTIONS:
            for key in _sequences(spec.review_keys):
                for widget in widgets:
                    shortcut = QShortcut(key, widget)
                    shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
                    shortcut.activated.connect(self._actions[spec.name].trigger)


def native(keys: tuple[str, ...]) -> str:
    """Return keys as this system writes them."""
    form = QKeySequence.SequenceFormat.NativeText
    return ", ".join(QKeySequence(key).toString(form) for key in keys)


def typed_mark(event: QKeyEvent) -> str:
    """Return the mark that a key press types, empty where it types none."""
    modifiers = event.modifiers() & ~(
        Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
    )
    plain = modifiers == Qt.KeyboardModifier.NoModifier
    return event.text() if plain and event.text() in MARK_KEYS else ""


def _make(spec: ActionSpec, window: QWidget, slot: Callable[[], object]) -> QAction:
    action = QAction(spec.text, window)
    action.setObjectName(spec.name)
    action.setToolTip(spec.tooltip)
    if spec.short:
        action.setIconText(spec.short)
    action.setShortcuts(_sequences(spec.keys))
    action.triggered.connect(lambda _checked: slot())
    window.addAction(action)
    return action


def _sequences(keys: tuple[str, ...]) -> list[QKeySequence]:
    # Keyboards have two keys that people call Enter.
    spelled = [key.replace("Enter", name) for key in keys for name in _enters(key)]
    return [QKeySequence(key) for key in spelled]


def _enters(key: str) -> tuple[str, ...]:
    return ("Return", "Enter") if "Enter" in key else ("",)
