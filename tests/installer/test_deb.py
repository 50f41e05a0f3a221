from __future__ import annotations

import configparser
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from installer.make_deb import pack
from subpunct_app import __version__
from subpunct_app.subtitles.format_choice import MEDIA
from subpunct_app.subtitles.formats.registry import TEXT_SUFFIXES

DATA = Path("/usr/share")
# Qt Linguist has .ts, nobody .caf.
SHARED_WITH_OTHERS = {".ts", ".caf"}
# What the folder holds that people look for elsewhere.
INSIDE = [
    "licences/licences.txt",
    "subpunct_app/shipped/models/en-compact/card.json",
    "subpunct_app/shipped/resources/guide.md",
]
# Links within what is installed, without the part of a page that they lead to.
LINK = re.compile(r"\]\((?!https?:)([^)#]+)")

pytestmark = pytest.mark.skipif(not shutil.which("dpkg-deb"), reason="there is no dpkg-deb")


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """The package of a folder in which the program only says its name; others may not read it."""
    folder = tmp_path / "made"
    (folder / "_internal").mkdir(parents=True, mode=0o700)
    program = folder / "subpunct"
    program.write_text("#!/bin/sh\necho subpunct\n", encoding="utf-8")
    program.chmod(0o700)
    for name in INSIDE:
        (folder / "_internal" / name).parent.mkdir(parents=True)
        (folder / "_internal" / name).touch()
    return pack(folder, tmp_path)


@pytest.fixture
def system(package: Path, tmp_path: Path) -> Path:
    """What lies in the package, where it goes."""
    root = tmp_path / "system"
    subprocess.run(["dpkg-deb", "--extract", package, root], check=True)
    return root


def field(package: Path, name: str) -> str:
    told = ["dpkg-deb", "--field", str(package), name]
    return subprocess.run(told, capture_output=True, text=True, check=True).stdout.strip()


def menu_entry(system: Path) -> configparser.SectionProxy:
    entry = configparser.RawConfigParser()
    entry.read(system / "usr/share/applications/subpunct.desktop", encoding="utf-8")
    return entry["Desktop Entry"]


def test_the_command_runs_the_program(system: Path) -> None:
    done = subprocess.run([system / "usr/bin/subpunct"], capture_output=True, check=True)
    assert done.stdout == b"subpunct\n"


def test_the_menu_entry_finds_its_command_and_its_icon(system: Path) -> None:
    told = menu_entry(system)
    # What is chosen together comes to one window.
    assert told["Exec"] == "subpunct gui %F"
    assert (system / "usr/bin" / told["Exec"].split()[0]).exists()
    assert (system / f"usr/share/icons/hicolor/scalable/apps/{told['Icon']}.svg").is_file()


@pytest.mark.skipif(not (DATA / "mime").is_dir(), reason="there is no list of file types")
def test_the_program_is_offered_for_all_that_it_opens(system: Path) -> None:
    listed = menu_entry(system)["MimeType"].split(";")
    code = (
        "import sys; from PySide6.QtCore import QMimeDatabase; "
        "types = map(QMimeDatabase().mimeTypeForFile, sys.argv[1:]); "
        "print(*(','.join([one.name(), *one.aliases()]) for one in types))"
    )
    suffixes = [*TEXT_SUFFIXES, *(set(MEDIA) - SHARED_WITH_OTHERS)]
    command = [sys.executable, "-c", code, *(f"talk{suffix}" for suffix in suffixes)]
    shared = {**os.environ, "XDG_DATA_DIRS": f"{system / 'usr/share'}:{DATA}"}
    told = subprocess.run(command, env=shared, capture_output=True, text=True, check=True).stdout
    kinds = dict(zip(suffixes, told.split(), strict=True))
    assert {s: kind for s, kind in kinds.items() if not set(kind.split(",")) & set(listed)} == {}


def test_everybody_may_read_what_is_installed_and_nobody_write_it(system: Path) -> None:
    for path in system.rglob("*"):
        if not path.is_symlink():
            mode = path.stat().st_mode & 0o777
            assert mode == (0o755 if path.is_dir() or path.name == "subpunct" else 0o644), path


def test_all_that_the_program_says_to_read_leads_somewhere(system: Path) -> None:
    about = system / "usr/share/doc/subpunct"
    pages = [about / "README.md", *(about / "docs").glob("*.md")]
    led = {page.parent / link for page in pages for link in LINK.findall(page.read_text("utf-8"))}
    assert about / "docs/reports.md" in led
    inside = {about / name.removeprefix("subpunct_app/shipped/") for name in INSIDE}
    assert [place for place in led | inside if not place.exists()] == []


def test_the_package_needs_what_setting_up_installs(package: Path) -> None:
    needed = [name.split()[0] for name in field(package, "Depends").split(", ")]
    listed = Path(__file__).parents[2] / "installer" / "runtime_packages.txt"
    assert needed == ["libc6", *listed.read_text(encoding="utf-8").split()]
    assert field(package, "Version") == __version__
    assert package.name.startswith(f"subpunct_{__version__}_")


def test_the_package_has_the_version_beside_its_script_whatever_is_installed(
    tmp_path: Path,
) -> None:
    (tmp_path / "subpunct_app").mkdir()
    (tmp_path / "subpunct_app" / "__init__.py").write_text('__version__ = "0.0.1"\n')
    (tmp_path / "made").mkdir()
    script = Path(__file__).parents[2] / "installer" / "make_deb.py"
    installed = {**os.environ, "PYTHONPATH": str(tmp_path)}
    command = [sys.executable, str(script), str(tmp_path / "made"), str(tmp_path)]
    told = subprocess.run(command, env=installed, capture_output=True, text=True, check=True).stdout
    assert field(Path(told.strip()), "Version") == __version__
