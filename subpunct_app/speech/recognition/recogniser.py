"""What turns sound into words, whatever it is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator

    from subpunct_app.speech.recognition.spoken import SpokenWord
    from subpunct_app.speech.sound.audio import Samples


class Recogniser(Protocol):
    """A recogniser of speech, given mono samples at 16 kHz."""

    @property
    def name(self) -> str:
        """Return the name by which a user knows it."""

    def language_of(self, sound: Samples) -> str | None:
        """Return the code of the language that is spoken, None where nobody speaks."""

    def segments(self, sound: Samples, language: str) -> Iterator[tuple[SpokenWord, ...]]:
        """Yield the words heard, some at a time, as soon as they are known.

        Times count from the start of this sound and none lies behind its end. No segment is
        empty.
        """
