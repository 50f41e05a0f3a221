"""Playing along with the review: captions, the cue and word being heard, and the keys."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from subpunct_app.gui.actions.action_list import Act
from subpunct_app.gui.background.timers import timer
from subpunct_app.gui.cues.letter_places import letters_of
from subpunct_app.gui.media.captions import caption
from subpunct_app.gui.texts.translation import tr
from subpunct_app.review.settings import SPEEDS
from subpunct_app.speech.media.word_times import (
    CueTimeline,
    gap_times,
    times_of,
    word_heard_at,
    word_times,
)
from subpunct_app.subtitles.formats.document import Document
from subpunct_app.subtitles.formats.encoding import UTF8
from subpunct_app.subtitles.formats.plain_text import PLAIN_TEXT
from subpunct_app.subtitles.reading.passes import read_words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from PySide6.QtCore import QModelIndex
    from PySide6.QtGui import QAction

    from subpunct_app.gui.media.media_panel import MediaPanel
    from subpunct_app.gui.media.player import Player
    from subpunct_app.gui.review.review_page import ReviewPage
    from subpunct_app.speech.media.word_times import HeardWord
    from subpunct_app.subtitles.reading.transcript import Transcript


_NOTHING = Document(PLAIN_TEXT, "", UTF8)
# While an editor runs through marks by holding a key down, the picture stays.
_SETTLED_MS = 150
AROUND_MS = 500
_JUMP_MS = 1000
_LOUDER = 10


class Playback(QObject):
    """Go along with a player through the cues of a page, and play what the editor looks at.

    List and waveform go along until the editor scrolls away from what is heard, as the action
    `follow` shows. `told` says what a key has switched, or why there is nothing to play.
    """

    told = Signal(str)

    def __init__(
        self, page: ReviewPage, player: Player, panel: MediaPanel, follow: QAction
    ) -> None:
        super().__init__(page)
        self._page = page
        self._table = page.table
        self._player = player
        self._screen = panel.view
        self._waveform = panel.waveform
        self._document = _NOTHING
        self._timeline = CueTimeline()
        self._shown: list[int] = []
        self._transcript: Transcript | None = None
        self._heard: tuple[HeardWord, ...] = ()
        self._word: HeardWord | None = None
        self._scrolling = False
        self._stood = 0
        self._settled = timer(self, _SETTLED_MS, once=True)
        self._waveform.followed.connect(follow.setChecked)
        follow.setChecked(self._waveform.follows)
        self._connect()

    @property
    def cue(self) -> int | None:
        """Return the cue that is heard now."""
        return self._shown[-1] if self._shown else None

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

    @property
    def methods(self) -> Mapping[Act, Callable[[], object]]:
        """Return what each action of playback calls."""
        player = self._player
        return {
            Act.PLAY: player.toggle,
            Act.PLAY_CUE: self._play_cue,
            Act.PLAY_GAP: self._play_gap,
            Act.LOOP: self._loop,
            Act.BACK: lambda: player.seek(player.position - _JUMP_MS),
            Act.FORWARD: lambda: player.seek(player.position + _JUMP_MS),
            Act.FRAME_BACK: partial(player.step, -1),
            Act.FRAME_FORWARD: partial(player.step, 1),
            Act.SLOWER: partial(self._change_speed, -1),
            Act.FASTER: partial(self._change_speed, 1),
            Act.QUIETER: partial(self._change_volume, -_LOUDER),
            Act.LOUDER: partial(self._change_volume, _LOUDER),
            Act.MUTE: self._mute,
            Act.FOLLOW: self._toggle_following,
        }

    def _connect(self) -> None:
        self._player.moved.connect(self._move)
        self._table.word_clicked.connect(self._seek_word)
        self._page.panel.context.word_clicked.connect(self._seek_word)
        self._table.contents.shown.connect(self.begin)
        self._table.contents.dataChanged.connect(self._renew)
        self._table.verticalScrollBar().valueChanged.connect(self._look_away)
        self._page.moved.connect(self._wait)
        self._settled.timeout.connect(self._seek_cue)

    def _move(self, position: int) -> None:
        shown = self._timeline.at(position)
        if shown != self._shown:
            self._show(shown)
            if self._waveform.follows and self._player.playing:
                self._scroll()
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

    def _scroll(self) -> None:
        if self.cue is not None:
            self._scrolling = True
            self._table.bring_into_view(self.cue)
            self._scrolling = False

    def _look_away(self) -> None:
        playing = self._player.playing and not self._scrolling
        if playing and self.cue is not None and not self._table.is_in_view(self.cue):
            self._waveform.set_follows(False)

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
        document, cue, position = self._table.document, self._page.cue, self._player.position
        if self._player.path is None or self._player.playing or document is None:
            return
        if (
            position == self._stood
            and cue < len(document.cues)
            and cue not in self._timeline.at(position)
        ):
            begin, end = times_of(document.cues[cue])
            if begin < end:
                self._player.seek(begin)

    def _play_cue(self) -> None:
        """Play the cue the editor looks at, with what comes half a second before it."""
        document, cue = self._page.table.document, self._page.cue
        if document is None or cue >= len(document.cues):
            self.told.emit(tr("There is no cue to play"))
            return
        begin, end = times_of(document.cues[cue])
        if begin < end:
            self._play(begin - AROUND_MS, end)
        elif document.format.timed:
            self.told.emit(tr("This cue ends before anything can be heard"))
        else:
            action = Act.ALIGN.plain_text
            self.told.emit(
                tr("Plain text has no times to play: see File, “{action}”", action=action)
            )

    def _play_gap(self) -> None:
        """Play what is heard around the mark the editor looks at, else its cue."""
        review, gap = self._page.review, self._page.current
        times = gap_times(review.transcript, gap) if review and gap is not None else None
        if times is None:
            self._play_cue()
        else:
            self._play(times[0] - AROUND_MS, times[1] + AROUND_MS)

    def _play(self, begin: int, end: int) -> None:
        if not self._player.play_span(begin, end):
            self.told.emit(tr("The recording ends before this cue"))

    def _loop(self) -> None:
        self._player.set_loops(not self._player.loops)
        self.told.emit(tr("Repeat on") if self._player.loops else tr("Repeat off"))

    def _mute(self) -> None:
        self._player.set_muted(not self._player.muted)
        self.told.emit(tr("Muted") if self._player.muted else tr("Sound on"))

    def _toggle_following(self) -> None:
        """Go back to what is heard and along with it, or stay where the editor looks."""
        if self._waveform.follows:
            self._waveform.set_follows(False)
            self.told.emit(tr("Follow the playback: off"))
        else:
            self._waveform.follow()
            self._scroll()
            self.told.emit(tr("Follow the playback: on"))

    def _change_speed(self, by: int) -> None:
        at = min(range(len(SPEEDS)), key=lambda index: abs(SPEEDS[index] - self._player.rate))
        self._player.set_rate(SPEEDS[min(max(at + by, 0), len(SPEEDS) - 1)])
        self.told.emit(tr("Speed {speed}", speed=speed_text(self._player.rate)))

    def _change_volume(self, by: int) -> None:
        self._player.set_volume(self._player.volume + by)
        self.told.emit(tr("Volume {percent} %", percent=self._player.volume))


def speed_text(rate: float) -> str:
    """Return a speed as `1.25×`."""
    return f"{rate:g}×"
