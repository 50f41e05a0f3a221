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

    from subpunct_app.gui.media.player import Player
    from subpunct_app.gui.media.video_view import VideoView
    from subpunct_app.gui.review.review_page import ReviewPage
    from subpunct_app.speech.media.word_times import HeardWord
    from subpunct_app.subtitles.reading.transcript import Transcript

    pass
    from subpunct_app.gui.media.waveform import Waveform


_NOTHING = Document(PLAIN_TEXT, "", UTF8)
# While an editor runs through marks by holding a key down, the picture stays.
_SETTLED_MS = 150


class CueFollower(QObject):
    """Go along with a player through the cues of a page; clicks and choices lead back.

    `followed` tells whether the list scrolls along, which ends when the editor scrolls away from
    what is heard.
    """

    followed = Signal()

    def __init__(self, page: ReviewPage, player: Player, screen: VideoView) -> None:
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


AROUND_MS = 500
_JUMP_MS = 1000
_LOUDER = 10
_TIMELESS = f"Plain text has no times to play: see File, “{Act.ALIGN.plain_text}”"
_TOO_SHORT = "This cue ends before anything can be heard"
_TOO_LATE = "The recording ends before this cue"
_OUT_OF_REACH = "The length of the recording is unknown. Convert it to MP4 to play this cue."


class PlaybackCommands(QObject):
    """Play what the editor looks at.

    `told` says what a key has switched, or why there is nothing to play. The action `follow` shows
    whether list and waveform go along.
    """

    told = Signal(str)

    def __init__(
        self,
        page: ReviewPage,
        player: Player,
        following: CueFollower,
        waveform: Waveform,
        follow: QAction,
    ) -> None:
        super().__init__(page)
        self._page = page
        self._player = player
        self._following = following
        self._waveform = waveform
        self._follow = follow
        following.followed.connect(self._show_following)
        waveform.followed.connect(self._show_following)
        self._show_following()

    def methods(self) -> Mapping[Act, Callable[[], object]]:
        """Return what each action of playback calls."""
        player = self._player
        return {
            Act.PLAY: player.toggle,
            Act.PLAY_CUE: self.play_cue,
            Act.PLAY_GAP: self.play_gap,
            Act.LOOP: self.loop,
            Act.BACK: partial(player.seek_by, -_JUMP_MS),
            Act.FORWARD: partial(player.seek_by, _JUMP_MS),
            Act.FRAME_BACK: partial(player.step, -1),
            Act.FRAME_FORWARD: partial(player.step, 1),
            Act.SLOWER: partial(self._change_speed, -1),
            Act.FASTER: partial(self._change_speed, 1),
            Act.QUIETER: partial(self._change_volume, -_LOUDER),
            Act.LOUDER: partial(self._change_volume, _LOUDER),
            Act.MUTE: self.mute,
            Act.FOLLOW: self.follow,
        }

    def play_cue(self) -> None:
        """Play the cue the editor looks at, with what comes half a second before it."""
        document, cue = self._page.table.document, self._page.cue
        if document is None or cue >= len(document.cues):
            self.told.emit("There is no cue to play")
            return
        begin, end = times_of(document.cues[cue])
        if begin < end:
            self._play(begin - AROUND_MS, end)
        else:
            self.told.emit(_TOO_SHORT if document.format.timed else _TIMELESS)

    def play_gap(self) -> None:
        """Play what is heard around the mark the editor looks at, else its cue."""
        review, gap = self._page.review, self._page.current
        times = gap_times(review.transcript, gap) if review and gap is not None else None
        if times is None:
            self.play_cue()
        else:
            self._play(times[0] - AROUND_MS, times[1] + AROUND_MS)

    def loop(self) -> None:
        """Begin again at the end of what is played, or stop there."""
        self._player.set_loops(not self._player.loops)
        self.told.emit(f"Repeat {_switched(self._player.loops)}")

    def mute(self) -> None:
        """Play without sound, or with it again."""
        self._player.set_muted(not self._player.muted)
        self.told.emit("Muted" if self._player.muted else "Sound on")

    def follow(self) -> None:
        """Go back to what is heard and along with it, or stay where the editor looks."""
        if self._follows:
            self._following.follow(False)
        else:
            self._waveform.follow()
            self._following.follow(True)
        self.told.emit(f"Follow the playback: {_switched(self._follows)}")

    @property
    def _follows(self) -> bool:
        return self._waveform.follows and self._following.follows

    def _play(self, begin: int, end: int) -> None:
        if self._player.play_span(begin, end):
            return
        info = self._player.info
        path_exists = info is not None and begin < info.duration_ms
        self.told.emit(_OUT_OF_REACH if path_exists else _TOO_LATE)

    def _show_following(self) -> None:
        self._follow.setChecked(self._follows)

    def _change_speed(self, by: int) -> None:
        at = min(range(len(SPEEDS)), key=lambda index: abs(SPEEDS[index] - self._player.rate))
        self._player.set_rate(SPEEDS[min(max(at + by, 0), len(SPEEDS) - 1)])
        self.told.emit(f"Speed {speed_text(self._player.rate)}")

    def _change_volume(self, by: int) -> None:
        self._player.set_volume(self._player.volume + by)
        self.told.emit(f"Volume {self._player.volume} %")


def _switched(on: bool) -> str:
    return "on" if on else "off"


def speed_text(rate: float) -> str:
    """Return a speed as `1.25×`."""
    return f"{rate:g}×"
