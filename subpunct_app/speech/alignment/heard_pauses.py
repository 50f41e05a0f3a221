"""Listen how long a speaker is silent after each word of timed subtitles."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from subpunct_app.runtime.errors import FileError
from subpunct_app.speech.alignment.certainty import Baseline, is_quiet, loudness
from subpunct_app.speech.alignment.sphinx import Aligner, Script
from subpunct_app.speech.media.audio import Sound
from subpunct_app.speech.media.container import broken_off_error
from subpunct_app.speech.media.probe import probe
from subpunct_app.speech.media.sound_pieces import SoundReader
from subpunct_app.text.words import base_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from subpunct_app.runtime.errors import MediaError
    from subpunct_app.runtime.task import Task
    from subpunct_app.speech.alignment.sphinx import Fit
    from subpunct_app.speech.media.audio import Samples
    from subpunct_app.subtitles.reading.transcript import Transcript

# What hears of a recording that breaks off.
Tell: TypeAlias = "Callable[[MediaError], None]"

LANGUAGE = "en"
# Cues are aligned together until they last so long, or nothing is shown for a while.
_GROUP_MS = 12_000
_APART_MS = 1_500
# What is said may start before its cue and end after it.
_MARGIN_MS = 400
# The most milliseconds, and times words, that are aligned at once: broken times span hours.
_LONGEST_MS = 300_000
_MOST = 20_000_000
_SURE = 0.5


@dataclass(frozen=True, slots=True)
class _Shown:
    """The words of a cue and its times."""

    first: int
    end: int
    start_ms: int
    end_ms: int


@dataclass(frozen=True, slots=True)
class _Group:
    """Cues that follow one another, to be aligned together; the words outside of `kept` help."""

    words: range
    kept: range
    start_ms: int
    end_ms: int


def can_hear(language: str) -> bool:
    """Tell whether pauses can be heard in a language."""
    return base_of(language) == LANGUAGE


def heard_pauses(
    transcript: Transcript,
    media: Path,
    task: Task,
    tell: Tell = lambda _: None,
    *,
    track: int | None = None,
) -> dict[int, int]:
    """Return the silence in each gap of English subtitles, in milliseconds, as it is heard.

    A gap is missing where it cannot be told: where cues have no times, where the words are not
    surely what is said, or where it is not quiet between them. `tell` hears of a recording that
    breaks off before it should. Without `track` that sound track is heard which players choose.
    Raise MediaError where there is no such sound, FileError where a text has no times at all.
    """
    if not can_hear(transcript.language):
        return {}
    groups = list(_groups(list(_shown(transcript))))
    if not groups and not transcript.document.format.timed:
        raise FileError(
            f"A text without times cannot be listened to in {media.name}.",
            "Make subtitles of it first, with subpunct align.",
        )
    if not groups:
        return {}
    # It tells of a file that holds nothing, whose sound would merely be short.
    info, sound = probe(media, task), Sound(media, track=track)
    aligner, baseline, reader = Aligner(), Baseline(), SoundReader(sound)
    fits: list[Fit | None] = [None] * len(transcript.words)
    loud: set[int] = set()
    for group in groups:
        task.step(group.start_ms, groups[-1].end_ms, "Hearing the pauses")
        length_ms = group.end_ms - group.start_ms
        if length_ms > _LONGEST_MS or length_ms * len(group.words) > _MOST:
            # Nobody speaks for so long, and its sound would fill the memory.
            continue
        heard = reader.between(group.start_ms, group.end_ms)
        texts = [transcript.words[word].text for word in group.words]
        found = _aligned(texts, heard, aligner, baseline, length_ms)
        loud.update(group.words.start + at for at in _loud(found, heard))
        for word, fit in zip(group.words, found, strict=True):
            if word in group.kept:
                fits[word] = fit.moved(group.start_ms) if fit else None
    if sound.broken:
        tell(broken_off_error(media, sound.heard_ms, info.duration_ms))
    sure = baseline.confidences(fits)
    known = [fit if share >= _SURE else None for fit, share in zip(fits, sure, strict=True)]
    return {
        gap: max(0, two.start_ms - one.end_ms)
        for gap, (one, two) in enumerate(pairwise(known), 1)
        if one is not None and two is not None and gap not in loud
    }


def _aligned(
    texts: Sequence[str], sound: Samples, aligner: Aligner, baseline: Baseline, length_ms: int
) -> list[Fit | None]:
    """Return the fit of each word of a group, None for all where they cannot be said there."""
    script = Script.of(texts, aligner.pronunciation)
    fits = aligner.fits(sound, script.entries) if script.entries and len(sound) else None
    if fits is None:
        return [None] * len(texts)
    baseline.measure(aligner, sound, script.entries, length_ms)
    return script.word_fits(fits)


def _shown(transcript: Transcript) -> Iterator[_Shown]:
    """Yield the cues with new words that have times and are in order."""
    words, cues = transcript.words, transcript.document.cues
    edges = [at for at, (one, two) in enumerate(pairwise(words), 1) if one.cue != two.cue]
    latest = 0
    for first, end in pairwise([0, *edges, len(words)] if words else ()):
        cue = cues[words[first].cue]
        if cue.start_ms is None or cue.end_ms is None or not latest <= cue.start_ms < cue.end_ms:
            continue
        latest = cue.start_ms
        yield _Shown(first, end, cue.start_ms, cue.end_ms)


def _groups(shown: Sequence[_Shown]) -> Iterator[_Group]:
    """Yield groups of cues, each with the cue before and the one after it if they are near."""
    start = 0
    for at in range(1, len(shown) + 1):
        if (
            at < len(shown)
            and _follow(shown[at - 1], shown[at])
            and shown[at].end_ms - shown[start].start_ms <= _GROUP_MS
        ):
            continue
        before = start - 1 if start and _follow(shown[start - 1], shown[start]) else start
        after = at if at < len(shown) and _follow(shown[at - 1], shown[at]) else at - 1
        yield _Group(
            range(shown[before].first, shown[after].end),
            range(shown[start].first, shown[at - 1].end),
            max(0, shown[before].start_ms - _MARGIN_MS),
            shown[after].end_ms + _MARGIN_MS,
        )
        start = at


def _follow(one: _Shown, two: _Shown) -> bool:
    return one.end == two.first and two.start_ms - one.end_ms < _APART_MS


def _loud(found: Sequence[Fit | None], sound: Samples) -> Iterator[int]:
    """Yield before which words of a sound it is not quiet."""
    speech = loudness(sound, [(fit.start_ms, fit.end_ms) for fit in found if fit])
    for at, (one, two) in enumerate(pairwise(found), 1):
        if one and two and not is_quiet(sound, (one.end_ms, two.start_ms), speech):
            yield at
