"""Time the keys that reach far: that say something of thousands, move them, or go to any."""

from __future__ import annotations

from collections import defaultdict
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QSlider

from subpunct_app.benchmarks.measuring import Spent, median_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeAlias

    from PySide6.QtWidgets import QWidget

    from subpunct_app.gui.main_window import MainWindow
    from subpunct_app.gui.timing.stopwatch import Stopwatch
    from subpunct_app.review.session import ReviewSession

    # What a key is called, what it draws anew, and how it is pressed.
    _Press: TypeAlias = tuple[str, QWidget, Callable[[], object]]

_ROUNDS = 3
# In a short text a key may change nothing that is in view.
_PATIENCE_MS = 2_000
_CONTROL = Qt.KeyboardModifier.ControlModifier


def far_speeds(
    watch: Stopwatch, window: MainWindow, session: ReviewSession, many: int
) -> dict[str, Spent]:
    """Return the median of what each key takes, pressed when nothing else is to be done.

    Keys that decide do so about `many` suggestions, as far as so many are open. A key that stands
    for an action of the menus is timed from that action on.
    """
    spent: dict[str, list[Spent]] = defaultdict(list)
    for _ in range(_ROUNDS):
        for presses in (_deciding, _editing, _listing, _going, _searching):
            for name, drawn, press in presses(window, session, many):
                rest(window)
                taken = watch.until_painted(drawn, press, patience_ms=_PATIENCE_MS)
                spent[name].append(taken)
    return {name: median_of(each) for name, each in spent.items()}


def rest(window: MainWindow) -> None:
    """Wait until all that follows a key is done, as far as anything shows by it."""
    slices = window.page.foresight, window.style_learner
    watch, search = window.result.watch, window.writing.search
    while any(part.under_way for part in slices) or watch.counting or search.busy:
        QCoreApplication.processEvents()
    QCoreApplication.processEvents()


def _deciding(window: MainWindow, session: ReviewSession, many: int) -> Iterator[_Press]:
    page, view, commands = window.page, window.page.table.viewport(), window.commands
    decided = page.stack.index()
    page.select_gap(session.gaps[min(many, len(session) - 1)])
    yield "accept_before", view, commands["accept_before"].trigger
    yield "undo", view, commands["undo"].trigger
    yield "redo", view, commands["redo"].trigger
    page.stack.setIndex(decided)
    page.select_gap(session.gaps[0])
    yield "write_everywhere", view, commands["everywhere"].trigger
    page.stack.setIndex(decided)
    [slider] = window.findChildren(QSlider, "threshold")
    slider.setFocus()
    step = Qt.Key.Key_Left if slider.value() else Qt.Key.Key_Right
    yield "slider", slider, partial(QTest.keyClick, slider, step)
    page.table.setFocus()


def _editing(window: MainWindow, _: ReviewSession, __: int) -> Iterator[_Press]:
    page, view, editor = window.page, window.page.table.viewport(), window.writing.manual.editor
    # One cue in a hundred of the longest files tells of the languages of the file, too.
    page.show_cue(page.table.model().rowCount() // 2 + 1)
    window.commands["edit"].trigger()
    editor.insertPlainText(" and so on")
    yield "end_edit", view, partial(QTest.keyClick, editor, Qt.Key.Key_Return)
    yield "undo_edit", view, window.commands["undo"].trigger


def _listing(window: MainWindow, _: ReviewSession, __: int) -> Iterator[_Press]:
    view, commands = window.page.table.viewport(), window.commands
    yield "list_doubtful", view, commands["list_doubtful"].trigger
    yield "list_all", view, commands["list_all"].trigger


def _going(window: MainWindow, _: ReviewSession, __: int) -> Iterator[_Press]:
    page, table = window.page, window.page.table
    view, count = table.viewport(), table.model().rowCount()
    page.show_cue(0)
    for name, key in (("page_down", Qt.Key.Key_PageDown), ("end", Qt.Key.Key_End)):
        yield name, view, partial(QTest.keyClick, table, key)
    yield "home", view, partial(QTest.keyClick, table, Qt.Key.Key_Home)
    yield "select_all", view, partial(QTest.keyClick, table, Qt.Key.Key_A, _CONTROL)
    window.commands["go_to"].trigger()
    field = window.writing.go_to_bar.field
    field.setText(str(count // 2))
    yield "go_to", view, partial(QTest.keyClick, field, Qt.Key.Key_Return)


def _searching(window: MainWindow, _: ReviewSession, __: int) -> Iterator[_Press]:
    bar, view = window.writing.find_bar, window.page.table.viewport()
    window.commands["find"].trigger()
    bar.field.clear()
    yield "find", bar.field, partial(QTest.keyClick, bar.field, Qt.Key.Key_E)
    yield "find_next", view, window.commands["find_next"].trigger
    bar.leave()
