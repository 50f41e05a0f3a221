"""Recognisers that say what a test wants to hear."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from subpunct_app.runtime.task import Task
from subpunct_app.speech.media.audio import RATE
from subpunct_app.speech.recognition.recogniser import SpokenWord


@dataclass
class Script:
    """Say the next words of a text in every second of sound, some at a time.

    Each word is heard in the second of the recording of its number, wherever a part begins.
    """

    texts: Sequence[str]
    name: str = "script"
    heard: list[str] = field(default_factory=list)
    before_each: Callable[[str], object] = lambda _: None
    first: int = 0

    def language_of(self, sound: NDArray[np.float32]) -> str | None:
        return "en" if self.texts else None

    def segments(
        self, sound: NDArray[np.float32], language: str
    ) -> Iterator[tuple[SpokenWord, ...]]:
        seconds = len(sound) // RATE
        for second in range(seconds):
            if self.first >= len(self.texts):
                return
            text = self.texts[self.first]
            self.first += 1
            self.before_each(text)
            self.heard.append(text)
            yield (SpokenWord(text, 1000 * second, 1000 * second + 900, 0.9),)


def cancelling(task: Task, at: str) -> Callable[[str], None]:
    """Return what cancels a task before a word is said."""

    def look(text: str) -> None:
        if text == at:
            task.cancel()

    return look
