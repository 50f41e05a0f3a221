"""What each action does in a window, and when it can be done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from subpunct_app.core.text import Mark
from subpunct_app.gui.about import AboutDialog
from subpunct_app.gui.actions.key_dialog import KeyDialog
from subpunct_app.gui.actions.listing import ACTIONS, GAP_ACTIONS, REVIEW_ACTIONS
from subpunct_app.gui.actions.palette import CommandPalette, Entry
from subpunct_app.gui.guide import show_guide
from subpunct_app.gui.names_dialog import NamesDialog
from subpunct_app.gui.open_file import sample
from subpunct_app.gui.review.cue_listing import FILTER_ACTIONS
from subpunct_app.gui.review.words.writing import FINDING_ACTIONS, WRITING_ACTIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from PySide6.QtGui import QAction

    from subpunct_app.gui.main_window import MainWindow


def slots(window: MainWindow) -> Mapping[str, Callable[[], object]]:
    """Return what to call for each action of the list, by its name."""
    parts = {**window.result.slots(), **window.writing.slots(), **window.learner.slots()}
    parts = {**parts, **window.batching.slots(), **window.watching.slots()}
    parts = {**parts, **window.transcribing.slots(), **window.aligning.slots()}
    return {**_file_slots(window), **_review_slots(window), **parts}


def available(window: MainWindow) -> Mapping[str, bool]:
    """Return which actions can be done now; the others always can."""
    file, review, stack = window.file, window.page.review, window.page.stack
    opened, reviewed = file is not None, review is not None
    cues = file is not None and bool(file.document.cues)
    return {
        **dict.fromkeys(("punctuate", "punctuate_selection"), opened and not window.jobs.engaged),
        "cancel": window.jobs.interruptible,
        "remarks": file is not None and bool(file.document.remarks),
        "export": reviewed or (opened and stack.count() > 0),
        **dict.fromkeys(("export_as", "export_changes", "forget_learned"), opened),
        **dict.fromkeys(("compare", *FILTER_ACTIONS), opened),
        **dict.fromkeys((*FINDING_ACTIONS, "next_cue", "previous_cue"), cues),
        **dict.fromkeys(WRITING_ACTIONS, cues and file is not None and file.read),
        **dict.fromkeys(("start_anew", "learned", "export_decided"), reviewed),
        "undo": stack.canUndo(),
        "redo": stack.canRedo(),
        **dict.fromkeys(REVIEW_ACTIONS, review is not None and len(review.session) > 0),
        **dict.fromkeys(GAP_ACTIONS, reviewed),
        **window.watching.available(),
        **window.aligning.available(),
    }


def entries(window: MainWindow) -> list[Entry]:
    """Return every action for the palette, and the choices of what may be proposed."""
    listed = [
        Entry(spec.plain_text, window.commands.shortcuts.listed(spec.name), action)
        for spec in ACTIONS
        if (action := window.commands[spec.name]) is not window.commands["palette"]
    ]
    choices = (action for action in window.choices.actions() if action.isCheckable())
    return [*listed, *map(_choice, choices)]


def _choice(action: QAction) -> Entry:
    title = " ".join(action.text().replace("&", "").split())
    return Entry(f"Propose: {title}", "on" if action.isChecked() else "off", action)


def _show_keys(window: MainWindow) -> None:
    dialog = KeyDialog(window.commands.shortcuts, window)
    dialog.chosen.connect(window.set_shortcuts)
    dialog.open()


def _ask_names(window: MainWindow) -> None:
    dialog = NamesDialog(window.names, window)
    dialog.chosen.connect(window.set_names)
    dialog.open()


def _set_order(window: MainWindow) -> None:
    window.page.set_order(by_doubt=window.commands["by_doubt"].isChecked())
    window.page.panel.announce()


def _start_anew(window: MainWindow) -> None:
    # What goes on, or was exported, is told no more.
    window.message.hide()
    window.page.start_anew()


def _file_slots(window: MainWindow) -> Mapping[str, Callable[[], object]]:
    return {
        "open": window.opener.ask,
        "sample": lambda: window.open_file(sample()),
        "export": window.export,
        "export_as": window.exporter.export_as,
        "quit": window.close,
        "punctuate": window.punctuate,
        "punctuate_selection": lambda: window.proposer.punctuate_cues(
            window.page.table.selected_cues()
        ),
        "cancel": window.jobs.interrupt,
        "remarks": window.remarks.toggle,
        "palette": lambda: CommandPalette(entries(window), window).open(),
        "guide": lambda: show_guide(window),
        "keys": lambda: _show_keys(window),
        "names": lambda: _ask_names(window),
        "about": lambda: AboutDialog(window).open(),
    }


def _review_slots(window: MainWindow) -> Mapping[str, Callable[[], object]]:
    page = window.page
    return {
        "undo": page.stack.undo,
        "redo": page.stack.redo,
        "start_anew": lambda: _start_anew(window),
        "next": page.go_next,
        "previous": page.go_previous,
        "next_cue": lambda: page.pointer.go_to_cue(1),
        "previous_cue": lambda: page.pointer.go_to_cue(-1),
        "next_word": lambda: page.pointer.go(1),
        "previous_word": lambda: page.pointer.go(-1),
        "accept": page.judge.accept_current,
        "reject": page.judge.reject_current,
        "no_mark": lambda: page.judge.choose_mark(Mark.NONE),
        "capital": page.judge.toggle_capital,
        "next_choice": lambda: page.judge.cycle_mark(1),
        "previous_choice": lambda: page.judge.cycle_mark(-1),
        "accept_cue": page.judge.accept_cue,
        "reject_cue": page.judge.reject_cue,
        "accept_alike": page.judge.accept_alike,
        "reject_alike": page.judge.reject_alike,
        "accept_before": page.judge.accept_before,
        "accept_above": page.judge.accept_above,
        "by_doubt": lambda: _set_order(window),
    }
