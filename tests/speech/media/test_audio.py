from __future__ import annotations

import wave
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from subpunct_app.runtime.errors import Cancelled, MediaError
from subpunct_app.runtime.task import Task
from subpunct_app.speech.media.audio import RATE, Sound, as_int16
from subpunct_app.speech.media.probe import probe
from tests.media import SECONDS, Media, samples

if TYPE_CHECKING:
    from subpunct_app.speech.media.audio import Samples

EVERYTHING = (
    "film.mp4", "film.mkv", "film.mov", "film.webm", "film.avi", "aac.avi", "cover.mp3",
    "speech.mp3", "speech.m4a", "speech.flac", "speech.ogg", "endless.mkv", "uneven.mp4",
    "speech.oga", "speech.m4b", "speech.mka", "speech.aiff", "speech.aif", "speech.ac3",
    "speech.caf", "film.3gp", "film.3g2", "film.f4v", "film.qt", "speech.weba", "speech.mpga",
    "speech.mp2", "speech.wv", "speech.au", "speech.spx", "speech.3gpp",
)  # fmt: skip


def lag_ms(heard: Samples, reference: Samples) -> float:
    """Return how much later a sound is than another, by where they agree best."""
    size = 2 * max(len(heard), len(reference))
    product = np.fft.rfft(heard, size) * np.conj(np.fft.rfft(reference, size))
    at = int(np.argmax(np.fft.irfft(product)))
    return (at if at < size // 2 else at - size) * 1000 / RATE


@pytest.mark.parametrize("name", EVERYTHING)
def test_every_container_gives_the_same_sound_at_the_same_time(media: Media, name: str) -> None:
    reference = samples(media.file("speech.wav"))
    sound = Sound(media.file(name))
    heard = np.concatenate(list(sound))
    assert sound.anew_ms is None
    # Copied or encoded without an edit list, sound keeps the start-up delay of its encoder.
    assert abs(lag_ms(heard, reference)) < 60
    both = min(len(heard), len(reference))
    assert np.std(heard[:both]) == pytest.approx(np.std(reference[:both]), rel=0.2)
    assert np.abs(heard).max() <= 1


@pytest.mark.parametrize("name", ["film.mp4", "film.mkv", "film.webm", "speech.mp3", "speech.ogg"])
def test_from_a_start_on_it_sounds_as_in_the_whole(media: Media, name: str) -> None:
    whole = samples(media.file(name))[3 * RATE :]
    rest = samples(media.file(name), start_ms=3_000)
    assert abs(len(rest) - len(whole)) < RATE // 100
    assert abs(lag_ms(rest[: 3 * RATE // 2], whole[: 3 * RATE // 2])) < 2


def test_a_file_that_cannot_be_entered_in_the_middle_is_read_from_its_start(media: Media) -> None:
    whole = samples(media.file("early.webm"))
    rest = samples(media.file("early.webm"), start_ms=1_000)
    assert abs(len(rest) + RATE - len(whole)) < RATE // 100


def test_blocks_have_one_length_and_the_last_the_rest(media: Media) -> None:
    lengths = [len(block) for block in Sound(media.file("film.mp4"), block_ms=3_000)]
    assert lengths[:-1] == [3 * RATE] * 3
    assert 0 < lengths[-1] < 3 * RATE


def test_sound_that_starts_late_begins_with_silence(media: Media) -> None:
    heard = samples(media.file("late.mkv"))
    assert np.abs(heard[: 19 * RATE // 10]).max() < 1e-3
    assert abs(lag_ms(heard, samples(media.file("speech.wav"))) - 2_000) < 5


BROKEN = (
    *("half_front.mp4", "half.mkv", "half_at_ten.mkv", "half.flac", "half.mp3"),
    *("half.wav", "half_adpcm.wav", "half.avi"),
)


@pytest.mark.parametrize("name", BROKEN)
def test_a_file_that_breaks_off_gives_what_there_is_and_says_so(media: Media, name: str) -> None:
    sound = Sound(media.file(name))
    heard = np.concatenate(list(sound))
    assert sound.broken
    assert sound.heard_ms == pytest.approx(1000 * len(heard) / RATE, abs=2)
    assert 1_500 < sound.heard_ms < 1000 * SECONDS - 2_000


WHOLE = (
    *("film.mp4", "film.webm", "speech.mp3", "short.mkv", "at_ten.mkv", "later.aac", "later.mp3"),
    *("speech.wav", "piped.wav", "adpcm.wav", "film.avi", "speech.ogg", "speech.opus"),
    *("speech.spx", "speech.caf", "speech.wma", "film.wmv", "twice.ogg", "film.mxf"),
)


@pytest.mark.parametrize("name", WHOLE)
def test_whole_files_are_not_broken_even_where_pictures_go_on(media: Media, name: str) -> None:
    sound = Sound(media.file(name))
    assert sum(len(block) for block in sound) > 0
    assert not sound.broken


def test_the_rest_of_a_whole_file_is_not_broken(media: Media) -> None:
    sound = Sound(media.file("film.mp4"), start_ms=8_000)
    assert sum(len(block) for block in sound) > RATE
    assert not sound.broken


# What was put end to end, and what of.
CHAINED = [
    ("twice.ts", "film.ts"),
    ("leaping.ts", "film.ts"),
    ("leaping_back.ts", "film.ts"),
    ("twice.vob", "film.vob"),
    ("twice.mkv", "film.mkv"),
    ("twice.ogg", "speech.ogg"),
    ("twice.opus", "speech.opus"),
    ("thrice.ts", "film.ts"),
    ("twice.flac", "speech.flac"),
]


@pytest.mark.parametrize(("name", "part"), CHAINED)
def test_files_put_end_to_end_are_heard_one_behind_the_other(
    media: Media, name: str, part: str
) -> None:
    one, sound = samples(media.file(part)), Sound(media.file(name))
    whole = np.concatenate(list(sound))
    count = 3 if name == "thrice.ts" else 2
    assert len(whole) == pytest.approx(count * len(one), abs=RATE // 20)
    for at in range(count):
        assert abs(lag_ms(whole[at * len(one) : (at + 1) * len(one)], one)) < 50
    assert sound.anew_ms == pytest.approx(1000 * len(one) / RATE, abs=60)
    assert not sound.broken


@pytest.mark.parametrize("behind_ms", [-100, 0, 252, 300])
@pytest.mark.parametrize("name", ["twice.flac", "twice.ts", "leaping.ts", "twice.vob"])
def test_a_section_beside_a_joint_sounds_as_it_does_in_the_whole(
    media: Media, name: str, behind_ms: int
) -> None:
    whole = Sound(media.file(name))
    heard = np.concatenate(list(whole))
    assert whole.anew_ms is not None
    start_ms = whole.anew_ms + behind_ms
    section = samples(media.file(name), start_ms=start_ms)
    assert len(section) == pytest.approx(len(heard) - start_ms * 16, abs=RATE // 500)
    assert abs(lag_ms(section, heard[start_ms * 16 :])) < 2


def test_after_the_end_there_is_nothing(media: Media) -> None:
    assert len(samples(media.file("film.mp4"), start_ms=60_000)) == 0


def test_progress_is_told_in_milliseconds_and_cancelling_stops(media: Media) -> None:
    task = Task()
    blocks = iter(Sound(media.file("film.mp4"), block_ms=1_000, task=task))
    next(blocks)
    assert task.progress.done == 1_000
    assert task.progress.total == pytest.approx(1000 * SECONDS, abs=150)
    task.cancel()
    with pytest.raises(Cancelled):
        next(blocks)


def test_reading_up_to_the_start_can_be_stopped(media: Media) -> None:
    task = Task()
    task.cancel()
    with pytest.raises(Cancelled):
        list(Sound(media.file("film.mp4"), start_ms=60_000, task=task))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("soundless.mp4", "has no sound"),
        ("locked.mp4", "protected"),
        ("half.mp4", "is damaged, or no video"),
        ("garbage.mp4", "no video or sound"),
    ],
)
def test_where_nothing_is_heard_the_reason_is_told(media: Media, name: str, message: str) -> None:
    with pytest.raises(MediaError, match=message):
        list(Sound(media.file(name)))


def test_more_channels_than_can_be_mixed_are_told(tmp_path: Path) -> None:
    path = tmp_path / "stage.wav"
    with wave.open(str(path), "wb") as sound:
        sound.setparams((65, 2, RATE, 0, "NONE", ""))
        sound.writeframes(bytes(65 * 2 * RATE))
    with pytest.raises(MediaError, match="no video or sound that can be read"):
        samples(path)


def test_damaged_packets_leave_the_rest_in_its_place(media: Media, tmp_path: Path) -> None:
    content = bytearray(media.file("speech.flac").read_bytes())
    middle = len(content) // 2
    content[middle : middle + 2_000] = bytes(2_000)
    damaged = tmp_path / "scratched.flac"
    damaged.write_bytes(content)
    heard, whole = samples(damaged), samples(media.file("speech.wav"))
    assert abs(len(heard) - len(whole)) < RATE // 5
    assert abs(lag_ms(heard[-2 * RATE :], whole[-2 * RATE :])) < 20


def test_what_comes_behind_a_stretch_of_nothing_is_heard(media: Media) -> None:
    torn, whole = Sound(media.file("torn.ts")), samples(media.file("film.ts"))
    heard = np.concatenate(list(torn))
    assert not torn.broken
    assert len(heard) == pytest.approx(len(whole), abs=RATE // 100)
    assert abs(lag_ms(heard[-4 * RATE :], whole[-4 * RATE :])) < 5


def test_a_recording_of_nothing_is_whole(tmp_path: Path) -> None:
    with wave.open(str(tmp_path / "empty.wav"), "wb") as empty:
        empty.setnchannels(1)
        empty.setsampwidth(2)
        empty.setframerate(RATE)
    sound = Sound(tmp_path / "empty.wav")
    assert not [*sound]
    assert not sound.broken


@pytest.mark.parametrize("name", ["two_tracks.mkv", "rich_second.ts"])
def test_of_two_tracks_the_one_is_heard_that_players_choose(media: Media, name: str) -> None:
    heard, whole = samples(media.file(name)), samples(media.file("film.mp4"))
    assert np.abs(heard).max() == pytest.approx(np.abs(whole).max(), rel=0.2)


@pytest.mark.parametrize("name", ["crossed.wav", "crossed.m4a"])
def test_channels_that_cancel_each_other_out_are_heard(media: Media, name: str) -> None:
    heard, whole = samples(media.file(name)), samples(media.file("speech.wav"))
    assert np.abs(heard).max() == pytest.approx(np.abs(whole).max(), rel=0.1)
    assert abs(lag_ms(heard, whole)) < 10


def test_tracks_that_come_up_on_the_way_are_no_error(media: Media) -> None:
    joined, first = media.file("tracks_come_up.ts"), media.file("film.ts")
    assert len(samples(joined)) == pytest.approx(len(samples(first)), abs=RATE // 20)
    assert probe(joined, wholly=True).duration_ms == pytest.approx(1000 * SECONDS, abs=150)


def test_sixteen_bit_samples_keep_the_loudest() -> None:
    assert as_int16(np.array([-1, 0, 0.5, 1], np.float32)).tolist() == [-32767, 0, 16384, 32767]
