"""Starting, taking a picture, crashing, and what is not imported yet."""

from __future__ import annotations

import json
import logging
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QColor, QIcon, QImage, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox

from subpunct_app.gui.crash import CrashHook, show_crash, start_log
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.review.journal.records import Exported, FileState, encode_record
from subpunct_app.review.journal.review_journal import journal_path
from subpunct_app.review.journal.snapshot import Snapshot
from subpunct_app.subtitles.formats.parse import parse
from tests.patience import PATIENCE

HEAVY = ("torch", "transformers", "onnxruntime", "numpy", "faster_whisper", "tokenizers")
FIRST_PAINT = f"""
import sys
import subpunct_app.gui.app
from subpunct_app.gui.app import make_application
from subpunct_app.gui.main_window import MainWindow
application = make_application()
window = MainWindow()
window.show()
window.grab()
print([name for name in {HEAVY!r} if name in sys.modules])
"""
CRASH = """
from pathlib import Path
from PySide6.QtCore import QTimer
from subpunct_app.runtime.errors import SubpunctError
from subpunct_app.gui.app import Arguments, run
from subpunct_app.gui.app import make_application
application = make_application()
QTimer.singleShot(0, lambda: 1 / 0)
try:
    run(Arguments([Path({subtitles!r})], Path({target!r})))
except SubpunctError as error:
    print(error.message)
"""
ROOT = Path(__file__).parents[2]


def start(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **variables}
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        cwd=ROOT,
        env=environment,
        check=False,
    )


@pytest.mark.slow
def test_nothing_heavy_is_imported_before_the_first_window_shows() -> None:
    outcome = start("-c", FIRST_PAINT)
    assert outcome.stdout == "[]\n", outcome.stderr


@pytest.mark.slow
def test_the_window_closes_well_where_qt_tells_all_that_it_does(tmp_path: Path) -> None:
    command = ("-m", "subpunct_app", "gui", "--screenshot", str(tmp_path / "window.png"))
    assert start(*command, QT_DEBUG_PLUGINS="1").returncode == 0


@pytest.mark.slow
def test_the_picture_shows_the_video(tmp_path: Path) -> None:
    target = tmp_path / "window.png"
    samples = ROOT / "resources" / "samples"
    named = [str(samples / name) for name in ("lecture.mp4", "lecture.srt")]
    outcome = start("-m", "subpunct_app", "gui", *named, "--screenshot", str(target))
    assert outcome.returncode == 0
    picture = QImage(str(target))
    assert (picture.width(), picture.height()) == (1280, 800)
    # What its picture leaves of the room it has is black.
    assert picture.pixelColor(200, 170) == QColor("black")


@pytest.mark.slow
@pytest.mark.parametrize("below", [[], ["--review-below", "0.8"]])
def test_several_texts_that_are_opened_at_once_are_offered_to_a_batch(
    tmp_path: Path, talk: Path, below: list[str]
) -> None:
    other = Path(shutil.copy(talk, tmp_path / "other.srt"))
    pictures = [tmp_path / "empty.png", tmp_path / "two.png"]
    for picture, files in zip(pictures, ([], [str(talk), str(other)]), strict=True):
        arguments = ("gui", *files, *below, "--screenshot", str(picture))
        outcome = start("-m", "subpunct_app", *arguments, XDG_STATE_HOME=str(tmp_path))
        assert (outcome.returncode, outcome.stderr) == (0, "")
    empty, two = (QImage(str(picture)) for picture in pictures)
    # The bar that tells of the offer lies above the first page.
    assert empty.pixel(640, 78) != two.pixel(640, 78)


@pytest.mark.slow
def test_damaged_settings_are_kept_and_told_of(tmp_path: Path, talk: Path) -> None:
    stored = tmp_path / "subpunct" / "settings.json"
    stored.parent.mkdir()
    pictures = [tmp_path / "usual.png", tmp_path / "damaged.png"]
    for picture in pictures:
        arguments = ("gui", str(talk), "--screenshot", str(picture))
        outcome = start("-m", "subpunct_app", *arguments, XDG_CONFIG_HOME=str(tmp_path))
        assert (outcome.returncode, outcome.stderr) == (0, "")
        assert "volume" in json.loads(stored.read_bytes())
        stored.write_bytes(b'{"names": ["Ada"')
    assert stored.with_name("settings.damaged.json").read_bytes() == b'{"names": ["Ada"'
    usual, damaged = (QImage(str(picture)) for picture in pictures)
    # The bar that tells of it lies above the list.
    assert usual.pixel(640, 78) != damaged.pixel(640, 78)


@pytest.mark.slow
def test_a_picture_of_a_missing_file_shows_the_message_and_fails(tmp_path: Path) -> None:
    target = tmp_path / "window.png"
    outcome = start("-m", "subpunct_app", "gui", "/nowhere.srt", "--screenshot", str(target))
    assert outcome.returncode == 1
    assert outcome.stderr.startswith("subpunct: /nowhere.srt does not exist.")
    assert outcome.stderr.count("\n") == 1
    assert target.exists()


@pytest.mark.slow
def test_a_picture_of_work_that_goes_on_is_taken_without_asking_and_keeps_it(
    tmp_path: Path, talk: Path
) -> None:
    source, opened = FileState.of(talk, talk.read_bytes()), parse(talk.read_bytes())
    typed = opened.with_texts({0: "a cue that was typed"})
    work = Snapshot(source, opened, typed, exported=Exported(False))
    journal = tmp_path / "subpunct" / "reviews" / journal_path(source).name
    journal.parent.mkdir(parents=True)
    journal.write_bytes(b"".join(map(encode_record, work.records())))
    arguments = ("gui", str(talk), "--screenshot", str(tmp_path / "window.png"))
    outcome = start("-m", "subpunct_app", *arguments, XDG_STATE_HOME=str(tmp_path))
    assert (outcome.returncode, outcome.stderr) == (0, "")
    assert "a cue that was typed" in journal.read_text("utf-8")


@pytest.mark.slow
def test_a_crash_ends_the_taking_of_a_picture(tmp_path: Path, talk: Path) -> None:
    target = tmp_path / "window.png"
    command = CRASH.format(subtitles=str(talk), target=str(target))
    outcome = start("-c", command, XDG_STATE_HOME=str(tmp_path))
    assert outcome.stdout == "Something went wrong.\n"
    (report,) = tmp_path.rglob("subpunct.log")
    assert "ZeroDivisionError" in report.read_text("utf-8")


def test_a_crash_is_logged_and_shown_once(caplog: pytest.LogCaptureFixture) -> None:
    shown: list[str] = []
    hook = CrashHook(shown.append)
    error = ValueError("broken")
    hook(ValueError, error, None)
    assert "ValueError: broken" in shown[0]
    assert [record.levelno for record in caplog.records] == [logging.CRITICAL]
    caplog.clear()


def test_a_crash_while_a_crash_is_shown_is_only_logged(caplog: pytest.LogCaptureFixture) -> None:
    shown: list[str] = []

    def show(report: str) -> None:
        shown.append(report)
        hook(KeyError, KeyError("second"), None)

    hook = CrashHook(show)
    hook(ValueError, ValueError("first"), None)
    assert len(shown) == 1
    assert len(caplog.records) == 2
    caplog.clear()


def test_the_crash_dialog_says_where_the_log_is(window: MainWindow, tmp_path: Path) -> None:
    seen: list[str] = []
    formats: list[Qt.TextFormat] = []

    def close() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        seen.extend((box.informativeText(), box.text()))
        formats.append(box.textFormat())
        box.accept()

    QTimer.singleShot(0, close)
    show_crash("Traceback", tmp_path / "subpunct.log")
    assert str(tmp_path / "subpunct.log") in seen[0]
    assert "If a review is open, your decisions" in seen[1]
    assert formats == [Qt.TextFormat.PlainText]


@pytest.mark.usefixtures("window")
def test_the_report_of_a_crash_is_copied_with_the_versions() -> None:
    copied = copied_report("Traceback of a crash")
    assert copied.endswith("Traceback of a crash")
    assert "Python 3" in copied


def copied_report(report: str) -> str:
    """Return what the crash dialog copies, which a click leaves open and Escape closes."""
    copied: list[str] = []

    def copy() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        button = next(one for one in box.buttons() if "Copy" in one.text())
        button.click()
        copied.append(QApplication.clipboard().text())
        assert box.isVisible()
        QTest.keyClick(box, Qt.Key.Key_Escape)
        assert not box.isVisible()

    QApplication.clipboard().clear()
    QTimer.singleShot(0, copy)
    show_crash(report, None)
    return copied[0]


def test_warnings_go_to_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    target = start_log(tmp_path / "logs" / "subpunct.log")
    package = logging.getLogger("subpunct_app")
    logging.getLogger("subpunct_app.test").warning("something odd")
    handler = package.handlers[-1]
    package.removeHandler(handler)
    handler.close()
    caplog.clear()
    assert target is not None
    assert "something odd" in target.read_text()


def test_open_windows_follow_the_colours_of_the_system(
    window: MainWindow, qapp: QApplication
) -> None:
    window.message.show_note("Saved.")
    batch = window.batching.window
    batch.come()
    seen = []
    before = qapp.palette()
    for palette in (QPalette(QColor("#2d2d30")), before):
        qapp.setPalette(palette)
        qapp.processEvents()
        icon = batch.add_bar.folder.icon().pixmap(24, 24).toImage()
        saved = lightness(window.result.history.view.cleanIcon())
        assert saved == lightness(window.commands["export"].icon())
        seen.append((window.message.palette().window().color().lightness() > 127, icon))
    assert [light for light, _ in seen] == [False, True]
    assert seen[0][1] != seen[1][1]


def lightness(icon: QIcon) -> int:
    """Return how light the opaque parts of an icon are."""
    image = icon.pixmap(24, 24).toImage()
    pixels = [image.pixelColor(x, y) for x in range(24) for y in range(24)]
    return max(pixels, key=QColor.alpha).lightness()
