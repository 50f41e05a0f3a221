"""Load Qt's multimedia library, which has something to say while it is loaded."""

from __future__ import annotations

from importlib import import_module

from PySide6.QtCore import QLoggingCategory

from subpunct_app.core.errors import MediaError


def load_library() -> None:
    """Import the library before anything is taken from it; raise MediaError where it is broken.

    Its first words, that there is no PipeWire, go nowhere. The loader of the system loads one
    library at a time; who listens in Python would wait for the thread that runs it, and that may
    wait for the loader.
    """
    QLoggingCategory.setFilterRules("*=false")
    try:
        import_module("PySide6.QtMultimediaWidgets")
    except ImportError as error:
        raise MediaError(
            f"Videos and sound cannot be played on this computer: {error}.",
            "On Debian, the package libpulse0 is needed; the text is not affected.",
        ) from error
    finally:
        QLoggingCategory.setFilterRules("")
