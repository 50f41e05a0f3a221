"""How transcripts write who speaks and when, and the numbers of their lines."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache
from typing import TypeAlias

from subpunct_app.languages.language_data import language_data

# Captions in any language have remarks in English.
_ENGLISH = language_data("en").captions
# Words that tell, ask, link and count, and headings.
NOT_NAMES = frozenset(map(str.upper, _ENGLISH.not_names))
# They stand behind whom captioners call so: MAN IN AUDIENCE.
PLACES = frozenset(map(str.upper, _ENGLISH.places))
# Behind a word that tells: HERE'S, WE'LL; a word that denies: DON'T.
CLITIC = r"['’](?:D|LL|M|RE|S|VE)"
NEGATED = r"N['’]T\b"
# Two sentences: STOP. LEE.
TWO = r"\b(?!CAPT|PROF)[^\W\d_]{4,}\. "


@dataclass(frozen=True, slots=True)
class SpeakerLabels:
    """How a file names its speakers and tells when they speak.

    `names` are those in mixed case that it uses as labels. A `shouted` file is written in capitals:
    there only these names and what follows a turn sign or has brackets count as labels. In a
    `stamped` file a time at the start of a line, or behind a name there, tells when it is said, and
    is not said itself. In a `labelled` file whatever opens a cue up to a colon is a label, as
    members of a meeting call themselves: jsmith, Ann (she/her), Miller, Tom; what reads like the
    beginning of a sentence is one only if it is among the `names`. In a `signed` file each cue
    opens with a sign, which therefore tells of no turn. `heads` are names on lines of their own
    above what is said, `tags` names before it without a colon: [Ann], (Ann), Ann -, Q. In a
    `numbered` file, as of a court, the numbers at the start of lines are not said.
    """

    names: frozenset[str] = frozenset()
    shouted: bool = False
    stamped: bool = False
    labelled: bool = False
    signed: bool = False
    heads: frozenset[str] = frozenset()
    tags: frozenset[str] = frozenset()
    numbered: bool = False


class Form(Enum):
    """Where a label stands in a cue; `SHOWN` is a name up to a colon in what is shown of it."""

    NAME = auto()
    OPENING = auto()
    HEAD = auto()
    TAG = auto()
    CALL = auto()
    SHOWN = auto()


LabelCounts: TypeAlias = Counter[tuple[Form, str]]


SPACE = r"[^\S\r\n]"
LINE_START = rf"(?<![^\r\n]){SPACE}*"
_LINE_END = rf"{SPACE}*(?:\r\n|\r|\n)"
SIGN = rf"(?:>{{2,}}|[-–—‐]){SPACE}*"
OPENING_SIGN = rf"{SPACE}*(?:>{{2,}}|[-–—‐](?![-\d]))"
UPPER = "A-Z" + "".join(filter(str.isupper, map(chr, range(0x80, 0x250))))
LOWER = "a-z" + "".join(filter(str.islower, map(chr, range(0x80, 0x250))))
_ASIDE = r"[\[(][^()\[\]\r\n]{0,40}[\])]"
_CAPITAL_NAME = rf"[{UPPER}][{UPPER}0-9 .'’&#/_-]{{0,40}}"
_CAPITALS = rf"{_CAPITAL_NAME}(?:{_ASIDE})?"
_NAME = rf"[{UPPER}][\w.'’-]{{0,30}}(?: [{UPPER}0-9][\w.'’-]{{0,30}}){{0,2}}"
_BRACKETED = (
    rf"(?:{LINE_START}(?:{SIGN})?|(?<=[.?!…] ))"
    rf"(?:\[[^\[\]\r\n]{{1,40}}\]|\((?:{_CAPITALS}|{_NAME})\)):(?!\S)"
)
# Where Markdown prints a name in bold: "**Ann:** So", "**Ann**: So".
_BOLD = r"\*{0,3}"
_LABEL_END = rf"{_BOLD}:{_BOLD}(?!\S)"
# As recognisers number who speaks: "spk1:", "s 2:", "3:".
_NUMBERED = r"#?(?:(?:s|spk|spkr|sp|speaker)[ _#-]?)?\d{1,2}"
NAME_LABEL = rf"{LINE_START}(?:{SIGN})?{_BOLD}({_NAME}|{_NUMBERED}){_LABEL_END}"
ANY_LABEL = rf"{SPACE}*([^\s:][^:\r\n]{{0,59}}):(?!\S)"
# Two words that begin small are rather said: "and then she told me: go".
SAID = rf"(?:[^:\r\n]{{0,59}}?(?<!\S)[{LOWER}]){{2}}"
CLOCK = r"(?:\d{1,2}:)?\d{1,2}:\d\d"
# Editing programs count frames: "00:01:02:12".
FRACTION = r"(?:[.,]\d{1,3}|[:;]\d\d)?"
UNTIL = rf"(?:{SPACE}*(?:-->|[-–—]){SPACE}*{CLOCK}{FRACTION})?"
TIME = rf"[\[(]?({CLOCK}){FRACTION}{UNTIL}[\])]?"
# YouTube says it again below, for those who hear it: "1:02", "1 minute, 2 seconds".
_UNITS = rf"(?:\d+ (?:hour|minute|second)s?(?:, )?)+(?={SPACE}*(?![^\r\n]))"
_MARKDOWN_HEADING = rf"(?:#{{1,6}}{SPACE})?"
# In a table also a number before the time, and until when: "12\t0:01\t0:05\tSo".
_ROW = rf"(?:\d+\t)?{TIME}(?:\t{TIME}(?!\S))?"
_STAMP = rf"{LINE_START}{_MARKDOWN_HEADING}{_BOLD}{_ROW}{_BOLD}(?!\S)(?:{_LINE_END}{_UNITS})?"
# Who speaks from when: "Speaker 1  0:12" on a line of its own, "Ann - 0:12", "Ann (0:12): So",
# "Ann [0:12] So", "Ann: 0:12 So", "[0:12] **Ann:** So".
_MEMBER = rf"{_BOLD}\[?{_NAME}(?:, {_NAME})?\]?(?:{SPACE}{_ASIDE})?{_BOLD}"
_BETWEEN = rf"(?:{SPACE}+|{SPACE}*[-–—|]{SPACE}*)"
_TIMED_NAME = (
    rf"{LINE_START}(?:{_MEMBER}{_BETWEEN}{TIME}"
    rf"(?:{_LABEL_END}|(?={_BOLD}{SPACE}*(?![^\r\n]))|(?<=[\])])(?={SPACE}+\S))"
    rf"|{_MEMBER}{_LABEL_END}{SPACE}*{TIME}(?!\S))"
)
_STAMPED_LABEL = (
    rf"{LINE_START}{_BOLD}{TIME}{_BOLD}{SPACE}+{_BOLD}"
    rf"(?:{_NAME}|\[[^\[\]\r\n]{{1,40}}\]){_LABEL_END}"
    rf"|{LINE_START}{_ROW}\t{_NAME}(?=\t)"
)
STAMPS = rf"{_TIMED_NAME}|{_STAMP}"
# A name above what is said: of a cue, or of a transcript behind a time, above or below one.
HEAD = rf"{SPACE}*({_MEMBER}){_LINE_END}(?=[^\r\n])"
TIMED_HEADS = (
    rf"{LINE_START}{TIME}(?:{_BETWEEN}|{_LINE_END})({_MEMBER}){_LINE_END}(?=[^\r\n])"
    rf"|(?:\A|(?<=\n\n)|(?<=\r\n\r\n)){SPACE}*({_MEMBER}){_LINE_END}{TIME}{_LINE_END}"
)
NOISES = "|".join(_ENGLISH.sounds)
# What captioners call those who have no name.
ROLES = "|".join(_ENGLISH.speakers)
_KIND = "|".join(_ENGLISH.kinds)
# Behind the sign of a turn, in small letters, too.
_ROLE = rf"(?i:(?:(?:{_KIND}) )?(?:mayor|president|speaker|{ROLES})(?: \d)?)"
# Such a sign stands within lines, too, where what tells something is no name.
_TELLS = (
    rf"(?i:(?:{'|'.join(sorted(PLACES))})\s|[^:\r\n(\[]{{0,40}}?(?:{TWO}|{NEGATED}"
    rf"|(?<![^\s>*])(?:{'|'.join(sorted(NOT_NAMES))})(?:{CLITIC})?(?=[\s:*])))"
)
_FOUR_WORDS = r"(?:[^\s:(\[]{1,40}\s){3}[^\s:(\[]"
_SHORT_NAME = rf"(?=[{UPPER}][^:])(?!{_FOUR_WORDS}|{_TELLS})(?:{_CAPITALS}|{_NAME})"
# Columns of times before what is said, as Audacity and Whisper write them.
_SECONDS = r"\d+(?:\.\d+)?\t"
COLUMNS = (
    rf"{LINE_START}(?:{_SECONDS}{_SECONDS}"
    r"|(?i:(?:[^\W_]+\t|#\t)?start(?: time)?\tend(?: time)?\t(?:speaker\t)?text)(?![^\r\n]))"
)
# Before what is said: "[speaker 0] so", "[Ann Lee] we", where "[laughs] so" is a sound; where each
# cue has one, also "Ann - so", "ANN so", "AL so".
NUMBERED_TAG = r"\[(?i:speaker|spk)[ _:#-]?\w{1,3}\]"
TAG = (
    rf"{SPACE}*(?:{SIGN})?"
    rf"({NUMBERED_TAG}|\[(?!{SPACE}*(?i:{NOISES}))[^\[\]\r\n]{{1,40}}\]|{_NAME}{SPACE}[-–—]"
    rf"|[{UPPER}][{UPPER}\d]{{1,19}}(?={SPACE}+(?:I\b|[^\W\d_]*[{LOWER}])))(?=\s)"
)
# As it stands before each line of a record, and that of a page between.
LINE_NUMBER = rf"{LINE_START}(\d{{1,5}})(?:{SPACE}+(?=\S)|{SPACE}*(?![^\r\n]))"
# Such names in round brackets, and who asks and answers in court: "(Ann) so", "Q. So".
CALL = (
    rf"{LINE_START}(?:\d{{1,5}}{SPACE}+|{SIGN})?"
    rf"(\((?!(?i:{NOISES})){_NAME}\)|<{_NAME}>|[QA]\.)(?={SPACE}+\S)"
)


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """Return one of these patterns to be used: they are long, and no start of the program is."""
    return re.compile(pattern)


def label_by(labels: SpeakerLabels) -> str:
    """Return a pattern of what names who speaks in a file, with its time where one stands there."""
    names = _any_of(labels.names) or "(?!)"
    capitals = f"{_CAPITAL_NAME}{_ASIDE}" if labels.shouted else _CAPITALS
    spelled = f"{SIGN}{_BOLD}(?:{_CAPITALS}|{_NAME})|(?:{SIGN}{_BOLD})?(?:{capitals}|{names})"
    turned = f">{{2,}}{SPACE}*{_BOLD}(?:{_ROLE}|{names}|{_SHORT_NAME})"
    label = rf"(?:{LINE_START}{_BOLD}(?:{spelled})|{turned}){_LABEL_END}"
    if labels.labelled:
        label = f"{label}|\\A(?!{SAID}){ANY_LABEL}"
    if labels.heads:
        line = rf"(?:{TIME}{_BETWEEN})?(?:{_any_of(labels.heads)}){SPACE}*(?![^\r\n])"
        label = f"{LINE_START}{line}|{label}"
    if labels.tags:
        number = rf"|\d{{1,5}}{SPACE}+" if labels.numbered else ""
        tags = _any_of(labels.tags)
        label = rf"{LINE_START}(?:{SIGN}{number})?(?:{tags})(?=\s)|{label}"
    if labels.stamped:
        label = f"{_TIMED_NAME}|{_STAMPED_LABEL}|{label}"
    return f"{label}|{_BRACKETED}"


def unsaid_by(labels: SpeakerLabels) -> Iterator[str]:
    """Yield patterns of what a file sets beside what is said: times, signs, numbers of lines."""
    if labels.stamped:
        yield _STAMP
    if labels.signed:
        yield rf"\A{OPENING_SIGN}"
    if labels.numbered:
        yield LINE_NUMBER


def _any_of(names: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(names)))
