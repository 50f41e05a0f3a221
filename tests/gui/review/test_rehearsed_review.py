"""What a rehearsal says of a review is what a review in the window comes to."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from subpunct_app.benchmarks.rehearsal import rehearse, strip_marks
from subpunct_app.runtime.task import Task
from subpunct_app.subtitles.formats.document import Document
from subpunct_app.subtitles.formats.parse import parse
from tests.gui.conftest import (
    NewWindow,
    press,
    review_file,
    session_of,
)
from tests.gui.proposing.test_repredictor import HeedfulPunctuator, gap_of, sure

# Of what is proposed there is a mark too many after "so", and one after "why". The next most
# doubtful after "so" is "everyone", until the model has read again what is beside "so".
TALK = b"""1
00:00:00,000 --> 00:00:04,000
It rained on and on so we asked why the bus was late.

2
00:00:05,000 --> 00:00:09,000
Then it came at last and took us to the old town by the sea.

3
00:00:10,000 --> 00:00:14,000
We were tired and went to bed. Good night to everyone, said the guide, it freezes.
"""


def test_a_rehearsed_editor_looks_at_what_the_window_goes_to(
    new_window: NewWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    document = parse(TALK)
    path = tmp_path / "talk.srt"
    path.write_bytes(strip_marks(document, language="en")[0].to_bytes())
    window = new_window(HeedfulPunctuator)
    review_file(window, path, qtbot)
    why = gap_of(window, "why")
    before = sure(window, why)
    press(window, Qt.Key.Key_O, Qt.Key.Key_Backspace)
    qtbot.waitUntil(lambda: sure(window, why) < before)
    assert window.page.current == gap_of(window, "everyone")
    press(window, Qt.Key.Key_Return)
    window.page.set_threshold(0.0)
    window.page.decider.accept_above()
    assert session_of(window).open_count == 0
    assert window.file is not None
    result = window.file.result(window.page.review)
    played = rehearse(document, HeedfulPunctuator(), Task(), language="en").looked[0.05]
    assert (played.decisions, played.left) == (2, differences(document, result))


def differences(one: Document, other: Document) -> int:
    return sum(
        a != b
        for a, b in zip(
            strip_marks(one, language="en")[1], strip_marks(other, language="en")[1], strict=True
        )
    )
