"""Options as typer takes them, those that several commands share, and checks of several at once."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import MISSING, fields, is_dataclass
from inspect import Parameter, Signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin, get_type_hints

import typer

from subpunct_app.cli.console import Console
from subpunct_app.models.card import AUTO
from subpunct_app.runtime.errors import MediaError, SettingsError
from subpunct_app.runtime.option import Option, option_in
from subpunct_app.subtitles.formats.adapter import OutputFormat
from subpunct_app.subtitles.formats.encoding import known_encoding
from subpunct_app.subtitles.formats.registry import FORMAT_NAMES, output_format

if TYPE_CHECKING:
    from subpunct_app.speech.media.tracks import Track

NamesFile = Annotated[
    Path | None,
    Option(
        "Spell names as in this list, one on each line: DataCollator, Hugging Face.",
        name="--names",
        metavar="FILE",
    ),
]
EncodingIfUntold = Annotated[
    str | None,
    Option(
        "Encoding of files that are not UTF-8 and have no byte order mark; guessed if absent.",
        name="--encoding",
        metavar="NAME",
        parse=known_encoding,
    ),
]
Media = Annotated[Path, typer.Argument(metavar="MEDIA", help="A video or a recording.")]
Out = Annotated[
    Path | None,
    typer.Option("-o", "--out", metavar="OUT", help="Write the result here; - is stdout."),
]
HeardFormat = Annotated[
    OutputFormat | None,
    Option(
        "If absent: what the suffix of -o OUT says, else srt. Only vtt holds the time of each "
        "word.",
        name="--format",
        metavar=FORMAT_NAMES,
        parse=output_format,
    ),
]
AsJson = Annotated[bool, Option("Print JSON.", name="--json")]
Force = Annotated[bool, Option("Overwrite what exists already.", name="--force")]


def with_options(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command as typer takes it.

    A parameter that is a dataclass becomes one parameter for each of its options, and what an
    `Option` declares is said in typer's words.
    """
    groups: dict[str, type] = {}
    parameters: list[Parameter] = []
    for one in inspect.signature(command, eval_str=True).parameters.values():
        if is_dataclass(one.annotation) and isinstance(one.annotation, type):
            groups[one.name] = one.annotation
            parameters += _parameters_of(one.annotation)
        else:
            parameters.append(one)
    declared = {one.name: option for one in parameters if (option := option_in(one.annotation))}

    def call(**values: Any) -> None:  # noqa: ANN401 - whatever the options are
        for name, option in declared.items():
            values[name] = _value(values[name], option)
        made = {name: _made(group, values) for name, group in groups.items()}
        command(**values, **made)

    call.__name__, call.__doc__ = command.__name__, command.__doc__
    shown = [_for_typer(one, declared.get(one.name)) for one in parameters]
    call.__signature__ = Signature(shown)  # type: ignore[attr-defined]
    call.__annotations__ = {one.name: one.annotation for one in shown}
    return call


def _parameters_of(group: type) -> list[Parameter]:
    """Return a parameter for each option of a dataclass."""
    hints = get_type_hints(group, include_extras=True)
    return [
        Parameter(
            one.name,
            Parameter.KEYWORD_ONLY,
            default=Parameter.empty if one.default is MISSING else one.default,
            annotation=hints[one.name],
        )
        for one in fields(group)
        if option_in(hints[one.name]) or get_origin(hints[one.name]) is Annotated
    ]


def _made(group: type, values: dict[str, Any]) -> object:
    """Return a dataclass of the options that were given, which are taken out of all values."""
    own = {one.name: values.pop(one.name) for one in _parameters_of(group)}
    return group(**{name: value for name, value in own.items() if value not in (None, ())})


def _value(value: Any, option: Option) -> Any:  # noqa: ANN401
    if option.turns_off:
        return not value
    return tuple(value) if isinstance(value, list) else value


def _for_typer(one: Parameter, option: Option | None) -> Parameter:
    """Return a parameter with typer's words for an option; values that are parsed are texts."""
    if option is None:
        return one
    kind, default = get_args(one.annotation)[0], one.default
    if option.turns_off:
        default = False
    elif option.parse:
        kind, default = str | None, option.default or None
    elif get_origin(kind) is tuple:
        kind = list[get_args(kind)[0]]  # type: ignore[misc]
        kind, default = (kind, default) if default is Parameter.empty else (kind | None, None)
    words = typer.Option(
        option.name_of(one.name),
        metavar=option.metavar,
        help=option.help,
        min=option.least,
        max=option.most,
        parser=option.parse,
    )
    return one.replace(annotation=Annotated[kind, words], default=default)


def check_language(model: str, language: str | None) -> None:
    """Raise ModelError where there is no such model, SettingsError if it lacks the language."""
    from subpunct_app.models.card import first_knowing
    from subpunct_app.models.model_registry import cards_for, damage, languages_of

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
    from subpunct_app.models.model_registry import damage

    if model == AUTO and (told := damage()):
        console.note(f"{told} Until then others are taken.")


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
