"""The guide that editors read beside their work."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from subpunct_app.gui.actions.action_list import MARK_KEYS, Act
from subpunct_app.gui.panels.guide_window import GuideWindow, guide_text
from subpunct_app.review.journal import review_journal as store
from subpunct_app.speech.transcription import transcription_journal

if TYPE_CHECKING:
    from subpunct_app.gui.main_window import MainWindow

_KEYS = {key for act in Act for key in act.keys}
# In a cue that is typed into.
_FIELD_KEYS = {"Esc"}
_NAMED = re.compile(r"“(\w+) › ([^”]+)”")


def opened(window: MainWindow) -> GuideWindow:
    window.commands["guide"].trigger()
    (guide,) = window.findChildren(GuideWindow)
    return guide


def test_the_guide_names_keys_that_there_are() -> None:
    bold = {*re.findall(r"\*\*(.+?)\*\*", guide_text())}
    named = {text for text in bold if len(text) == 1 or not text.endswith(":")}
    assert len(named) > 30
    assert named <= _KEYS | MARK_KEYS.keys() | _FIELD_KEYS


def test_the_guide_names_entries_where_they_stand(window: MainWindow) -> None:
    menus = {menu.text().replace("&", ""): entries_of(menu) for menu in window.menuBar().actions()}
    named = _NAMED.findall(" ".join(guide_text().split()))
    assert len(named) > 10
    assert [(menu, entry) for menu, entry in named if entry not in menus[menu]] == []


def test_the_guide_tells_how_long_work_is_kept() -> None:
    text = " ".join(guide_text().split())
    assert f"for {store.MOST_DAYS} days after you last worked on them" in text
    assert f"of more than {store.MOST_FILES} the" in text
    assert (
        f"What was heard when you stop is kept for {transcription_journal.MOST_DAYS} days" in text
    )


def entries_of(menu: QAction) -> set[str]:
    submenu = menu.menu()
    assert isinstance(submenu, QMenu)
    return {action.text().partition("\t")[0].replace("&", "") for action in submenu.actions()}


def test_a_part_that_is_chosen_comes_to_the_top(window: MainWindow) -> None:
    guide = opened(window)
    bar, line = guide.text.verticalScrollBar(), guide.fontMetrics().height()
    for row in range(guide.titles.count()):
        guide.titles.setCurrentRow(row)
        place = guide.text.cursorRect(guide.text.textCursor())
        assert guide.text.textCursor().block().text() == guide.titles.item(row).text()
        assert place.top() < 2 * line or bar.value() == bar.maximum()
        assert guide.text.viewport().rect().contains(place)


def test_tab_goes_from_the_parts_to_the_text(window: MainWindow) -> None:
    guide = opened(window)
    QTest.keyClick(guide.titles, Qt.Key.Key_Tab)
    assert guide.focusWidget() is guide.text
