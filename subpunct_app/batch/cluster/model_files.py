"""Bring the files of a model onto a machine that lacks them, each checked by its sha256."""

from __future__ import annotations

import contextlib
import hashlib
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from subpunct_app.batch.cluster.fleeting import clear, fleeting_folder
from subpunct_app.models.card import FILE, ModelCard, read_card
from subpunct_app.models.registry import check_files, find
from subpunct_app.runtime.errors import ModelError
from subpunct_app.runtime.folders import cache_folder
from subpunct_app.runtime.paths import make_folder
from subpunct_app.subtitles.files import read, write

Stored = TypeVar("Stored")


@dataclass(frozen=True, slots=True)
class Sent(Generic[Stored]):
    """A model by its id or folder, the sha256 of its card, and where the bytes of its files are."""

    model: str
    digest: str
    files: Mapping[str, Stored]


def send(model: str, store: Callable[[bytes], Stored]) -> Sent[Stored]:
    """Store the files of a model for others; raise ModelError where one lacks or is damaged."""
    folder = find(model)
    card = read_card(folder)
    check_files(card, folder)
    files = {name: store(read(folder / name)) for name in (FILE, *card.files)}
    return Sent(model, _digest_of(folder), files)


def receive(sent: Sent[Stored], fetch: Callable[[Stored], bytes]) -> Path:
    """Return the folder of a model that was sent, after fetching what this machine lacks."""
    with contextlib.suppress(ModelError):
        known = find(sent.model)
        if _digest_of(known) == sent.digest:
            check_files(read_card(known), known)
            return known
    folder = _kept() / sent.digest
    with contextlib.suppress(ModelError):
        check_files(read_card(folder), folder)
        return folder
    _fetch(sent, fetch, folder)
    return folder


def _fetch(sent: Sent[Stored], fetch: Callable[[Stored], bytes], folder: Path) -> None:
    make_folder(folder.parent)
    clear(folder.parent)
    with fleeting_folder(folder.parent) as fleeting:
        made = fleeting / "model"
        make_folder(made)
        for file, stored in sent.files.items():
            write(fetch(stored), made / file)
        card = read_card(made)
        check_files(card, made)
        _put(made, folder, card)


def _put(made: Path, folder: Path, card: ModelCard) -> None:
    """Give a folder its name, unless another worker of this machine was first."""
    try:
        made.rename(folder)
    except OSError:
        with contextlib.suppress(ModelError):
            check_files(card, folder)
            return
        shutil.rmtree(folder)
        made.rename(folder)


def _kept() -> Path:
    return cache_folder() / "models"


def _digest_of(folder: Path) -> str:
    return hashlib.sha256(read(folder / FILE)).hexdigest()
