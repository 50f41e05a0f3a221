"""Every action of the window with its keys; menus, palette and the list of keys come from here."""

from __future__ import annotations

from enum import Enum, StrEnum, auto
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.widgets.focus import COMMANDING
from subpunct_app.languages.language_data import language_data
from subpunct_app.text.words import Mark

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtGui import QKeyEvent


class Need(Enum):
    """What there has to be before an action can be done."""

    NOTHING = auto()
    FILE = auto()
    CUES = auto()
    # All words of the file have been read.
    WORDS = auto()
    # A file with cues that a model can be asked about, be it still on its way.
    TEXT = auto()
    READ_TEXT = auto()
    REVIEW = auto()
    SUGGESTIONS = auto()
    # What an export would write.
    CHANGES = auto()
    STEP_BACK = auto()
    STEP_FORTH = auto()
    # Hits, or a search to begin.
    SEARCH = auto()
    HITS = auto()
    MEDIA = auto()
    PLAIN_TEXT_AND_SOUND = auto()
    # A job that can be cancelled.
    WORK = auto()


class Act(StrEnum):
    """Everything that can be done; the values are the names by which settings know the actions.

    With each its text, the keys that it has until the editor chooses others (see Shortcuts), what
    it needs, its icon, and how buttons call it.
    """

    text: str
    keys: tuple[str, ...]
    needs: Need
    icon: str
    short: str

    def __new__(
        cls, name: str, text: str, keys: str = "", needs: Need = Need.NOTHING, *look: str
    ) -> Act:
        """Make an action of a row below."""
        act = str.__new__(cls, name)
        act._value_ = name
        act.text, act.keys, act.needs = text, tuple(keys.split()), needs
        act.icon, act.short = (*look, "", "")[:2]
        return act

    OPEN = "open", "&Open…", "Ctrl+O", Need.NOTHING, "folder-open-outline"
    TRANSCRIBE = "transcribe", "&Transcribe…", "Ctrl+T", Need.NOTHING, "microphone-message"
    BATCH = "batch", "&Batch…", "Ctrl+B", Need.NOTHING, "folder-multiple-outline"
    SAMPLE = "sample", "Try the &sample", "", Need.NOTHING, "school-outline"
    EXPORT = "export", "&Export", "Ctrl+S", Need.CHANGES, "content-save-outline"
    EXPORT_AS = "export_as", "Export &as…", "Ctrl+Shift+S", Need.FILE
    QUIT = "quit", "&Quit", "Ctrl+Q"
    PUNCTUATE = "punctuate", "&Punctuate", "F9", Need.TEXT, "auto-fix"
    PUNCTUATE_SELECTION = (
        "punctuate_selection",
        "Punctuate the &selected cues",
        "Shift+F9",
        Need.READ_TEXT,
    )
    START_ANEW = "start_anew", "Discard this revie&w", "", Need.REVIEW
    LEARN = "learn", "L&earn from decisions"
    LEARNED = "learned", "What was learned from &decisions", "", Need.REVIEW
    FORGET_LEARNED = "forget_learned", "&Forget the decisions in this folder", "", Need.FILE
    EXPORT_DECIDED = "export_decided", "Export &decided text for training…", "", Need.REVIEW
    CANCEL = "cancel", "&Cancel", "Esc", Need.WORK, "close"
    UNDO = "undo", "&Undo", "Ctrl+Z", Need.STEP_BACK, "undo-variant"
    REDO = "redo", "&Redo", "Ctrl+Y Ctrl+Shift+Z", Need.STEP_FORTH, "redo-variant"
    EDIT = "edit", "&Edit the cue", "F2 E", Need.WORDS, "pencil"
    FIND = "find", "&Find…", "Ctrl+F", Need.CUES, "magnify"
    FIND_NEXT = "find_next", "Find ne&xt", "F3", Need.SEARCH, "arrow-down", "Next hit"
    FIND_PREVIOUS = (
        "find_previous",
        "Find pre&vious",
        "Shift+F3",
        Need.SEARCH,
        "arrow-up",
        "Previous hit",
    )
    REPLACE = "replace", "Find and re&place…", "Ctrl+H", Need.WORDS, "find-replace"
    REPLACE_ONE = "replace_one", "Replace &this hit", "", Need.HITS, "", "Replace"
    REPLACE_ALL = "replace_all", "Replace all h&its", "", Need.HITS, "", "Replace all"
    NAMES = "names", "&Names…"
    GO_TO = "go_to", "&Go to…", "Ctrl+G", Need.CUES
    NEXT_CUE = "next_cue", "Next &cue", "Alt+Down", Need.CUES
    PREVIOUS_CUE = "previous_cue", "Previou&s cue", "Alt+Up", Need.CUES
    NEXT = "next", "&Next suggestion", "N F8", Need.SUGGESTIONS, "chevron-down", "Next"
    PREVIOUS = (
        "previous",
        "Pre&vious suggestion",
        "Shift+N Shift+F8",
        Need.SUGGESTIONS,
        "chevron-up",
        "Previous",
    )
    NEXT_WORD = "next_word", "Next &word", "Ctrl+Right", Need.REVIEW
    PREVIOUS_WORD = "previous_word", "Previous w&ord", "Ctrl+Left", Need.REVIEW
    ACCEPT = (
        "accept",
        "&Accept and go on",
        "Enter A Ctrl+Shift+Enter",
        Need.REVIEW,
        "check-bold",
        "Accept",
    )
    REJECT = (
        "reject",
        "&Reject and go on",
        "Backspace R Ctrl+Shift+Backspace",
        Need.REVIEW,
        "close-thick",
        "Reject",
    )
    NO_MARK = "no_mark", "Put no mark &here", "Del", Need.REVIEW
    CAPITAL = "capital", "Toggle ne&xt capital", "C Ctrl+Shift+F3", Need.REVIEW
    EVERYWHERE = (
        "everywhere",
        "Accept, and write the word like this everywhere",
        "Shift+C",
        Need.REVIEW,
    )
    NEXT_CHOICE = "next_choice", "Next a&lternative", "Right", Need.REVIEW
    PREVIOUS_CHOICE = "previous_choice", "Previous alternative", "Left", Need.REVIEW
    ACCEPT_CUE = "accept_cue", "Accept all in the c&ue", "Shift+Enter Ctrl+Enter", Need.SUGGESTIONS
    REJECT_CUE = "reject_cue", "Reject all &in the cue", "Shift+Backspace", Need.SUGGESTIONS
    ACCEPT_ALIKE = "accept_alike", "Accept all li&ke this one", "L", Need.SUGGESTIONS
    REJECT_ALIKE = "reject_alike", "Re&ject all like this one", "Shift+L", Need.SUGGESTIONS
    ACCEPT_BEFORE = "accept_before", "Accept all before this one", "B", Need.SUGGESTIONS
    ACCEPT_ABOVE = (
        "accept_above",
        "Accept all c&onfident suggestions",
        "Ctrl+Alt+Enter",
        Need.SUGGESTIONS,
    )
    BY_DOUBT = "by_doubt", "Most dou&btful first", "O", Need.SUGGESTIONS
    COMPARE = (
        "compare",
        "Original or &corrected text",
        "D F7",
        Need.FILE,
        "",
        "Original ⇄ corrected",
    )
    LIST_ALL = "list_all", "List &all cues", "Ctrl+1", Need.FILE
    LIST_PENDING = "list_pending", "List &pending cues", "Ctrl+2", Need.FILE
    LIST_DOUBTFUL = "list_doubtful", "List cues of &low confidence", "Ctrl+3", Need.FILE
    LIST_CHANGED = "list_changed", "List chan&ged cues", "Ctrl+4", Need.FILE
    LIST_BARE = "list_bare", "List cues &without marks", "Ctrl+5", Need.FILE
    CHANGES = "changes", "Changes &side by side", "Shift+F7", Need.NOTHING, "file-compare"
    EXPORT_CHANGES = "export_changes", "Export changes as &HTML…", "", Need.FILE
    STATISTICS = "statistics", "S&tatistics", "Ctrl+Shift+T", Need.NOTHING, "chart-bar"
    OPEN_MEDIA = (
        "open_media",
        "Open &video or sound…",
        "Ctrl+Shift+O",
        Need.NOTHING,
        "movie-open-outline",
    )
    ALIGN = (
        "align",
        "A&lign the text with the sound",
        "",
        Need.PLAIN_TEXT_AND_SOUND,
        "timeline-text-outline",
    )
    CLOSE_MEDIA = "close_media", "&Close the video", "", Need.MEDIA
    MEDIA = "media", "&Video and waveform", "Ctrl+Shift+V", Need.MEDIA
    WAVE_IN = (
        "wave_in",
        "&Zoom into the waveform",
        "Ctrl++ Ctrl+=",
        Need.MEDIA,
        "magnify-plus-outline",
    )
    WAVE_OUT = (
        "wave_out",
        "Zoom &out of the waveform",
        "Ctrl+-",
        Need.MEDIA,
        "magnify-minus-outline",
    )
    WAVE_ALL = "wave_all", "The whole wave&form", "Ctrl+0", Need.MEDIA
    PLAY = "play", "&Play or pause", "P Ctrl+Space", Need.MEDIA, "play"
    PLAY_CUE = "play_cue", "Play this &cue", "Space F5", Need.MEDIA, "subtitles-outline"
    PLAY_GAP = "play_gap", "Play around this &mark", "G Shift+F5", Need.MEDIA, "arrow-left-right"
    LOOP = "loop", "&Repeat", "Ctrl+Shift+R", Need.MEDIA, "repeat"
    BACK = "back", "&Back 1 second", "Alt+Left", Need.MEDIA, "rewind-outline"
    FORWARD = "forward", "&Forward 1 second", "Alt+Right", Need.MEDIA, "fast-forward-outline"
    FRAME_BACK = "frame_back", "Pre&vious frame", "Alt+Shift+Left", Need.MEDIA, "step-backward"
    FRAME_FORWARD = "frame_forward", "Ne&xt frame", "Alt+Shift+Right", Need.MEDIA, "step-forward"
    SLOWER = "slower", "&Slower", "Alt+Shift+Down", Need.MEDIA
    FASTER = "faster", "Fas&ter", "Alt+Shift+Up", Need.MEDIA
    QUIETER = "quieter", "&Quieter", "Ctrl+Shift+Down", Need.MEDIA
    LOUDER = "louder", "&Louder", "Ctrl+Shift+Up", Need.MEDIA
    MUTE = "mute", "M&ute", "M Ctrl+M", Need.MEDIA, "volume-high"
    FOLLOW = (
        "follow",
        "Foll&ow what is heard",
        "Ctrl+Shift+F5",
        Need.MEDIA,
        "image-filter-center-focus",
    )
    HISTORY = "history", "&History", "Ctrl+Shift+H", Need.NOTHING, "history"
    REMARKS = "remarks", "Remarks on the &file", "Ctrl+F8", Need.FILE
    PALETTE = "palette", "Find an ac&tion…", "Ctrl+Shift+P", Need.NOTHING, "magnify"
    GUIDE = "guide", "&Guide", "Shift+F1", Need.NOTHING, "book-open-variant"
    KEYS = "keys", "&Keys…", "F1", Need.NOTHING, "keyboard-outline"
    ABOUT = "about", "&About subpunct"

    @classmethod
    def named(cls, name: str) -> Act | None:
        """Return the action of a name, None where there is none."""
        return next((act for act in cls if act == name), None)

    @property
    def plain_text(self) -> str:
        """Return the name of the action as a sentence would call it."""
        return tr(self.text).replace("&", "").removesuffix("…")

    @property
    def checkable(self) -> bool:
        """Tell whether the action is on or off."""
        return self in _TICKED


_TICKED = frozenset(
    (
        *(Act.LEARN, Act.BY_DOUBT, Act.MEDIA, Act.LOOP, Act.MUTE, Act.FOLLOW),
        *(Act.LIST_ALL, Act.LIST_PENDING, Act.LIST_DOUBTFUL, Act.LIST_CHANGED, Act.LIST_BARE),
    )
)


class Submenu(Enum):
    """Menus inside of others, whose entries are no actions."""

    RECENT = auto()
    WITHIN = auto()
    ENCODING = auto()
    SPEAKERS = auto()
    CHOICES = auto()
    LANGUAGE = auto()
    PRECISION = auto()
    TRACKS = auto()


Groups: TypeAlias = tuple[tuple[Act | Submenu, ...], ...]
# Menus are groups of entries, with a line between two of them.
TOOLS: Groups = (
    (Act.OPEN, Act.PUNCTUATE),
    (Act.PREVIOUS, Act.NEXT),
    (Act.UNDO, Act.REDO),
    (Act.EXPORT,),
)
CUE_MENU: Groups = (
    (Act.EDIT,),
    (Act.PLAY_CUE, Act.PLAY_GAP),
    (
        *(Act.ACCEPT, Act.REJECT, Act.ACCEPT_CUE, Act.REJECT_CUE),
        *(Act.ACCEPT_ALIKE, Act.REJECT_ALIKE, Act.ACCEPT_BEFORE),
    ),
    (Act.PUNCTUATE_SELECTION,),
)
MENUS: Mapping[str, Groups] = {
    "&File": (
        (
            *(Act.OPEN, Act.OPEN_MEDIA, Submenu.WITHIN, Act.CLOSE_MEDIA, Act.TRANSCRIBE),
            *(Act.ALIGN, Act.BATCH, Submenu.RECENT, Act.SAMPLE),
        ),
        (Submenu.ENCODING, Act.REMARKS),
        (Act.EXPORT, Act.EXPORT_AS, Act.EXPORT_CHANGES, Act.EXPORT_DECIDED),
        (Act.QUIT,),
    ),
    "&Edit": (
        (Act.UNDO, Act.REDO),
        (Act.EDIT,),
        (
            *(Act.FIND, Act.FIND_NEXT, Act.FIND_PREVIOUS),
            *(Act.REPLACE, Act.REPLACE_ONE, Act.REPLACE_ALL),
        ),
        (Act.NAMES,),
        (Act.GO_TO, Act.NEXT_CUE, Act.PREVIOUS_CUE, Act.NEXT_WORD, Act.PREVIOUS_WORD),
        (Act.HISTORY,),
    ),
    "&Review": (
        (
            *(Act.PUNCTUATE, Act.PUNCTUATE_SELECTION, Submenu.SPEAKERS, Submenu.CHOICES),
            *(Submenu.LANGUAGE, Act.START_ANEW, Act.CANCEL),
        ),
        (
            *(Act.NEXT, Act.PREVIOUS, Act.ACCEPT, Act.REJECT, Act.NO_MARK, Act.CAPITAL),
            *(Act.EVERYWHERE, Act.NEXT_CHOICE, Act.PREVIOUS_CHOICE, Act.ACCEPT_CUE, Act.REJECT_CUE),
            *(Act.ACCEPT_ALIKE, Act.REJECT_ALIKE, Act.ACCEPT_BEFORE),
            *(Act.ACCEPT_ABOVE, Act.BY_DOUBT),
        ),
        (Act.LEARN, Submenu.PRECISION, Act.LEARNED, Act.FORGET_LEARNED),
    ),
    "&View": (
        (Act.COMPARE,),
        (Act.LIST_ALL, Act.LIST_PENDING, Act.LIST_DOUBTFUL, Act.LIST_CHANGED, Act.LIST_BARE),
        (Act.CHANGES, Act.STATISTICS),
        (Act.MEDIA, Act.WAVE_IN, Act.WAVE_OUT, Act.WAVE_ALL),
    ),
    "&Play": (
        (Act.PLAY, Act.PLAY_CUE, Act.PLAY_GAP, Act.LOOP),
        (Act.BACK, Act.FORWARD, Act.FRAME_BACK, Act.FRAME_FORWARD),
        (Act.SLOWER, Act.FASTER),
        (Act.QUIETER, Act.LOUDER, Act.MUTE, Submenu.TRACKS),
        (Act.FOLLOW,),
    ),
    "&Help": ((Act.GUIDE, Act.PALETTE, Act.KEYS), (Act.ABOUT,)),
}
MARK_KEYS = {
    ",": Mark.COMMA,
    ".": Mark.PERIOD,
    "?": Mark.QUESTION,
    "!": Mark.EXCLAMATION,
    ":": Mark.COLON,
    ";": Mark.SEMICOLON,
    "-": Mark.DASH,
}


@lru_cache(maxsize=8)
def mark_signs(language: str) -> Mapping[str, Mark]:
    """Return what to type for marks in a text of a language: as in English, or as it has them."""
    written = language_data(language).typography
    own = (written.spelled(mark).strip() for mark in Mark if mark is not Mark.NONE)
    return {sign: written.mark_of(sign) for sign in (*MARK_KEYS, *own)}


def typed_mark(event: QKeyEvent, language: str) -> Mark:
    """Return the mark that a key press types in a text of a language, NONE where it types none."""
    sign = event.text()
    if not sign or event.modifiers() & COMMANDING:
        return Mark.NONE
    return language_data(language).typography.mark_of(sign)
