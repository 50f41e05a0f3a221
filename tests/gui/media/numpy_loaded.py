"""Open a film in a window, and leave with 0 unless the window itself loads NumPy; run by a test."""

from __future__ import annotations

import sys
import threading
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from pathlib import Path

from PySide6.QtWidgets import QApplication

from subpunct_app.gui.main_window import MainWindow


class Loading(MetaPathFinder):
    """Note the thread that looks for NumPy first, and find nothing."""

    thread: threading.Thread | None = None

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: object = None) -> None:
        """Leave it to the others."""
        if fullname == "numpy" and self.thread is None:
            self.thread = threading.current_thread()


def main() -> int:
    """Open the film that is named first."""
    application, loading = QApplication([]), Loading()
    sys.meta_path.insert(0, loading)
    window = MainWindow()
    window.watching.opened.connect(application.quit)
    window.show()
    window.open_file(Path(sys.argv[1]))
    application.exec()
    window.close()
    return int(loading.thread in {None, threading.main_thread()})


if __name__ == "__main__":
    sys.exit(main())
