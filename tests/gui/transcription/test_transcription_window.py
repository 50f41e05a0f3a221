"""What a speech model is fetched for in the window, and how it ends where it does not come."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from subpunct_app.gui.background.jobs import Lane, say_nothing
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.gui.transcription import transcription_window
from subpunct_app.gui.transcription.transcription_window import (
    TranscriptionStage,
    TranscriptionWindow,
    TranscriptResult,
)
from subpunct_app.runtime.errors import Cancelled
from subpunct_app.runtime.task import Task
from subpunct_app.speech.recognition.whisper import load_whisper
from subpunct_app.speech.transcription.transcription import Transcription, hear
from subpunct_app.speech.transcription.transcription_journal import kept_of
from subpunct_app.speech.transcription.whisper_models import models_folder
from subpunct_app.speech.transcription.whisper_store import install
from tests.gui.conftest import (
    NewWindow,
    drop,
    drop_on,
    offered,
    open_and_wait,
)
from tests.gui.test_accessibility import activate, controls, in_tab_order, name_of, pictures
from tests.hub import serving
from tests.media import SECONDS, Media
from tests.patience import PATIENCE
from tests.speech.transcription.recognisers import Script, cancelling
from tests.speech.transcription.test_cue_documents import spoken


@pytest.fixture
def _hub(tiny_whisper: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Return a Hub that has one model."""
    shutil.copytree(tiny_whisper, tmp_path / "hub" / "Systran" / "faster-whisper-tiny")
    with serving(tmp_path / "hub") as server:
        monkeypatch.setattr(
            transcription_window, "install", partial(install, endpoint=server.address)
        )
        yield


@pytest.mark.usefixtures("_hub")
def test_who_cancels_a_fetch_is_told(transcription: TranscriptionWindow, qtbot: QtBot) -> None:
    models = transcription.form.models
    models.choose("tiny")
    models.fetch.click()
    with qtbot.waitSignal(transcription.hearer.stopped):
        transcription.buttons.cancel.click()
    assert "The download was cancelled" in transcription.message.text
    with qtbot.waitSignal(transcription.hearer.fetched):
        models.fetch.click()
    assert transcription.message.text == ""
    assert models.at_hand


def run_to_the_end(transcription: TranscriptionWindow, qtbot: QtBot) -> None:
    with qtbot.waitSignal(transcription.made):
        transcription.buttons.start.click()


@contextmanager
def nothing_heard(transcription: TranscriptionWindow) -> Iterator[None]:
    """Keep what is started in here from being heard until the end, however long that takes."""
    over = Event()

    def wait(_: Task) -> None:
        over.wait(PATIENCE)

    transcription.hearer.jobs.submit(
        Lane.MODEL, wait, done=lambda _: None, failed=say_nothing, quiet=True
    )
    yield
    over.set()


def stop_in_the_midst(film: Path, model: Path) -> None:
    """Hear two words of a film as the model would, and be cancelled then."""
    task = Task()
    script = Script(
        ["good", "morning"],
        name=str(model),
        before_each=cancelling(task, "morning"),
    )
    with pytest.raises(Cancelled):
        hear(film, script, task)


@pytest.fixture
def stopped(
    transcription: TranscriptionWindow, film: Path, tiny_whisper: Path
) -> TranscriptionWindow:
    """Choose a film of which two words were heard."""
    stop_in_the_midst(film, tiny_whisper)
    transcription.take(film)
    return transcription


def test_it_fits_a_screen_of_800_pixels_with_letters_of_18_points(
    stopped: TranscriptionWindow,
) -> None:
    large = stopped.font()
    large.setPointSize(18)
    stopped.setFont(large)
    for result in ("talk.srt", "talk.mp4"):
        stopped.form.out.setText(result)
        stopped.adjustSize()
        assert stopped.buttons.keep.isVisibleTo(stopped)
        assert stopped.minimumSizeHint().width() <= 800


def texts(transcription: TranscriptionWindow) -> list[str]:
    """Return the cues that are shown as the text so far."""
    lines = transcription.preview.toPlainText().splitlines()
    return [line.partition("  ")[2] for line in lines]


def label_of(transcription: TranscriptionWindow) -> str:
    return " ".join(
        one.text() for one in transcription.findChildren(QLabel) if " of " in one.text()
    )


@pytest.mark.parametrize("name", ["media", "terms", "out"])
def test_a_recording_dropped_on_a_field_is_taken(
    transcription: TranscriptionWindow, film: Path, name: str
) -> None:
    other = film.with_name("other.mp3")
    drop_on(getattr(transcription.form, name), other)
    form = transcription.form
    assert (form.media_path, form.out_path) == (other, other.with_suffix(".srt"))
    assert form.terms.text() == ""


def test_who_drops_several_recordings_hears_that_one_is_taken(
    transcription: TranscriptionWindow, film: Path
) -> None:
    drop(transcription, film, film.with_name("other.mp3"))
    assert transcription.form.media_path == film
    assert transcription.message.text == (
        f"Only {film.name} is transcribed here. Use a batch for several files."
    )


def test_a_film_becomes_a_text_under_review(
    window: MainWindow, transcription: TranscriptionWindow, film: Path, qtbot: QtBot
) -> None:
    what_follows = [window.opened, window.watching.opened, window.proposed]
    with qtbot.waitSignals(what_follows):
        run_to_the_end(transcription, qtbot)
    assert window.file is not None
    assert window.file.path == film.with_suffix(".srt")
    assert window.watching.path == film
    assert transcription.isHidden()
    assert texts(transcription)
    assert kept_of(film) is None
    assert window.file.language is not None
    assert window.file.language.code == "en"


def test_an_open_text_is_not_taken_away(
    window: MainWindow,
    talk: Path,
    transcription: TranscriptionWindow,
    film: Path,
    qtbot: QtBot,
) -> None:
    open_and_wait(window, talk, qtbot)
    run_to_the_end(transcription, qtbot)
    assert window.file is not None
    assert window.file.path == talk
    assert "film.srt" in window.message.text
    assert film.with_suffix(".srt").exists()


def test_a_result_beside_another_one_gets_a_free_name(
    transcription: TranscriptionWindow, film: Path
) -> None:
    film.with_suffix(".srt").write_text("mine")
    transcription.form.media.clear()
    transcription.take(film)
    assert transcription.form.out_path == film.with_name("film-2.srt")
    transcription.form.out.setText(str(film.with_suffix(".srt")))
    transcription.start()
    assert transcription.message.text.endswith("exists already. Choose another name.")
    assert transcription.stage is TranscriptionStage.READY


@pytest.mark.parametrize("name", ["/", "x" * 300, "/a" * 3000, "/x\0y.mp4"])
def test_what_can_be_no_recording_may_be_typed(
    transcription: TranscriptionWindow, name: str
) -> None:
    transcription.form.media.setText(name)
    transcription.form.media.setText("/talk.mp4")
    assert transcription.form.out_path == Path("/talk.srt")


def test_what_is_missing_is_said(transcription: TranscriptionWindow, film: Path) -> None:
    form, start = transcription.form, transcription.buttons.start
    assert start.isEnabled()
    form.out.setText(str(film.with_suffix(".doc")))
    assert not start.isEnabled()
    form.out.setText(str(film.with_suffix(".vtt")))
    assert start.isEnabled()
    form.models.choose("small")
    assert not start.isEnabled()
    assert form.models.fetch.isVisible()


def test_a_pause_holds_until_it_goes_on(
    transcription: TranscriptionWindow, film: Path, qtbot: QtBot
) -> None:
    transcription.start()
    transcription.pause()
    assert not transcription.hearer.may_go_on.is_set()
    assert transcription.buttons.pause.text() == "Contin&ue"
    assert not transcription.form.isEnabled()
    with qtbot.waitSignal(transcription.made):
        transcription.buttons.pause.click()
    assert film.with_suffix(".srt").exists()


def test_a_transcription_that_rests_or_ends_is_heard_to(
    transcription: TranscriptionWindow, heard: list[str], qtbot: QtBot
) -> None:
    with qtbot.waitSignal(transcription.hearer.stopped), nothing_heard(transcription):
        transcription.start()
        transcription.pause()
        assert heard[-1] == "Paused"
        transcription.buttons.cancel.click()
    assert heard[-2:] == ["Stopping…", "Cancelled before there was any text."]


def test_who_cancels_before_anything_is_heard_is_told(
    transcription: TranscriptionWindow, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(transcription.hearer.stopped), nothing_heard(transcription):
        transcription.start()
        transcription.cancel()
    assert transcription.stage is TranscriptionStage.READY
    shown = [label.text() for label in transcription.findChildren(QLabel)]
    assert "Cancelled before there was any text." in shown
    transcription.start()
    with qtbot.waitSignal(transcription.made):
        assert transcription.at_work
    assert "Written to film.srt." in [label.text() for label in transcription.findChildren(QLabel)]


def test_what_was_stopped_can_go_on(stopped: TranscriptionWindow, film: Path, qtbot: QtBot) -> None:
    assert stopped.stage is TranscriptionStage.STOPPED
    assert texts(stopped) == ["good morning"]
    assert stopped.buttons.start.text() == "Contin&ue"
    run_to_the_end(stopped, qtbot)
    result = film.with_suffix(".srt").read_text(encoding="utf-8")
    assert "good morning" in result
    assert result.count("-->") > 1


def test_another_model_begins_anew_only_if_asked_to(
    transcription: TranscriptionWindow, film: Path, qtbot: QtBot
) -> None:
    stop_in_the_midst(film, Path("another"))
    transcription.take(film)
    with qtbot.waitSignal(transcription.hearer.failed):
        transcription.buttons.start.click()
    assert "film.mp4 was transcribed up to 0:00:0" in transcription.message.text
    assert texts(transcription) == ["good morning"]
    with qtbot.waitSignal(transcription.made):
        offered(transcription.message).click()
    assert "good morning" not in film.with_suffix(".srt").read_text(encoding="utf-8")


def test_what_was_heard_can_be_kept_as_it_is(
    stopped: TranscriptionWindow, film: Path, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(stopped.made):
        stopped.buttons.keep.click()
    assert "good morning" in film.with_suffix(".srt").read_text(encoding="utf-8")
    assert kept_of(film) is None


def test_a_result_that_cannot_be_written_leaves_what_was_heard(
    stopped: TranscriptionWindow, film: Path, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(stopped.hearer.heard):
        stopped.buttons.keep.click()
        film.with_suffix(".srt").write_text("mine")
    assert stopped.message.text.endswith("exists already. Choose another name.")
    assert stopped.stage is TranscriptionStage.STOPPED
    assert label_of(stopped) == f"0:00:01 of 0:00:{SECONDS}"


def test_what_was_heard_of_a_film_that_is_away_is_not_forgotten(
    stopped: TranscriptionWindow, film: Path, qtbot: QtBot
) -> None:
    away = film.rename(film.with_name("away.mp4"))
    with qtbot.waitSignal(stopped.hearer.heard):
        stopped.buttons.keep.click()
    assert "film.mp4 was moved, deleted or changed" in stopped.message.text
    away.rename(film)
    assert kept_of(film) is not None


def test_after_a_crash_it_is_offered_again(
    new_window: NewWindow, film: Path, tiny_whisper: Path, qtbot: QtBot
) -> None:
    stop_in_the_midst(film, tiny_whisper)
    window = new_window()
    qtbot.waitUntil(lambda: "film.mp4 was interrupted" in window.message.text)
    made = window.transcribing.window
    with qtbot.waitSignal(made.made):
        offered(window.message).click()
    assert "good morning" in film.with_suffix(".srt").read_text(encoding="utf-8").lower()


def test_a_damaged_file_is_told_and_forgotten(
    transcription: TranscriptionWindow, film: Path, qtbot: QtBot
) -> None:
    film.write_bytes(b"no film at all\n")
    with qtbot.waitSignal(transcription.hearer.failed):
        transcription.start()
    assert transcription.message.error is not None
    assert transcription.stage is TranscriptionStage.READY
    transcription.take(film.with_name("another.mp4"))
    assert transcription.message.text == ""


def test_a_file_that_breaks_off_is_told(
    transcription: TranscriptionWindow, film: Path, media: Media, qtbot: QtBot
) -> None:
    film.write_bytes(media.file("half_front.mp4").read_bytes())
    run_to_the_end(transcription, qtbot)
    assert "film.mp4 breaks off at 0:00:0" in transcription.message.text
    assert transcription.message.error is not None
    assert film.with_suffix(".srt").exists()


def test_closed_while_it_works_it_works_on(
    window: MainWindow, transcription: TranscriptionWindow, film: Path, qtbot: QtBot
) -> None:
    transcription.start()
    transcription.close()
    assert "is still running" in window.message.text
    with qtbot.waitSignal(transcription.made):
        pass
    assert film.with_suffix(".srt").exists()


def test_a_failure_is_told_though_the_window_is_closed(
    window: MainWindow,
    transcription: TranscriptionWindow,
    film: Path,
    media: Media,
    qtbot: QtBot,
) -> None:
    film.write_bytes(media.file("soundless.mp4").read_bytes())
    transcription.start()
    with qtbot.waitSignal(transcription.hearer.failed):
        transcription.close()
    assert "film.mp4 has no sound" in window.message.text
    assert window.message.error is not None
    offered(window.message).click()
    assert transcription.isVisible()


def test_a_transcription_that_rests_is_not_said_to_go_on(
    window: MainWindow, transcription: TranscriptionWindow, qtbot: QtBot
) -> None:
    transcription.start()
    transcription.pause()
    transcription.close()
    assert "is paused until you continue" in window.message.text
    with qtbot.waitSignal(transcription.hearer.stopped):
        transcription.cancel()


def test_the_best_installed_model_is_chosen_first(window: MainWindow, tiny_whisper: Path) -> None:
    for name in ("tiny", "small"):
        shutil.copytree(tiny_whisper, models_folder() / name)
    form = window.transcribing.window.form
    form.models.show_models()
    assert form.models.model == "small"
    assert form.models.at_hand
    assert form.models.fetch.isHidden()


def test_every_control_has_a_name(transcription: TranscriptionWindow) -> None:
    assert [one for one in controls(transcription) if not name_of(one)] == []


def test_tab_goes_through_every_control_and_shows_where_it_is(
    transcription: TranscriptionWindow, qtbot: QtBot
) -> None:
    activate(transcription, qtbot)
    QTest.keyClick(transcription, Qt.Key.Key_Tab)
    seen = pictures(transcription)
    reachable = [one for one in controls(transcription) if one.isEnabled() and in_tab_order(one)]
    assert {name_of(one) for one in set(reachable) - set(seen)} == set()
    assert [name_of(one) for one, (there, gone) in seen.items() if there == gone] == []


def test_the_focus_stays_in_sight_while_a_recording_is_heard(
    transcription: TranscriptionWindow, qtbot: QtBot
) -> None:
    activate(transcription, qtbot)
    transcription.buttons.start.setFocus()
    QTest.keyClick(transcription.buttons.start, Qt.Key.Key_Space)
    assert transcription.stage is TranscriptionStage.HEARING
    assert focused_name() == "Text so far"


def focused_name() -> str:
    focused = QApplication.focusWidget()
    return name_of(focused) if focused else ""


def test_every_word_that_was_heard_is_shown(transcription: TranscriptionWindow) -> None:
    words = spoken("we saw the old bridge and nobody cared about it then we went home " * 40)
    for start in range(0, len(words), 7):
        transcription.hearer.told.emit(words[start : start + 7])
    assert " ".join(texts(transcription)).split() == [word.text for word in words]


@pytest.fixture(scope="session", autouse=True)
def _library_is_loaded(tiny_whisper: Path) -> None:
    """Import what the model needs before anything is timed."""
    load_whisper(tiny_whisper)


def test_a_result_is_asked_about_though_the_words_of_the_file_before_are_read_only_now(
    window: MainWindow, talk: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    out = tmp_path / "film.srt"
    shutil.copy(talk, out)
    with qtbot.waitSignal(window.opener.shown):
        window.open_file(talk)
    window.transcribing.window.made.emit(TranscriptResult(out, tmp_path / "film.mp4", "en"))
    with qtbot.waitSignal(window.proposed):
        offered(window.message).click()
    assert window.file is not None
    assert window.file.path == out


@pytest.mark.parametrize("keys", ["Esc", "Ctrl+W"])
def test_keys_close_the_window_from_any_field(
    transcription: TranscriptionWindow, keys: str, qtbot: QtBot
) -> None:
    for field in filter(in_tab_order, controls(transcription)):
        transcription.come()
        activate(transcription, qtbot)
        field.setFocus()
        QTest.keySequence(field, QKeySequence(keys))
        assert transcription.isHidden()


def test_a_held_transcription_can_be_cancelled(
    transcription: TranscriptionWindow, film: Path, qtbot: QtBot
) -> None:
    transcription.start()
    transcription.pause()
    with qtbot.waitSignal(transcription.hearer.stopped):
        transcription.buttons.cancel.click()
    assert not transcription.at_work
    assert transcription.form.isEnabled()
    assert not film.with_suffix(".srt").exists()


def test_nothing_begins_anew_over_words_that_were_kept_meanwhile(
    transcription: TranscriptionWindow, film: Path, tiny_whisper: Path, qtbot: QtBot
) -> None:
    stop_in_the_midst(film, tiny_whisper)
    assert transcription.buttons.start.text() == "&Start"
    run_to_the_end(transcription, qtbot)
    assert "good morning" in film.with_suffix(".srt").read_text(encoding="utf-8")


def test_silence_is_told_though_the_window_is_closed(
    window: MainWindow, stopped: TranscriptionWindow
) -> None:
    stopped.close()
    stopped.hearer.heard.emit(Transcription((), None))
    assert "The model heard no speech in film.mp4" in window.message.text


def test_a_file_that_breaks_off_is_told_though_the_window_is_closed(
    window: MainWindow,
    transcription: TranscriptionWindow,
    film: Path,
    media: Media,
    qtbot: QtBot,
) -> None:
    film.write_bytes(media.file("half_front.mp4").read_bytes())
    transcription.form.out.setText(str(film.with_suffix(".json")))
    transcription.start()
    with qtbot.waitSignal(transcription.made):
        transcription.close()
    assert "film.json. film.mp4 breaks off at 0:00:0" in window.message.text
