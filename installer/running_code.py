"""Have a program that runs go on with its own code when an upgrade takes its place on the disk.

PyInstaller, which runs this before the program, reads each module by then from the path of the
program, where another one lies. On Linux the one that runs has a path of its own.
"""

from __future__ import annotations

import sys

import pyimod02_importers  # type: ignore[import-not-found]

# Another PyInstaller may keep it elsewhere: the program has to start with that, too.
archive = getattr(pyimod02_importers, "pyz_archive", None)
if sys.platform == "linux" and archive is not None:
    archive._filename = "/proc/self/exe"
