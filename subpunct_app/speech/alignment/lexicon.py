"""How English words are said, by the dictionary that comes with pocketsphinx."""

from __future__ import annotations

from pathlib import Path

from subpunct_app.runtime.errors import ModelError

_DICTIONARY = "en-us/cmudict-en-us.dict"


def read_lexicon() -> dict[str, tuple[str, ...]]:
    """Return the phones of each word in lower case, as it is said first of all."""
    try:
        from pocketsphinx import get_model_path

        lines = Path(get_model_path(_DICTIONARY)).read_text(encoding="utf-8").splitlines()
    except (ImportError, OSError) as error:
        raise ModelError(
            "The dictionary of pocketsphinx cannot be read.", "Install the program again."
        ) from error
    # Further pronunciations are numbered: `the(2)`.
    entries = (line.split() for line in lines)
    return {word: tuple(phones) for word, *phones in entries if not word.endswith(")")}
