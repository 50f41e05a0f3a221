"""The suggestion under review, large, between the cue before and the cue after."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from subpunct_app.gui.actions.action_list import typed_mark
from subpunct_app.gui.cues.inline_text import TextCache, TextSpec
from subpunct_app.gui.cues.letter_places import Letters, clip, count
from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.widgets.colours import tones
from subpunct_app.gui.widgets.label_texts import enlarged
from subpunct_app.review.views.cue_runs import Look, Run, plain_text
from subpunct_app.subtitles.formats.file_lines import LINE_END

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent

    from subpunct_app.gui.cues.inline_text import InlineText
    from subpunct_app.review.views.open_review import Review


# So many letters tell how a sentence goes on; cues of single words need some eight for them.
_ENOUGH = 40
_MOST = 12
_LEFT_OUT = frozenset({Look.TAG, Look.UNREAD})


def beside(review: Review, cue: int, step: int) -> list[Run]:
    """Return the text before or behind a cue, by a step of -1 or 1, on one line.

    Of rolling captions, only lines that are new follow a cue; before it stand all lines back to a
    cue that repeats some. Tags and lines in another language are left out.
    """
    transcript = review.transcript
    first = transcript.beside(cue, step)
    runs: list[Run] = []
    for at in range(first, first + step * _MOST, step):
        known = 0 <= at < len(transcript.document.cues)
        if not known or sum(len(run.text) for run in runs) >= _ENOUGH:
            break
        said = [run for run in review.runs(at) if run.look not in _LEFT_OUT]
        new = [run for run in said if not run.repeated]
        # The line end before them is none of theirs.
        new[:1] = [replace(run, text=run.text.lstrip()) for run in new[:1]]
        if not any(run.text.strip() for run in new):
            continue
        if step > 0:
            runs = _joined(runs, on_one_line(new))
            continue
        runs = _joined(on_one_line(said), runs)
        if any(run.repeated for run in said):
            break
    return runs


def on_one_line(runs: Iterable[Run]) -> list[Run]:
    """Return runs whose line ends are spaces."""
    return [replace(run, text=LINE_END.sub(" ", run.text)) for run in runs]


def _joined(before: list[Run], after: list[Run]) -> list[Run]:
    return [*before, Run(" "), *after] if before and after else before or after


_MARGIN = 20
_INDENT = 28
_LARGE = 2.0
_LINES = 3
_REACH = 140


class ContextView(QWidget):
    """Draw one cue large and its neighbours small; a typed mark is the editor's choice."""

    mark_typed = Signal(object)
    gap_chosen = Signal(int)
    word_clicked = Signal(int, int)
    word_pointed = Signal(int, int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._review: Review | None = None
        self._cue = 0
        self._heard: tuple[int | None, Letters | None] = (None, None)
        self._texts = TextCache()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(tr("Suggestion in its context"))

    @property
    def large_font(self) -> QFont:
        """Return the font of the cue in the middle."""
        return enlarged(self.font(), _LARGE)

    @property
    def second_line(self) -> int:
        """Return how much higher it has to be to show two lines of the cue between the others."""
        return max(0, QFontMetrics(self.large_font).lineSpacing() - _MARGIN)

    @property
    def neighbours(self) -> int:
        """Return how much higher than at least it has to be to show the cues before and after."""
        return self._needed(1) - self._alone(1)

    def show_cue(self, review: Review | None, cue: int) -> None:
        """Show a cue with its current suggestion in the middle."""
        self._review = review
        self._cue = cue
        self.setAccessibleDescription(plain_text(self._runs(cue)))
        self.update()

    def prepare(self, cue: int, gap: int) -> None:
        """Lay a cue and its neighbours out for the moment in which the editor looks at a gap."""
        self._laid_out(cue, gap)
        if self._has_neighbours:
            for step in (-1, 1):
                self._neighbour(cue, step)

    def show_playing(self, cue: int | None, heard: Letters | None) -> None:
        """Mark the word that is heard now, where it is in the cue in the middle."""
        before, self._heard = self._heard, (cue, heard)
        if before != self._heard and self._cue in {before[0], cue}:
            self.update()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return room for the neighbours and three large lines."""
        return QSize(560, self._needed(_LINES))

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return room for one large line; its neighbours show where there is more."""
        return QSize(240, self._alone(1))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Take a typed mark as the editor's choice."""
        language = self._review.language if self._review else ""
        if mark := typed_mark(event, language):
            self.mark_typed.emit(mark)
            return
        super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Tell which suggestion or word of the cue in the middle was clicked on."""
        super().mousePressEvent(event)
        main = self._fitted()
        place = event.position(), QPointF(_INDENT, (self.height() - main.height) / 2)
        gap, letter = main.gap_at(*place), main.letter_at(*place)
        # Whoever hears of it may show another part of a long cue.
        skipped = self._skipped()
        if gap is not None:
            self.gap_chosen.emit(gap)
        if event.button() != Qt.MouseButton.LeftButton:
            return
        if gap is None and letter is not None:
            self.word_pointed.emit(self._cue, letter + skipped)
        if letter is not None:
            self.word_clicked.emit(self._cue, letter + skipped)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the card, the cue and its neighbours."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shades = tones(self.palette())
        painter.setBrush(self.palette().base())
        painter.setPen(QPen(shades.accent, 2.0) if self.hasFocus() else QPen(shades.border, 1.0))
        painter.drawRoundedRect(self.rect().toRectF().adjusted(1, 1, -1, -1), 6.0, 6.0)
        if self._review is not None:
            self._draw_cues(painter)

    def _draw_cues(self, painter: QPainter) -> None:
        line, main = self.fontMetrics().lineSpacing(), self._fitted()
        top = (self.height() - main.height) / 2
        main.draw(painter, QPointF(_INDENT, top))
        if not self._has_neighbours:
            return
        before = self._neighbour(self._cue, -1)
        before.draw(painter, QPointF(_INDENT, top - 1.4 * line))
        after = self._neighbour(self._cue, 1)
        after.draw(painter, QPointF(_INDENT, top + main.height + 0.4 * line))

    def _runs(self, cue: int) -> list[Run]:
        if self._review is None or not 0 <= cue < len(self._review.transcript.document.cues):
            return []
        return self._review.runs(cue)

    def _fitted(self) -> InlineText:
        return self._laid_out(self._cue, self._current, self._heard_here())

    def _laid_out(self, cue: int, current: int | None, heard: Letters | None = None) -> InlineText:
        runs, shades = self._clipped(cue, current), tones(self.palette())
        room, lines = self.width() - 2.0 * _INDENT, self._lines()
        spec = TextSpec(runs, self.large_font, shades, room, lines, current, heard=heard)
        return self._texts.of((cue, current), spec)

    @property
    def _current(self) -> int | None:
        return self._review.current if self._review else None

    def _clipped(self, cue: int, current: int | None) -> list[Run]:
        runs = self._runs(cue)
        return runs if current is None else clip(runs, current, _REACH)

    def _heard_here(self) -> Letters | None:
        cue, heard = self._heard
        if heard is None or cue != self._cue:
            return None
        skipped = self._skipped()
        return Letters(heard.start - skipped, heard.end - skipped)

    def _skipped(self) -> int:
        """Return how many letters of the cue are cut off before what is shown of it."""
        runs, shown = self._runs(self._cue), self._clipped(self._cue, self._current)
        return _letters_before(runs, self._current) - _letters_before(shown, self._current)

    def _neighbour(self, cue: int, step: int) -> InlineText:
        shades = tones(self.palette())
        quiet = replace(shades, text=shades.quiet)
        runs = beside(self._review, cue, step) if self._review else []
        room = self.width() - 2.0 * _INDENT
        spec = TextSpec(runs, self.font(), quiet, room, lines=1, from_end=step < 0)
        return self._texts.of((cue, step, "beside"), spec)

    def _lines(self) -> int:
        large = QFontMetrics(self.large_font).lineSpacing()
        # Rather a narrow margin than a line that is left out.
        around = self._needed(0) - _MARGIN if self._has_neighbours else self._alone(0)
        return max(1, (self.height() - around) // large)

    @property
    def _has_neighbours(self) -> bool:
        return self.height() >= self._needed(1)

    def _needed(self, lines: int) -> int:
        small = self.fontMetrics().lineSpacing()
        large = QFontMetrics(self.large_font).lineSpacing()
        return round(2.8 * small + lines * large + 1.5 * _MARGIN)

    def _alone(self, lines: int) -> int:
        """Return the height of so many large lines without neighbours."""
        return lines * QFontMetrics(self.large_font).lineSpacing() + _MARGIN // 2


def _letters_before(runs: Iterable[Run], gap: int | None) -> int:
    """Return how many letters stand before the first run of a gap."""
    before = takewhile(lambda run: gap is None or run.gap != gap, runs)
    return sum(count(run.text) for run in before)
