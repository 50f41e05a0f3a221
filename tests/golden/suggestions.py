"""What the shipped models propose for real files beside the repository."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from base64 import b64encode
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
SUBTITLES = ROOT.parent / "shared" / "subtitles"
GOLDEN = Path(__file__).with_name("suggestions.json")
# As they come, and as if they had no marks.
MODES = ("restore", "anew")
_BYTES = 3


def golden_files() -> list[Path]:
    """Return real subtitles in the seven languages, and texts that people reported."""
    folders = ("real", "reports/files", "reports/passages")
    found = [file for folder in folders for file in sorted((SUBTITLES / folder).glob("*.*"))]
    left_out = (
        "truth",
        "YoutubeHarvester",
        "chapters",
        "descriptions",
        "_sent.srt",
        "wwa_captions_en_test",
    )
    return [
        file
        for file in found
        if file.suffix in (".srt", ".vtt", ".txt")
        and not any(part in file.name for part in left_out)
    ]


def answers(files: Sequence[Path]) -> dict[str, list[str]]:
    """Return a line for each suggestion of `subpunct punctuate`, by mode and name of the file."""
    with TemporaryDirectory() as folder:
        return {
            f"{mode}/{name}": lines
            for mode in MODES
            for name, lines in _reported(files, mode, Path(folder, mode)).items()
        }


def _reported(files: Sequence[Path], mode: str, folder: Path) -> dict[str, list[str]]:
    folder.mkdir()
    report = folder / "report.json"
    command = [sys.executable, "-m", "subpunct_app", "punctuate", "--quiet", "--mode", mode]
    places = ["--out-dir", str(folder), "--report", str(report), "--force"]
    environment = {**os.environ, "PYTHONPATH": os.environ.get("PYTHONPATH", str(ROOT))}
    # Some files cannot be read, or are in a language that no model knows.
    subprocess.run(
        [*command, *map(str, files), *places],
        env=environment,
        cwd=folder,
        check=False,
        stderr=subprocess.DEVNULL,
    )
    parts = json.loads(report.read_text(encoding="utf-8"))
    return {
        Path(part["file"]).name: [
            "\t".join(str(one[key]) for key in ("word", "cue", "before", "after"))
            for one in part.get("suggestions", ())
        ]
        for part in parts
    }


def digests(suggestions: Sequence[str]) -> str:
    """Return four letters for each suggestion."""
    parts = (hashlib.sha256(line.encode()).digest()[:_BYTES] for line in suggestions)
    return b64encode(b"".join(parts)).decode()
