from __future__ import annotations

import tracemalloc
import wave
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.decoding.proposing.model_input import HeardText, timing_of
from subpunct_app.decoding.proposing.pipeline import propose_for
from subpunct_app.decoding.suggestions.options import Options
from subpunct_app.models.features import Column, pause_code
from subpunct_app.runtime.errors import Cancelled, FileError, MediaError
from subpunct_app.runtime.task import Task
from subpunct_app.speech.alignment.heard_pauses import heard_pauses
from subpunct_app.speech.media.audio import RATE
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.subtitles.reading.transcript import Transcript
from tests.decoding.proposing.test_neighbourhood import Listener
from tests.media import Media
from tests.speech.sentences import SENTENCES, SILENCE_MS, Recording, record


def transcript_of(recording: Recording, *, late_ms: int = 0) -> Transcript:
    """Return all sentences in two cues, so that the silences lie inside and between them."""
    (start, _), *_, (_, end) = recording.spans
    middle = recording.spans[1][1] + SILENCE_MS // 2
    cues = ((start, middle, SENTENCES[:2]), (middle, end, SENTENCES[2:]))
    blocks = [
        f"{_clock(begin + late_ms)} --> {_clock(stop + late_ms)}\n{' '.join(said)}"
        for begin, stop, said in cues
    ]
    text = "WEBVTT\n\n" + "\n\n".join(blocks) + "\n"
    return read_words(parse(text.encode(), name="talk.vtt"))


def _clock(ms: int) -> str:
    return f"00:{ms // 60_000:02}:{ms // 1000 % 60:02}.{ms % 1000:03}"


def sentence_gaps() -> list[int]:
    lengths = [len(sentence.split()) for sentence in SENTENCES]
    return [sum(lengths[: at + 1]) for at in range(len(lengths) - 1)]


@pytest.fixture(scope="module")
def recording(media: Media) -> Recording:
    return record(media.folder / "pauses.wav")


@pytest.fixture(scope="module")
def transcript(recording: Recording) -> Transcript:
    return transcript_of(recording)


@pytest.fixture(scope="module")
def heard(transcript: Transcript, recording: Recording) -> Mapping[int, int]:
    return heard_pauses(transcript, recording.path, Task())


def test_silences_inside_and_between_cues_are_heard(heard: Mapping[int, int]) -> None:
    for gap in sentence_gaps():
        assert heard[gap] == pytest.approx(SILENCE_MS, abs=200)


def test_where_something_else_is_heard_between_words_no_silence_is_told(
    recording: Recording, transcript: Transcript, heard: Mapping[int, int], tmp_path: Path
) -> None:
    with wave.open(str(recording.path)) as sound:
        kept, rate = sound.getparams(), sound.getframerate()
        samples = np.frombuffer(sound.readframes(sound.getnframes()), dtype=np.int16).copy()
    (_, end), (start, _), *_ = recording.spans
    played = slice(end * rate // 1000, start * rate // 1000)
    times = np.arange(played.stop - played.start) / rate
    samples[played] = np.int16(9000 * np.sin(2 * np.pi * 440 * times))
    noisy = tmp_path / "music.wav"
    with wave.open(str(noisy), "wb") as sound:
        sound.setparams(kept)
        sound.writeframes(samples.tobytes())
    first, *others = sentence_gaps()
    found = heard_pauses(transcript, noisy, Task())
    assert first in heard
    assert first not in found
    for gap in others:
        assert found[gap] == pytest.approx(SILENCE_MS, abs=200)


def test_a_recording_without_samples_is_told(transcript: Transcript, tmp_path: Path) -> None:
    path = tmp_path / "empty.wav"
    with wave.open(str(path), "wb") as sound:
        sound.setparams((1, 2, RATE, 0, "NONE", ""))
    with pytest.raises(MediaError, match=r"empty\.wav is damaged, or no video"):
        heard_pauses(transcript, path, Task())


def test_a_recording_that_breaks_off_is_heard_as_far_as_it_goes_and_told(
    transcript: Transcript,
    recording: Recording,
    heard: Mapping[int, int],
    media: Media,
    tmp_path: Path,
) -> None:
    path, told = tmp_path / "half.mkv", list[MediaError]()
    media.ffmpeg("-i", recording.path, to=path)
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])
    assert 0 < len(heard_pauses(transcript, path, Task(), told.append)) < len(heard)
    assert [str(error) for error in told] == [str(told[0])]
    assert "half.mkv breaks off at" in str(told[0])


def test_most_other_words_follow_at_once(heard: Mapping[int, int]) -> None:
    others = [heard[gap] for gap in heard if gap not in sentence_gaps()]
    assert len(others) > 30
    assert np.mean([pause < 200 for pause in others]) > 0.9


def test_a_cue_without_an_end_does_not_fill_the_memory(media: Media, tmp_path: Path) -> None:
    film = tmp_path / "film.flac"
    media.ffmpeg("-i", media.file("speech.wav"), "-af", "apad=whole_dur=1200", to=film)
    text = b"1\n00:00:01,000 --> 00:18:00,000\nthanks for watching\n"
    transcript = read_words(parse(text, name="film.srt"))
    tracemalloc.start()
    assert heard_pauses(transcript, film, Task()) == {}
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 20 << 20


def test_nothing_is_told_where_other_words_are_said(
    transcript: Transcript, recording: Recording
) -> None:
    text = transcript.document.text
    for sentence in SENTENCES:
        text = text.replace(sentence, " ".join(["banana", "elephant"] * 6))
    other = read_words(parse(text.encode(), name="talk.vtt"))
    assert len(heard_pauses(other, recording.path, Task())) < len(other.words) / 3


def test_other_languages_are_not_listened_to(transcript: Transcript, recording: Recording) -> None:
    assert heard_pauses(replace(transcript, language="fr"), recording.path, Task()) == {}


def test_a_text_without_times_is_refused(recording: Recording) -> None:
    plain = read_words(parse(b"hello there"))
    with pytest.raises(FileError, match="without times"):
        heard_pauses(plain, recording.path, Task())


def test_listening_can_be_stopped(transcript: Transcript, recording: Recording) -> None:
    task = Task()
    task.cancel()
    with pytest.raises(Cancelled):
        heard_pauses(transcript, recording.path, task)


def test_what_is_heard_goes_before_what_cues_tell(transcript: Transcript) -> None:
    inside = sentence_gaps()[0]
    told = timing_of(transcript, {inside: 700})
    plain = timing_of(transcript)
    assert told[inside - 1, Column.PAUSE] == pause_code(700)
    assert plain[inside - 1, Column.PAUSE] != told[inside - 1, Column.PAUSE]
    assert (np.delete(told, inside - 1, axis=0) == np.delete(plain, inside - 1, axis=0)).all()


@pytest.mark.parametrize("hears", [True, False])
def test_only_a_model_that_has_learned_to_hear_is_told(
    transcript: Transcript, *, hears: bool
) -> None:
    model = Hearer(hears=hears)
    pauses = dict.fromkeys(range(1, len(transcript.words)), 1500)
    propose_for(HeardText(transcript, pauses), model, Options(), Task())
    assert (pause_code(1500) in model.pauses) is hears


class Hearer(Listener):
    """A listener that notes what pauses it was told."""

    def __init__(self, *, hears: bool) -> None:
        super().__init__()
        self.card = replace(Listener.card, hears=hears)
        self.pauses: set[int] = set()

    def predict(
        self, pieces: np.ndarray, mask: np.ndarray, features: np.ndarray | None = None
    ) -> tuple[np.ndarray, np.ndarray]:
        assert features is not None
        self.pauses |= set(features[..., Column.PAUSE].ravel().tolist())
        return super().predict(pieces, mask, features)


def test_pauses_stay_with_their_words_after_an_edit() -> None:
    before = read_words(parse(b"so we went home again today"))
    after = read_words(parse(b"so we all went home today"))
    heard = HeardText(before, {1: 10, 2: 20, 3: 30, 4: 40, 5: 50})
    assert heard.pauses_in(after) == {1: 10, 4: 30}


@given(st.lists(st.sampled_from("abc"), min_size=1, max_size=20), st.data())
def test_pauses_are_the_same_where_no_word_changed(words: list[str], data: st.DataObject) -> None:
    text = read_words(parse(" ".join(words).encode()))
    gaps = data.draw(st.sets(st.integers(1, max(1, len(words) - 1))))
    pauses = {gap: 100 * gap for gap in gaps if gap < len(words)}
    assert HeardText(text, pauses).pauses_in(replace(text)) == pauses
