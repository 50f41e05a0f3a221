"""The menus: those of actions, and those of values of which one is chosen."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QToolBar, QToolButton, QWidget

from subpunct_app.decoding.suggestions.options import Mode
from subpunct_app.gui.actions.action_list import CUE_MENU, MENUS, TOOLS, Act, Submenu
from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.widgets.colours import FollowsPalette
from subpunct_app.gui.widgets.icons import icon, scale_icons
from subpunct_app.gui.widgets.label_texts import elide_middle, escape_ampersands, plain_tooltip
from subpunct_app.languages.language_data import language_name, listed_languages
from subpunct_app.review.settings import MARKS, PRECISIONS
from subpunct_app.text.words import base_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from PySide6.QtGui import QMouseEvent
    from PySide6.QtWidgets import QMenuBar

    from subpunct_app.gui.actions.action_list import Groups
    from subpunct_app.gui.actions.window_actions import Actions
    from subpunct_app.gui.desk import Desk
    from subpunct_app.gui.file.opener import Opener
    from subpunct_app.gui.proposing.learner import Learner
    from subpunct_app.gui.proposing.proposer import Proposer
    from subpunct_app.review.settings import Settings
    from subpunct_app.subtitles.formats.encoding import Encoding


class ChoiceMenu(QMenu):
    """Offer values, the present one ticked; `chosen` carries the one that the editor wants."""

    chosen = Signal(object)

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        # Of such a group one is ticked at most, and drawn as one of several.
        self._values = QActionGroup(self)
        self._values.setExclusionPolicy(QActionGroup.ExclusionPolicy.ExclusiveOptional)
        self._values.triggered.connect(lambda action: self.chosen.emit(action.data()))
        self.aboutToShow.connect(self.refresh)

    def refresh(self) -> None:
        """Bring values and tick up to date before the menu is shown; a subclass may do so here."""

    def offer(self, title: str, value: object, *, menu: QMenu | None = None) -> None:
        """Add a value at the end of the menu, or of one inside of it."""
        action = (self if menu is None else menu).addAction(title)
        action.setCheckable(True)
        action.setData(value)
        self._values.addAction(action)

    @property
    def values(self) -> list[object]:
        """Return what is offered."""
        return [action.data() for action in self._values.actions()]

    def tick(self, present: object) -> None:
        """Tick one of the values, or none where that is not offered."""
        for action in self._values.actions():
            action.setChecked(action.data() == present)


_GROUP = 16


class LanguageMenu(ChoiceMenu):
    """Offer the languages, the present one ticked; an empty choice means: as guessed.

    Those that a model at hand knows come first, the others in groups by initials. What is at hand
    is looked up when the menu first opens.
    """

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(tr("Text lan&guage"), parent)
        self._desk = desk

    def refresh(self) -> None:
        """List the languages and tick that of the open file."""
        if not self.values:
            self._fill()
        language = self._desk.file.language if self._desk.file else None
        code = language.code if language else ""
        self.tick(code if code in self.values else base_of(code))

    def _fill(self) -> None:
        from subpunct_app.models.model_registry import languages_of, readable_cards

        self.addAction(tr("&Guess"), partial(self.chosen.emit, ""))
        self.addSeparator()
        found = languages_of(readable_cards())
        known = [*found[:1], *sorted(found[1:], key=title_of)]
        for code in known:
            self.offer(title_of(code), code)
        self.addSeparator()
        codes = sorted(set(listed_languages()) - set(known), key=title_of)
        for start in range(0, len(codes), _GROUP):
            group = codes[start : start + _GROUP]
            menu = self.addMenu(f"{language_name(group[0])} - {language_name(group[-1])}")
            for code in group:
                self.offer(title_of(code), code, menu=menu)


def title_of(code: str) -> str:
    """Return the name of a language with its region, as in `French (CA)`."""
    region = code.partition("-")[2]
    return f"{language_name(code)} ({region})" if region else language_name(code)


class PrecisionMenu(ChoiceMenu):
    """Tick the share of the sure ones that shall be right, once decisions taught which they are."""

    def __init__(self, learner: Learner, parent: QWidget) -> None:
        super().__init__(tr("Confident &means"), parent)
        self._learner = learner
        for precision in PRECISIONS:
            self.offer(tr("{share:.0f} % right", share=100 * precision), precision)
        self.chosen.connect(learner.set_precision)

    def refresh(self) -> None:
        """Tick the share that counts now."""
        self.tick(self._learner.precision)


_MODE_TEXTS = {
    Mode.RESTORE: tr("&Restore: add, change and remove marks"),
    Mode.ANEW: tr("&Anew: ignore the marks that are there"),
    Mode.FILL: tr("&Fill: only add missing marks"),
    Mode.REVIEW: tr("Re&view: change only clear errors"),
}
_MARK_TEXTS = {
    ",": tr("&Commas  ,"),
    ".": tr("Full &stops  ."),
    "?": tr("&Question marks  ?"),
    "!": tr("&Exclamation marks  !"),
    ":": tr("C&olons  :"),
}


class PunctuateMenu(QMenu):
    """Show the choices as ticks, and stay open while they are made."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("What &to suggest"), parent)
        self._group = QActionGroup(self)
        self._modes = {mode: self._add(text) for mode, text in _MODE_TEXTS.items()}
        for action in self._modes.values():
            self._group.addAction(action)
        self.addSeparator()
        self._marks = {mark: self._add(_MARK_TEXTS[mark]) for mark in MARKS}
        self.addSeparator()
        self._case = self._add(tr("Ca&pitals"))
        self._ask = self._add(tr("As&k where a mark may be missing"))
        self.addSeparator()
        self.models = ModelMenu(self)
        self.addMenu(self.models)

    def show_settings(self, settings: Settings) -> None:
        """Tick what is remembered."""
        self._modes[Mode(settings.mode)].setChecked(True)
        for mark, action in self._marks.items():
            action.setChecked(mark in settings.marks)
        self._case.setChecked(settings.case)
        self._ask.setChecked(settings.ask)
        self.models.model = settings.model

    def applied_to(self, settings: Settings) -> Settings:
        """Return settings with what is ticked now."""
        return replace(
            settings,
            mode=next(mode for mode, action in self._modes.items() if action.isChecked()),
            marks="".join(mark for mark, action in self._marks.items() if action.isChecked()),
            case=self._case.isChecked(),
            ask=self._ask.isChecked(),
            model=self.models.model,
        )

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Tick what was clicked on and stay open."""
        action = self.actionAt(event.position().toPoint())
        if action is not None and action.isCheckable():
            action.trigger()
            return
        super().mouseReleaseEvent(event)

    def _add(self, text: str) -> QAction:
        action = self.addAction(text)
        action.setCheckable(True)
        return action


class ModelMenu(ChoiceMenu):
    """Offer the models at hand by their names, the chosen one ticked.

    `model` is the id of a model, empty where the language of each text decides. What is at hand
    is looked up whenever the menu opens.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Mo&del"), parent)
        self.model = ""
        self.chosen.connect(self._choose)

    def refresh(self) -> None:
        """List the models at hand and tick the chosen one."""
        from subpunct_app.models.model_registry import readable_cards

        self.clear()
        self.offer(tr("By the &language of the text"), "")
        for card in readable_cards():
            self.offer(escape_ampersands(card.name), card.id)
        # Without the one that was chosen the language of each text decides.
        self.tick(self.model if self.model in self.values else "")

    def _choose(self, model: str) -> None:
        self.model = model


_MOST = 40


class SpeakerMenu(QMenu):
    """Offer the speakers of the open file in the order in which they come."""

    def __init__(self, opener: Opener, proposer: Proposer, parent: QWidget) -> None:
        super().__init__(tr("Punctuate onl&y"), parent)
        self._proposer = proposer
        opener.shown.connect(lambda _document: self.show_names(()))
        opener.opened.connect(lambda opened: self.show_names(opened.speakers))
        self.show_names(())

    def show_names(self, names: Sequence[str]) -> None:
        """List other speakers."""
        self.clear()
        for name in names[:_MOST]:
            ask = partial(self._proposer.punctuate_speaker, name)
            self.addAction(escape_ampersands(name), ask)
        if not names:
            self.addAction(tr("The file names no speakers")).setEnabled(False)


REGIONS = {
    "&Unicode": {
        "utf-8": "UTF-8",
        "utf-16-le": "UTF-16 LE",
        "utf-16-be": "UTF-16 BE",
        "utf-8-twice": "UTF-8 twice (read as Windows-1252 between)",
    },
    "&Western Europe": {
        "cp1252": "Windows-1252",
        "iso8859-1": "ISO 8859-1",
        "iso8859-15": "ISO 8859-15",
        "iso8859-14": "ISO 8859-14 (Celtic)",
        "iso8859-3": "ISO 8859-3 (Maltese)",
        "mac-roman": "Mac Roman",
        "cp850": "DOS 850",
        "cp437": "DOS 437",
    },
    "&Central Europe": {
        "cp1250": "Windows-1250",
        "iso8859-2": "ISO 8859-2",
        "iso8859-16": "ISO 8859-16 (Romanian)",
    },
    "&Northern Europe": {
        "cp1257": "Windows-1257 (Baltic)",
        "iso8859-4": "ISO 8859-4 (Baltic)",
        "iso8859-13": "ISO 8859-13 (Baltic)",
        "iso8859-10": "ISO 8859-10 (Nordic)",
    },
    "C&yrillic": {
        "cp1251": "Windows-1251",
        "koi8-r": "KOI8-R (Russian)",
        "koi8-u": "KOI8-U (Ukrainian)",
        "iso8859-5": "ISO 8859-5",
    },
    "G&reek and Turkish": {
        "cp1253": "Windows-1253 (Greek)",
        "iso8859-7": "ISO 8859-7 (Greek)",
        "cp1254": "Windows-1254 (Turkish)",
        "iso8859-9": "ISO 8859-9 (Turkish)",
    },
    "&Arabic and Hebrew": {
        "cp1256": "Windows-1256 (Arabic)",
        "iso8859-6": "ISO 8859-6 (Arabic)",
        "cp1255": "Windows-1255 (Hebrew)",
        "iso8859-8": "ISO 8859-8 (Hebrew)",
    },
    "C&hinese": {"gb18030": "GB18030", "big5": "Big5", "cp950": "Windows-950"},
    "&Japanese": {"shift_jis": "Shift-JIS", "cp932": "Windows-932", "euc_jp": "EUC-JP"},
    "&Korean": {"euc_kr": "EUC-KR", "cp949": "Windows-949"},
    "&Thai and Vietnamese": {
        "cp874": "Windows-874 (Thai)",
        "iso8859-11": "ISO 8859-11 (Thai)",
        "cp1258": "Windows-1258 (Vietnamese)",
    },
}
NAMES = {codec: name for codecs in REGIONS.values() for codec, name in codecs.items()}


class EncodingMenu(ChoiceMenu):
    """Offer the encodings, the present one ticked; an empty choice means: guess again.

    What is not UTF-8 may be exported as such.
    """

    def __init__(self, desk: Desk, parent: QWidget) -> None:
        super().__init__(tr("Encodin&g"), parent)
        self._desk = desk
        self.addAction(tr("&Guess"), partial(self.chosen.emit, ""))
        self.addSeparator()
        for region, codecs in REGIONS.items():
            menu = self.addMenu(tr(region))
            for codec, name in codecs.items():
                self.offer(name, codec, menu=menu)
        self.addSeparator()
        self.as_utf8 = self.addAction(tr("&Export as UTF-8"))
        self.as_utf8.setCheckable(True)
        self.as_utf8.triggered.connect(self._export_as_utf8)

    def refresh(self) -> None:
        """Tick what the open file is read as, and whether it is exported as UTF-8."""
        file = self._desk.file
        self.tick(file.document.encoding.name if file else None)
        self.as_utf8.setEnabled(file is not None and not file.document.encoding.is_utf8)
        self.as_utf8.setChecked(file is not None and file.as_utf8)

    def _export_as_utf8(self, wanted: bool) -> None:
        if self._desk.file is not None:
            self._desk.put(replace(self._desk.file, as_utf8=wanted, exported=""))


def encoding_name(encoding: Encoding) -> str:
    """Return an encoding as a reader would write it, with its byte order mark."""
    name = NAMES.get(encoding.name, encoding.name.upper()).partition(" (")[0]
    return f"{name} BOM" if encoding.bom else name


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
