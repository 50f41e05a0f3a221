"""Find letters one by one, as recognisers write them: i b m, s q l, and i e, 3 p m."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from subpunct_app.text.words import Gap, Mark, Word, base_of

# Always large in English: also without its apostrophe, where that is no other word, and a road.
ENGLISH_I = re.compile(r"i(?:['’](?:m|ve|ll|d(?:['’]ve)?)|m|ve|-\d+)?", re.IGNORECASE)
_LETTER = re.compile("[A-Za-z]")
# The last of several may have the full stop of a sentence for its own: 3 P M. Tom came.
_LAST = re.compile(r"[A-Za-z]\.?")
# Words of their own that a model may find small beside letters: a p c, i m p.
WORDS = frozenset("aAiI")
_ARTICLE = frozenset("aA")
# Acronyms whose letters are no list, and of which an "a" at the end is no article.
# fmt: off
_ACRONYMS = frozenset(
    {
        "cdc", "cgi", "cia", "cpr", "cpu", "dna", "epa", "fbi", "fda", "gdp", "gpu", "hbo", "hiv",
        "ibm", "irs", "llc", "mba", "mri", "nbc", "ncaa", "nhl", "nsa", "nypd", "pdf",
        "phd", "rna", "sql", "ucla", "usb", "usda", "ussr"
    }
)
# fmt: on
_ALPHABET = "abcdefghijklmnopqrstuvwxyz"
# So many letters in their order are the alphabet.
_LEAST_IN_ORDER = 4
_EXPLAINING = frozenset({("e", "g"), ("i", "e")})
_OF_DAY = frozenset({("a", "m"), ("p", "m")})
# What they stand behind.
_TIME = re.compile(
    r".*\d|(?:(?:twenty|thirty|forty|fifty)-)?(?:one|two|three|four|five|six|seven|eight|nine)"
    r"|ten|eleven|twelve|fifteen|thirty",
    re.IGNORECASE,
)
# What is said as one, by its first word: mm hmm, oh là là, etc etc.
_AND_SO_ON: Mapping[str, Sequence[Sequence[str]]] = {"etc": (["etc", "etc"], ["etc", "etc."])}
_ONE_SOUND: Mapping[str, Mapping[str, Sequence[Sequence[str]]]] = {
    "en": {"mm": (["mm", "hm"], ["mm", "hmm"]), "uh": (["uh", "huh"],), **_AND_SO_ON},
    "es": _AND_SO_ON,
    "fr": {
        **{oh: ([oh, "là", "là"], [oh, "la", "la"]) for oh in ("ah", "oh", "ouh")},
        **_AND_SO_ON,
    },
    "pt": _AND_SO_ON,
}


def spelled_letters(
    words: Sequence[Word],
    gaps: Sequence[Gap],
    large: Sequence[float],
    wanted: Callable[[int], Mark],
) -> Iterator[range]:
    """Yield the words that are the letters of an acronym, or of a list of letters.

    `large` tells how likely each word is large, `wanted` which mark a model would put in a gap.
    What the letters say together counts, as a model finds one small here and there. An "a" before
    them is an article, but behind "an", and one after them too unless a mark follows it.
    """
    for run in _runs(words, gaps):
        if is_acronym(words, run) or _counts_on(words, run):
            yield run
            continue
        first, last = run.start, run.stop - 1
        if words[first].text in _ARTICLE and not (first and words[first - 1].text.lower() == "an"):
            first += 1
        if words[last].text in _ARTICLE and wanted(last + 1) is Mark.NONE:
            last -= 1
        letters = range(first, last + 1)
        telling = [large[at] for at in letters if words[at].text not in WORDS]
        if len(letters) > 1 and 2 * sum(telling) > len(telling):
            yield letters


def is_acronym(words: Sequence[Word], letters: range) -> bool:
    """Tell whether letters are those of a word that everybody spells."""
    return _together(words, letters) in _ACRONYMS


def _counts_on(words: Sequence[Word], letters: range) -> bool:
    """Tell whether letters follow each other as in the alphabet."""
    return len(letters) >= _LEAST_IN_ORDER and _together(words, letters) in _ALPHABET


def _together(words: Sequence[Word], letters: range) -> str:
    return "".join(words[at].text[0].lower() for at in letters)


def explaining_letters(words: Sequence[Word], gaps: Sequence[Gap]) -> Iterator[int]:
    """Yield where the two letters of "e g" or "i e" begin, which are small and end no sentence."""
    for at, letters in _pairs(words, gaps):
        small = words[at + 1].text.islower()
        if letters in _EXPLAINING and small and not _is_letter(words, at - 1):
            yield at


def letters_of_day(words: Sequence[Word], gaps: Sequence[Gap]) -> Iterator[int]:
    """Yield where the two letters of "a m" or "p m" begin, behind a time."""
    for at, letters in _pairs(words, gaps):
        if letters in _OF_DAY and at and _TIME.fullmatch(words[at - 1].text):
            yield at


def _pairs(words: Sequence[Word], gaps: Sequence[Gap]) -> Iterator[tuple[int, tuple[str, str]]]:
    """Yield two letters, in small, and where they begin; a third is at most an "a" or an "I"."""
    for at in range(len(words) - 1):
        second = words[at + 1].text
        if not (_is_letter(words, at) and _LAST.fullmatch(second)):
            continue
        gap = gaps[at + 1]
        third = len(second) == 1 and _is_letter(words, at + 2) and words[at + 2].text not in WORDS
        if not third and not gap.turn and gap.current is Mark.NONE:
            yield at, (words[at].text.lower(), second[0].lower())


def _is_letter(words: Sequence[Word], at: int) -> bool:
    return 0 <= at < len(words) and _LETTER.fullmatch(words[at].text) is not None


def _runs(words: Sequence[Word], gaps: Sequence[Gap]) -> Iterator[range]:
    """Yield the runs of single letters without a mark between them."""
    start = 0
    for at in range(len(words) + 1):
        letter = at < len(words) and _LAST.fullmatch(words[at].text) is not None
        ended = at > start and words[at - 1].text.endswith(".")
        marked = ended or gaps[at].turn or gaps[at].current is not Mark.NONE
        if at > start and (not letter or marked):
            yield range(start, at)
            start = at
        if not letter:
            start = at + 1


def within_sounds(words: Sequence[Word], language: str) -> Iterator[int]:
    """Yield the gaps within sounds that are written as several words."""
    known = _ONE_SOUND.get(base_of(language), {})
    said = [word.text.lower() for word in words]
    for at, word in enumerate(said):
        for sound in known.get(word, ()):
            if said[at : at + len(sound)] == sound:
                yield from range(at + 1, at + len(sound))
