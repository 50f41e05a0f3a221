"""`subpunct benchmark`: how fast this machine opens, writes, punctuates and starts."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from subpunct_app.cli.command import Quiet
from subpunct_app.cli.command_options import Force
from subpunct_app.cli.console import Console
from subpunct_app.cli.targets import check_reports
from subpunct_app.models.card import AUTO
from subpunct_app.runtime.errors import SettingsError
from subpunct_app.subtitles.files import write_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from _typeshed import DataclassInstance

    from subpunct_app.benchmarks.batch_speed import BatchSpeed
    from subpunct_app.benchmarks.measuring import Spent
    from subpunct_app.benchmarks.media_speed import MediaSpeed
    from subpunct_app.benchmarks.peers import PeerSpeed
    from subpunct_app.benchmarks.program_speed import FileSpeed, ModelSpeed, WindowSpeed

_OPEN_GOAL = 0.2
_WRITE_GOAL = 0.1
_TORCH_GOAL = 50
_ONNX_GOAL = 8
_PAINT_GOAL_MS = 300
_KEY_GOAL_MS = 16
_ACCEPT_GOAL_MS = 100
# What the keys that reach far do, by their names among the figures.
_FAR = {
    "accept_before": "accept all before one",
    "undo": "  undo that",
    "redo": "  redo that",
    "write_everywhere": "write a word so everywhere",
    "slider": "a step of the slider",
    "end_edit": "end an edit of a cue's text",
    "undo_edit": "  undo that",
    "list_doubtful": "list the doubtful cues",
    "list_all": "  list all again",
    "page_down": "page down",
    "end": "the last cue",
    "home": "the first cue",
    "select_all": "select all cues",
    "go_to": "go to a cue by its number",
    "find": "type a letter to find",
    "find_next": "  go to the next hit",
}
_DECIDING = frozenset({"accept_before", "undo", "redo"})
_SHARE_GOAL = 0.9
_GAIN_GOAL = 1.8
_SHORT_GOAL = 1.3
_LISTEN_GOAL = 6

# What follows from the figures of each section.
_RATIOS = {
    "peers": ("torch_ratio", "onnx_ratio"),
    "window": (),
    "batch": ("gain", "share", "short_cost"),
    "media": ("peaks_an_hour",),
}
_FILES = 500
_WORDS = 2_000
_MINUTES = 60


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured; what nobody asked for is None."""

    files: FileSpeed
    models: tuple[ModelSpeed, ...]
    start: float
    peers: PeerSpeed | None = None
    window: WindowSpeed | None = None
    batch: BatchSpeed | None = None
    media: MediaSpeed | None = None

    def as_plain(self) -> dict[str, object]:
        """Return plain values for JSON."""
        content: dict[str, object] = {
            "files": _with(self.files, "open_ratio", "write_ratio"),
            "models": [asdict(model) for model in self.models],
            "start": self.start,
        }
        for name, ratios in _RATIOS.items():
            if speed := getattr(self, name):
                content[name] = _with(speed, *ratios)
        return content


def table_of(figures: Figures) -> Iterator[str]:
    """Yield the lines of a table of all that was measured."""
    files = figures.files
    yield f"{'':<24} {'subpunct':>10} {'pysrt':>10} {'ratio':>6} {'goal':>6}"
    yield (
        f"{f'open {files.cues} cues':<24} {files.open:8.3f} s {files.pysrt_open:8.3f} s"
        f" {files.open_ratio:6.2f} {_OPEN_GOAL:6.2f}"
    )
    yield (
        f"{f'write {files.cues} cues':<24} {files.write:8.3f} s {files.pysrt_write:8.3f} s"
        f" {files.write_ratio:6.2f} {_WRITE_GOAL:6.2f}"
    )
    yield f"{'start, show the help':<24} {figures.start:8.3f} s"
    for model in figures.models:
        yield f"{f'load {model.model}':<24} {model.load:8.3f} s"
        yield f"{f'read English, {model.runs_on}':<24} {model.words_per_second:8.0f} words/s"
    sections = (
        _peer_table(figures.peers) if figures.peers else (),
        _window_table(figures.window) if figures.window else (),
        _batch_table(figures.batch) if figures.batch else (),
        _media_table(figures.media) if figures.media else (),
    )
    for section in map(list, sections):
        yield from ["", *section] if section else []


def _peer_table(speed: PeerSpeed) -> Iterator[str]:
    threads = f"{speed.threads} threads" if speed.threads > 1 else "one thread"
    yield f"{threads:<34} {'words/s':>9} {'ratio':>6} {'goal':>6}"
    yield f"{f'{speed.model}, int8':<34} {speed.embedded:9.0f}"
    yield (
        f"{'XLM-RoBERTa-large, torch fp32':<34} {speed.torch_fp32:9.0f}"
        f" {speed.torch_ratio:6.1f} {_TORCH_GOAL:6}"
    )
    yield (
        f"{'XLM-RoBERTa-large, onnxruntime int8':<34}{speed.onnx_int8:9.0f}"
        f" {speed.onnx_ratio:6.1f} {_ONNX_GOAL:6}"
    )


def _window_table(speed: WindowSpeed) -> Iterator[str]:
    yield f"{f'window, {speed.cues:,} cues':<34} {'time':>9} {'CPU':>9} {'goal':>9}"
    yield _spent("open to first paint", speed.open, _PAINT_GOAL_MS)
    for order, key in (("", speed.key), (", most doubtful first", speed.key_by_doubt)):
        yield _spent(f"key to paint{order}", key.median, _KEY_GOAL_MS)
        yield _spent("  at the 95th percentile", key.slow, _KEY_GOAL_MS)
        yield _spent("  at worst", key.worst, _KEY_GOAL_MS)
    yield _spent(f"accept {speed.many:,} at once", speed.accept_all, _ACCEPT_GOAL_MS)
    for name, what in _FAR.items():
        goal = _ACCEPT_GOAL_MS if name in _DECIDING else _KEY_GOAL_MS
        yield _spent(what, speed.far[name], goal)


def _batch_table(speed: BatchSpeed) -> Iterator[str]:
    yield f"{f'batch of {speed.files:,} files':<34} {'words/s':>9} {'ratio':>6} {'goal':>6}"
    yield f"{'bare model, one thread':<34} {speed.bare:9.0f}"
    yield f"{'one worker':<34} {speed.one:9.0f} {speed.share:6.2f} {_SHARE_GOAL:6.2f}"
    yield f"{f'{speed.workers} workers':<34} {speed.many:9.0f} {speed.gain:6.2f} {_GAIN_GOAL:6.2f}"
    yield f"{'long files, without the start':<34} {speed.long:9.0f}"
    yield f"{'short files':<34} {speed.short:9.0f} {speed.short_cost:6.2f} {_SHORT_GOAL:6.2f}"
    yield f"{'start to the first result':<34} {speed.start:7.1f} s"
    if speed.memory is not None:
        yield f"{'memory of one worker and the head':<34} {speed.memory:6.0f} MB"


def _media_table(speed: MediaSpeed) -> Iterator[str]:
    yield f"{f'film of {speed.duration_ms / 60_000:.1f} minutes':<34} {'time':>9} {'CPU':>9}"
    for what, taken in (
        ("look into it", speed.probe),
        ("waveform", speed.peaks),
        ("silences", speed.silences),
    ):
        yield f"{what:<34} {taken.wall:7.2f} s {taken.cpu:7.2f} s"
    hourly = f"{speed.peaks_an_hour:7.2f} s {'goal':>6} {_LISTEN_GOAL} s"
    yield f"{'waveform, an hour of sound':<34} {hourly}"
    if speed.memory is not None:
        yield f"{'memory, at most':<34} {speed.memory / 1e6:6.0f} MB"


def _spent(what: str, spent: Spent, goal: int) -> str:
    wall, cpu = 1000 * spent.wall, 1000 * spent.cpu
    return f"{what:<34} {wall:6.1f} ms {cpu:6.1f} ms {goal:6} ms"


def _with(speed: DataclassInstance, *ratios: str) -> dict[str, object]:
    return asdict(speed) | {name: getattr(speed, name) for name in ratios}


def benchmark(
    data: Annotated[
        list[Path] | None,
        typer.Argument(metavar="DATA...", help="Punctuated subtitles or text, .xz too: --rules."),
    ] = None,
    *,
    rules: Annotated[
        bool,
        typer.Option("--rules", help="Instead, what each rule of decoding is worth on DATA."),
    ] = False,
    part: Annotated[
        Literal["train", "dev", "test"] | None,
        typer.Option(help="Only this part of DATA, where a model also learned from it."),
    ] = None,
    cues: Annotated[
        int,
        typer.Option(
            min=1, metavar="N", help="Cues in the file that is opened, written and shown."
        ),
    ] = 20_000,
    rounds: Annotated[
        int, typer.Option(min=1, metavar="N", help="How often to measure; the median is shown.")
    ] = 5,
    peers: Annotated[
        bool,
        typer.Option(
            "--peers",
            help="Also beside XLM-RoBERTa-large: takes 11 GB of memory and some minutes.",
        ),
    ] = False,
    window: Annotated[
        bool,
        typer.Option(
            "--window", help="Also the window: how fast it shows a file and what keys do."
        ),
    ] = False,
    batch: Annotated[
        bool,
        typer.Option(
            "--batch", help="Also a folder: by one worker, by several, and of short files."
        ),
    ] = False,
    files: Annotated[
        int | None,
        typer.Option(min=2, metavar="N", help=f"How many files --batch has; if absent: {_FILES}."),
    ] = None,
    words: Annotated[
        int | None,
        typer.Option(
            min=50, metavar="N", help=f"How many words a file of --batch has; if absent: {_WORDS}."
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            min=2,
            metavar="N",
            help="How many are several workers; if absent: one for each processor.",
        ),
    ] = None,
    media: Annotated[
        bool,
        typer.Option("--media", help="Also a film: looking into it, its waveform, its silences."),
    ] = False,
    minutes: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help=f"Length of the film that ffmpeg makes for --media; if absent: {_MINUTES}.",
        ),
    ] = None,
    film: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A film of yours for --media, instead of a made one."),
    ] = None,
    json_out: Annotated[
        Path | None, typer.Option("--json", metavar="OUT.json", help="Write the figures as JSON.")
    ] = None,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Measure the speed of this machine, beside pysrt.

    Both are timed in the same run. Times are medians; other work on the machine makes them longer.
    All models read the English of the shipped lecture; words of other languages may take longer.

    With --rules the marks and capitals of DATA are taken off, and decoded without each rule in
    turn: how many gaps it changes, how many of them for the better, and what is left of that in
    100,000 words.

    Example: subpunct benchmark --json speed.json
    """
    console = Console(quiet)
    if rules:
        _weigh_rules(data or [], part, console, json_out, overwrite=force)
        return
    _check_absent("--rules", {"DATA": data, "--part": part})
    if not batch:
        _check_absent("--batch", {"--files": files, "--words": words, "--workers": workers})
    if film or not media:
        _check_absent("--media without --film", {"--minutes": minutes})
    if json_out:
        check_reports([json_out], [film] if film else [], overwrite=force)
    if peers:
        from subpunct_app.runtime.environment import check_networks

        check_networks("A comparison with peers")
    if media or film:
        from subpunct_app.benchmarks.media_speed import check_film

        check_film(film)
    from subpunct_app.benchmarks.program_speed import file_speed, model_speeds, start_time

    with console.task("Timing") as task:
        figures = Figures(
            file_speed(cues, rounds, task), model_speeds(rounds, task), start_time(rounds, task)
        )
        if peers:
            from subpunct_app.benchmarks.peers import peer_speed

            figures = replace(figures, peers=peer_speed(rounds, task))
        if window:
            from subpunct_app.gui.window_speed import window_speed

            figures = replace(figures, window=window_speed(task, cues=cues))
        if batch:
            from subpunct_app.benchmarks.batch_speed import batch_speed

            speed = batch_speed(files or _FILES, task, words=words or _WORDS, workers=workers)
            figures = replace(figures, batch=speed)
        if media or film:
            from subpunct_app.benchmarks.media_speed import media_speed

            figures = replace(figures, media=media_speed(film, task, minutes=minutes or _MINUTES))
    try:
        console.results(table_of(figures))
    finally:
        # Also where nobody reads what is printed.
        if json_out:
            write_json(figures.as_plain(), json_out, overwrite=force)


def _weigh_rules(
    data: Sequence[Path],
    part: str | None,
    console: Console,
    json_out: Path | None,
    *,
    overwrite: bool,
) -> None:
    """Print, and write on request, what each rule of decoding is worth."""
    from subpunct_app.benchmarks.rule_worth import rule_worth
    from subpunct_app.models.model_registry import choice, models_of

    if not data:
        raise SettingsError("--rules needs texts.", "Name some that people punctuated.")
    if json_out:
        check_reports([json_out], data, overwrite=overwrite)
    with console.task("Weighing") as task:
        found = rule_worth(data, models_of(choice(AUTO)), task, part=part)
    rows = (
        f"{one.rule:<24} {one.language:<8} {one.fired:7} {one.right:7} {one.wrong:7} {one.net:9.1f}"
        for one in found
    )
    heading = f"{'rule':<24} {'language':<8} {'fires':>7} {'right':>7} {'wrong':>7} {'net/100k':>9}"
    console.results([heading, *rows])
    if json_out:
        plain = [asdict(one) | {"net": one.net} for one in found]
        write_json({"rules": plain}, json_out, overwrite=overwrite)


def _check_absent(section: str, given: Mapping[str, object]) -> None:
    """Raise SettingsError where an option is given without what it belongs to."""
    for option, value in given.items():
        if value is not None:
            raise SettingsError(f"{option} is for {section}.", "Leave it out, or ask for that too.")
