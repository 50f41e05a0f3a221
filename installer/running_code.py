"""Have a program that runs go on with its own code when an upgrade takes its place on the disk.

PyInstaller, which runs this before the program, has each module looked up by the path of the
program when it is imported, and each encoding in a library beside it: by then others lie there.
Where there is /proc, what is open has a path of its own.
"""

from __future__ import annotations

import encodings
import os

import pyimod02_importers  # type: ignore[import-not-found]

_RUNNING = "/proc/self/exe"

# It has to start with a PyInstaller that keeps its code elsewhere, too.
archive = getattr(pyimod02_importers, "pyz_archive", None)
if archive is not None and os.access(_RUNNING, os.R_OK):
    archive._filename = _RUNNING
    library, folder = os.path.split(encodings.__path__[0])
    held = os.open(library, os.O_RDONLY)
    encodings.__path__[:] = [f"/proc/self/fd/{held}/{folder}"]
