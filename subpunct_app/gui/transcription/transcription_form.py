"""What to transcribe, with which model, and where the result goes."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QWidget,
)

from subpunct_app.gui.desk import PLAYABLE
from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.widgets.buttons import TickBox
from subpunct_app.gui.widgets.fields import HintedField
from subpunct_app.gui.widgets.label_texts import elide_middle
from subpunct_app.languages.language_data import language_name
from subpunct_app.runtime.errors import FileError
from subpunct_app.runtime.paths import free_path, path_exists, path_from_text
from subpunct_app.speech.media.tracks import track_name
from subpunct_app.speech.transcription.whisper_models import (
    KNOWN,
    LANGUAGES,
    TranscribeOptions,
    installed,
    known_as,
)
from subpunct_app.subtitles.files import check_target
from subpunct_app.subtitles.format_choice import OUTPUT_SUFFIXES
from subpunct_app.subtitles.formats.registry import OUTPUT_FORMATS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from subpunct_app.speech.media.tracks import Track
    from subpunct_app.subtitles.formats.adapter import OutputFormat


class ModelChoice(QWidget):
    """Offer the models; `fetch_wanted` carries the name of one that is not at hand."""

    changed = Signal()
    fetch_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.box = QComboBox()
        self.fetch = QPushButton(tr("Do&wnload"))
        self.folder = QPushButton(tr("F&older…"))
        self._folders: list[str] = []
        self._lay_out()
        self.show_models()
        self.box.currentIndexChanged.connect(self._tell)
        self.fetch.clicked.connect(lambda: self.fetch_wanted.emit(self.model))
        self.folder.clicked.connect(self._ask)

    @property
    def model(self) -> str:
        """Return the name or folder of what is chosen."""
        return str(self.box.currentData())

    @property
    def at_hand(self) -> bool:
        """Tell whether the chosen model can be used now."""
        return self.model in self._folders or self.model in installed()

    def choose(self, model: str) -> None:
        """Choose a model by its name or folder."""
        if self.box.findData(model) < 0 and Path(model).is_dir():
            self._folders.append(model)
            self.show_models()
        self.box.setCurrentIndex(max(0, self.box.findData(model)))

    def show_models(self) -> None:
        """Bring the list up to date, the best of those at hand first; what is chosen stays so."""
        with QSignalBlocker(self.box):
            self._list()
        self._tell()

    def _list(self) -> None:
        chosen = self.box.currentData()
        here = installed()[::-1]
        self.box.clear()
        for folder in self._folders:
            self.box.addItem(tr("{name} (folder)", name=Path(folder).name), folder)
        for name in here:
            known = known_as(name)
            self.box.addItem(f"{name}: {tr(known.about)}" if known else name, name)
        for known in KNOWN:
            if known.name not in here:
                text = tr(
                    "{name}: {about} (not downloaded, {megabytes:,} MB)",
                    name=known.name,
                    about=tr(known.about),
                    megabytes=known.megabytes,
                )
                self.box.addItem(text, known.name)
        usual = 0 if here or self._folders else self.box.findData("small")
        found = self.box.findData(chosen) if chosen else usual
        self.box.setCurrentIndex(max(0, found))

    def _tell(self) -> None:
        self.fetch.setVisible(not self.at_hand)
        known = known_as(self.model)
        if known is not None:
            self.fetch.setToolTip(
                tr(
                    "Download {megabytes:,} MB from the Hugging Face Hub, once",
                    megabytes=known.megabytes,
                )
            )
        self.changed.emit()

    def _ask(self) -> None:
        name = QFileDialog.getExistingDirectory(self, tr("Folder of a speech model"))
        if name:
            self.choose(name)

    def _lay_out(self) -> None:
        self.box.setAccessibleName(tr("Speech model"))
        self.folder.setToolTip(tr("Use a model folder in the format of faster-whisper"))
        self.box.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.box, 1)
        row.addWidget(self.fetch)
        row.addWidget(self.folder)


# Of the name of a sound track.
_MOST_LETTERS = 40


def unknown_kind() -> str:
    """Return why a name of a result does not say what that is to be."""
    endings = ", ".join(OUTPUT_SUFFIXES)
    return tr("The name of the result must end in one of {endings}.", endings=endings)


class TranscriptionForm(QWidget):
    """Ask for a recording, a model, the language and the file of the result.

    `track` is the number of the sound track that was chosen, None for the one that players choose.
    `media_changed` comes before `changed` where another recording is named.
    """

    changed = Signal()
    media_changed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.media = HintedField(tr("A video or a sound file"))
        self._choose_media = QPushButton(tr("C&hoose…"))
        self.tracks = QComboBox()
        self._tracks_label = QLabel(tr("Soun&d track:"))
        self.track: int | None = None
        self._named: Path | None = None
        self.models = ModelChoice()
        self.language = QComboBox()
        self.terms = HintedField(tr("Names and words that are likely to occur"))
        self.punctuate = TickBox(tr("&Restore missing marks and capitals"))
        self.out = HintedField(tr("File for the result"))
        self._choose_out = QPushButton(tr("Choos&e…"))
        self._suggested = ""
        self._set_up()
        self._lay_out()
        self._connect()
        self.show_tracks(None, ())

    @property
    def media_path(self) -> Path | None:
        """Return the recording, None where none is named."""
        return _path_in(self.media)

    @property
    def out_path(self) -> Path | None:
        """Return the file of the result, None where none is named."""
        return _path_in(self.out)

    @property
    def kind(self) -> OutputFormat | None:
        """Return what the result is to be, None where its name does not say it."""
        return OUTPUT_SUFFIXES.get(self.out_path.suffix.lower()) if self.out_path else None

    def options(self, *, resume: bool) -> TranscribeOptions:
        """Return what was asked for."""
        return TranscribeOptions(
            whisper=self.models.model,
            language=self.language.currentData(),
            punctuate=self.punctuate.isChecked(),
            terms=self.terms.text().strip(),
            resume=resume,
            track=self.track,
        )

    def check_result(self) -> None:
        """Raise FileError where the result cannot be written; nothing is overwritten here."""
        if self.out_path is None or self.kind is None:
            raise FileError(unknown_kind())
        check_target(self.out_path)

    def show_media(self, path: Path) -> None:
        """Name a recording."""
        self.media.setText(str(path))

    def show_tracks(self, media: Path | None, tracks: Sequence[Track]) -> None:
        """Offer the sound tracks of a recording where there are several, the usual one first."""
        if media != self.media_path:
            return
        with QSignalBlocker(self.tracks):
            self.tracks.clear()
            for at, track in enumerate(tracks):
                name = elide_middle(track_name(track), self.fontMetrics(), _MOST_LETTERS)
                self.tracks.addItem(name, track.number if at else None)
        self.choose_track(self.track)
        # A film that has changed since it was opened may have lost the one that was wanted.
        self.track = self.tracks.currentData()
        for part in (self._tracks_label, self.tracks):
            part.setVisible(len(tracks) > 1)

    def choose_track(self, number: int | None) -> None:
        """Choose a sound track, which may still be looked for; None for the one players choose."""
        with QSignalBlocker(self.tracks):
            self.tracks.setCurrentIndex(max(0, self.tracks.findData(number)))
        self.track = number

    def show_language(self, code: str | None) -> None:
        """Choose a language, or that it be told from the sound."""
        self.language.setCurrentIndex(max(0, self.language.findData(code)))

    def _set_up(self) -> None:
        self.language.addItem(tr("Detect automatically"), None)
        for code in sorted(LANGUAGES, key=language_name):
            self.language.addItem(language_name(code), code)
        self.punctuate.setChecked(True)
        self.out.setToolTip(tr("A name in .vtt also holds the time of each word"))
        self.punctuate.setToolTip(tr("Restore marks and capitals that the speech model leaves out"))
        names = {
            self.media: tr("Video or sound"),
            self.tracks: tr("Sound track"),
            self.language: tr("Spoken language"),
            self.terms: tr("Names and terms"),
            self.out: tr("Result file"),
        }
        for field, name in names.items():
            field.setAccessibleName(name)
        self._choose_media.setAccessibleName(tr("Choose the video or sound"))
        self._choose_out.setAccessibleName(tr("Choose the result file"))

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setColumnStretch(1, 1)
        rows = (
            (tr("&Video or sound:"), self.media, self._choose_media),
            (self._tracks_label.text(), self.tracks, None),
            (tr("Speech &model:"), self.models, None),
            (tr("&Language:"), self.language, None),
            (tr("&Names and terms:"), self.terms, None),
            (tr("Resul&t:"), self.out, self._choose_out),
        )
        for row, (text, field, button) in enumerate(rows):
            label = self._tracks_label if field is self.tracks else QLabel(text)
            label.setBuddy(self.models.box if field is self.models else field)
            grid.addWidget(label, row, 0)
            grid.addWidget(field, row, 1, 1, 1 if button else 2)
            if button:
                grid.addWidget(button, row, 2)
        grid.addWidget(self.punctuate, len(rows), 1, 1, 2)

    def _connect(self) -> None:
        self.media.textChanged.connect(self._suggest)
        self.out.textChanged.connect(self.changed)
        self.models.changed.connect(self.changed)
        self.tracks.currentIndexChanged.connect(self._take_track)
        self._choose_media.clicked.connect(self._ask_media)
        self._choose_out.clicked.connect(self._ask_out)

    def _take_track(self) -> None:
        self.track = self.tracks.currentData()

    def _suggest(self) -> None:
        """Name a result beside the recording, unless the editor has named one yet to be made."""
        named = self.media_path
        if named != self._named:
            self._named, self.track = named, None
            self.show_tracks(named, ())
            self.media_changed.emit()
        before = self._suggested
        self._suggested = _beside(self.media_path)
        if self.out.text() in ("", before) or (self.out_path and path_exists(self.out_path)):
            self.out.setText(self._suggested)
        self.changed.emit()

    def _ask_media(self) -> None:
        folder = str(self.media_path.parent) if self.media_path else ""
        name, _ = QFileDialog.getOpenFileName(self, tr("Video or sound"), folder, PLAYABLE)
        if name:
            self.show_media(Path(name))

    def _ask_out(self) -> None:
        kinds = ";;".join(f"{tr(kind.title)} (*{kind.suffix})" for kind in OUTPUT_FORMATS)
        name, _ = QFileDialog.getSaveFileName(
            self,
            tr("Result file"),
            self.out.text(),
            kinds,
            options=QFileDialog.Option.DontConfirmOverwrite,
        )
        if name:
            self.out.setText(name)


def _path_in(field: QLineEdit) -> Path | None:
    """Return the path that is typed in a field, None where it is empty or can be no path."""
    path = path_from_text(field.text())
    return path and path.absolute()


def _beside(media: Path | None) -> str:
    """Return a free name for the result, none where the recording named can be no file."""
    with suppress(FileError):
        return str(free_path(media, ".srt")) if media else ""
    return ""
