from __future__ import annotations

import lzma
from pathlib import Path

from subpunct_app.benchmarks.rule_worth import Worth, left_out, rule_worth
from subpunct_app.decoding.rules import RULES
from subpunct_app.models.model_registry import models_of
from subpunct_app.runtime.task import Task

NAMES = (
    "We wrote the whole thing in TypeScript and put it on GitHub last week.\n"
    "The first version used PyTorch, and nobody at NumPy knew about it.\n"
)


def worth_of(path: Path, part: str | None = None) -> dict[str, Worth]:
    found = rule_worth([path], models_of(("en-compact",)), Task(), part=part)
    return {one.rule: one for one in found}


def test_a_rule_is_worth_what_it_mends_less_what_it_breaks(tmp_path: Path) -> None:
    path = tmp_path / "talk.txt"
    path.write_text(NAMES, encoding="utf-8")
    found = worth_of(path)
    names = found["case.names"]
    assert (names.language, names.words) == ("en", 52)
    assert 2 <= names.right <= names.fired
    assert names.wrong == 0
    assert names.net == 100_000 * names.right / 52
    assert found["case.*"].right >= names.right
    assert found["mark.leading"] == Worth("mark.leading", "en", 52, 0, 0, 0)


def test_each_rule_and_group_is_left_out_once() -> None:
    names = left_out()
    assert len(names) == len(set(names))
    assert {rule.id for rule in RULES} < set(names)


def test_only_a_part_of_packed_documents_counts_on_request(tmp_path: Path) -> None:
    path = tmp_path / "talks.txt.xz"
    talks = "\n\n".join(f"This is talk number {at}. It is short." for at in range(300))
    path.write_bytes(lzma.compress(talks.encode()))
    counted = worth_of(path, "test")["case.*"].words
    assert 0 < counted < 100
