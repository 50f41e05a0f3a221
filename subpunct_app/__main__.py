"""Start subpunct: `python -m subpunct_app` and the installed program `subpunct`."""

from __future__ import annotations

import sys

# As in cli.console, which is not imported yet when Ctrl+C may come.
_CANCELLED = 130


def main() -> int:
    """Run the command line and return its exit code; Ctrl+C may come while it is imported."""
    try:
        import multiprocessing

        # A frozen program is what its worker processes are started with, too.
        multiprocessing.freeze_support()
        from subpunct_app.services import regex_worker

        if sys.argv[1:] == [regex_worker.WANTED]:
            regex_worker.main()
            return 0
        from subpunct_app.cli.app import main as run

        return run()
    except KeyboardInterrupt:
        return _CANCELLED


if __name__ == "__main__":
    sys.exit(main())
