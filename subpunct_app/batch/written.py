"""What former batches wrote of the files of an output folder, as a journal keeps it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from typing import TYPE_CHECKING, Any

from subpunct_app.batch.outcome import Outcome, State, outcome_of, text_of

if TYPE_CHECKING:
    from subpunct_app.batch.search import Found


@dataclass(frozen=True, slots=True)
class Written:
    """What a batch once wrote of a source in a folder, both empty where nobody knows.

    `size` in bytes and `modified` in ns tell what the source was then, None where nobody knows.
    `told` is the JSON of what became of it, empty where nobody knows.
    """

    sha256: str
    folder: str = ""
    source: str = ""
    size: int | None = None
    modified: int | None = None
    told: str = ""

    @property
    def outcome(self) -> Outcome | None:
        """Return what became of the source, None where nobody knows."""
        return outcome_of(json.loads(self.told)) if self.told else None

    def is_of(self, folder: str, source: str) -> bool:
        """Tell whether it was written of this file, as far as anybody knows."""
        return not self.source or (self.folder, self.source) == (folder, source)

    def is_of_former(self, folder: str, found: Found) -> bool:
        """Tell whether it was surely written of this file, and that has changed since."""
        if (self.folder, self.source) != (folder, found.name) or self.size is None:
            return False
        return (self.size, self.modified) != (found.size, found.modified)

    def told_by(self, before: Written | None) -> Written:
        """Return it with what was told before, if it is the same and nothing was told since."""
        if before is None or self.told:
            return self
        # A file that has another time and other bytes has an outdated result, and no such size.
        same = replace(before, modified=self.modified, told="") == self
        return replace(self, told=before.told) if same else self


def if_written(told: str | None) -> str:
    """Return an outcome as it was kept if it tells of a result that was written."""
    if told is None:
        return ""
    return told if json.loads(told)["state"] in (State.DONE, State.REVIEW) else ""


def as_text(written: Mapping[str, Written]) -> str:
    """Return what was written as JSON, by the names of the results."""
    return json.dumps({target: list(astuple(one)) for target, one in written.items()})


def of_text(text: str) -> dict[str, Written]:
    """Return what `as_text` wrote, and earlier versions; raise what `outcome_of` raises."""
    return {target: _former(one) for target, one in json.loads(text).items()}


def _former(kept: str | Sequence[Any]) -> Written:
    """Return what was kept of a result; earlier versions kept less, or only the sha256."""
    parts = [kept] if isinstance(kept, str) else kept
    sha256, folder, source = [*map(text_of, parts[:3]), "", ""][:3]
    size, modified = [*map(_number, parts[3:5]), None, None][:2]
    (told,) = [*map(text_of, parts[5:6]), ""][:1]
    return Written(sha256, folder, source, size, modified, told)


def _number(value: object) -> int | None:
    if value is None or isinstance(value, int):
        return value
    raise TypeError(value)
