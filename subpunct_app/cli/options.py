"""Options that several commands share, each declared and checked in one place."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from subpunct_app.cli.console import Console
from subpunct_app.decoding.suggestions.options import Mode
from subpunct_app.languages.codes import normal_code
from subpunct_app.models.default import AUTO
from subpunct_app.runtime.errors import MediaError, SettingsError
from subpunct_app.subtitles.writing.output_format import OutputFormat
from subpunct_app.text.words import Mark

if TYPE_CHECKING:
    from collections.abc import Iterable

    from subpunct_app.speech.media.tracks import Track


_KNOWN_MARKS = "".join(mark for mark in Mark if mark is not Mark.NONE)

Model = Annotated[
    str,
    typer.Option(
        "--model",
        metavar="ID|auto",
        help="See: models list; auto: for each file one that knows its language.",
    ),
]
WantedMode = Annotated[
    Mode,
    typer.Option(
        "--mode",
        help="restore: decide every gap, with the marks in the text as hints; anew: as if there "
        "were none; fill: only add marks where there are none; review: change only what is "
        "surely wrong.",
    ),
]
MinConfidence = Annotated[
    float,
    typer.Option(
        "--min-confidence", min=0, max=1, metavar="P", help="Apply only what is at least this sure."
    ),
]
Marks = Annotated[
    str | None,
    typer.Option(
        metavar="SIGNS",
        help='Put and remove only these marks, as in --marks ",."; if absent: all that the model '
        "knows.",
    ),
]
NoCase = Annotated[bool, typer.Option("--no-case", help="Leave capitals alone.")]
NamesFile = Annotated[
    Path | None,
    typer.Option(
        "--names",
        metavar="FILE",
        help="Spell names as in this list, one on each line: DataCollator, Hugging Face.",
    ),
]
RunsOnly = Annotated[
    bool,
    typer.Option("--runs-only", help="Restore only stretches that lost their marks; see: check."),
]
Device = Annotated[
    Literal["auto", "cpu", "cuda", "mps"], typer.Option(help="Where the model runs.")
]
Encoding = Annotated[
    str | None, typer.Option(metavar="NAME", help="Encoding of the files; guessed if absent.")
]
EncodingIfUntold = Annotated[
    str | None,
    typer.Option(
        "--encoding",
        metavar="NAME",
        help="Encoding of files that are not UTF-8 and have no byte order mark; guessed if absent.",
    ),
]
ToUtf8 = Annotated[
    bool, typer.Option("--to-utf8", help="Write UTF-8, whatever the encoding of the files.")
]
Media = Annotated[Path, typer.Argument(metavar="MEDIA", help="A video or a recording.")]
Out = Annotated[
    Path | None,
    typer.Option("-o", "--out", metavar="OUT", help="Write the result here; - is stdout."),
]
HeardFormat = Annotated[
    OutputFormat | None,
    typer.Option(
        "--format",
        help="If absent: what the suffix of -o OUT says, else srt. Only vtt holds the time "
        "of each word.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite what exists already.")]


def marks_of(signs: str | None) -> str | None:
    """Return the marks among these signs without the blanks; None stands for all marks.

    Raise SettingsError where any other sign is among them.
    """
    if signs is None:
        return None
    marks = "".join(signs.split())
    if unknown := "".join(sign for sign in marks if sign not in _KNOWN_MARKS):
        raise SettingsError(f"These are no marks: {unknown}", f"Choose from {_KNOWN_MARKS}")
    return marks


def check_encoding(encoding: str | None) -> None:
    """Raise SettingsError where there is no such encoding of texts."""
    try:
        "".encode(encoding or "utf-8")
    except (LookupError, ValueError) as error:
        raise SettingsError(f"There is no encoding {encoding}.", "Try utf-8 or cp1252.") from error


def language_of(code: str) -> str | None:
    """Return the language that a code stands for, `pt-BR` for `pt_br`; None for `auto`."""
    return None if code == AUTO else normal_code(code) or code


def check_language(model: str, language: str | None) -> None:
    """Raise ModelError where there is no such model, SettingsError if it lacks the language."""
    from subpunct_app.models.card import first_knowing
    from subpunct_app.models.registry import cards_for, damage, languages_of

    cards = cards_for(model)
    if language is not None and first_knowing(cards, language) is None:
        who, they = (
            ("No model here knows", "They know")
            if model == AUTO
            else (f"{model} does not know", "It knows")
        )
        known = ", ".join(languages_of(cards))
        told = damage() if model == AUTO else ""
        raise SettingsError(f"{who} the language {language}.", f"{they}: {known}. {told}".rstrip())


def note_damage(model: str, console: Console) -> None:
    """Say which models cannot be read, and so are not among those that are chosen from."""
    from subpunct_app.models.registry import damage

    if model == AUTO and (told := damage()):
        console.note(f"{told} Until then others are taken.")


SoundTrack = Annotated[
    int | None,
    typer.Option(
        "--track",
        min=1,
        metavar="N",
        help="The sound track to hear, counted from 1; if absent, the one that players choose.",
    ),
]


def check_track(track: int | None, media: Path | None) -> None:
    """Raise SettingsError where a sound track is named, and no film that it could be of."""
    if track is not None and media is None:
        raise SettingsError("--track N is a sound track of a film.", "Name that with --media.")


def note_tracks(media: Path, track: int | None, console: Console) -> None:
    """Say which sound track is heard where there are several and nobody has named one."""
    from subpunct_app.speech.media.tracks import track_name, tracks_in

    if track is not None:
        return
    found: list[Track] = []
    # Whoever hears a file that cannot be read tells why.
    with suppress(MediaError):
        found = tracks_in(media)
    if len(found) > 1:
        chosen, *others = found
        heard = f"{media}: sound track {track_name(chosen)} is heard"
        note_others(f"{heard}; --track N hears another:", others, console)


def note_others(told: str, others: Iterable[Track], console: Console) -> None:
    """List the tracks that may be named instead, below what is told of them."""
    from subpunct_app.speech.media.tracks import track_name

    console.note(told)
    for other in others:
        console.note(f"  {track_name(other)}")
