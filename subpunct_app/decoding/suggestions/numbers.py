"""Tell how numbers are written, their letters and units: 3D, 20th, 16 GB, nine one one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from subpunct_app.decoding.suggestions.spelling.acronyms import own_capitals
from subpunct_app.text.words import Break, Case, Gap, Word, base_of

_NUMBERED = re.compile(r"['’]?\d")
_UNIT = re.compile(r"\d+[^\W\d_]{1,2}")
_DEGREES = re.compile(r"-?\d+(?:[.,]\d+)*°[cf]", re.IGNORECASE)
_COMPOUND = re.compile(r"(\d+[^\W\d_]{1,2})((?:-[^\W\d_]+)+)")
# Of 18-jährig, 3-dimensionale, 10-mal, 3D-gedruckt.
_ADJECTIVE = (
    r"(?:(?:[^\W\d_]+(?:ig|lich)|dimensional|fach|gedruckt|animiert|basiert)(?:e[mnrs]?)?|mal)"
)
_GERMAN_COMPOUND = re.compile(
    rf"(\d+(?:er|-?d|x\d+|°)?)((?:-[^\W\d_]{{2,}})*-(?!{_ADJECTIVE}$)[^\W\d_]{{3,}})", re.IGNORECASE
)
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_UNITS = {
    unit.lower(): Case.spelled(unit)
    for unit in (
        *("kHz", "MHz", "GHz", "Hz", "KB", "MB", "GB", "TB", "kbps", "Mbps", "Gbps", "dB"),
        *("kg", "mg", "km", "cm", "mm", "ml", "ms", "kW", "kWh", "MWh", "mAh", "tsp", "°C", "°F"),
    )
}
_DIGITS = frozenset(
    {"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"}
)
_TENS = frozenset({"twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"})
# So many digits are none that somebody counts.
_LEAST_DIGITS = 3
# No number is said in more of them.
_MOST_GROUPS = 6
_TIME = re.compile(r"(?:[1-9]|1[0-2]) [0-5]\d")
_GROUPS = re.compile(
    r"(?:\d{1,4} )*(?:\d{3} (?!\d*00\b)\d{4}|(\d{3}) \1|(?:(?!19|20)\d{4} ){3}\d{4})"
)
_FIGURES = re.compile(r"[0-9]{1,4}")
# Signs that join what stands before them to what follows, and such as belong to the number before.
_JOINING = frozenset("&=")
_COUNTING = frozenset({"%", "°c", "°f"})
# A number before a fraction is a part of it: 7 1/2, not in 2021 1/2 of us.
_WHOLE = re.compile(r"\d{1,3}")
_FRACTION = re.compile(r"[1-9]\d?/[1-9]\d?|[¼½¾⅓⅔⅛⅜⅝⅞]")
# What is added up, but no name with a plus at its end: Canal + is on.
_TERM = re.compile(r"\d.*|[^\W\d_]")
# English has ordinals that look so, too: the 3d of July.
_DIMENSION = re.compile(r"\d-d", re.IGNORECASE)
_DIMENSION_ABROAD = re.compile(r"\d-?d", re.IGNORECASE)
_ORDINAL = re.compile(r"['’]?\d+(?:st|nd|rd|th|['’]?s)", re.IGNORECASE)


def numbered_case(
    word: str, lower: float, own: float, *, english: bool, shouted: bool
) -> tuple[Case, float]:
    """Return the case of a word that no letter begins, and how sure that is.

    No sentence gives it a capital: `lower` and `own` are how likely the model finds it small and
    with capitals of its own. Behind other signs than digits letters stay as they are: @anna.
    """
    dimension = _DIMENSION if english else _DIMENSION_ABROAD
    if _DEGREES.fullmatch(word) or dimension.fullmatch(word):
        return Case.UPPER, 1.0
    if _ORDINAL.fullmatch(word):
        lower, own = 1.0, 0.0
    if own > 0.5 and _UNIT.fullmatch(word):
        return Case.UPPER, own
    if shouted and lower > 0.5 and _NUMBERED.match(word):
        return Case.LOWER, lower
    return Case.KEEP, 1.0


def compound_case(word: str, language: str, *, shouted: bool) -> Case:
    """Return how a word is written that a hyphen joins to a number; KEEP where it is none.

    As in 3D-printed, but 2D-CNN, in English that is `shouted`; German nouns are large as ever, but
    not the adjectives with them: 60er-Jahre, 3-dimensional.
    """
    if base_of(language) == "de":
        found = _GERMAN_COMPOUND.fullmatch(word)
        return Case.spelled(_german_head(found[1]) + found[2].title()) if found else Case.KEEP
    found = _COMPOUND.fullmatch(word) if base_of(language) == "en" and shouted else None
    if found is None or _ORDINAL.fullmatch(found[1]):
        return Case.KEEP
    joined = found[2].lower().split("-")[1:]
    parts = (own_capitals(part) or part for part in joined)
    return Case.spelled("-".join([found[1].upper(), *parts]))


def _german_head(number: str) -> str:
    """Return how a number before a hyphen is written: 60er, 3x3, but 3D."""
    lower = number.lower()
    return lower.upper() if lower.endswith("d") else lower


def said_digits(words: Sequence[Word], gaps: Sequence[Gap]) -> Iterator[range]:
    """Yield the runs of digits that tell one number, as of a telephone: nine one one, 4 4 2 1.

    None goes on in another cue or paragraph, where each may count: five, four, three.
    """
    start = 0
    for at in range(len(words) + 1):
        goes_on = at < len(words) and (_is_one_digit(words, at) or is_nought(words, at))
        if goes_on and gaps[at].break_ is not Break.CUE:
            continue
        if at - start >= _LEAST_DIGITS:
            yield range(start, at)
        start = at if goes_on else at + 1


def is_nought(words: Sequence[Word], at: int) -> bool:
    """Tell whether a word is the nought between two digits: one oh one."""
    named = words[at].text.lower() == "oh"
    return named and at > 0 and _is_digit(words, at - 1) and _is_digit(words, at + 1)


def goes_on_in_tens(words: Sequence[Word], at: int) -> bool:
    """Tell whether a digit and the tens behind it are a time or a number: five thirty."""
    return _is_digit(words, at - 1) and words[at].text.lower() in _TENS


def within_figures(words: Sequence[Word]) -> Iterator[int]:
    """Yield the gaps within a number or a time that is said in figures: 555 1234, at 6 45.

    Groups are as of a telephone number, a code that comes twice or a card, not as years are.
    """
    start = 0
    for at in range(len(words) + 1):
        if at < len(words) and _FIGURES.fullmatch(words[at].text):
            continue
        run = range(start, at)
        if len(run) > 1 and _is_one_number(words, run):
            yield from run[1:]
        start = at + 1


def beside_signs(words: Sequence[Word]) -> Iterator[int]:
    """Yield the gaps beside signs that join words or belong to a number: 2 + 3, 50 %, 7 1/2."""
    for at in range(1, len(words)):
        before, sign = words[at - 1].text, words[at].text
        if sign in _JOINING:
            yield from (at, at + 1)
        elif sign == "+":
            yield at
            if any(_TERM.fullmatch(word.text) for word in (words[at - 1], *words[at + 1 : at + 2])):
                yield at + 1
        elif (sign.lower() in _COUNTING and before[-1].isdigit()) or (
            _FRACTION.fullmatch(sign) and _WHOLE.fullmatch(before)
        ):
            yield at


def _is_of_number(before: str, sign: str) -> bool:
    """Tell whether a sign or a fraction belongs to the number before it."""
    if sign.lower() in _COUNTING:
        return before[-1].isdigit()
    return _FRACTION.fullmatch(sign) is not None and _WHOLE.fullmatch(before) is not None


def _is_one_number(words: Sequence[Word], run: range) -> bool:
    """Tell whether figures in a row are one number, or an hour behind "at" and its minutes."""
    said = " ".join(words[at].text for at in run)
    timed = run.start > 0 and words[run.start - 1].text.lower() == "at"
    if timed and _TIME.fullmatch(said):
        return True
    return len(run) <= _MOST_GROUPS and _GROUPS.fullmatch(said) is not None


def _is_digit(words: Sequence[Word], at: int) -> bool:
    return at < len(words) and words[at].text.lower() in _DIGITS


def _is_one_digit(words: Sequence[Word], at: int) -> bool:
    figure = len(words[at].text) == 1 and words[at].text.isdecimal()
    return figure or _is_digit(words, at)


def unit_case(number: str, word: str) -> Case:
    """Return how a unit behind a number is written, KEEP where there is none."""
    return _UNITS.get(word.lower(), Case.KEEP) if _NUMBER.fullmatch(number) else Case.KEEP
