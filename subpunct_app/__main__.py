"""Start subpunct: `python -m subpunct_app` and the installed program `subpunct`."""

from __future__ import annotations

import sys

from subpunct_app.cli.app import main

if __name__ == "__main__":
    sys.exit(main())
