"""What can be asked of a batch, declared once for the command line, the window and the journal.

A field with an `Option` is one on the command line; every field travels to workers, stands in the
journal and in the report under its own name, and has to be the same where a batch goes on.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from subpunct_app.batch.file_search import MEDIA_PATTERNS, PATTERNS, Search
from subpunct_app.decoding.suggestions.options import Mode, Options
from subpunct_app.models.card import AUTO, language_of
from subpunct_app.runtime.errors import SettingsError
from subpunct_app.runtime.option import Option
from subpunct_app.subtitles.formats.adapter import OutputFormat
from subpunct_app.subtitles.formats.encoding import known_encoding
from subpunct_app.subtitles.formats.registry import FORMAT_NAMES, output_format
from subpunct_app.text.words import Mark

if TYPE_CHECKING:
    from subpunct_app.review.settings import Settings

REVIEW_BELOW = 0.5
PATIENCE = 600.0
LONG_PATIENCE = 21_600.0
_KNOWN_MARKS = "".join(mark for mark in Mark if mark is not Mark.NONE)


def marks_of(signs: str) -> str:
    """Return the marks among these signs, without the blanks; raise SettingsError on others."""
    marks = "".join(signs.split())
    if unknown := "".join(sign for sign in marks if sign not in _KNOWN_MARKS):
        raise SettingsError(f"These are not marks: {unknown}", f"Choose from {_KNOWN_MARKS}")
    return marks


# Options that other commands have, too.
Model = Annotated[
    str,
    Option("See: models list; auto: for each file one that knows its language.", metavar="ID|auto"),
]
WantedMode = Annotated[
    Mode,
    Option(
        "restore: decide every gap, with the marks in the text as hints; anew: as if there were "
        "none; fill: only add marks where there are none; review: change only what is surely wrong."
    ),
]
Device = Annotated[Literal["auto", "cpu", "cuda", "mps"], Option("Where the model runs.")]
Encoding = Annotated[
    str | None,
    Option("Encoding of the files; guessed if absent.", metavar="NAME", parse=known_encoding),
]


@dataclass(frozen=True, slots=True)
class RestoreOptions:
    """How a text is restored.

    `model` is an id, a folder, or `auto`: for each file one that knows its language. `marks` are
    those that may be put and removed, None for all that the model knows. `names` are written as
    they are spelled. `kind` is the format of the result, None for that of the file.
    """

    model: Model = AUTO
    device: Device = "auto"
    language: Annotated[
        str | None,
        Option(
            "Language of the text; auto: by the name of the file, its header or its text.",
            metavar="CODE|auto",
            parse=language_of,
            default=AUTO,
        ),
    ] = None
    mode: WantedMode = Mode.RESTORE
    minimum: Annotated[
        float,
        Option(
            "Apply only what is at least this sure.",
            name="--min-confidence",
            metavar="P",
            least=0,
            most=1,
        ),
    ] = 0.0
    marks: Annotated[
        str | None,
        Option(
            'Put and remove only these marks, as in --marks ",."; if absent: all that the model '
            "knows.",
            metavar="SIGNS",
            parse=marks_of,
        ),
    ] = None
    case: Annotated[bool, Option("Leave capitals alone.", name="--no-case", turns_off=True)] = True
    runs_only: Annotated[
        bool, Option("Restore only stretches that lost their marks; see: check.")
    ] = False
    kind: Annotated[
        OutputFormat | None,
        Option(
            "Write subtitles, a transcript in paragraphs, or JSON with words. If absent: what the "
            "ending of -o OUT says if it is not that of FILE, else the format of FILE.",
            name="--format",
            metavar=FORMAT_NAMES,
            parse=output_format,
        ),
    ] = None
    encoding: Encoding = None
    to_utf8: Annotated[bool, Option("Write UTF-8, whatever the encoding of the files.")] = False
    names: tuple[str, ...] = ()

    def options(self) -> Options:
        """Return what may be proposed; nobody is asked."""
        wanted = Options.of(self.mode, self.marks, case=self.case, ask=False, names=self.names)
        return replace(wanted, runs_only=self.runs_only)


@dataclass(frozen=True, slots=True)
class Order(RestoreOptions):
    """How each file of a batch is restored.

    Files with suggestions below `review_below` are held up for review. `transcribe` names the
    speech model that media are transcribed with first.
    """

    language: Annotated[
        str | None,
        Option(
            "Language of all files, and which of several sound tracks --transcribe hears; auto: "
            "told file by file.",
            metavar="CODE|auto",
            parse=language_of,
            default=AUTO,
        ),
    ] = None
    kind: Annotated[
        OutputFormat | None,
        Option(
            "Write this format; if absent: that of each file.",
            name="--format",
            metavar=FORMAT_NAMES,
            parse=output_format,
        ),
    ] = None
    review_below: Annotated[
        float,
        Option(
            "A file with a suggestion less sure than this needs a review.",
            metavar="P",
            least=0,
            most=1,
        ),
    ] = REVIEW_BELOW
    transcribe: Annotated[
        str | None,
        Option(
            "First transcribe recordings that have no subtitles, by this speech model; see: "
            "models speech.",
            metavar="WHISPER",
        ),
    ] = None

    @property
    def patience(self) -> float:
        """Return how many seconds a file may take, if nothing else is said."""
        return PATIENCE if self.transcribe is None else LONG_PATIENCE

    @property
    def patterns(self) -> tuple[str, ...]:
        """Return which files are restored, by name, if nothing else is said."""
        return PATTERNS if self.transcribe is None else (*PATTERNS, *MEDIA_PATTERNS)

    def as_plain(self) -> dict[str, object]:
        """Return plain values for JSON."""
        return asdict(self) | {"names": list(self.names), "kind": self.kind and str(self.kind)}


def order_of(wanted: Settings) -> Order:
    """Return the settings of the window as a batch takes them."""
    return Order(
        model=wanted.model or AUTO,
        mode=Mode(wanted.mode),
        marks=wanted.allowed_marks,
        case=wanted.case,
        names=wanted.names,
    )


class Existing(StrEnum):
    """What to do where a result exists already."""

    SKIP = "skip"
    VERSION = "version"
    REPLACE = "replace"


@dataclass(frozen=True, slots=True)
class WorkOptions:
    """Who does the work: processes of this machine, or the nodes of a Ray cluster."""

    workers: Annotated[
        int | None,
        Option(
            "How many processes, with --ray on each node; if absent: one for each processor, "
            "with --ray one for each node.",
            metavar="N",
            least=1,
        ),
    ] = None
    ray: Annotated[
        str | None,
        Option(
            "Work on a Ray cluster: auto for the one of this machine, HOST:6379, "
            "ray://HOST:10001, or local to start one.",
            metavar="ADDRESS",
        ),
    ] = None
    timeout: Annotated[
        float | None,
        Option(
            f"Give up on a file after this time; if absent: {PATIENCE:.0f}, with --transcribe "
            f"{LONG_PATIENCE:.0f}.",
            metavar="SECONDS",
            least=1,
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class Batch:
    """A folder, what to look for in it, what to do, and where the results go."""

    folder: Path
    out: Path
    order: Order = field(default_factory=Order)
    search: Search = field(default_factory=Search)
    existing: Existing = Existing.SKIP
