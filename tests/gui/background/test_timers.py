"""The window opens wherever it is used: PySide must not be asked to spell a property by i."""

from __future__ import annotations

import ast
from pathlib import Path

import subpunct_app.gui


def test_no_property_is_named_that_a_turkish_system_spells_otherwise() -> None:
    folder = Path(subpunct_app.gui.__file__).parent
    named = [
        f"{path.name}:{call.lineno}: {keyword.arg}"
        for path in folder.rglob("*.py")
        for call in calls_of_qt(path)
        for keyword in call.keywords
        if (keyword.arg or "").startswith("i")
    ]
    assert named == []


def calls_of_qt(path: Path) -> list[ast.Call]:
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return [node for node in nodes if isinstance(node, ast.Call) and is_of_qt(node.func)]


def is_of_qt(function: ast.expr) -> bool:
    named = isinstance(function, ast.Name) and function.id.startswith("Q")
    return named or (isinstance(function, ast.Attribute) and function.attr == "__init__")
