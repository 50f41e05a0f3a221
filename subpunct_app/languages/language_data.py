"""What is known of each language: one file in `data` for each, read when it is first asked for.

`data/und.toml` tells what the files can hold, and what holds where they say nothing.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Self

from subpunct_app.languages.typography import Typography

_FOLDER = Path(__file__).with_name("data")
# The file of what holds in every language.
_ROOT = "und"
_CODE = re.compile(r"([a-z]{2,3})(?:-([a-z]{4}))?(?:-([a-z]{2}|\d{3}))?")
_BASE = re.compile(r"[a-z]{2,3}")
_Table = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class WordLists:
    """Lists of words, each written in one string in its file."""

    @classmethod
    def of(cls, table: _Table) -> Self:
        """Return the lists of a table, empty where it has none; what is no text stays as it is."""
        values = ((each.name, table.get(each.name, "")) for each in fields(cls))
        return cls(**{k: _words(value) if isinstance(value, str) else value for k, value in values})


@dataclass(frozen=True, slots=True)
class Abbreviations(WordLists):
    """What a language shortens with dots, as `data/und.toml` tells.

    `own_dots` are all with the dot for themselves whatever follows, in small letters; `joint` finds
    several words that are shortened together, with all dots.
    """

    always: frozenset[str]
    may_end: frozenset[str]
    before_name: frozenset[str]
    before_number: frozenset[str]
    capitalised: frozenset[str]
    units: frozenset[str]
    weekdays: frozenset[str]
    streets: frozenset[str]
    leading: frozenset[str]
    together: tuple[tuple[str, ...], ...]
    own_dots: frozenset[str]
    joint: re.Pattern[str]

    @classmethod
    def of(cls, table: _Table) -> Self:
        """Return what a table says."""
        together = tuple(tuple(words.split()) for words in table["together"])
        own_dots = f"{table['always']} {table['international']}".lower()
        spelled = "|".join([r"et\s+al", r"par\s+ex", *map(r"\.\s?".join, together)])
        joint = re.compile(rf"(?<!\w)(?:{spelled})\.", re.IGNORECASE)
        made = {"together": together, "own_dots": own_dots, "joint": joint}
        return super(Abbreviations, cls).of({**table, **made})

    def spellings(self) -> Iterator[str]:
        """Yield what is always shortened as it is written, of several words with spaces or not."""
        yield from (f"{word}." for word in self.always)
        for words in self.together:
            yield ". ".join([*words, ""]).rstrip()
            yield ".".join([*words, ""])


@dataclass(frozen=True, slots=True)
class LineBreaks(WordLists):
    """Words that a line best begins with, and words that nothing should end after."""

    before: frozenset[str]
    never_after: frozenset[str]


@dataclass(frozen=True, slots=True)
class SentenceSigns(WordLists):
    """Where the sign of a question or exclamation goes, as `data/und.toml` tells."""

    question_words: frozenset[str]
    before_question_words: frozenset[str]
    before_sign: frozenset[str]


@dataclass(frozen=True, slots=True)
class Detection(WordLists):
    """Words that tell a language at once: the `commonest` by themselves, `common` beside them."""

    commonest: frozenset[str]
    common: frozenset[str]


@dataclass(frozen=True, slots=True)
class Reporting(WordLists):
    """Verbs that tell who speaks, and the words beside them, as `data/und.toml` tells."""

    verbs: frozenset[str]
    pronouns_before: frozenset[str]
    verbs_after_quotes: frozenset[str]
    auxiliaries: frozenset[str]
    participles: frozenset[str]


@dataclass(frozen=True, slots=True)
class NameLists(WordLists):
    """How names are written, and what stands before them, as `data/und.toml` tells."""

    known: frozenset[str]
    ambiguous: frozenset[str]
    titles: frozenset[str]
    particles: frozenset[str]
    prefixes: frozenset[str]
    links: frozenset[str]
    acronyms: frozenset[str]
    elided: frozenset[str]
    families: frozenset[str]
    no_families: frozenset[str]


@dataclass(frozen=True, slots=True)
class Captions:
    """What captioners write besides what is said, as `data/und.toml` tells, in its order there."""

    sounds: tuple[str, ...]
    speakers: tuple[str, ...]
    kinds: tuple[str, ...]
    not_names: tuple[str, ...]
    places: tuple[str, ...]

    @classmethod
    def of(cls, table: _Table) -> Captions:
        """Return what a table says."""
        return cls(*(tuple(table[each.name].split()) for each in fields(cls)))


@dataclass(frozen=True, slots=True)
class LanguageData:
    """What is known of a language.

    `alike` are the languages that are hardly told apart from it in writing. `code_page` is that of
    Windows which has all its letters, empty where none is known.
    """

    name: str
    script: str
    alike: frozenset[str]
    code_page: str
    dot_after_ordinals: bool
    typography: Typography
    abbreviations: Abbreviations
    line_breaks: LineBreaks
    sentence_signs: SentenceSigns
    detection: Detection
    captions: Captions
    reporting: Reporting
    names: NameLists
    always_large: frozenset[str]
    nouns_large: bool
    spoken_forms: Mapping[str, str]


@lru_cache(maxsize=256)
def language_data(code: str) -> LanguageData:
    """Return what is known of a language, given its code with or without script and region.

    Of an unknown language it is what its script tells, or else what holds everywhere.
    """
    table = _merged(code.lower().replace("_", "-"))
    spoken = table["spoken_forms"].split()
    return LanguageData(
        name=table["name"],
        script=table["script"],
        alike=_words(table["alike"]),
        code_page=table["code_page"],
        dot_after_ordinals=table["dot_after_ordinals"],
        typography=Typography.of(table["typography"]),
        abbreviations=Abbreviations.of(table["abbreviations"]),
        line_breaks=LineBreaks.of(table["line_breaks"]),
        sentence_signs=SentenceSigns.of(table["sentence_signs"]),
        detection=Detection.of(table["detection"]),
        captions=Captions.of(table["captions"]),
        reporting=Reporting.of(table["reporting"]),
        names=NameLists.of(table["names"]),
        always_large=_words(table["always_large"]),
        nouns_large=table["nouns_large"],
        spoken_forms=dict(zip(spoken[::2], spoken[1::2], strict=True)),
    )


@cache
def known_languages() -> frozenset[str]:
    """Return the codes of the languages that have a file, without those of their regions."""
    names = (file.stem for file in _FOLDER.glob("*.toml"))
    return frozenset(name for name in names if _BASE.fullmatch(name)) - {_ROOT}


@cache
def known_regions() -> frozenset[str]:
    """Return the codes of languages with a region that have a file: fr-CA."""
    return frozenset(file.stem for file in _FOLDER.glob("*-*.toml"))


@cache
def short_codes() -> dict[str, str]:
    """Return the code of a language by each other code that means it: de by ger."""
    return {long: code for code in known_languages() for long in _read(code)["codes"].split()}


def _merged(code: str) -> _Table:
    """Return what the files tell of a language, the nearest one last: all, script, own, region."""
    found = _CODE.match(code)
    if found is None:
        return _read(_ROOT)
    base, script, region = found.groups()
    own = _read(base)
    script = script.title() if script else own.get("script", "")
    tables = [_read(_ROOT), _read(script), own]
    if region:
        tables.append(_read(f"{base}-{region.upper()}"))
    merged: _Table = {}
    for table in tables:
        merged = _overlaid(merged, table)
    return merged


def _overlaid(below: _Table, above: _Table) -> _Table:
    """Return a table with the values of another in the place of its own, key by key."""
    found = dict(below)
    for key, value in above.items():
        within = isinstance(value, Mapping) and key in below
        found[key] = _overlaid(below[key], value) if within else value
    return found


@cache
def _read(name: str) -> _Table:
    """Return the table of a file, empty where there is none."""
    try:
        return tomllib.loads((_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_WRITTEN_CODE = re.compile(
    r"(?P<base>[a-z]{2,3}|[A-Z]{2,3})"
    r"(?:[-_](?P<script>[A-Z][a-z]{3}))?(?:[-_](?P<region>[A-Za-z]{2}|\d{3}))?"
)
_SHORT = 2


def normal_code(text: str) -> str | None:
    """Return a language code as BCP 47 writes it, `pt-BR` for `pt_br` and `de` for `ger`.

    None where the text is no code of a known language. A capital and a small letter, as in a
    title, make no code.
    """
    found = _WRITTEN_CODE.fullmatch(text)
    if not found:
        return None
    base = found["base"].lower()
    if len(base) > _SHORT:
        base = short_codes().get(base, base)
    if base not in known_languages():
        return None
    region = found["region"] and found["region"].upper()
    return "-".join(filter(None, (base, found["script"], region)))


def language_name(code: str) -> str:
    """Return the English name of a language, or its code where it has none here."""
    return language_data(code).name or code


def listed_languages() -> frozenset[str]:
    """Return the codes of all languages of which something is known, some with a region."""
    return known_languages() | known_regions()
