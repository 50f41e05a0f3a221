"""Load Qt's multimedia library, which has something to say while it is loaded."""

from __future__ import annotations

from importlib import import_module

from PySide6.QtCore import QLoggingCategory


def load_library() -> None:
    """Import the library before anything is taken from it; its first words go nowhere.

    They are that there is no PipeWire. The loader of the system loads one library at a time; who
    listens in Python would wait for the thread that runs it, and that may wait for the loader.
    """
    QLoggingCategory.setFilterRules("*=false")
    try:
        import_module("PySide6.QtMultimediaWidgets")
    finally:
        QLoggingCategory.setFilterRules("")
