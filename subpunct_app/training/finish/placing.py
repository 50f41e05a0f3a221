"""Put a finished model in the place of the one before, so that no crash leaves parts of both."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from pathlib import Path

from subpunct_app.core.replacing import replacing
from subpunct_app.punctuation.models.card import FILE, ModelCard, write_card


@contextlib.contextmanager
def cleared(folder: Path) -> Iterator[Path]:
    """Give a folder with nothing in it, whatever a crash left there; it is gone in the end."""
    _remove(folder)
    folder.mkdir(parents=True)
    try:
        yield folder
    finally:
        _remove(folder)


def place(card: ModelCard, made: Path, out: Path) -> None:
    """Move the files of a model to where it is to be, and write its card there.

    Meanwhile there is no card, and so no finished model.
    """
    (out / FILE).unlink(missing_ok=True)
    for name in card.files:
        with replacing(out / name) as fresh:
            shutil.move(made / name, fresh)
    write_card(card, out)


def _remove(folder: Path) -> None:
    with contextlib.suppress(FileNotFoundError):
        shutil.rmtree(folder)
