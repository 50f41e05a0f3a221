"""What is measured with: the shipped lecture, as long as it is wanted."""

from __future__ import annotations

from itertools import cycle, islice
from typing import TYPE_CHECKING

from subpunct_app.runtime.places import shipped
from subpunct_app.subtitles.files import open_document
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.text.quantities import time_stamp

if TYPE_CHECKING:
    from subpunct_app.subtitles.formats.document import Document


def made_up(cues: int, *, late_ms: int = 0) -> str:
    """Return a SubRip file of so many cues, so late, with the texts of the shipped lecture."""
    sample = _lecture()
    texts = cycle(sample.cue_text(at) for at in range(len(sample.cues)))
    return "".join(
        f"{number}\n{_times(number * 2000 + late_ms)}\n{text}\n\n"
        for number, text in enumerate(islice(texts, cues), start=1)
    )


def spoken(count: int) -> list[str]:
    """Return so many words of the shipped lecture, again and again."""
    words = (word.text for word in read_words(_lecture()).words)
    return list(islice(cycle(words), count))


def _lecture() -> Document:
    return open_document(shipped("resources") / "samples" / "lecture.srt")


def _times(start_ms: int) -> str:
    return f"{time_stamp(start_ms, ',')} --> {time_stamp(start_ms + 1900, ',')}"
