"""Time how fast subtitles are opened and written, beside pysrt; seconds, medians."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pysrt

from subpunct_app.benchmarks.samples import made_up
from subpunct_app.benchmarks.timing import medians
from subpunct_app.subtitles.files import open_document, write

if TYPE_CHECKING:
    from subpunct_app.runtime.task import Task


@dataclass(frozen=True, slots=True)
class FileSpeed:
    """Seconds that subpunct and pysrt take for a SubRip file of so many cues."""

    cues: int
    open: float
    write: float
    pysrt_open: float
    pysrt_write: float

    @property
    def open_ratio(self) -> float:
        """Return the share of pysrt's time that opening takes."""
        return self.open / self.pysrt_open

    @property
    def write_ratio(self) -> float:
        """Return the share of pysrt's time that writing takes."""
        return self.write / self.pysrt_write


def file_speed(cues: int, rounds: int, task: Task) -> FileSpeed:
    """Time opening and saving a made-up file with subpunct and with pysrt."""
    with tempfile.TemporaryDirectory() as folder:
        path, copy = Path(folder) / "cues.srt", Path(folder) / "copy.srt"
        path.write_text(made_up(cues), encoding="utf-8", newline="\n")
        document, items = open_document(path), pysrt.open(str(path), encoding="utf-8")
        times = medians(
            {
                "open": lambda: open_document(path),
                "pysrt_open": lambda: pysrt.open(str(path), encoding="utf-8"),
                "write": lambda: write(document.to_bytes(), copy, overwrite=True),
                "pysrt_write": lambda: items.save(str(copy), encoding="utf-8"),
            },
            rounds,
            task,
        )
    return FileSpeed(cues, **times)
