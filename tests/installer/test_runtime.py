from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest
from PySide6.QtCore import QLibraryInfo

PACKAGES = Path(__file__).parents[2] / "installer" / "runtime_packages.txt"
PLUGINS = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath))
# Where a library may be listed: /lib is a part of /usr by now.
ROOTS = ("", "/usr")

pytestmark = pytest.mark.skipif(
    not (shutil.which("dpkg-query") and shutil.which("ldd")), reason="needs Debian"
)


def said_by(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def system_libraries(plugin: Path) -> set[str]:
    """Return the libraries that the system has to have for a plugin, missing ones by their name."""
    lines = [line.split() for line in said_by("ldd", str(plugin)).splitlines() if "=>" in line]
    places = {words[0] if words[2] == "not" else words[2] for words in lines}
    return {place for place in places if not Path(place).is_relative_to(PLUGINS.parent)}


@cache
def owner(library: str) -> str:
    """Return the package of a library, its own name where no package has it."""
    asked = [f"{root}{library.removeprefix('/usr')}" for root in ROOTS]
    found = said_by("dpkg-query", "--search", *asked)
    return re.split(r"[:,]", found)[0] or library


@cache
def needed_by(package: str) -> frozenset[str]:
    listed = said_by("dpkg-query", "--show", "--showformat=${Pre-Depends},${Depends}", package)
    return frozenset(re.findall(r"(?:^|[,|])\s*([a-z0-9][a-z0-9.+-]+)", listed))


def installed_with(packages: list[str]) -> set[str]:
    found, rest = set[str](), packages
    while rest:
        found.update(rest)
        rest = [more for package in rest for more in needed_by(package) - found]
    return found


@pytest.mark.parametrize(
    "plugin",
    [
        "platforms/libqxcb.so",
        "platforms/libqwayland.so",
        # OpenGL on Wayland.
        "wayland-graphics-integration-client/libqt-plugin-wayland-egl.so",
    ],
)
def test_a_window_opens_on_every_kind_of_desktop(plugin: str) -> None:
    there = installed_with(PACKAGES.read_text(encoding="utf-8").split())
    libraries = system_libraries(PLUGINS / plugin)
    assert libraries
    assert {owner(library) for library in libraries} - there == set()
