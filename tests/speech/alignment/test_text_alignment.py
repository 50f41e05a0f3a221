from __future__ import annotations

import pytest

from subpunct_app.runtime.errors import FileError, MediaError
from subpunct_app.runtime.task import Task
from subpunct_app.speech.alignment.text_alignment import Aligned, align_text
from subpunct_app.subtitles.formats.parse import parse
from tests.media import Media
from tests.speech.sentences import SENTENCES, Recording, record

TEXT = (
    f"ANNA: {SENTENCES[0]}\n[music]\n{SENTENCES[1]}\n\n"
    f"{SENTENCES[2]} —\n\n“{SENTENCES[3]}” (applause)\n"
)


@pytest.fixture(scope="module")
def recording(media: Media) -> Recording:
    return record(media.folder / "paragraphs.wav")


@pytest.fixture(scope="module")
def aligned(recording: Recording) -> Aligned:
    return align_text(parse(TEXT.encode()), "talk.txt", recording.path, Task())


def test_words_marks_labels_and_noises_stay_as_they_are(aligned: Aligned) -> None:
    assert " ".join(" ".join(cue.text.split()) for cue in aligned.cues) == " ".join(TEXT.split())


def test_paragraphs_in_which_nobody_speaks_stay(recording: Recording) -> None:
    said = [*SENTENCES[:4], ""]
    silent = ("ACT ONE:", "* * *", "[a bell]", "—", "(the end)")
    text = "\n\n".join(part for pair in zip(silent, said, strict=True) for part in pair)
    cues = align_text(parse(text.encode()), "talk.txt", recording.path, Task()).cues
    assert " ".join(" ".join(cue.text.split()) for cue in cues) == " ".join(text.split())


def test_who_speaks_above_a_paragraph_is_shown_with_it(recording: Recording) -> None:
    text = f"{SENTENCES[0]}\n\nANNA:\n\n{SENTENCES[1]}\n\n* * *\n\n{SENTENCES[2]}\n"
    cues = align_text(parse(text.encode()), "talk.txt", recording.path, Task()).cues
    assert any(cue.text.startswith("ANNA: ") for cue in cues)
    assert any(cue.text.endswith(" * * *") for cue in cues)


def test_cues_do_not_go_on_in_the_next_paragraph(aligned: Aligned) -> None:
    firsts = {cue.text.split()[0] for cue in aligned.cues}
    assert {"ANNA:", "The", "“My"} <= firsts


def test_cues_follow_the_sound_and_one_another(aligned: Aligned, recording: Recording) -> None:
    times = [time for cue in aligned.cues for time in (cue.start_ms, cue.end_ms)]
    assert times == sorted(times)
    assert aligned.cues[0].start_ms == pytest.approx(recording.spans[0][0], abs=150)
    last = next(cue for cue in aligned.cues if cue.text.startswith("“My"))
    assert last.start_ms == pytest.approx(recording.spans[3][0], abs=150)


def test_a_short_paragraph_is_gone_when_the_next_one_is_said(recording: Recording) -> None:
    text = " ".join(SENTENCES).replace("So I went", "So I\n\nwent")
    first, second, *_ = align_text(parse(text.encode()), "talk.txt", recording.path, Task()).cues
    assert first.text == "So I"
    assert first.start_ms < first.end_ms <= second.start_ms


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1\n00:00:01,000 --> 00:00:02,000\nhello\n", "has times already"),
        ("", "holds no text"),
        ("Je ne sais pas pourquoi vous êtes venus ici ce matin avec tous vos amis. " * 5, "French"),
    ],
)
def test_a_text_that_cannot_be_aligned_is_refused(
    recording: Recording, text: str, reason: str
) -> None:
    with pytest.raises(FileError, match=reason):
        align_text(parse(text.encode()), "talk.txt", recording.path, Task())


def test_a_recording_that_is_none_is_refused(media: Media) -> None:
    with pytest.raises(MediaError):
        align_text(parse(TEXT.encode()), "talk.txt", media.file("soundless.mp4"), Task())
