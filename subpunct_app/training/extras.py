"""Libraries that only some work needs, and that not every installation has."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from importlib.util import find_spec

from subpunct_app.runtime.commands import way_to
from subpunct_app.runtime.errors import SettingsError

_NETWORKS = ("torch", "transformers", "onnx", "onnxscript")


@contextlib.contextmanager
def needing_extra(work: str) -> Iterator[None]:
    """Import such libraries within; raise SettingsError where one is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        name = str(error.name)
        raise SettingsError(f"{work} needs {name}.", way_to(name)) from error


def check_networks(work: str) -> None:
    """Raise SettingsError where a library is missing that learns or exports; import none."""
    with needing_extra(work):
        for name in _NETWORKS:
            if find_spec(name) is None:
                raise ModuleNotFoundError(name=name)
