"""Find the licences of what the folder without Python holds."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path

# The metadata name a licence where no text of it came with the package, and where its source is.
_LICENCE = re.compile(r"licen[cs]e|copying|notice|^METADATA$", re.I)
_CODE = {".py", ".pyc", ".pyi"}
# What Debian knows of its packages, and the licences that it names there without their text.
_ABOUT = Path("/usr/share/doc")
_COMMON = Path("/usr/share/common-licenses")


def licence_files(modules: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield where in the folder each licence of some top-level modules goes, and its file here."""
    packages = metadata.packages_distributions()
    for package in sorted({name for module in modules for name in packages.get(module, ())}):
        for file in metadata.files(package) or ():
            if _LICENCE.search(file.name) and file.suffix not in _CODE:
                yield f"licences/{package}/{file}", str(file.locate())


def system_licence_files(libraries: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the same for the libraries among some files that are of this Debian, if it is one."""
    packages = sorted(_debian_packages(libraries))
    for package in packages:
        about = _ABOUT / package / "copyright"
        if about.exists():
            yield f"licences/Debian/{package}/copyright", str(about.resolve())
    if packages:
        for text in sorted(_COMMON.iterdir()):
            yield f"licences/Debian/common-licenses/{text.name}", str(text.resolve())


def _debian_packages(files: Iterable[str]) -> set[str]:
    """Return the names of the packages that some files came with."""
    if shutil.which("dpkg") is None:
        return set()
    real = {str(Path(file).resolve()) for file in files}
    # Its list may still have a file where it was before /lib became a part of /usr.
    asked = sorted(real | {path.removeprefix("/usr") for path in real})
    command = ["dpkg", "--search", "--", *asked]
    found = subprocess.run(command, check=False, capture_output=True, text=True).stdout
    owners = (line.rpartition(": ")[0] for line in found.splitlines())
    return {name.partition(":")[0] for owner in owners for name in owner.split(", ")}
