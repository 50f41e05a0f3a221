"""Have a program that runs go on with its own code when an upgrade takes its place on the disk.

PyInstaller, which runs this before the program, reads each module by then from the path of the
program, where another one lies. On Linux the one that runs has a path of its own.
"""

from __future__ import annotations

import os
import sys

import pyimod02_importers  # type: ignore[import-not-found]

_RUNNING = "/proc/self/exe"

# It has to start with another PyInstaller, too, and in a container without /proc.
archive = getattr(pyimod02_importers, "pyz_archive", None)
if sys.platform == "linux" and archive is not None and os.access(_RUNNING, os.R_OK):
    archive._filename = _RUNNING
