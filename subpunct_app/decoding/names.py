"""The names that an editor wants written in a way of their own: iPhone, Hugging Face."""

from __future__ import annotations

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from subpunct_app.runtime.errors import FileError
from subpunct_app.subtitles.files import read_text
from subpunct_app.text.words import Case, folded

if TYPE_CHECKING:
    from pathlib import Path

_REMARK = "#"
_ALL = "all of it"


def names_in(text: str) -> tuple[str, ...]:
    """Return the names in a text, each once; no empty lines, and none with a # before them."""
    lines = (" ".join(line.split()) for line in text.splitlines())
    return tuple(dict.fromkeys(line for line in lines if line and not line.startswith(_REMARK)))


def read_names(path: Path | None) -> tuple[str, ...]:
    """Return the names in a file, none without one; raise FileError where it is no UTF-8 text.

    A film, named by mistake, is refused before it is read.
    """
    if path is None:
        return ()
    try:
        text = read_text(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _not_utf8(path, _bad_part(error)) from error
    if "\0" in text:
        # Latin letters in UTF-16 pass for UTF-8, each with one of these beside it.
        raise _not_utf8(path, _ALL)
    return names_in(text)


def _not_utf8(path: Path, part: str) -> FileError:
    return FileError(
        f"{path} is no text in UTF-8: {part} is in another encoding.",
        "Save it as UTF-8, one name a line.",
    )


def _bad_part(error: UnicodeDecodeError) -> str:
    """Return what could not be read: a line, or all of a text that begins as UTF-16 does."""
    if error.object.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return _ALL
    before = error.object[: error.start].decode("utf-8")
    return f"line {len(f'{before}.'.splitlines()):,}"


@dataclass(frozen=True, slots=True)
class Names:
    """An editor's names of one word, and by their first word those of several, the longest first.

    Words are folded and have straight apostrophes where they are looked up.
    """

    words: Mapping[str, str]
    phrases: Mapping[str, Sequence[Sequence[str]]]

    @staticmethod
    def of(spellings: Iterable[str]) -> Names:
        """Return the names of an editor, spelled as they should be."""
        names = [name for spelling in spellings if (name := spelling.split())]
        words = {_key(name[0]): name[0] for name in names if len(name) == 1}
        phrases: dict[str, list[list[str]]] = {}
        for name in sorted(names, key=len, reverse=True):
            if len(name) > 1:
                phrases.setdefault(_key(name[0]), []).append(name)
        return Names(words, phrases)

    def cases(self, words: Sequence[str]) -> dict[int, Case]:
        """Return by its place how each word is written that is a name, or stands in one."""
        if not (self.words or self.phrases):
            return {}
        key_of = {word: _key(word) for word in set(words)}
        keys = [key_of[word] for word in words]
        known = {key: _spelled(key, self.words) for key in set(keys)}
        spelled = {at: known[key] for at, key in enumerate(keys) if known[key]}
        spelled |= self._in_phrases(keys)
        return {at: Case.spelled(word) for at, word in spelled.items()}

    def _in_phrases(self, keys: Sequence[str]) -> dict[int, str]:
        """Return by its place how each word is written that stands in a name of several."""
        found: dict[int, str] = {}
        for at in (at for at, key in enumerate(keys) if key in self.phrases):
            if at not in found:
                found |= enumerate(self._phrase(keys, at), at)
        return found

    def _phrase(self, keys: Sequence[str], at: int) -> list[str]:
        """Return how the words from one on are written that are a name of several, else nothing."""
        for first, *inner, last in self.phrases.get(keys[at], ()):
            end = at + len(inner) + 1
            if list(map(_key, inner)) == keys[at + 1 : end] and end < len(keys):
                ending = _ending(keys[end], last)
                if ending is not None:
                    return [first, *inner, last + ending]
        return []


def written_as(word: str, name: str) -> str:
    """Return how a word is written that is a name or has an ending behind it, else nothing."""
    ending = _ending(_key(word), name)
    return "" if ending is None else name + ending


def _key(word: str) -> str:
    return folded(word).replace("’", "'")


def _spelled(key: str, names: Mapping[str, str]) -> str:
    """Return how a word is written that is one of some names, empty where it is none."""
    stems = (key, key.removesuffix("'s"), key.removesuffix("s"))
    found = (names[stem] for stem in stems if stem in names)
    endings = ((name, _ending(key, name)) for name in found)
    return next((name + end for name, end in endings if end is not None), "")


def _ending(key: str, name: str) -> str | None:
    """Return what a word has behind a name, None where it is another word.

    All names may have an 's, those with capitals within them an s: iPhones.
    """
    stem = _key(name)
    if key in (stem, stem + "'s"):
        return key.removeprefix(stem)
    return "s" if key == stem + "s" and Case.of(name) is Case.KEEP else None


NO_NAMES: Final = Names({}, {})
