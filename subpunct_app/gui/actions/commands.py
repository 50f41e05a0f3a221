"""What each action does in a window, and when it can be done."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from subpunct_app.gui.actions.action_list import (
    ACTIONS,
    GAP_ACTIONS,
    PLAYBACK_ACTIONS,
    REVIEW_ACTIONS,
    SPECS,
)
from subpunct_app.gui.actions.command_palette import (
    CommandPalette,
    Entry,
    choices_of,
    plain_name,
    state_of,
)
from subpunct_app.gui.actions.key_dialog import KeyDialog
from subpunct_app.gui.actions.shortcuts import shortcuts_from
from subpunct_app.gui.actions.window_actions import Actions
from subpunct_app.gui.cues.cue_listing import FILTER_ACTIONS
from subpunct_app.gui.file.open_file import sample
from subpunct_app.gui.panels.dialogs import AboutDialog, NamesDialog
from subpunct_app.gui.panels.guide_window import show_guide
from subpunct_app.gui.panels.message_bar import Offer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from PySide6.QtGui import QAction

    from subpunct_app.gui.actions.choice_menus import ChoiceMenu, PunctuateMenu
    from subpunct_app.gui.actions.shortcuts import Shortcuts
    from subpunct_app.gui.desk import Workplace
    from subpunct_app.gui.file.open_file import OpenFile
    from subpunct_app.gui.proposing.proposer import Proposer
    from subpunct_app.gui.window_state import Memory


# Actions, what they lack where they cannot be done, and the action that brings it.
_LACKS = (
    (PLAYBACK_ACTIONS, "No video or sound is open", "open_media", "opens one"),
    ((*REVIEW_ACTIONS, *GAP_ACTIONS), "Nothing is suggested", "punctuate", "punctuates the text"),
)
# Actions that no other brings about, and why they cannot be done.
_NOTHING = {
    "undo": "Nothing to undo",
    "redo": "Nothing to redo",
    "export": "Nothing to export",
}


class Part(Protocol):
    """What has actions of its own."""

    def slots(self) -> Mapping[str, Callable[[], object]]:
        """Return what to call for each action of this part, by its name."""
        ...


class LimitedPart(Part, Protocol):
    """What has actions that cannot always be done."""

    def available(self) -> Mapping[str, bool]:
        """Return which actions of this part can be done now."""
        ...


class Commands:
    """Make the actions of a window, of its parts and its own, and switch them on and off.

    Of the `parts` those that are `limited` say which of their actions can be done. The palette
    finds what the menus that are `offered` hold, too.
    """

    def __init__(
        self,
        place: Workplace,
        proposer: Proposer,
        choices: PunctuateMenu,
        memory: Memory,
        parts: Sequence[Part],
        limited: Sequence[LimitedPart],
        *,
        offered: Sequence[ChoiceMenu],
    ) -> None:
        self._place = place
        self._proposer = proposer
        self._choices = choices
        self._memory = memory
        self._limited = limited
        self._offered = offered
        slots = {name: slot for part in parts for name, slot in part.slots().items()}
        shortcuts = shortcuts_from(place.desk.settings.shortcuts)
        self.actions = Actions(
            place.window, {**self._file_slots(), **self._review_slots(), **slots}, shortcuts
        )

    def update(self) -> None:
        """Let the editor choose what can be done now; what is not named here always can."""
        page, settings = self._place.page, self._place.desk.settings
        file, review, stack = self._place.desk.file, page.review, page.stack
        self.actions.tick({"learn": settings.learn, "by_doubt": page.by_doubt})
        jobs, opened, reviewed = self._place.jobs, file is not None, review is not None
        cues = file is not None and bool(file.document.cues)
        self.actions.enable(
            {
                "punctuate": self._proposer.ready_for_newest,
                "punctuate_selection": self._proposer.ready,
                "cancel": jobs.interruptible,
                "export": reviewed or (file is not None and self._has_changed(file)),
                **dict.fromkeys(("export_as", "export_changes", "forget_learned"), opened),
                **dict.fromkeys(("compare", "remarks", *FILTER_ACTIONS), opened),
                **dict.fromkeys(("next_cue", "previous_cue"), cues),
                **dict.fromkeys(("start_anew", "learned", "export_decided"), reviewed),
                "undo": stack.canUndo(),
                "redo": stack.canRedo(),
                **dict.fromkeys(REVIEW_ACTIONS, review is not None and len(review.session) > 0),
                **dict.fromkeys(GAP_ACTIONS, reviewed),
                **{name: can for part in self._limited for name, can in part.available().items()},
            }
        )

    def _has_changed(self, file: OpenFile) -> bool:
        """Tell whether a file that no model was asked about was edited, now or before."""
        stack = self._place.page.stack
        edited = stack.count() > 0 or not stack.isClean()
        return edited or file.written is not None or file.is_recoded

    def lack_of(self, name: str) -> str:
        """Return what an action lacks, and which key brings it or tells what else can be done.

        It is empty where nobody can help it.
        """
        for names, lack, remedy, gain in _LACKS:
            if name in names and self.actions[remedy].isEnabled():
                key = self.actions.first_key(remedy) or SPECS[remedy].plain_text
                unknown = self._proposer.unknown_language
                if remedy == "punctuate" and unknown:
                    reason = f"as the model does not know {unknown}"
                    return f"{lack}, {reason}: {key} tells what can be done"
                if remedy == "punctuate" and self._place.page.review is not None:
                    gain = "asks the model again"
                return f"{lack}: {key} {gain}"
        return _NOTHING.get(name, "")

    def set_shortcuts(self, shortcuts: Shortcuts) -> None:
        """Listen to other keys, from now on and the next time too."""
        self.actions.set_shortcuts(shortcuts)
        desk = self._place.desk
        desk.remember(replace(desk.settings, shortcuts=shortcuts.chosen))
        self._memory.store()

    def _set_names(self, names: tuple[str, ...]) -> None:
        """Have other names written as they are spelled, and offer to do so in what is open."""
        desk = self._place.desk
        desk.remember(replace(desk.settings, names=names))
        self._memory.store()
        if self._place.page.review is not None and not self._place.jobs.engaged:
            text = "The names are kept, and written so in what is punctuated from now on."
            offer = Offer("Punctuate again", self._proposer.punctuate)
            self._place.message.show_note(text, offer)

    def _file_slots(self) -> Mapping[str, Callable[[], object]]:
        place, window = self._place, self._place.window
        return {
            "open": place.opener.ask,
            "sample": lambda: place.opener.open(sample()),
            "quit": window.close,
            "punctuate": self._proposer.punctuate_newest,
            "punctuate_selection": lambda: self._proposer.punctuate_cues(
                place.page.table.selected_cues()
            ),
            "cancel": place.jobs.interrupt,
            "palette": lambda: CommandPalette(self._entries(), window).open(),
            "guide": lambda: show_guide(window),
            "keys": self._show_keys,
            "names": self._ask_names,
            "about": lambda: AboutDialog(window).open(),
        }

    def _review_slots(self) -> Mapping[str, Callable[[], object]]:
        page = self._place.page
        return {
            "undo": page.stack.undo,
            "redo": page.stack.redo,
            "start_anew": self._start_anew,
            "next": page.go_next,
            "previous": page.go_previous,
            "by_doubt": self._set_order,
        }

    def _entries(self) -> list[Entry]:
        """Return every action for the palette, and the choices of the menus."""
        keys = self.actions.shortcuts
        listed = [
            Entry(spec.plain_text, _note(action, keys.listed(spec.name)), action)
            for spec in ACTIONS
            if (action := self.actions[spec.name]) is not self.actions["palette"]
        ]
        choices = (action for action in self._choices.actions() if action.isCheckable())
        offered = (entry for menu in self._offered for entry in choices_of(menu))
        return [*listed, *map(_choice, choices), *offered]

    def _show_keys(self) -> None:
        dialog = KeyDialog(self.actions.shortcuts, self._place.window)
        dialog.chosen.connect(self.set_shortcuts)
        dialog.open()

    def _ask_names(self) -> None:
        dialog = NamesDialog(self._place.desk.settings.names, self._place.window)
        dialog.chosen.connect(self._set_names)
        dialog.open()

    def _set_order(self) -> None:
        self._place.page.set_order(by_doubt=self.actions["by_doubt"].isChecked())
        self._place.page.panel.announce()

    def _start_anew(self) -> None:
        # What goes on, or was exported, is told no more.
        self._place.message.hide()
        self._place.page.replacing.start_anew()


def _choice(action: QAction) -> Entry:
    return Entry(f"Propose: {plain_name(action.text())}", state_of(action), action)


def _note(action: QAction, keys: str) -> str:
    """Return the keys of an action, and whether it is on where it is one to be ticked."""
    return " · ".join(filter(None, (state_of(action), keys)))
