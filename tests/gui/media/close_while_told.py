"""Close a film while a thread of Qt's player tells a handler in Python something; run by a test.

It leaves with 0, or with 3 where the player had nothing to tell, as with a sound card.
"""

from __future__ import annotations

import sys
import threading
from pathlib import Path

from PySide6.QtCore import QTimer, qInstallMessageHandler
from PySide6.QtMultimedia import QMediaDevices
from PySide6.QtWidgets import QApplication

from subpunct_app.gui.media.player import Player
from subpunct_app.runtime.task import Task
from subpunct_app.speech.media.probe import probe

_SILENT = 3


def main() -> int:
    """Open the film that is named first, and close it from within what it tells."""
    application = QApplication([])
    if QMediaDevices.audioOutputs():
        return _SILENT
    player, watch = Player(application), QTimer(application)
    telling, closing = threading.Event(), threading.Event()

    def listen(_kind: object, _context: object, _message: str) -> None:
        if threading.current_thread() is not threading.main_thread():
            telling.set()
            closing.wait()

    def close_meanwhile() -> None:
        if telling.is_set():
            watch.stop()
            closing.set()
            player.close()
            application.quit()

    # The interpreter would be lent to the other thread between two lines of this one.
    sys.setswitchinterval(1000)
    qInstallMessageHandler(listen)
    film = Path(sys.argv[1])
    player.open(film, probe(film, Task()), None)
    player.play()
    watch.timeout.connect(close_meanwhile)
    watch.start(1)
    return application.exec()


if __name__ == "__main__":
    sys.exit(main())
