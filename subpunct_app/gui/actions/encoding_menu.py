"""The encodings a file can be opened with, as a menu by region."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from subpunct_app.gui.actions.choice_menus import ChoiceMenu
from subpunct_app.gui.texts.translation import tr

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from subpunct_app.gui.desk import Desk
    from subpunct_app.subtitles.formats.encoding import Encoding

REGIONS = {
    "&Unicode": {
        "utf-8": "UTF-8",
        "utf-16-le": "UTF-16 LE",
        "utf-16-be": "UTF-16 BE",
        "utf-8-twice": "UTF-8 twice (read as Windows-1252 between)",
    },
    "&Western Europe": {
        "cp1252": "Windows-1252",
        "iso8859-1": "ISO 8859-1",
        "iso8859-15": "ISO 8859-15",
        "iso8859-14": "ISO 8859-14 (Celtic)",
        "iso8859-3": "ISO 8859-3 (Maltese)",
        "mac-roman": "Mac Roman",
        "cp850": "DOS 850",
        "cp437": "DOS 437",
    },
    "&Central Europe": {
        "cp1250": "Windows-1250",
        "iso8859-2": "ISO 8859-2",
        "iso8859-16": "ISO 8859-16 (Romanian)",
    },
    "&Northern Europe": {
        "cp1257": "Windows-1257 (Baltic)",
        "iso8859-4": "ISO 8859-4 (Baltic)",
        "iso8859-13": "ISO 8859-13 (Baltic)",
        "iso8859-10": "ISO 8859-10 (Nordic)",
    },
    "C&yrillic": {
        "cp1251": "Windows-1251",
        "koi8-r": "KOI8-R (Russian)",
        "koi8-u": "KOI8-U (Ukrainian)",
        "iso8859-5": "ISO 8859-5",
    },
    "G&reek and Turkish": {
        "cp1253": "Windows-1253 (Greek)",
        "iso8859-7": "ISO 8859-7 (Greek)",
        "cp1254": "Windows-1254 (Turkish)",
        "iso8859-9": "ISO 8859-9 (Turkish)",
    },
    "&Arabic and Hebrew": {
        "cp1256": "Windows-1256 (Arabic)",
        "iso8859-6": "ISO 8859-6 (Arabic)",
        "cp1255": "Windows-1255 (Hebrew)",
        "iso8859-8": "ISO 8859-8 (Hebrew)",
    },
    "C&hinese": {"gb18030": "GB18030", "big5": "Big5", "cp950": "Windows-950"},
    "&Japanese": {"shift_jis": "Shift-JIS", "cp932": "Windows-932", "euc_jp": "EUC-JP"},
    "&Korean": {"euc_kr": "EUC-KR", "cp949": "Windows-949"},
    "&Thai and Vietnamese": {
        "cp874": "Windows-874 (Thai)",
        "iso8859-11": "ISO 8859-11 (Thai)",
        "cp1258": "Windows-1258 (Vietnamese)",
    },
}
NAMES = {codec: name for codecs in REGIONS.values() for codec, name in codecs.items()}


class EncodingMenu(ChoiceMenu):
    """Offer the encodings, the present one ticked; an empty choice means: guess again.

    What is not UTF-8 may be exported as such.
    """

    def __init__(self, desk: Desk, parent: QWidget) -> None:
        super().__init__(tr("Encodin&g"), parent)
        self._desk = desk
        self.addAction(tr("&Guess"), partial(self.chosen.emit, ""))
        self.addSeparator()
        for region, codecs in REGIONS.items():
            menu = self.addMenu(tr(region))
            for codec, name in codecs.items():
                self.offer(name, codec, menu=menu)
        self.addSeparator()
        self.as_utf8 = self.addAction(tr("&Export as UTF-8"))
        self.as_utf8.setCheckable(True)
        self.as_utf8.triggered.connect(self._export_as_utf8)

    def refresh(self) -> None:
        """Tick what the open file is read as, and whether it is exported as UTF-8."""
        file = self._desk.file
        self.tick(file.document.encoding.name if file else None)
        self.as_utf8.setEnabled(file is not None and not file.document.encoding.is_utf8)
        self.as_utf8.setChecked(file is not None and file.as_utf8)

    def _export_as_utf8(self, wanted: bool) -> None:
        if self._desk.file is not None:
            self._desk.put(replace(self._desk.file, as_utf8=wanted, exported=""))


def encoding_name(encoding: Encoding) -> str:
    """Return an encoding as a reader would write it, with its byte order mark."""
    name = NAMES.get(encoding.name, encoding.name.upper()).partition(" (")[0]
    return f"{name} BOM" if encoding.bom else name
