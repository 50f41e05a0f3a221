"""The player with its panel, and what leads it through the review."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING

from PySide6.QtCore import QLoggingCategory

from subpunct_app.gui.actions.action_list import Act
from subpunct_app.gui.media.arrangement import Arrangement
from subpunct_app.gui.media.following import Following
from subpunct_app.gui.media.panel import MediaPanel
from subpunct_app.gui.media.playback import Playback
from subpunct_app.gui.media.player import Player
from subpunct_app.gui.media.sounding import Sounding
from subpunct_app.gui.media.still import Still
from subpunct_app.runtime.errors import MediaError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from subpunct_app.gui.actions.window_actions import Actions
    from subpunct_app.gui.desk import Workplace
    from subpunct_app.speech.media.probe import MediaInfo


class MediaStage:
    """Put the parts together; the window owns them."""

    def __init__(self, place: Workplace, actions: Actions) -> None:
        page, desk = place.page, place.desk
        self._desk = desk
        self.player = player = Player(page)
        self.panel = panel = MediaPanel(player, actions, page)
        self.following = Following(page, player, panel.view)
        self.sounding = Sounding(page, player, panel.waveform, place.jobs)
        self._still = Still(player, panel.view, place.jobs)
        self.playback = Playback(page, player, self.following, panel.waveform, actions[Act.FOLLOW])
        self._arrangement = Arrangement(page, panel, desk, actions[Act.MEDIA])
        actions.bind_review_keys(panel)
        panel.view.clicked.connect(player.toggle)
        panel.waveform.toggle_wanted.connect(player.toggle)
        panel.waveform.seek_wanted.connect(player.seek)
        panel.waveform.gap_chosen.connect(page.select_gap)
        player.set_volume(desk.settings.volume)
        player.set_rate(desk.settings.speed)
        player.set_loops(desk.settings.repeat)

    @property
    def methods(self) -> Mapping[Act, Callable[[], object]]:
        """Return what to call for each of the actions."""
        zooming = {
            Act.WAVE_IN: self.panel.waveform.zoom_in,
            Act.WAVE_OUT: self.panel.waveform.zoom_out,
            Act.WAVE_ALL: self.panel.waveform.show_all,
        }
        return {**self.playback.methods(), **zooming, Act.MEDIA: self._toggle}

    def show(self, path: Path, info: MediaInfo, track: int) -> None:
        """Open a file that was looked into, at the cue that the editor looks at.

        Its sound track of a number is heard. Raise MediaError where nothing can be played.
        """
        load_library()
        # The last document that it knows may be that of the film before.
        self.following.begin()
        self.player.open(path, info, self.panel.view.picture if info.has_video else None)
        if track != info.track:
            self.player.set_track(track)
        self.panel.fit(info)
        self._arrangement.show(shown=True)
        self.following.enter()
        self.sounding.listen()

    def choose_track(self, number: int) -> None:
        """Let another sound track be heard, and show its wave."""
        self.player.set_track(number)
        self.sounding.listen()

    def close(self) -> None:
        """Put the file away."""
        self.player.close()
        self._still.stop()
        self.sounding.stop()
        self.following.begin()
        self._arrangement.show(shown=False)

    def leave(self) -> None:
        """Stop playing, leave the page as it was without media, and keep what was chosen."""
        self.close()
        player, settings = self.player, self._desk.settings
        self._desk.remember(
            replace(settings, volume=player.volume, speed=player.rate, repeat=player.loops)
        )

    def _toggle(self) -> None:
        self.player.pause()
        self._arrangement.show(shown=self.panel.isHidden())
        self.playback.told.emit(f"Video and waveform: {'off' if self.panel.isHidden() else 'on'}")


def load_library() -> None:
    """Import QtMultimedia before anything is taken from it; raise MediaError where it is broken.

    Its first words, that there is no PipeWire, go nowhere. The loader of the system loads one
    library at a time; who listens in Python would wait for the thread that runs it, and that may
    wait for the loader.
    """
    QLoggingCategory.setFilterRules("*=false")
    try:
        import_module("PySide6.QtMultimediaWidgets")
    except ImportError as error:
        raise MediaError(
            f"Videos and sound cannot be played on this computer: {error}.",
            "On Debian, the package libpulse0 is needed; the text is not affected.",
        ) from error
    finally:
        QLoggingCategory.setFilterRules("")
