from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from subpunct_app.runtime.errors import MediaError
from subpunct_app.runtime.task import Task
from subpunct_app.speech.media import peaks
from subpunct_app.speech.media.peaks import load_peaks, peaks_folder
from tests.media import Media


def kept() -> list[Path]:
    return sorted(peaks_folder().glob("*.peaks"))


def test_the_second_time_nothing_is_decoded(speech: Path) -> None:
    first, task = load_peaks(speech), Task()
    again = load_peaks(speech, task)
    assert task.progress.done == 0
    assert [level.tolist() for level in again.levels] == [level.tolist() for level in first.levels]


@pytest.mark.parametrize("name", ["twice.ts", "half.mkv", "speech.wav"])
def test_what_is_wrong_with_a_file_is_kept_too(media: Media, name: str) -> None:
    first, again = (load_peaks(media.file(name)) for _ in range(2))
    assert (again.broken, again.anew_ms) == (first.broken, first.anew_ms)
    assert (first.anew_ms is not None) == (name == "twice.ts")


def test_a_file_that_changed_is_listened_to_again(speech: Path, media: Media) -> None:
    before = load_peaks(speech)
    shutil.copy(media.file("film.mkv"), speech)
    assert load_peaks(speech).duration_ms > before.duration_ms + 500


@pytest.mark.parametrize("damage", [b"", b"PK\x03\x04 not a zip", None])
def test_damaged_peaks_are_read_anew(speech: Path, damage: bytes | None) -> None:
    whole = load_peaks(speech)
    (place,) = kept()
    place.write_bytes(place.read_bytes()[:-200] if damage is None else damage)
    assert load_peaks(speech).duration_ms == whole.duration_ms
    task = Task()
    load_peaks(speech, task)
    assert task.progress.done == 0


def test_the_least_recently_used_go_first(
    speech: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Path(shutil.copy(speech, tmp_path / "other.wav"))
    load_peaks(speech)
    load_peaks(other)
    for number, place in enumerate(kept()):
        os.utime(place, (number, number))
    oldest, newer = kept()
    monkeypatch.setattr(peaks, "MOST_BYTES", 5 * newer.stat().st_size // 2)
    load_peaks(Path(shutil.copy(speech, tmp_path / "third.wav")))
    assert newer in kept()
    assert oldest not in kept()


def test_where_nothing_can_be_kept_peaks_come_all_the_same(speech: Path) -> None:
    folder = peaks_folder()
    folder.parent.mkdir(parents=True)
    folder.write_text("in the way")
    assert load_peaks(speech).duration_ms > 5_000


def test_what_has_no_sound_is_said(media: Media, tmp_path: Path) -> None:
    with pytest.raises(MediaError, match="has no sound"):
        load_peaks(media.file("soundless.mp4"))
    with pytest.raises(MediaError, match="does not exist"):
        load_peaks(tmp_path / "gone.wav")


def test_each_sound_track_has_peaks_of_its_own(media: Media) -> None:
    film = media.file("commented.mkv")
    for _ in range(2):
        spoken, silent = load_peaks(film), load_peaks(film, track=2)
        assert spoken.loudest > 0.2
        assert silent.loudest < 0.001
