"""Find the licences of what the folder without Python holds."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from importlib import metadata
from pathlib import Path

# The metadata say where the source of a package is.
_METADATA = "METADATA"
_LICENCE = re.compile(r"licen[cs]e|copying|notice|^METADATA$", re.I)
_CODE = {".py", ".pyc", ".pyi"}
_TEXTS = Path(__file__).with_name("licence_texts")
_APACHE, _LGPL = _TEXTS / "Apache-2.0.txt", _TEXTS / "LGPL-3.txt"
_GPL = _TEXTS.parents[1] / "LICENSE"
# The licences of packages that come without the text of any.
_KEPT = {
    "PySide6_Addons": (_LGPL, _GPL),
    "PySide6_Essentials": (_LGPL, _GPL),
    "ctranslate2": (_TEXTS / "ctranslate2.txt",),
    "flatbuffers": (_APACHE,),
    "pysrt": (_GPL,),
    "shiboken6": (_LGPL, _GPL),
    "tokenizers": (_APACHE,),
}
# What Debian knows of its packages, and the licences that it names there without their text.
_ABOUT = Path("/usr/share/doc")
_COMMON = Path("/usr/share/common-licenses")


def licence_files(modules: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield where in the folder each licence of some top-level modules goes, and its file here.

    Raise LookupError where a package comes without one and none is kept for it.
    """
    packages = metadata.packages_distributions()
    for package in sorted({name for module in modules for name in packages.get(module, ())}):
        listed = metadata.files(package) or ()
        found = [f for f in listed if _LICENCE.search(f.name) and f.suffix not in _CODE]
        for file in found:
            yield f"licences/{package}/{file}", str(file.locate())
        if all(file.name == _METADATA for file in found):
            for text in _kept(package):
                yield f"licences/{package}/{text.name}", str(text)


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


def _kept(package: str) -> Sequence[Path]:
    if package not in _KEPT:
        raise LookupError(f"{package} comes without its licence: keep the text in {_TEXTS}.")
    return _KEPT[package]


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
