"""Start subpunct: `python -m subpunct_app` and the installed program `subpunct`."""

from __future__ import annotations

import multiprocessing
import sys

from subpunct_app.cli.app import main

if __name__ == "__main__":
    # A frozen program is what its worker processes are started with, too.
    multiprocessing.freeze_support()
    sys.exit(main())
