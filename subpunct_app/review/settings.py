"""What the window remembers from one day to the next, as one JSON file of the user."""

from __future__ import annotations

import contextlib
import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Annotated, Any, TypeAlias, TypeVar, get_type_hints

from msgspec import Meta, ValidationError, convert

from subpunct_app.decoding.suggestions.options import Mode
from subpunct_app.runtime.file_errors import translate_os_errors
from subpunct_app.runtime.folders import config_folder, log_folder
from subpunct_app.runtime.paths import free_path, make_folder
from subpunct_app.subtitles.files import write

RECENT_FILES = 10
MARKS = ",.?!:"
PRECISIONS = (0.95, 0.98, 0.99)
SPEEDS = (0.5, 0.75, 1.0, 1.25, 1.5, 2.0)
_MOST_PATHS = 200
# What reading a file that holds no settings raises.
_DAMAGED = (ValueError, RecursionError)

_T = TypeVar("_T")
_Share: TypeAlias = Annotated[float, Meta(ge=0, le=1)]
# No screen is as wide or high.
_WindowState: TypeAlias = Annotated[str, Meta(pattern=r"^[\x00-\x7f]*$")]

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that is remembered; window states are Base64 of what the toolkit saves.

    `mode`, `marks`, `case` and `ask` say what a model may propose, as its decoder's options do;
    `model` is its id, empty where the language of a text decides.
    `names` are written as they are spelled, wherever they stand.
    `by_doubt` says in what order suggestions are looked at, `shortcuts` which keys the editor
    chose for the actions that have others. `learn` says that open suggestions follow the decisions
    about others of the same text, and that those made in a project weigh the confidences there;
    `precision` says how much of what is above the line shall be right. `videos` holds the path of
    the video that was opened with some subtitles, by theirs, `tracks` the name of the sound track
    that was chosen for a video, by its path. `speed` is that of playing, and `repeat` says that it
    begins again at the end of what is played.
    """

    recent: tuple[str, ...] = ()
    threshold: _Share = 0.9
    mode: Annotated[str, Meta(pattern=f"^({'|'.join(Mode)})$")] = Mode.RESTORE
    marks: Annotated[str, Meta(pattern=f"^[{MARKS}]*$")] = MARKS
    case: bool = True
    ask: bool = True
    model: str = ""
    names: tuple[str, ...] = ()
    geometry: _WindowState = ""
    splitter: _WindowState = ""
    by_doubt: bool = False
    learn: bool = True
    precision: _Share = PRECISIONS[1]
    shortcuts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    media_layout: _WindowState = ""
    docks: _WindowState = ""
    columns: _WindowState = ""
    volume: Annotated[int, Meta(ge=0, le=100)] = 100
    speed: Annotated[float, Meta(ge=SPEEDS[0], le=SPEEDS[-1])] = 1.0
    repeat: bool = False
    videos: Mapping[str, str] = field(default_factory=dict)
    tracks: Mapping[str, str] = field(default_factory=dict)

    @property
    def allowed_marks(self) -> str | None:
        """Return the marks that may be put and removed, None for all that a model knows.

        With every box ticked a model that knows more marks than there are boxes may put them too.
        """
        return None if set(self.marks) == set(MARKS) else self.marks

    def with_recent(self, path: Path) -> Settings:
        """Return settings with a file at the head of the recent ones, each of them once."""
        opened = str(path.absolute())
        others = [name for name in self.recent if name != opened]
        return replace(self, recent=(opened, *others)[:RECENT_FILES])

    def without_recent(self, path: Path) -> Settings:
        """Return settings that have forgotten a file."""
        return replace(self, recent=tuple(n for n in self.recent if n != str(path.absolute())))

    def with_video(self, subtitles: Path, media: Path) -> Settings:
        """Return settings by which a video is opened with these subtitles."""
        return replace(self, videos=_with_latest(self.videos, subtitles, str(media.absolute())))

    def with_track(self, media: Path, name: str | None) -> Settings:
        """Return settings by which a sound track of a video is heard, None for the usual one."""
        return replace(self, tracks=_with_latest(self.tracks, media, name))


def settings_path() -> Path:
    """Return where the settings of this user lie."""
    return config_folder() / "settings.json"


def log_path() -> Path:
    """Return where the log of this user lies; it never leaves the machine."""
    return log_folder() / "subpunct.log"


def load() -> Settings:
    """Return the stored settings; what is missing or damaged falls back to its default."""
    return _stored() or Settings()


def store(settings: Settings) -> None:
    """Write the settings in one step; raise FileError where that is impossible."""
    target = settings_path()
    make_folder(target.parent)
    write(json.dumps(asdict(settings), indent=2).encode(), target, overwrite=True)


def store_changes(before: Settings, now: Settings) -> None:
    """Store what is another since `before`; what another window stored meanwhile stays."""
    put_damaged_aside()
    stored = _stored()
    store(_merged(before, now, stored) if stored else now)


def put_damaged_aside() -> Path | None:
    """Give a settings file that is damaged a name of its own and return it, None where none is.

    Raise FileError where that is impossible.
    """
    source = settings_path()
    with translate_os_errors(source):
        try:
            _read(source)
        except _DAMAGED:
            kept = free_path(source, source.suffix, mark=".damaged")
            source.rename(kept)
            return kept
        except OSError:
            # It is not there, or not open to us.
            return None
    return None


def _stored() -> Settings | None:
    source = settings_path()
    try:
        return _sound(_read(source))
    except FileNotFoundError:
        return None
    except (OSError, *_DAMAGED) as error:
        log.warning("The settings in %s cannot be read: %s", source, error)
        return None


def _read(source: Path) -> dict[str, Any]:
    stored = json.loads(source.read_bytes())
    if not isinstance(stored, dict):
        raise ValueError("They have no names.")
    return stored


def _with_latest(known: Mapping[str, str], path: Path, value: str | None) -> dict[str, str]:
    """Return what is known of paths, with that of one of them last, or without where it is None."""
    name = str(path.absolute())
    others = [pair for pair in known.items() if pair[0] != name]
    latest = [] if value is None else [(name, value)]
    return dict([*others, *latest][-_MOST_PATHS:])


def _merged(before: Settings, now: Settings, stored: Settings) -> Settings:
    changed = {
        name: value
        for name in (one.name for one in fields(Settings))
        if (value := getattr(now, name)) != getattr(before, name)
    }
    if "recent" in changed:
        changed["recent"] = _merged_names(before.recent, now.recent, stored.recent)
    for name, value in changed.items():
        if isinstance(value, Mapping):
            changed[name] = _merged_values(getattr(before, name), value, getattr(stored, name))
    return replace(stored, **changed)


def _merged_names(
    before: Sequence[str], now: Sequence[str], stored: Sequence[str]
) -> tuple[str, ...]:
    """Return names with those first that came here, then those that came elsewhere."""
    here = [name for name in now if name not in before]
    elsewhere = [name for name in stored if name not in (*before, *here)]
    kept = [name for name in now if name in before and name in stored]
    return (*here, *elsewhere, *kept)[:RECENT_FILES]


def _merged_values(
    before: Mapping[str, _T], now: Mapping[str, _T], stored: Mapping[str, _T]
) -> dict[str, _T]:
    """Return values by name, the last of them what became another here."""
    changed = {name: value for name, value in now.items() if before.get(name) != value}
    gone = {*changed, *(name for name in before if name not in now)}
    return {name: value for name, value in stored.items() if name not in gone} | changed


def _sound(stored: Mapping[str, object]) -> Settings:
    values: dict[str, Any] = {}
    for name, kind in get_type_hints(Settings, include_extras=True).items():
        with contextlib.suppress(ValidationError, KeyError):
            values[name] = convert(stored[name], kind)
    settings = Settings(**values)
    return replace(settings, recent=settings.recent[:RECENT_FILES])
