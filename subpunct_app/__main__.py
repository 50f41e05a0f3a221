"""Start subpunct: `python -m subpunct_app` and the installed program `subpunct`."""

from __future__ import annotations

import _thread
import signal
import sys
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

# As in cli.exit_codes, which is not imported yet when Ctrl+C may come.
_CANCELLED = 130
_MOMENT = 0.05


def main() -> int:
    """Run the command line and return its exit code; Ctrl+C may come while it is imported."""
    try:
        sys.unraisablehook = _interrupt_again
        if getattr(sys, "frozen", False):
            import multiprocessing

            # A frozen program is what its worker processes are started with, too.
            multiprocessing.freeze_support()
        from subpunct_app.review.editing import regex_worker

        if sys.argv[1:] == [regex_worker.WANTED]:
            regex_worker.main()
            return 0
        from subpunct_app.cli.program import main as run

        return run()
    except KeyboardInterrupt:
        return _CANCELLED


def _interrupt_again(ignored: UnraisableHookArgs) -> None:
    """Repeat Ctrl+C that came while Python called back, where it ignores all errors."""
    if issubclass(ignored.exc_type, KeyboardInterrupt):
        threading.Timer(_MOMENT, _interrupt_main).start()
    else:
        sys.__unraisablehook__(ignored)


def _interrupt_main() -> None:
    """Interrupt the main thread, where the system can also while it waits for something."""
    waiting = threading.main_thread().ident
    if sys.platform == "win32" or waiting is None:
        _thread.interrupt_main()
    else:
        signal.pthread_kill(waiting, signal.SIGINT)


if __name__ == "__main__":
    sys.exit(main())
