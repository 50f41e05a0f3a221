from __future__ import annotations

import tempfile
from itertools import accumulate
from pathlib import Path

import numpy as np
import pytest

from subpunct_app.runtime.errors import Cancelled, FileError, MediaError
from subpunct_app.runtime.task import Task
from subpunct_app.speech.alignment.forced_alignment import align
from subpunct_app.speech.alignment.sphinx import Aligner, Listener
from subpunct_app.speech.media.probe import probe
from subpunct_app.speech.recognition.recogniser import SpokenWord
from tests.media import SPOKEN, Media
from tests.speech.sentences import SENTENCES, Recording, record


@pytest.fixture(scope="module")
def recording(media: Media) -> Recording:
    return record(media.folder / "sentences.wav")


@pytest.fixture(scope="module")
def spoken(recording: Recording) -> list[SpokenWord]:
    return align(" ".join(SENTENCES).split(), recording.path).words


def test_sentences_start_and_end_where_they_are_said(
    spoken: list[SpokenWord], recording: Recording
) -> None:
    ends = list(accumulate(len(sentence.split()) for sentence in SENTENCES))
    firsts = [0, *ends[:-1]]
    for first, end, (start_ms, end_ms) in zip(firsts, ends, recording.spans, strict=True):
        assert spoken[first].start_ms == pytest.approx(start_ms, abs=120)
        assert spoken[end - 1].end_ms == pytest.approx(end_ms, abs=200)


def test_words_keep_their_marks_and_follow_one_another(spoken: list[SpokenWord]) -> None:
    assert " ".join(word.text for word in spoken) == " ".join(SENTENCES)
    times = [time for word in spoken for time in (word.start_ms, word.end_ms)]
    assert times == sorted(times)


def test_figures_and_names_in_no_dictionary_are_found_too(spoken: list[SpokenWord]) -> None:
    sure = {word.text for word in spoken if word.confidence and word.confidence > 0.5}
    assert {"1984.", "Zorblatt", "2"} <= sure


def test_what_was_put_end_to_end_is_aligned_to_its_end(media: Media) -> None:
    first_ms = probe(media.file("speech.ogg")).duration_ms
    words = align(2 * SPOKEN.split(), media.file("twice.ogg")).words
    one, other = words[: len(words) // 2], words[len(words) // 2 :]
    for before, after in zip(one, other, strict=True):
        assert after.start_ms - before.start_ms == pytest.approx(first_ms, abs=250)


def test_another_text_is_refused(recording: Recording) -> None:
    other = " ".join(["In most countries bread is baked early, before anybody is awake."] * 3)
    with pytest.raises(MediaError, match="does not fit"):
        align(other.split(), recording.path)


def test_a_text_without_english_is_refused(recording: Recording) -> None:
    with pytest.raises(MediaError, match="no English words"):
        align(["東京", "Москва"], recording.path)


def test_a_word_that_nobody_can_say_lies_between_its_neighbours(recording: Recording) -> None:
    words = SENTENCES[0].split()
    words.insert(5, "東京")
    found = align([*words, *" ".join(SENTENCES[1:]).split()], recording.path).words
    assert found[4].end_ms <= found[5].start_ms <= found[5].end_ms <= found[6].start_ms
    assert found[5].confidence == 0


def test_work_can_be_stopped(recording: Recording) -> None:
    task = Task()
    task.cancel()
    with pytest.raises(Cancelled):
        align(SENTENCES[0].split(), recording.path, task)


def test_sound_of_no_speech_is_refused(media: Media, tmp_path: Path) -> None:
    noise = tmp_path / "noise.wav"
    media.ffmpeg("-f", "lavfi", "-i", "anoisesrc=d=10:a=0.3:seed=1", to=noise)
    with pytest.raises(MediaError):
        align(" ".join(SENTENCES).split(), noise)


@pytest.mark.parametrize("text", ["hello", "good morning everyone", "we are sure that one"])
def test_a_few_words_do_not_fit_where_there_is_no_sound_at_all(
    media: Media, tmp_path: Path, text: str
) -> None:
    silence = tmp_path / "silence.wav"
    media.ffmpeg("-f", "lavfi", "-i", "anullsrc=d=10", to=silence)
    with pytest.raises(MediaError, match="does not fit"):
        align(text.split(), silence)


@pytest.mark.slow  # A minute and more of sound, so that anchors are needed.
def test_a_long_recording_may_begin_with_music_and_hold_more_than_the_text(
    media: Media, tmp_path: Path
) -> None:
    said = [
        *SENTENCES,
        *SENTENCES[::-1],
        *(f"This is remark number {at} about the weather." for at in range(8)),
    ]
    recording = record(tmp_path / "long.wav", said, before_ms=100)
    film = tmp_path / "film.wav"
    music = "sine=f=330:d=20,tremolo=f=5:d=0.7,volume=0.3"
    joined = "[1]aresample=22050[m];[m][0]concat=n=2:v=0:a=1"
    arguments = ("-i", recording.path, "-f", "lavfi", "-i", music, "-filter_complex", joined)
    media.ffmpeg(*arguments, to=film)
    text = [sentence for at, sentence in enumerate(said) if at != 7]
    found = align(" ".join(text).split(), film).words
    ends = list(accumulate(len(sentence.split()) for sentence in text))
    spans = [span for at, span in enumerate(recording.spans) if at != 7]
    errors = [
        abs(found[first].start_ms - 20_000 - start_ms)
        for first, (start_ms, _) in zip([0, *ends[:-1]], spans, strict=True)
    ]
    assert sorted(errors)[len(errors) // 2] < 100
    assert sum(error > 500 for error in errors) <= 2


def test_nothing_is_heard_behind_where_a_recording_breaks_off() -> None:
    listener = Listener(["so", "why"], Aligner())
    assert not list(listener.hear(np.empty(0, np.float32)))


def test_that_temporary_files_have_no_room_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    with pytest.raises(FileError, match="cannot be prepared for listening"):
        Listener(["so", "why"], Aligner())


INTRODUCTION = (
    "Today we have a guest who has written three books about gardens.",
    "Before we begin, a word from the people who pay for all this.",
    "They make soap that smells of lemons, and it is cheap.",
    "And now, without further delay, here is the speech that you asked for.",
)
SPEECH = (
    "No.",
    "It was never my plan to become a teacher in a small town.",
    "I wanted to see the ocean and work on a ship.",
    "But my mother was ill, and somebody had to stay at home.",
    "So I took the first job that was offered to me at the school.",
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("before", "between"), [(INTRODUCTION, ()), ((), ()), (INTRODUCTION[:2], INTRODUCTION[1:2])]
)
def test_the_first_word_is_found_where_it_is_said_whoever_speaks_before_or_behind(
    before: tuple[str, ...], between: tuple[str, ...], media: Media
) -> None:
    path: Path = media.folder / "introduced.wav"
    said = record(path, (*before, *SPEECH[:1], *between, *SPEECH[1:]))
    words = align(" ".join(SPEECH).split(), path).words
    assert words[0].start_ms == pytest.approx(said.spans[len(before)][0], abs=150)
