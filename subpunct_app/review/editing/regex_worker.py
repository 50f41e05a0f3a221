"""Search texts with a regular expression, in a process of its own that can be stopped.

Python cannot stop a search that goes astray, and no other thread runs meanwhile. Needs nothing but
the standard library, so that it starts quickly; reads one request and writes one answer, in JSON.
"""

from __future__ import annotations

import json
import re
import sys

# What a frozen program, which runs no file of Python, is told to be this process.
WANTED = "--search-worker"


def found(pattern: re.Pattern[str], texts: list[str]) -> list[tuple[int, int, int]]:
    """Return every hit: the number of the text, and where it starts and ends."""
    return [
        (number, *hit.span()) for number, text in enumerate(texts) for hit in pattern.finditer(text)
    ]


def replaced(pattern: re.Pattern[str], texts: list[str], template: str) -> list[tuple[str, int]]:
    """Return every text with its hits replaced, and how many there were."""
    return [pattern.subn(template, text) for text in texts]


def _replaced_at(pattern: re.Pattern[str], text: str, template: str, start: int) -> str:
    """Return a text with only the hit replaced that starts at a place."""
    for hit in pattern.finditer(text):
        if hit.start() == start:
            return text[: hit.start()] + hit.expand(template) + text[hit.end() :]
    return text


def main() -> None:
    """Answer the request on standard input."""
    request = json.loads(sys.stdin.buffer.read())
    pattern = re.compile(request["pattern"], request["flags"])
    texts, template = request["texts"], request.get("template")
    if template is None:
        answer: object = found(pattern, texts)
    elif request.get("at") is not None:
        answer = [(_replaced_at(pattern, texts[0], template, request["at"]), 1)]
    else:
        answer = replaced(pattern, texts, template)
    sys.stdout.write(json.dumps(answer))


if __name__ == "__main__":
    main()
