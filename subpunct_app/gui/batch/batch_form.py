"""Where the results of a batch go, and how they are made."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QGridLayout,
    QLabel,
    QMenu,
    QPushButton,
    QToolButton,
    QWidget,
)

from subpunct_app.batch.batch_options import Existing, Order, order_of
from subpunct_app.batch.batch_plan import suggested_out
from subpunct_app.decoding.suggestions.options import Mode
from subpunct_app.gui.actions.menus import title_of
from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.widgets.buttons import TickBox
from subpunct_app.gui.widgets.fields import HintedField
from subpunct_app.models.model_registry import languages_of, readable_cards
from subpunct_app.runtime.paths import path_from_text
from subpunct_app.speech.transcription.whisper_models import installed
from subpunct_app.text.words import Mark

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from subpunct_app.batch.batch_plan import Plan
    from subpunct_app.review.settings import Settings

_EXISTING = {
    Existing.SKIP: tr("Skip the file"),
    Existing.VERSION: tr("Write another version (talk-2.srt)"),
    Existing.REPLACE: tr("Replace the result"),
}
_MODES = {
    Mode.RESTORE: tr("Restore"),
    Mode.ANEW: tr("Anew"),
    Mode.FILL: tr("Fill"),
    Mode.REVIEW: tr("Review"),
}
# Wide ones, which the usual choice takes.
_LEAST_LETTERS = 9


class BatchOptions(QWidget):
    """Ask for the output folder, what to do with results that exist, and what to propose."""

    changed = Signal()
    media_changed = Signal()

    def __init__(self, choices: QMenu, wanted: Callable[[], Settings], parent: QWidget) -> None:
        super().__init__(parent)
        self.choices = choices
        self._wanted = wanted
        self._settled: Order | None = None
        self._earlier = False
        self.suggested = ""
        self.folder = HintedField(tr("Folder for the results"))
        self._browse = QPushButton(tr("C&hoose…"))
        self.existing = QComboBox()
        self._propose = QToolButton()
        self._propose.setMenu(choices)
        self._propose.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.media = QComboBox()
        self.language = QComboBox(self)
        self.watch = TickBox(tr("&Watch for later files"))
        for value, text in _EXISTING.items():
            self.existing.addItem(text, value)
        self._offer_languages(None)
        self._name_fields()
        self._lay_out()
        self.show_choices()
        self._connect()

    @property
    def out(self) -> Path | None:
        """Return the output folder, None without one, or where what is typed can be none."""
        return path_from_text(self.folder.text())

    def suggest(self, sources: Sequence[Path]) -> None:
        """Name a folder beside the sources, unless the editor has named one."""
        before, self.suggested = self.suggested, str(suggested_out(sources[0])) if sources else ""
        if self.folder.text() in ("", before):
            self.folder.setText(self.suggested)

    def order(self) -> Order:
        """Return what the editor lets a model propose now."""
        language, speech = self.language.currentData(), self.media.currentData()
        return replace(order_of(self._wanted()), language=language, transcribe=speech)

    def chosen_existing(self) -> Existing:
        """Return what to do where a result exists already."""
        return Existing(self.existing.currentData())

    def show_options(self, plan: Plan) -> None:
        """Show the options of an earlier plan; a folder that was suggested for it stays that."""
        self._earlier = True
        self.suggested = str(suggested_out(plan.sources[0])) if plan.sources else ""
        self.folder.setText(str(plan.out))
        self.existing.setCurrentIndex(self.existing.findData(plan.existing))
        self.watch.setChecked(plan.watch)
        self._offer_languages(plan.order.language)
        self._offer_speech(plan.order.transcribe)

    def put_away(self) -> None:
        """Suggest no folder, and choose nothing that an earlier plan has chosen."""
        self.suggest([])
        if self._earlier:
            self._earlier = False
            self.folder.clear()
            self.existing.setCurrentIndex(0)
            self.watch.setChecked(False)
            self._offer_languages(None)
            self._offer_speech(None)

    def show_choices(self) -> None:
        """Say what is ticked in the menu, and which speech models there are by now."""
        self._show_proposed()
        self._offer_speech(self.media.currentData())

    def show_order(self, settled: Order | None) -> None:
        """Say what an order proposes that is settled, without one what is ticked in the menu."""
        if settled != self._settled:
            self._settled = settled
            self._show_proposed()

    def _connect(self) -> None:
        self.media.currentIndexChanged.connect(self.media_changed)
        self.choices.aboutToHide.connect(self.show_choices)
        self.folder.textChanged.connect(self.changed)
        self._browse.clicked.connect(self._ask)

    def _show_proposed(self) -> None:
        proposed = _sentence(self._settled or order_of(self._wanted()))
        self._propose.setText(proposed)
        self._propose.setAccessibleName(tr("What to propose: {proposed}", proposed=proposed))

    def _offer_languages(self, chosen: str | None) -> None:
        known = {*languages_of(readable_cards()), *([chosen] if chosen else [])}
        titles = {code: title_of(code) for code in sorted(known, key=title_of)}
        _offer(self.language, tr("Any language"), titles, chosen)

    def _offer_speech(self, chosen: str | None) -> None:
        models = [*installed(), *([chosen] if chosen else [])]
        texts = {
            model: tr("Transcribe first, with {model}", model=Path(model).name) for model in models
        }
        without = tr("Leave out") if texts else tr("Leave out: no speech model")
        with QSignalBlocker(self.media):
            _offer(self.media, without, texts, chosen)
        self.media.setEnabled(bool(texts))

    def _ask(self) -> None:
        name = QFileDialog.getExistingDirectory(self, tr("Results folder"), self.folder.text())
        if name:
            self.folder.setText(name)

    def _name_fields(self) -> None:
        self.folder.setAccessibleName(tr("Results folder"))
        self.existing.setAccessibleName(tr("Where a result exists"))
        self.media.setAccessibleName(tr("Video and sound without subtitles"))
        self.media.setToolTip(tr("Video and sound with no subtitles beside them"))
        _name(self.language, tr("Language of all files"))
        self.language.setToolTip(
            tr("Language of all files; of several sound tracks, the one in it is transcribed")
        )
        self._browse.setAccessibleName(tr("Choose the results folder"))
        self._propose.setToolTip(tr("What a model may propose, here and for single files"))
        self.watch.setToolTip(tr("Keep watching the folders and restore files that arrive later"))

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setColumnStretch(1, 1)
        # A model may have a name of any length, and letters may be large.
        for box in (self.existing, self.media):
            box.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
        self.existing.setMinimumContentsLength(_LEAST_LETTERS)
        rows = (
            (tr("Results &in:"), self.folder),
            (tr("Where a result e&xists:"), self.existing),
            (tr("Vi&deo without subtitles:"), self.media),
            (tr("P&ropose:"), self._propose),
        )
        beside: dict[QWidget, QWidget] = {
            self.folder: self._browse,
            self.existing: self.watch,
            self.media: self.language,
        }
        for row, (text, field) in enumerate(rows):
            label = QLabel(text)
            label.setBuddy(field)
            grid.addWidget(label, row, 0)
            grid.addWidget(field, row, 1, 1, 1 if field in beside else 2)
            if field in beside:
                grid.addWidget(beside[field], row, 2)
        grid.setAlignment(self._propose, Qt.AlignmentFlag.AlignLeading)
        self.setTabOrder(self.folder, self._browse)
        self.setTabOrder(self.existing, self.watch)
        self.setTabOrder(self.media, self.language)


def _name(box: QComboBox, name: str) -> None:
    """Tell screen readers what a box without a label is for.

    On Linux they hear that from a label alone: a name gives way to what is chosen.
    """
    box.setAccessibleName(name)
    label = QLabel(name, box.parentWidget())
    label.setBuddy(box)
    label.hide()


def _offer(box: QComboBox, without: str, texts: Mapping[str, str], chosen: str | None) -> None:
    """Offer values by their texts, or to do without any, which stands first."""
    box.clear()
    box.addItem(without)
    for value, text in texts.items():
        box.addItem(text, value)
    box.setCurrentIndex(box.findData(chosen) if chosen else 0)


def _sentence(order: Order) -> str:
    marks = tr("all marks")
    if order.marks is not None:
        marks = " ".join(map(str, map(Mark, order.marks))) or tr("no marks")
    parts = (_MODES[order.mode], marks, tr("capitals") if order.case else "")
    return " · ".join(filter(None, parts))
