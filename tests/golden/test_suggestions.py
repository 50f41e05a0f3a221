from __future__ import annotations

import json

import pytest

from tests.golden.suggestions import GOLDEN, SUBTITLES, answers, digests, golden_files

# Eight bits round otherwise on other processors: some suggestions in a hundred are close calls.
_MOST_DIFFERENT = 0.02


def _letters(text: str) -> set[str]:
    return {text[at : at + 4] for at in range(0, len(text), 4)}


@pytest.mark.skipif(not SUBTITLES.is_dir(), reason="the real subtitles lie beside the repository")
def test_real_files_get_the_suggestions_that_they_got() -> None:
    golden = {name: _letters(text) for name, text in json.loads(GOLDEN.read_text()).items()}

    found = {name: _letters(digests(lines)) for name, lines in answers(golden_files()).items()}

    assert found.keys() == golden.keys()
    different = {name: found[name] ^ golden[name] for name in golden if found[name] != golden[name]}
    most = _MOST_DIFFERENT * sum(map(len, golden.values()))
    assert sum(map(len, different.values())) <= most, sorted(different)
