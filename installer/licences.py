"""Find the licences of what the folder without Python holds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from importlib import metadata

# The metadata name a licence where no text of it came with the package, and where its source is.
_LICENCE = re.compile(r"licen[cs]e|copying|notice|^METADATA$", re.I)
_CODE = {".py", ".pyc", ".pyi"}


def licence_files(modules: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield where in the folder each licence of some top-level modules goes, and its file here."""
    packages = metadata.packages_distributions()
    for package in sorted({name for module in modules for name in packages.get(module, ())}):
        for file in metadata.files(package) or ():
            if _LICENCE.search(file.name) and file.suffix not in _CODE:
                yield f"licences/{package}/{file}", str(file.locate())
