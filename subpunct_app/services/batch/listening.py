"""Hear media as subtitles, before they are punctuated as any other file."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from subpunct_app.services.transcription.journal import HeardOtherwise
from subpunct_app.services.transcription.transcribe import Wanted, recogniser_for, transcribe
from subpunct_app.subtitles.files.parse import parse
from subpunct_app.subtitles.writing.convert import Kind

if TYPE_CHECKING:
    from pathlib import Path

    from subpunct_app.core.task import Task
    from subpunct_app.services.batch.order import Order
    from subpunct_app.speech.recognition.recogniser import Recogniser
    from subpunct_app.speech.recognition.whisper import Device
    from subpunct_app.subtitles.files.document import Document


@dataclass(frozen=True, slots=True)
class Heard:
    """What was said in a file, and in which language; None where nobody spoke.

    `remark` says what somebody should know of it.
    """

    document: Document
    language: str | None
    remark: str = ""


class Listening:
    """Hear files with one speech model; what was heard in part before is gone on with.

    What another model has heard, or this one for another language, is heard anew: a batch has
    nobody to ask, and half a file by each is no good. It is said of the file.
    """

    def __init__(self, recogniser: Recogniser, language: str | None, kind: Kind) -> None:
        self._recogniser = recogniser
        self._wanted = Wanted(language=language, punctuate=False, resume=True)
        self._kind = kind

    def hear(self, path: Path, task: Task) -> Heard:
        """Return what is said in a file; raise MediaError where it cannot be heard."""
        remarks = []
        try:
            made = transcribe(path, self._recogniser, self._wanted, task)
        except HeardOtherwise as error:
            anew = replace(self._wanted, resume=False)
            made = transcribe(path, self._recogniser, anew, task)
            remarks.append(f"{error.message} It was heard anew.")
        if made.broken:
            remarks.append(str(made.broken))
        name = f"{path.stem}.{self._kind}"
        document = parse(made.content(self._kind), name=name)
        return Heard(document, made.language, " ".join(remarks))


def listening_for(order: Order, whisper: str) -> Listening:
    """Load a speech model by its name or folder, for the languages and files of an order.

    Raise SettingsError where it does not know the language that all files are said to be in.
    """
    from tqdm import tqdm

    # faster-whisper uses it, with a lock between processes that a worker would leave behind.
    tqdm.set_lock(threading.RLock())
    device: Device = "cuda" if order.device == "cuda" else "auto"
    if order.device == "cpu":
        device = "cpu"
    recogniser = recogniser_for(Wanted(whisper, order.language, device=device))
    kind = Kind.VTT if order.kind == Kind.VTT else Kind.SRT
    return Listening(recogniser, order.language, kind)
