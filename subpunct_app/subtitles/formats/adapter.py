"""What a format is: how its files are recognised, read, shown, edited and carried into another."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar

from subpunct_app.subtitles.formats.cue_look import BoxPlace, place_by_anchor
from subpunct_app.subtitles.formats.markup import TAGGED, Markup

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from subpunct_app.runtime.task import Task
    from subpunct_app.subtitles.formats.document import Cue, Document, Remark


class Loss(StrEnum):
    """What a new file has no way to say."""

    FONTS = "Fonts and colours"
    HTML = "Tags and attributes of web pages"
    OVERRIDES = "Effects in braces"
    DRAWINGS = "Drawings"
    PLACES = "Places on the screen"
    CLASSES = "Classes and languages"
    TIMINGS = "Times of single words"
    NAMES = "Names of cues"
    SPEAKERS = "Names of speakers"
    HEADER = "Lines of the header"
    BLOCKS = "Notes, styles and regions"
    COMMENTS = "Comments"
    EARLY = "Times before zero"
    BYTES = "Bytes that are no text"
    LANGUAGE = "Lines in another language"
    METADATA = "Cues that only programs read"


@dataclass(slots=True)
class Payload:
    """What a cue shows in another format, its WebVTT settings, who says it, and what is lost."""

    text: str = ""
    settings: str = ""
    speaker: str = ""
    losses: set[Loss] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class NewCue:
    """A cue of a file that is written anew, its payload as that format has it."""

    start_ms: int
    end_ms: int
    payload: Payload


class OutputFormat:
    """A format in which files are written anew."""

    name: ClassVar[str]
    title: ClassVar[str]
    suffixes: ClassVar[tuple[str, ...]]

    @property
    def suffix(self) -> str:
        """Return what the names of new files end in."""
        return self.suffixes[0]

    def __str__(self) -> str:
        return self.suffix[1:]

    def __reduce__(self) -> tuple[object, ...]:
        from subpunct_app.subtitles.formats.registry import format_named

        return format_named, (self.name,)


class Format(OutputFormat):
    """A format that is read and edited in place. Subclass it, and add a line to the registry.

    The text of a file stays as it is but for the payloads of its cues, so `read` only finds these.
    Conversion goes by way of SubRip: each format turns a payload `to_subrip`, and one that is
    written anew (see `SubtitleFormat`) takes it from there.
    """

    # In how many ways it is written: the format with the most is tried last.
    tolerance: ClassVar[int] = 0
    # False where paragraphs stand for cues.
    timed: ClassVar[bool] = True
    # Whether payloads stand on lines of their own; else a new line is written as `line_break`.
    has_own_lines: ClassVar[bool] = True
    line_break: ClassVar[str] = ""
    # Whether cues may hold what only programs read.
    holds_metadata: ClassVar[bool] = False
    markup: ClassVar[Markup] = TAGGED
    # How the lines begin that are no cues, and have no place in a file of another format.
    beside: ClassVar[Mapping[Loss, re.Pattern[str]]] = {}

    def recognises(self, text: str, suffix: str) -> bool:
        """Return whether the content of a file shows this format; its suffix may settle doubts."""
        raise NotImplementedError

    def read(self, text: str, task: Task) -> tuple[tuple[Cue, ...], tuple[Remark, ...]]:
        """Return the cues in the order of the file, and what could not be read or is odd."""
        raise NotImplementedError

    def has_times(self, payload: str) -> bool:
        """Return whether a payload would make another cue of the file."""
        return False

    def header(self, text: str, name: str) -> str:
        """Return what the header of a file says of its `Language` or `Kind`, or nothing."""
        return ""

    def word_starts(self, document: Document, cue: int) -> Iterable[tuple[int, int]]:
        """Yield offsets in a cue and the milliseconds at which the word behind each is said."""
        return ()

    def place(self, document: Document, cue: int) -> BoxPlace:
        """Return where in the picture a cue is shown."""
        return place_by_anchor(document.cue_text(cue))

    def to_subrip(self, document: Document, cue: int) -> Payload:
        """Return the payload of a cue as SubRip has it, and what SubRip has no way to say."""
        return Payload(document.cue_text(cue))

    def left_out(self, document: Document) -> Iterator[tuple[Loss, int]]:
        """Yield what stands beside the cues and has no place in a new file, with its offset."""
        for loss, pattern in self.beside.items():
            yield from ((loss, found.start()) for found in pattern.finditer(document.text))


class SubtitleFormat(Format):
    """A format with times in which files are also written anew."""

    def from_subrip(self, payload: Payload) -> Payload:
        """Return the payload of a SubRip cue as this format has it."""
        raise NotImplementedError

    def write(self, cues: Sequence[NewCue]) -> str:
        """Return the text of a new file."""
        raise NotImplementedError
