"""Pack the folder that runs without Python as a Debian package.

pyinstaller installer/subpunct.spec && python installer/make_deb.py dist/subpunct dist
"""

from __future__ import annotations

import argparse
import gzip
import platform
import runpy
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
_CONTROL = """\
Package: subpunct
Version: {version}
Architecture: {architecture}
Maintainer: The subpunct authors
Section: video
Priority: optional
Installed-Size: {kibibytes}
Depends: {depends}
Description: punctuation and capitals for subtitles
 Restores the marks and capitals of SRT and WebVTT files on your own computer,
 shows each suggestion in its cue, takes one key a decision, and exports.
 It never moves a cue and never changes a word.
"""
_ABOUT = "usr/share/doc/subpunct"
# Of the whole of it: read by everybody, written by root alone.
_MODES = "u=rwX,go=rX"
# Another subpunct may be installed, or none.
_VERSION: str = runpy.run_path(str(ROOT / "subpunct_app" / "__init__.py"))["__version__"]


def pack(folder: Path, target: Path) -> Path:
    """Write the package of a folder that PyInstaller made into another, and return its path."""
    architecture = _said_by("dpkg", "--print-architecture")
    package = target / f"subpunct_{_VERSION}_{architecture}.deb"
    with tempfile.TemporaryDirectory(dir=target) as place:
        root = Path(place) / "subpunct"
        _lay_out(folder, root)
        _describe(root, architecture)
        _said_by("chmod", "-R", _MODES, str(root))
        _said_by(
            "dpkg-deb", "--root-owner-group", "-Zzstd", "-z10", "--build", str(root), str(package)
        )
    return package


def _lay_out(folder: Path, root: Path) -> None:
    """Put everything where a system looks for it."""
    shutil.copytree(folder, root / "usr/lib/subpunct", symlinks=True)
    for source, place in _shared():
        (root / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / source, root / place)
    changes = (ROOT / "CHANGELOG.md").read_bytes()
    (root / _ABOUT / "changelog.gz").write_bytes(gzip.compress(changes, mtime=0))
    shutil.copytree(ROOT / "docs", root / _ABOUT / "docs")
    for place, target in _links():
        (root / place).parent.mkdir(parents=True, exist_ok=True)
        (root / place).symlink_to(target)


def _shared() -> Iterator[tuple[str, str]]:
    yield "resources/subpunct.desktop", "usr/share/applications/subpunct.desktop"
    yield "resources/subpunct-mime.xml", "usr/share/mime/packages/subpunct.xml"
    yield "resources/icons/subpunct.svg", "usr/share/icons/hicolor/scalable/apps/subpunct.svg"
    yield "LICENSE", f"{_ABOUT}/copyright"
    for page in ("README.md", "CONTRIBUTING.md"):
        yield page, f"{_ABOUT}/{page}"


def _links() -> Iterator[tuple[str, str]]:
    """Yield the command, and what people look for beside the README but the folder has."""
    yield "usr/bin/subpunct", "../lib/subpunct/subpunct"
    inside = "../../../lib/subpunct/_internal"
    yield f"{_ABOUT}/licences", f"{inside}/licences"
    yield f"{_ABOUT}/models", f"{inside}/subpunct_app/shipped/models"
    yield f"{_ABOUT}/resources", f"{inside}/subpunct_app/shipped/resources"


def _describe(root: Path, architecture: str) -> None:
    """Say what the package is and needs: a C library no older than this machine's, and the rest."""
    size = sum(file.stat().st_size for file in root.rglob("*") if not file.is_symlink())
    needed = (ROOT / "installer" / "runtime_packages.txt").read_text(encoding="utf-8").split()
    control = _CONTROL.format(
        version=_VERSION,
        architecture=architecture,
        kibibytes=size // 1024,
        depends=", ".join([f"libc6 (>= {platform.libc_ver()[1]})", *needed]),
    )
    (root / "DEBIAN").mkdir()
    (root / "DEBIAN" / "control").write_text(control, encoding="utf-8")


def _said_by(*command: str) -> str:
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout.strip()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Pack what PyInstaller made as a Debian package.")
    parser.add_argument("folder", type=Path, help="what PyInstaller made: dist/subpunct")
    parser.add_argument("target", type=Path, help="where the package goes: dist")
    chosen = parser.parse_args()
    sys.stdout.write(f"{pack(chosen.folder, chosen.target)}\n")
