"""Feed the waveform: peaks and silences of the sound, cues and open marks of the review."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from subpunct_app.gui.background.jobs import Lane
from subpunct_app.gui.background.timers import timer
from subpunct_app.gui.media.wave_picture import GapTick
from subpunct_app.gui.texts.translation import tr
from subpunct_app.runtime.errors import MediaError
from subpunct_app.speech.media.peaks import load_peaks, silences
from subpunct_app.speech.media.word_times import gaps_heard, times_of
from subpunct_app.text.quantities import clock_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from subpunct_app.gui.background.jobs import Jobs
    from subpunct_app.gui.media.player import Player
    from subpunct_app.gui.media.waveform import Waveform
    from subpunct_app.gui.review.review_page import ReviewPage
    from subpunct_app.review.views.open_review import Review
    from subpunct_app.runtime.errors import SubpunctError
    from subpunct_app.runtime.task import Task
    from subpunct_app.speech.media.peaks import Peaks

_POLL_MS = 200


class WaveformFeed(QObject):
    """Have the sound of a file read by a worker, and keep what is drawn on it up to date.

    `faulty` tells of a file that ends long before it should, or whose time stamps begin anew.
    `complete` says that there is no more to come of the open one.
    """

    faulty = Signal(object)

    def __init__(self, page: ReviewPage, player: Player, waveform: Waveform, jobs: Jobs) -> None:
        super().__init__(page)
        self._page = page
        self._player = player
        self._waveform = waveform
        self._jobs = jobs
        self._task: Task | None = None
        self._review: Review | None = None
        self.complete = False
        self._timer = timer(self, _POLL_MS)
        self._timer.timeout.connect(self._show_progress)
        player.moved.connect(waveform.set_playhead)
        page.table.contents.shown.connect(self._show_cues)
        page.decider.changed.connect(waveform.redraw)
        page.moved.connect(lambda: waveform.set_current_gap(page.current))

    def listen(self) -> None:
        """Read the sound track of the open file that is heard, from the start."""
        self.stop()
        path, info = self._player.path, self._player.info
        if path is None or info is None:
            return
        self._review = None
        self._show_cues()
        self._waveform.set_playhead(self._player.position)
        if not info.has_audio:
            self._waveform.show_message(tr("This video has no sound"), info.duration_ms)
            self.complete = True
            return
        self._waveform.show_message(tr("Reading the sound…"), info.duration_ms)
        self._task = self._jobs.submit(
            Lane.SOUND,
            partial(_hear, path, self._player.track),
            done=self._show_sound,
            failed=self._show_failure,
            quiet=True,
        )
        self._timer.start()

    def stop(self) -> None:
        """Show nothing, and read no more."""
        if self._task is not None:
            self._task.cancel()
        self._task, self.complete = None, False
        self._timer.stop()
        self._waveform.clear()

    def _show_progress(self) -> None:
        if self._task is None or self._task.cancelled:
            self._timer.stop()
            return
        text = tr("Reading the sound… {share:.0%}", share=self._task.progress.fraction)
        self._waveform.show_message(text, self._player.duration)

    def _show_sound(self, heard: tuple[Peaks, Sequence[tuple[int, int]]]) -> None:
        peaks, silences = heard
        self.complete = True
        self._timer.stop()
        self._waveform.show_peaks(peaks)
        self._waveform.show_silences(silences)
        fault = _fault(self._player.path, peaks) if self._player.path else None
        if fault is not None:
            self.faulty.emit(fault)

    def _show_failure(self, error: SubpunctError) -> None:
        self.complete = True
        self._timer.stop()
        self._waveform.show_message(error.message, self._player.duration)

    def _show_cues(self) -> None:
        document = self._page.table.document
        if self._player.path is None or document is None:
            return
        self._waveform.show_cues([times_of(cue) for cue in document.cues])
        review = self._page.review
        if review is None:
            self._waveform.show_gaps([], bool)
        elif review is not self._review:
            self._place_gaps(review)
        self._review = review

    def _place_gaps(self, review: Review) -> None:
        self._jobs.submit(
            Lane.MEDIA,
            partial(gaps_heard, review.transcript, review.session.gaps),
            done=partial(self._show_gaps, review),
            failed=self._show_failure,
            quiet=True,
        )

    def _show_gaps(self, review: Review, heard: Mapping[int, int]) -> None:
        if review is not self._page.review:
            return
        session = review.session
        # Marks that the editor has put may be taken back by now.
        ticks = [
            GapTick(gap, heard[gap], 1 - session.confidence(gap))
            for gap in session.suggested(heard)
        ]
        self._waveform.show_gaps(ticks, session.is_open)


def _fault(path: Path, peaks: Peaks) -> MediaError | None:
    """Return what an editor has to know of a file that cannot be played as a whole."""
    if peaks.broken:
        return MediaError(
            tr(
                "{name} breaks off at {time}.",
                name=path.name,
                time=clock_text(peaks.duration_ms, 1),
            ),
            tr(
                "It is incomplete, or other files were appended to it. You can play it up to there."
            ),
        )
    if peaks.anew_ms is not None:
        return MediaError(
            tr(
                "The time stamps of {name} start over at {time}.",
                name=path.name,
                time=clock_text(peaks.anew_ms, 1),
            ),
            tr("You can play it up to there. To play all of it, convert it to MP4 or MKV."),
        )
    return None


def _hear(path: Path, track: int | None, task: Task) -> tuple[Peaks, Sequence[tuple[int, int]]]:
    """Return the peaks of a file, kept from the last time perhaps, and its silences."""
    peaks = load_peaks(path, task, track=track)
    return peaks, silences(peaks)
