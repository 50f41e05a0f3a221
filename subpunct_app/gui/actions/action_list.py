"""Every action of the window with its keys; menus, palette and the list of keys come from here."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from subpunct_app.gui.widgets.focus import COMMANDING
from subpunct_app.languages.typography import typography
from subpunct_app.text.words import Mark

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtGui import QKeyEvent


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """One action and the keys it has until the editor chooses others (see Shortcuts)."""

    name: str
    text: str
    keys: tuple[str, ...] = ()
    icon: str = ""
    short: str = ""
    checkable: bool = False

    @property
    def plain_text(self) -> str:
        """Return the name of the action as a sentence would call it."""
        return self.text.replace("&", "").removesuffix("…")


ACTIONS = (
    ActionSpec("open", "&Open…", ("Ctrl+O",), icon="folder-open-outline"),
    ActionSpec("transcribe", "&Transcribe…", ("Ctrl+T",), icon="microphone-message"),
    ActionSpec("batch", "&Batch…", ("Ctrl+B",), icon="folder-multiple-outline"),
    ActionSpec("sample", "Try the &sample", icon="school-outline"),
    ActionSpec("export", "&Export", ("Ctrl+S",), icon="content-save-outline"),
    ActionSpec("export_as", "Export &as…", ("Ctrl+Shift+S",)),
    ActionSpec("quit", "&Quit", ("Ctrl+Q",)),
    ActionSpec("punctuate", "&Punctuate", ("F9",), icon="auto-fix"),
    ActionSpec("punctuate_selection", "Punctuate the &selected cues", ("Shift+F9",)),
    ActionSpec("start_anew", "Start ane&w"),
    ActionSpec("learn", "L&earn from decisions", checkable=True),
    ActionSpec("learned", "What earlier &decisions taught"),
    ActionSpec("forget_learned", "&Forget the decisions of this project"),
    ActionSpec("export_decided", "Export &decided text for training…"),
    ActionSpec("cancel", "&Cancel", ("Esc",), icon="close"),
    ActionSpec("undo", "&Undo", ("Ctrl+Z",), icon="undo-variant"),
    ActionSpec("redo", "&Redo", ("Ctrl+Y", "Ctrl+Shift+Z"), icon="redo-variant"),
    ActionSpec("edit", "&Edit the cue", ("F2", "E"), icon="pencil"),
    ActionSpec("find", "&Find…", ("Ctrl+F",), icon="magnify"),
    ActionSpec("find_next", "Find ne&xt", ("F3",), icon="arrow-down", short="Next hit"),
    ActionSpec(
        "find_previous", "Find pre&vious", ("Shift+F3",), icon="arrow-up", short="Previous hit"
    ),
    ActionSpec("replace", "Find and re&place…", ("Ctrl+H",), icon="find-replace"),
    ActionSpec("replace_one", "Replace &this hit", short="Replace"),
    ActionSpec("replace_all", "Replace all h&its", short="Replace all"),
    ActionSpec("names", "&Names…"),
    ActionSpec("go_to", "&Go to…", ("Ctrl+G",)),
    ActionSpec("next_cue", "Next &cue", ("Alt+Down",)),
    ActionSpec("previous_cue", "Previou&s cue", ("Alt+Up",)),
    ActionSpec("next", "&Next suggestion", ("N", "F8"), icon="chevron-down", short="Next"),
    ActionSpec(
        "previous",
        "Pre&vious suggestion",
        ("Shift+N", "Shift+F8"),
        icon="chevron-up",
        short="Previous",
    ),
    ActionSpec("next_word", "Next &word", ("Ctrl+Right",)),
    ActionSpec("previous_word", "Previous w&ord", ("Ctrl+Left",)),
    ActionSpec(
        "accept",
        "&Accept and go on",
        ("Enter", "A", "Ctrl+Shift+Enter"),
        icon="check-bold",
        short="Accept",
    ),
    ActionSpec(
        "reject",
        "&Reject and go on",
        ("Backspace", "R", "Ctrl+Shift+Backspace"),
        icon="close-thick",
        short="Reject",
    ),
    ActionSpec("no_mark", "Put no mark &here", ("Del",)),
    ActionSpec("capital", "Toggle ne&xt capital", ("C", "Ctrl+Shift+F3")),
    ActionSpec("everywhere", "Accept, write the word so everywhere", ("Shift+C",)),
    ActionSpec("next_choice", "Next a&lternative", ("Right",)),
    ActionSpec("previous_choice", "Previous alternative", ("Left",)),
    ActionSpec("accept_cue", "Accept all in the c&ue", ("Shift+Enter", "Ctrl+Enter")),
    ActionSpec("reject_cue", "Reject all &in the cue", ("Shift+Backspace",)),
    ActionSpec("accept_alike", "Accept all li&ke this one", ("L",)),
    ActionSpec("reject_alike", "Re&ject all like this one", ("Shift+L",)),
    ActionSpec("accept_before", "Accept all before this one", ("B",)),
    ActionSpec("accept_above", "Accept all sure &ones", ("Ctrl+Alt+Enter",)),
    ActionSpec("by_doubt", "Most dou&btful first", ("O",), checkable=True),
    ActionSpec("compare", "Original or &corrected text", ("D", "F7"), short="Original ⇄ corrected"),
    ActionSpec("list_all", "List &all cues", ("Ctrl+1",), checkable=True),
    ActionSpec("list_pending", "List &pending cues", ("Ctrl+2",), checkable=True),
    ActionSpec("list_doubtful", "List cues of &low confidence", ("Ctrl+3",), checkable=True),
    ActionSpec("list_changed", "List chan&ged cues", ("Ctrl+4",), checkable=True),
    ActionSpec("list_bare", "List cues &without marks", ("Ctrl+5",), checkable=True),
    ActionSpec("changes", "Changes &side by side", ("Shift+F7",), icon="file-compare"),
    ActionSpec("export_changes", "Export changes as &HTML…"),
    ActionSpec("statistics", "S&tatistics", ("Ctrl+Shift+T",), icon="chart-bar"),
    ActionSpec("open_media", "Open &video or sound…", ("Ctrl+Shift+O",), icon="movie-open-outline"),
    ActionSpec("align", "A&lign the text with the sound", icon="timeline-text-outline"),
    ActionSpec("close_media", "&Close the video"),
    ActionSpec("media", "&Video and waveform", ("Ctrl+Shift+V",), checkable=True),
    ActionSpec(
        "wave_in", "&Zoom into the waveform", ("Ctrl++", "Ctrl+="), icon="magnify-plus-outline"
    ),
    ActionSpec("wave_out", "Zoom &out of the waveform", ("Ctrl+-",), icon="magnify-minus-outline"),
    ActionSpec("wave_all", "The whole wave&form", ("Ctrl+0",)),
    ActionSpec("play", "&Play or pause", ("P", "Ctrl+Space"), icon="play"),
    ActionSpec("play_cue", "Play this &cue", ("Space", "F5"), icon="subtitles-outline"),
    ActionSpec("play_gap", "Play around this &mark", ("G", "Shift+F5"), icon="arrow-left-right"),
    ActionSpec("loop", "&Repeat", ("Ctrl+Shift+R",), icon="repeat", checkable=True),
    ActionSpec("back", "&Back 1 second", ("Alt+Left",), icon="rewind-outline"),
    ActionSpec("forward", "&Forward 1 second", ("Alt+Right",), icon="fast-forward-outline"),
    ActionSpec("frame_back", "Pre&vious frame", ("Alt+Shift+Left",), icon="step-backward"),
    ActionSpec("frame_forward", "Ne&xt frame", ("Alt+Shift+Right",), icon="step-forward"),
    ActionSpec("slower", "&Slower", ("Alt+Shift+Down",)),
    ActionSpec("faster", "Fas&ter", ("Alt+Shift+Up",)),
    ActionSpec("quieter", "&Quieter", ("Ctrl+Shift+Down",)),
    ActionSpec("louder", "&Louder", ("Ctrl+Shift+Up",)),
    ActionSpec("mute", "M&ute", ("M", "Ctrl+M"), icon="volume-high", checkable=True),
    ActionSpec(
        "follow",
        "Foll&ow what is heard",
        ("Ctrl+Shift+F5",),
        icon="image-filter-center-focus",
        checkable=True,
    ),
    ActionSpec("history", "&History", ("Ctrl+Shift+H",), icon="history"),
    ActionSpec("remarks", "Remarks on the &file", ("Ctrl+F8",)),
    ActionSpec("palette", "Find an ac&tion…", ("Ctrl+Shift+P",), icon="magnify"),
    ActionSpec("guide", "&Guide", ("Shift+F1",), icon="book-open-variant"),
    ActionSpec("keys", "&Keys…", ("F1",), icon="keyboard-outline"),
    ActionSpec("about", "&About subpunct"),
)
REVIEW_ACTIONS = (
    *("next", "previous", "accept", "reject", "no_mark", "capital", "everywhere"),
    *("next_choice", "previous_choice", "accept_cue", "reject_cue", "accept_alike"),
    *("reject_alike", "accept_before", "accept_above", "by_doubt"),
)
# What an editor may do at any gap, be anything suggested in the text or not.
GAP_ACTIONS = (
    *("next_word", "previous_word", "accept", "reject"),
    *("no_mark", "capital", "everywhere", "next_choice", "previous_choice"),
)
# What can be done only while a video or sound is open.
PLAYBACK_ACTIONS = (
    *("play", "play_cue", "play_gap", "loop", "back", "forward", "frame_back", "frame_forward"),
    *("slower", "faster", "quieter", "louder", "mute", "follow", "media"),
    *("wave_in", "wave_out", "wave_all"),
)
# An empty name is a line between two groups.
TOOLS = ("open", "punctuate", "", "previous", "next", "", "undo", "redo", "", "export")
CUE_MENU = (
    *("edit", "", "play_cue", "play_gap", "", "accept", "reject", "accept_cue", "reject_cue"),
    *("accept_alike", "reject_alike", "accept_before", "", "punctuate_selection"),
)
MENUS = {
    "&File": (
        *("open", "open_media", "within", "close_media", "transcribe", "align", "batch"),
        *("recent", "sample"),
        *("", "encoding", "remarks", ""),
        *("export", "export_as", "export_changes", "export_decided", "", "quit"),
    ),
    "&Edit": (
        *("undo", "redo", "", "edit", "", "find", "find_next", "find_previous"),
        *("replace", "replace_one", "replace_all", "", "names", "", "go_to"),
        *("next_cue", "previous_cue", "next_word", "previous_word", "", "history"),
    ),
    "&Review": (
        *("punctuate", "punctuate_selection", "speakers", "choices", "language", "start_anew"),
        *("cancel", "", *REVIEW_ACTIONS),
        *("", "learn", "precision", "learned", "forget_learned"),
    ),
    "&View": (
        *("compare", "", "list_all", "list_pending", "list_doubtful", "list_changed"),
        *("list_bare", "", "changes", "statistics", "", "media", "wave_in", "wave_out", "wave_all"),
    ),
    "&Play": (
        *("play", "play_cue", "play_gap", "loop", "", "back", "forward", "frame_back"),
        *("frame_forward", "", "slower", "faster", "", "quieter", "louder", "mute"),
        *("tracks", "", "follow"),
    ),
    "&Help": ("guide", "palette", "keys", "", "about"),
}
SPECS = {spec.name: spec for spec in ACTIONS}
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
    written = typography(language)
    own = (written.spelled(mark).strip() for mark in Mark if mark is not Mark.NONE)
    return {sign: written.mark_of(sign) for sign in (*MARK_KEYS, *own)}


def typed_mark(event: QKeyEvent, language: str) -> Mark:
    """Return the mark that a key press types in a text of a language, NONE where it types none."""
    sign = event.text()
    if not sign or event.modifiers() & COMMANDING:
        return Mark.NONE
    return typography(language).mark_of(sign)
