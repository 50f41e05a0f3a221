"""Golden suggestions: what the shipped models propose for real files, as hashes and counts.

    python -m tests.golden record            write suggestions.json anew
    python -m tests.golden compare DIR       list what differs from the full answers kept in DIR
    python -m tests.golden keep DIR          keep the full answers in DIR, for `compare` later

The files lie beside the repository and stay there: of each suggestion only three bytes of a hash
are kept here.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tests.golden.suggestions import GOLDEN, answers, digests, golden_files


def main() -> None:
    """Run one of the three commands above."""
    command, *rest = sys.argv[1:] or ["record"]
    found = answers(golden_files())
    if command == "record":
        kept = {name: digests(suggestions) for name, suggestions in found.items()}
        lines = (f"{json.dumps(name)}: {json.dumps(kept[name])}" for name in sorted(kept))
        GOLDEN.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    elif command == "keep":
        Path(rest[0]).mkdir(parents=True, exist_ok=True)
        Path(rest[0], "answers.json").write_text(json.dumps(found), encoding="utf-8")
    else:
        before = json.loads(Path(rest[0], "answers.json").read_text(encoding="utf-8"))
        _compare(before, found)


def _compare(before: dict[str, list[str]], now: dict[str, list[str]]) -> None:
    total = gone = come = 0
    for name in sorted(before):
        was, new = set(before[name]), set(now.get(name, []))
        total, gone, come = total + len(was), gone + len(was - new), come + len(new - was)
        for sign, lines in (("-", was - new), ("+", new - was)):
            for line in sorted(lines, key=lambda line: int(line.split("\t")[0])):
                sys.stdout.write(f"{sign}\t{name}\t{line}\n")
    sys.stdout.write(f"{total} suggestions before, {gone} gone, {come} new\n")


main()
