"""What each action does in a window, and when it can be done."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from subpunct_app.gui.actions.action_list import Act, Need
from subpunct_app.gui.actions.command_palette import (
    CommandPalette,
    Entry,
    choices_of,
    plain_name,
    state_of,
)
from subpunct_app.gui.actions.key_dialog import KeyDialog
from subpunct_app.gui.actions.window_actions import Actions, shortcuts_from
from subpunct_app.gui.cues.cue_listing import FILTER_ACTIONS
from subpunct_app.gui.desk import sample
from subpunct_app.gui.panels.dialogs import AboutDialog, NamesDialog
from subpunct_app.gui.panels.guide_window import show_guide
from subpunct_app.gui.panels.message_bar import Offer
from subpunct_app.gui.texts.translation import tr
from subpunct_app.text.words import Mark

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from PySide6.QtGui import QAction

    from subpunct_app.gui.actions.window_actions import Shortcuts
    from subpunct_app.gui.desk import OpenFile
    from subpunct_app.gui.main_window import MainWindow

_NOTHING = {
    Need.STEP_BACK: tr("Nothing to undo"),
    Need.STEP_FORTH: tr("Nothing to redo"),
    Need.CHANGES: tr("Nothing to export"),
}


class Commands:
    """Make the actions of a window, and switch them on and off."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._desk = window.desk
        self._page = window.page
        shortcuts = shortcuts_from(window.desk.settings.shortcuts)
        self.actions = Actions(window, self._methods(), shortcuts)

    def update(self) -> None:
        """Let the editor choose what can be done now."""
        self.actions[Act.LEARN].setChecked(self._desk.settings.learn)
        self.actions[Act.BY_DOUBT].setChecked(self._page.by_doubt)
        self.actions.enable(self._present())

    def lack_of(self, act: Act) -> str:
        """Return what an action lacks, and which key brings it or tells what else can be done.

        It is empty where nobody can help it.
        """
        if act.needs is Need.MEDIA:
            return tr("No video or sound is open: {key} opens one", key=self._key(Act.OPEN_MEDIA))
        if act.needs not in (Need.REVIEW, Need.SUGGESTIONS):
            return _NOTHING.get(act.needs, "")
        if not self.actions[Act.PUNCTUATE].isEnabled():
            return ""
        key, unknown = self._key(Act.PUNCTUATE), self._window.proposer.unknown_language
        if unknown:
            return tr(
                "No suggestions: the model does not support {language}. {key} shows what to do",
                language=unknown,
                key=key,
            )
        if self._page.review is not None:
            return tr("No suggestions: {key} asks the model again", key=key)
        return tr("No suggestions yet: {key} punctuates the text", key=key)

    def set_shortcuts(self, shortcuts: Shortcuts) -> None:
        """Listen to other keys, from now on and the next time too."""
        self.actions.set_shortcuts(shortcuts)
        chosen = {str(act): keys for act, keys in shortcuts.chosen.items()}
        self._desk.remember(replace(self._desk.settings, shortcuts=chosen))
        self._window.memory.store()

    def _methods(self) -> Mapping[Act, Callable[[], object]]:
        """Return what each action calls."""
        window, page, decider = self._window, self._page, self._window.page.decider
        opener, exporter, proposer = window.opener, window.exporter, window.proposer
        learner, writing, watching = window.learner, window.writing, window.watching
        result, listing = window.result, page.listing
        return {
            Act.OPEN: opener.ask,
            Act.TRANSCRIBE: window.transcribing.show,
            Act.BATCH: window.batching.show,
            Act.SAMPLE: lambda: opener.open(sample()),
            Act.EXPORT: exporter.export,
            Act.EXPORT_AS: exporter.export_as,
            Act.QUIT: window.close,
            Act.PUNCTUATE: proposer.punctuate_newest,
            Act.PUNCTUATE_SELECTION: lambda: proposer.punctuate_cues(page.table.selected_cues()),
            Act.START_ANEW: self._start_anew,
            Act.LEARN: learner.toggle,
            Act.LEARNED: learner.tell,
            Act.FORGET_LEARNED: learner.forget,
            Act.EXPORT_DECIDED: learner.export_decided,
            Act.CANCEL: window.jobs.interrupt,
            Act.UNDO: page.stack.undo,
            Act.REDO: page.stack.redo,
            Act.EDIT: writing.manual.begin,
            Act.FIND: partial(writing.find, replacing=False),
            Act.FIND_NEXT: partial(writing.go_on, writing.search.go_next),
            Act.FIND_PREVIOUS: partial(writing.go_on, writing.search.go_previous),
            Act.REPLACE: partial(writing.find, replacing=True),
            Act.REPLACE_ONE: writing.find_bar.replace_one,
            Act.REPLACE_ALL: writing.find_bar.replace_all,
            Act.NAMES: self._ask_names,
            Act.GO_TO: writing.go_to,
            Act.NEXT_CUE: partial(page.go_to_cue, 1),
            Act.PREVIOUS_CUE: partial(page.go_to_cue, -1),
            Act.NEXT: page.go_next,
            Act.PREVIOUS: page.go_previous,
            Act.NEXT_WORD: partial(page.go_to_word, 1),
            Act.PREVIOUS_WORD: partial(page.go_to_word, -1),
            Act.ACCEPT: decider.accept_current,
            Act.REJECT: decider.reject_current,
            Act.NO_MARK: partial(decider.choose_mark, Mark.NONE),
            Act.CAPITAL: decider.toggle_capital,
            Act.EVERYWHERE: decider.write_everywhere,
            Act.NEXT_CHOICE: partial(decider.cycle_mark, 1),
            Act.PREVIOUS_CHOICE: partial(decider.cycle_mark, -1),
            Act.ACCEPT_CUE: decider.accept_cue,
            Act.REJECT_CUE: decider.reject_cue,
            Act.ACCEPT_ALIKE: decider.accept_alike,
            Act.REJECT_ALIKE: decider.reject_alike,
            Act.ACCEPT_BEFORE: decider.accept_before,
            Act.ACCEPT_ABOVE: decider.accept_above,
            Act.BY_DOUBT: self._set_order,
            Act.COMPARE: listing.show_next_side,
            **{act: partial(listing.choose_filter, some) for act, some in FILTER_ACTIONS.items()},
            Act.CHANGES: result.changes.toggle,
            Act.EXPORT_CHANGES: result.export_changes,
            Act.STATISTICS: result.statistics.toggle,
            Act.OPEN_MEDIA: watching.ask,
            Act.ALIGN: window.aligning.align,
            **{act: partial(watching.act, act) for act in Act if act.needs is Need.MEDIA},
            Act.CLOSE_MEDIA: watching.close_media,
            Act.HISTORY: result.history.toggle,
            Act.REMARKS: window.remarks.toggle,
            Act.PALETTE: lambda: CommandPalette(self._entries(), window).open(),
            Act.GUIDE: partial(show_guide, window),
            Act.KEYS: self._show_keys,
            Act.ABOUT: lambda: AboutDialog(window).open(),
        }

    def _present(self) -> Mapping[Need, bool]:
        """Return what there is of all that actions need."""
        file, review, stack = self._desk.file, self._page.review, self._page.stack
        cues = file is not None and bool(file.document.cues)
        words = cues and file is not None and file.read
        proposer, writing = self._window.proposer, self._window.writing
        hits = bool(writing.search.hits)
        return {
            Need.NOTHING: True,
            Need.FILE: file is not None,
            Need.CUES: cues,
            Need.WORDS: words,
            Need.TEXT: proposer.ready_for_newest,
            Need.READ_TEXT: proposer.ready,
            Need.REVIEW: review is not None,
            Need.SUGGESTIONS: review is not None and len(review.session) > 0,
            Need.CHANGES: review is not None or (file is not None and self._has_changed(file)),
            Need.STEP_BACK: stack.canUndo(),
            Need.STEP_FORTH: stack.canRedo(),
            # While the bar is away, to go on is to ask what is looked for.
            Need.SEARCH: cues and (hits or writing.find_bar.isHidden()),
            Need.HITS: words and hits,
            Need.MEDIA: self._window.watching.path is not None,
            Need.PLAIN_TEXT_AND_SOUND: self._window.aligning.is_possible,
            Need.WORK: self._window.jobs.interruptible,
        }

    def _has_changed(self, file: OpenFile) -> bool:
        """Tell whether a file that no model was asked about was edited, now or before."""
        stack = self._page.stack
        edited = stack.count() > 0 or not stack.isClean()
        return edited or file.written is not None or file.is_recoded

    def _key(self, act: Act) -> str:
        return self.actions.first_key(act) or act.plain_text

    def _entries(self) -> list[Entry]:
        """Return every action for the palette, and the choices of the menus."""
        keys = self.actions.shortcuts
        listed = [
            Entry(act.plain_text, _note(self.actions[act], keys.listed(act)), self.actions[act])
            for act in Act
            if act is not Act.PALETTE
        ]
        choices = (action for action in self._window.choices.actions() if action.isCheckable())
        offered = (entry for menu in self._window.choice_menus for entry in choices_of(menu))
        return [*listed, *map(_choice, choices), *offered]

    def _show_keys(self) -> None:
        dialog = KeyDialog(self.actions.shortcuts, self._window)
        dialog.chosen.connect(self.set_shortcuts)
        dialog.open()

    def _ask_names(self) -> None:
        dialog = NamesDialog(self._desk.settings.names, self._window)
        dialog.chosen.connect(self._set_names)
        dialog.open()

    def _set_names(self, names: tuple[str, ...]) -> None:
        """Have other names written as they are spelled, and offer to do so in what is open."""
        self._desk.remember(replace(self._desk.settings, names=names))
        self._window.memory.store()
        if self._page.review is not None and not self._window.jobs.engaged:
            text = tr("The names are saved, and used when you punctuate from now on.")
            offer = Offer(tr("Punctuate again"), self._window.proposer.punctuate)
            self._window.message.show_note(text, offer)

    def _set_order(self) -> None:
        self._page.set_order(by_doubt=self.actions[Act.BY_DOUBT].isChecked())
        self._page.panel.announce()

    def _start_anew(self) -> None:
        # What goes on, or was exported, is told no more.
        self._window.message.hide()
        self._page.replacing.start_anew()


def _choice(action: QAction) -> Entry:
    return Entry(tr("Suggest: {what}", what=plain_name(action.text())), state_of(action), action)


def _note(action: QAction, keys: str) -> str:
    """Return the keys of an action, and whether it is on where it is one to be ticked."""
    return " · ".join(filter(None, (state_of(action), keys)))
