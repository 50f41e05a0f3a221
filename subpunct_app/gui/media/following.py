"""Show what is heard now: the captions over the picture, the cue and the word in the list."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from subpunct_app.gui.background.timers import timer
from subpunct_app.gui.cues.letter_places import letters_of
from subpunct_app.gui.media.caption import caption
from subpunct_app.speech.media.word_times import CueTimeline, times_of, word_heard_at, word_times
from subpunct_app.subtitles.formats.document import Document
from subpunct_app.subtitles.formats.encoding import UTF8
from subpunct_app.subtitles.formats.plain_text import PLAIN_TEXT
from subpunct_app.subtitles.reading.passes import read_words

if TYPE_CHECKING:
    from PySide6.QtCore import QModelIndex

    from subpunct_app.gui.media.player import Player
    from subpunct_app.gui.media.screen import Screen
    from subpunct_app.gui.review.review_page import ReviewPage
    from subpunct_app.speech.media.word_times import HeardWord
    from subpunct_app.subtitles.reading.transcript import Transcript

_NOTHING = Document(PLAIN_TEXT, "", UTF8)
# While an editor runs through marks by holding a key down, the picture stays.
_SETTLED_MS = 150


class Following(QObject):
    """Go along with a player through the cues of a page; clicks and choices lead back.

    `followed` tells whether the list scrolls along, which ends when the editor scrolls away from
    what is heard.
    """

    followed = Signal()

    def __init__(self, page: ReviewPage, player: Player, screen: Screen) -> None:
        super().__init__(page)
        self._page = page
        self._table = page.table
        self._player = player
        self._screen = screen
        self._document = _NOTHING
        self._timeline = CueTimeline()
        self._shown: list[int] = []
        self._transcript: Transcript | None = None
        self._heard: tuple[HeardWord, ...] = ()
        self._word: HeardWord | None = None
        self._follows = True
        self._scrolling = False
        self._stood = 0
        self._settled = timer(self, _SETTLED_MS, once=True)
        self._connect()

    @property
    def follows(self) -> bool:
        """Tell whether the list scrolls along."""
        return self._follows

    @property
    def cue(self) -> int | None:
        """Return the cue that is heard now."""
        return self._shown[-1] if self._shown else None

    def follow(self, follows: bool = True) -> None:
        """Scroll along from now on, or stay."""
        self._follows = follows
        if follows and self.cue is not None:
            self._scroll(self.cue)
        self.followed.emit()

    def enter(self) -> None:
        """Start anew with another file, at the cue that the editor looks at."""
        self.begin()
        self._stood = self._player.position
        self._seek_cue()

    def begin(self) -> None:
        """Start anew with another document or other words."""
        document = self._table.document or _NOTHING
        if document is not self._document:
            self._document = document
            self._timeline = CueTimeline(document.cues)
        self._show([])
        if self._player.path is not None:
            self._move(self._player.position)

    def _connect(self) -> None:
        self._player.moved.connect(self._move)
        self._table.word_clicked.connect(self._seek_word)
        self._page.panel.context.word_clicked.connect(self._seek_word)
        self._table.contents.shown.connect(self._restart)
        self._table.contents.dataChanged.connect(self._renew)
        self._table.verticalScrollBar().valueChanged.connect(self._look_away)
        self._page.moved.connect(self._wait)
        self._settled.timeout.connect(self._seek_cue)

    def _restart(self) -> None:
        if self._player.path is not None:
            self.begin()

    def _move(self, position: int) -> None:
        shown = self._timeline.at(position)
        if shown != self._shown:
            self._show(shown)
            if self.cue is not None and self._follows and self._player.playing:
                self._scroll(self.cue)
        word = word_heard_at(self._heard, position)
        if word is not self._word:
            self._show_word(word)

    def _show(self, cues: list[int]) -> None:
        self._shown = cues
        self._transcript, self._heard = self._words_of(cues[-1]) if cues else (None, ())
        self._show_word(None)
        self._show_captions()

    def _show_word(self, word: HeardWord | None) -> None:
        self._word = word
        letters = None
        if word is not None and self._transcript is not None:
            words = self._transcript.words
            letters = letters_of(self._transcript.document, words[word.word])
        self._table.show_playing(self.cue, letters)
        self._page.panel.context.show_playing(self.cue, letters)

    def _show_captions(self) -> None:
        document, runs = self._document, self._table.contents.runs
        captions = (
            caption(runs(at), document.format, document.format.place(document, at))
            for at in self._shown
        )
        self._screen.show_captions([one for one in captions if one.parts])

    def _words_of(self, cue: int) -> tuple[Transcript, tuple[HeardWord, ...]]:
        """Return words among which are those of a cue, and when these are heard."""
        if self._page.review is not None:
            transcript = self._page.review.transcript
            return transcript, word_times(transcript, cue)
        # Reading all words of a film takes longer than a key press may.
        cues = self._document.cues[cue : cue + 1]
        transcript = read_words(replace(self._document, cues=cues))
        return transcript, word_times(transcript, 0)

    def _renew(self, first: QModelIndex, last: QModelIndex) -> None:
        """Show captions as they read after a decision."""
        if any(first.row() <= cue <= last.row() for cue in self._shown):
            self._show_captions()

    def _scroll(self, cue: int) -> None:
        self._scrolling = True
        self._table.bring_into_view(cue)
        self._scrolling = False

    def _look_away(self) -> None:
        playing, cue = self._player.playing, self.cue
        if not playing or cue is None or self._scrolling or not self._follows:
            return
        if not self._table.is_in_view(cue):
            self.follow(False)

    def _seek_word(self, cue: int, letter: int) -> None:
        """Go to the word that was clicked on, or to the start of the cue beside its text."""
        document = self._table.document
        if self._player.path is None or document is None:
            return
        transcript, heard = self._words_of(cue)
        begin, end = times_of(document.cues[cue])
        if letter < 0 and begin < end:
            self._player.seek(begin)
            return
        for one in heard:
            if letter < letters_of(transcript.document, transcript.words[one.word]).end:
                self._player.seek(one.start_ms)
                return

    def _wait(self) -> None:
        self._stood = self._player.position
        self._settled.start()

    def _seek_cue(self) -> None:
        """Let the picture that stands still be that of the cue that the editor looks at."""
        document, cue = self._table.document, self._page.cue
        if self._player.path is None or self._player.playing or document is None:
            return
        if self._player.position != self._stood:
            return
        if cue < len(document.cues) and cue not in self._timeline.at(self._player.position):
            begin, end = times_of(document.cues[cue])
            if begin < end:
                self._player.seek(begin)
