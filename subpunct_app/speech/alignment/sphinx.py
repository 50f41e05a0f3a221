"""What pocketsphinx does for us: it hears words it expects, and tells when given words are said."""

from __future__ import annotations

import math
import tempfile
from dataclasses import dataclass
from itertools import accumulate, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from subpunct_app.runtime.errors import FileError, ModelError
from subpunct_app.speech.alignment.pronunciation import Pronunciation
from subpunct_app.speech.media.audio import as_int16

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from subpunct_app.speech.media.audio import Samples

_FRAME_MS = 10
# Segment.ascore is e to the power of a log likelihood that counts in steps of this.
_LOG_STEP = 1e-4
# Names of entries that are no words: silence and noises.
_FILLERS = ("<", "[")
# Of a language model of one text: what is left for words in another order than there.
_FREEDOM = 0.01


@dataclass(frozen=True, slots=True)
class Fit:
    """When a word is said, in milliseconds, and how badly the sound of a frame fits it.

    The misfit is some 10 to 30 in clear speech, 50 in a synthetic voice, 60 and more where
    something else is said.
    """

    start_ms: int
    end_ms: int
    misfit: float

    @property
    def frames(self) -> int:
        """Return how many frames the word lasts, at least one."""
        return max(1, (self.end_ms - self.start_ms) // _FRAME_MS)

    def moved(self, by_ms: int) -> Fit:
        """Return the same at a time that is so much later."""
        return Fit(self.start_ms + by_ms, self.end_ms + by_ms, self.misfit)


def mean_misfit(fits: Sequence[Fit]) -> float:
    """Return the misfit of a frame of some words."""
    return sum(fit.misfit * fit.frames for fit in fits) / sum(fit.frames for fit in fits)


@dataclass(frozen=True, slots=True)
class Script:
    """The words of a text, their `entries` one after the other, and the first entry of each.

    `firsts` holds one more than there are words. A word that nobody can say has no entry.
    """

    words: tuple[str, ...]
    entries: tuple[str, ...]
    firsts: tuple[int, ...]

    @staticmethod
    def of(words: Sequence[str], pronunciation: Pronunciation) -> Script:
        """Return the script of some words."""
        said = [pronunciation.entries(word) for word in words]
        entries = tuple(entry for one in said for entry in one)
        return Script(tuple(words), entries, (0, *accumulate(map(len, said))))

    def word_fits(self, fits: Sequence[Fit | None]) -> list[Fit | None]:
        """Return the fit of each word, None where an entry of it has none, or it has no entry."""
        found: list[Fit | None] = []
        for start, stop in pairwise(self.firsts):
            own = [fit for fit in fits[start:stop] if fit is not None]
            whole = own and len(own) == stop - start
            found.append(Fit(own[0].start_ms, own[-1].end_ms, mean_misfit(own)) if whole else None)
        return found


@dataclass(frozen=True, slots=True)
class Heard:
    """A dictionary entry that was recognised, with its times in milliseconds."""

    entry: str
    start_ms: int
    end_ms: int


class Aligner:
    """Tell when given words are said; a decoder that never gives a path up."""

    def __init__(self) -> None:
        # A lattice of all these paths would be huge, and its best path a wrong one.
        self._decoder = _decoder(beam=0.0, wbeam=0.0, pbeam=0.0, bestpath=False)
        self.pronunciation = Pronunciation(self._decoder)

    def fits(self, sound: Samples, entries: Sequence[str]) -> list[Fit] | None:
        """Return when each entry is said in a sound, from its start on.

        None where they cannot all be said in it. Time and memory grow with the length of the
        sound times the number of entries.
        """
        if not sound.any():
            # To the decoder digital silence is much like any word that is drawn out.
            return None
        self._decoder.set_align_text(" ".join(entries))
        found = []
        for segment in _segments(self._decoder, sound):
            frames = segment.end_frame - segment.start_frame + 1
            misfit = -math.log(max(segment.ascore, 1e-300)) / _LOG_STEP / frames
            start_ms = segment.start_frame * _FRAME_MS
            found.append(Fit(start_ms, start_ms + frames * _FRAME_MS, float(misfit)))
        return found if len(found) == len(entries) else None

    def sounds(self, entries: Iterable[str]) -> Iterator[str]:
        """Yield the lines of a dictionary of these entries and all that each may sound like."""
        for entry in sorted(set(entries)):
            variant, number = entry, 1
            while sounds := self._decoder.lookup_word(variant):
                yield f"{variant} {sounds}"
                number += 1
                variant = f"{entry}({number})"


class Listener:
    """Recognise speech that is expected to follow a text, more or less."""

    def __init__(self, entries: Sequence[str], aligner: Aligner) -> None:
        from pocketsphinx.lm import ArpaBoLM

        try:
            with tempfile.TemporaryDirectory(prefix="subpunct-") as folder:
                model, words = Path(folder) / "text.lm", Path(folder) / "text.dict"
                text_model = ArpaBoLM(text=f"<s> {' '.join(entries)} </s>", discount_mass=_FREEDOM)
                text_model.compute()
                with model.open("w", encoding="utf-8") as stream:
                    text_model.write(stream)
                words.write_text("\n".join(aligner.sounds(entries)) + "\n", encoding="utf-8")
                options = {"lm": str(model), "dict": str(words)}
                self._decoder = _decoder(bestpath=False, fwdflat=False, **options)
        except OSError as error:
            raise FileError(
                f"The text cannot be prepared for listening: {error.strerror or error}.",
                "Make room for temporary files.",
            ) from error

    def hear(self, sound: Samples, start_ms: int = 0) -> Iterator[Heard]:
        """Yield what is said in a sound that starts at a time."""
        for segment in _segments(self._decoder, sound):
            yield Heard(
                # Further pronunciations are numbered: `the(2)`.
                segment.word.partition("(")[0],
                start_ms + segment.start_frame * _FRAME_MS,
                start_ms + (segment.end_frame + 1) * _FRAME_MS,
            )


def _decoder(**options: object) -> Any:  # noqa: ANN401 - pocketsphinx has no types
    try:
        from pocketsphinx import Decoder

        return Decoder(**{"lm": None, "loglevel": "FATAL", **options})
    except (ImportError, OSError, RuntimeError) as error:
        raise ModelError(
            "The recogniser pocketsphinx does not start.", "Install the program again."
        ) from error


def _segments(decoder: Any, sound: Samples) -> list[Any]:  # noqa: ANN401
    """Return the words found in a sound, without what lies between them."""
    if not len(sound):
        # A recording may break off before its end, and the decoder takes no empty buffer.
        return []
    decoder.start_utt()
    decoder.process_raw(as_int16(sound).tobytes(), full_utt=True)
    decoder.end_utt()
    if decoder.hyp() is None:
        return []
    return [segment for segment in decoder.seg() if not segment.word.startswith(_FILLERS)]
