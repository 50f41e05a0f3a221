"""Split what is shown of a cue into words, marks and what is not spoken."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from subpunct_app.core.scripts import IDEOGRAPHS, is_ideograph
from subpunct_app.core.text import base_of
from subpunct_app.subtitles.abbreviations import keeps_dot
from subpunct_app.subtitles.marks import (
    BRACKETS,
    CORE,
    MARKS,
    MIDDLE_DOTS,
    MUSIC,
    QUOTES,
)
from subpunct_app.subtitles.typography import typography


class Kind(StrEnum):
    """What a token is."""

    WORD = "word"
    MARKS = "marks"
    SOUND = "sound"
    LINK = "link"
    TURN = "turn"
    LABEL = "label"


@dataclass(frozen=True, slots=True)
class Voices:
    """How a file names its speakers and tells when they speak.

    `names` are those in mixed case that it uses as labels; in a `shouted` file, written all in
    capitals, only these and what follows a turn sign or has brackets count as labels. Where
    it is `stamped`, a time at the start of a line, or behind a name there, tells when it is said,
    and nobody says it. In a `labelled` one whatever opens a cue up to a colon is a label, as a
    meeting's members call themselves: jsmith, Ann (she/her), Miller, Tom. What reads like the
    beginning of a sentence is one only where it comes back, among the `names`. Where each cue is
    `signed`, the sign that opens it tells of no turn. `heads` are the names that stand on lines of
    their own above what is said, `tags` those before it without a colon: [Ann], (Ann), Ann -, Q.
    Where the lines are `numbered`, as in court, no number at their start is said.
    """

    names: frozenset[str] = frozenset()
    shouted: bool = False
    stamped: bool = False
    labelled: bool = False
    signed: bool = False
    heads: frozenset[str] = frozenset()
    tags: frozenset[str] = frozenset()
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Token:
    """A part of a shown text."""

    kind: Kind
    start: int
    end: int


_SPACE = r"[^\S\r\n]"
_LINE_START = rf"(?<![^\r\n]){_SPACE}*"
_SIGN = rf"(?:>{{2,}}|[-–—‐]){_SPACE}*"
OPENING_SIGN = rf"{_SPACE}*(?:>{{2,}}|[-–—‐](?![-\d]))"
_UPPER = "A-Z" + "".join(filter(str.isupper, map(chr, range(0x80, 0x250))))
_LOWER = "a-z" + "".join(filter(str.islower, map(chr, range(0x80, 0x250))))
_ASIDE = r"[\[(][^()\[\]\r\n]{0,40}[\])]"
_CAPITAL_NAME = rf"[{_UPPER}][{_UPPER}0-9 .'’&#/_-]{{0,40}}"
_CAPITALS = rf"{_CAPITAL_NAME}(?:{_ASIDE})?"
_NAME = rf"[{_UPPER}][\w.'’-]{{0,30}}(?: [{_UPPER}0-9][\w.'’-]{{0,30}}){{0,2}}"
_BRACKETED = (
    rf"(?:{_LINE_START}(?:{_SIGN})?|(?<=[.?!…] ))"
    rf"(?:\[[^\[\]\r\n]{{1,40}}\]|\((?:{_CAPITALS}|{_NAME})\)):(?!\S)"
)
# Where Markdown prints a name in bold: "**Ann:** So", "**Ann**: So".
_BOLD = r"\*{0,3}"
_LABEL_END = rf"{_BOLD}:{_BOLD}(?!\S)"
# As recognisers number who speaks: "spk1:", "s 2:", "3:".
_NUMBERED = r"#?(?:(?:s|spk|spkr|sp|speaker)[ _#-]?)?\d{1,2}"
NAME_LABEL = re.compile(rf"{_LINE_START}(?:{_SIGN})?{_BOLD}({_NAME}|{_NUMBERED}){_LABEL_END}")
ANY_LABEL = rf"{_SPACE}*([^\s:][^:\r\n]{{0,59}}):(?!\S)"
# Two words that begin small are rather said: "and then she told me: go".
SAID = rf"(?:[^:\r\n]{{0,59}}?(?<!\S)[{_LOWER}]){{2}}"
_CLOCK = r"(?:\d{1,2}:)?\d{1,2}:\d\d"
# Editing programs count frames: "00:01:02:12".
_FRACTION = r"(?:[.,]\d{1,3}|[:;]\d\d)?"
_UNTIL = rf"(?:{_SPACE}*(?:-->|[-–—]){_SPACE}*{_CLOCK}{_FRACTION})?"
TIME = rf"[\[(]?({_CLOCK}){_FRACTION}{_UNTIL}[\])]?"
# YouTube says it again below, for those who hear it: "1:02", "1 minute, 2 seconds".
_UNITS = rf"(?:\d+ (?:hour|minute|second)s?(?:, )?)+(?={_SPACE}*(?![^\r\n]))"
_HEADING = rf"(?:#{{1,6}}{_SPACE})?"
# In a table also a number before the time, and until when: "12\t0:01\t0:05\tSo".
_ROW = rf"(?:\d+\t)?{TIME}(?:\t{TIME}(?!\S))?"
_STAMP = (
    rf"{_LINE_START}{_HEADING}{_BOLD}{_ROW}{_BOLD}(?!\S)"
    rf"(?:{_SPACE}*(?:\r\n|\r|\n){_UNITS})?"
)
# Who speaks from when: "Speaker 1  0:12" on a line of its own, "Ann - 0:12", "Ann (0:12): So",
# "Ann [0:12] So", "Ann: 0:12 So", "[0:12] **Ann:** So".
_MEMBER = rf"{_BOLD}\[?{_NAME}(?:, {_NAME})?\]?(?:{_SPACE}{_ASIDE})?{_BOLD}"
_BETWEEN = rf"(?:{_SPACE}+|{_SPACE}*[-–—|]{_SPACE}*)"
_TIMED_NAME = (
    rf"{_LINE_START}(?:{_MEMBER}{_BETWEEN}{TIME}"
    rf"(?:{_LABEL_END}|(?={_BOLD}{_SPACE}*(?![^\r\n]))|(?<=[\])])(?={_SPACE}+\S))"
    rf"|{_MEMBER}{_LABEL_END}{_SPACE}*{TIME}(?!\S))"
)
_STAMPED_LABEL = (
    rf"{_LINE_START}{_BOLD}{TIME}{_BOLD}{_SPACE}+{_BOLD}"
    rf"(?:{_NAME}|\[[^\[\]\r\n]{{1,40}}\]){_LABEL_END}"
    rf"|{_LINE_START}{_ROW}\t{_NAME}(?=\t)"
)
STAMPS = re.compile(rf"{_TIMED_NAME}|{_STAMP}")
_LINE_END = rf"{_SPACE}*(?:\r\n|\r|\n)"
# A name above what is said: of a cue, or of a transcript behind a time, above or below one.
HEAD = rf"{_SPACE}*({_MEMBER}){_LINE_END}(?=[^\r\n])"
TIMED_HEADS = re.compile(
    rf"{_LINE_START}{TIME}(?:{_BETWEEN}|{_LINE_END})({_MEMBER}){_LINE_END}(?=[^\r\n])"
    rf"|(?:\A|(?<=\n\n)|(?<=\r\n\r\n)){_SPACE}*({_MEMBER}){_LINE_END}{TIME}{_LINE_END}"
)
_NOISES = (
    "laugh|chuckl|giggl|sigh|gasp|cough|sob|cry|cries|scream|shout|whisper|sniff|groan|grunt|moan"
    "|music|applau|cheer|clap|inaud|indistinct|unintell|foreign|speak|crosstalk|audience|silence"
    "|beep|bleep|clears|scoff|snort|exhal|inhal|breath|whimper|shriek|squeal|growl|yawn|whistl"
    "|stammer|stutter|mumbl|hiccup"
)
# As recognisers write where somebody only thinks: "%HESITATION", "%uh".
_FILLERS = "hesitation|hes|[aeu]h+m*|u?h?m+|er+m?"
# What nobody says in any language that has no list of noises: "(seufzt) Na gut", but "(a) das".
_UNSAID = (
    rf"(?:\A|(?<=[-–—‐>])|(?<=[-–—‐>:]{_SPACE}))\((?![ivxIVX]+\))"
    rf"[^\W\d_]{{3}}(?:[^()\r\n]{{0,36}}[^()\s{MARKS}])?\)(?={_SPACE}+\S)"
)
# Columns of times before what is said, as Audacity and Whisper write them.
_SECONDS = r"\d+(?:\.\d+)?\t"
_COLUMNS = (
    rf"{_LINE_START}(?:{_SECONDS}{_SECONDS}"
    r"|(?i:(?:[^\W_]+\t|#\t)?start(?: time)?\tend(?: time)?\t(?:speaker\t)?text)(?![^\r\n]))"
)
# Before what is said: "[speaker 0] so", "[Ann Lee] we", where "[laughs] so" is a sound; where each
# cue has one, also "Ann - so", "ANN so", "AL so".
NUMBERED_TAG = r"\[(?i:speaker|spk)[ _:#-]?\w{1,3}\]"
TAG = (
    rf"{_SPACE}*(?:{_SIGN})?"
    rf"({NUMBERED_TAG}|\[(?!{_SPACE}*(?i:{_NOISES}))[^\[\]\r\n]{{1,40}}\]|{_NAME}{_SPACE}[-–—]"
    rf"|[{_UPPER}][{_UPPER}\d]{{1,19}}(?={_SPACE}+(?:I\b|[^\W\d_]*[{_LOWER}])))(?=\s)"
)
# As it stands before each line of a record, and that of a page between.
LINE_NUMBER = rf"{_LINE_START}(\d{{1,5}})(?:{_SPACE}+(?=\S)|{_SPACE}*(?![^\r\n]))"
# Such names in round brackets, and who asks and answers in court: "(Ann) so", "Q. So".
CALL = (
    rf"{_LINE_START}(?:\d{{1,5}}{_SPACE}+|{_SIGN})?"
    rf"(\((?!(?i:{_NOISES})){_NAME}\)|<{_NAME}>|[QA]\.)(?={_SPACE}+\S)"
)
_SOUND = (
    rf"\[[^\[\]]*\]"
    rf"|{_LINE_START}(?:{_SIGN})?\([^()]*\){_SPACE}*(?![^\r\n])"
    rf"|\({_SPACE}*(?:[A-Z][{_UPPER} .,'’-]{{2,}}|(?:{_NOISES})[^()]*|(?i:{_NOISES})[^()A-Z]*)\)"
    rf"|(?<!\S)[:;]['’]?-?[()DPp](?![\w(])"
    rf"|[(<{{]{_CLOCK}{_FRACTION}{_UNTIL}[)>}}]|(?<!\S)#{_CLOCK}(?:-\d)?#(?!\S)"
    rf"|(?<!\S)\*{_SPACE}*(?=\w+(?:s|ing)\b)(?:{_NOISES})[^*\r\n]*\*(?!\w)"
    r"|(?<!\S)\*(?:laughter|applause|crosstalk|inaudible|indistinct|unintelligible)\*(?!\w)"
    rf"|(?<!\S)<(?i:unk|sil|spn|eps|noise|{_NOISES})\w*>(?!\w)"
    rf"|(?<!\S)%(?i:{_FILLERS}|noise|(?:{_NOISES})\w*)(?!\w)"
    rf"|[{MUSIC}]+[^{MUSIC}\r\n]*[{MUSIC}]+"
    rf"|[{MUSIC}]+[^{MUSIC}]*[^\s{MUSIC}]{_SPACE}*[{MUSIC}]+"
    rf"|[{MUSIC}]+[^{MUSIC}\r\n]*"
    rf"|{_LINE_START}#[^#\r\n]+#(?!\S)"
    rf"|{_COLUMNS}"
)
_TURN = rf">{{2,}}|{_LINE_START}[-–—‐](?![-\d])|(?<=\s)-(?=[¿¡]?[^\W\d_])"
_LINK = rf"(?i:(?:https?|ftp)://|www\.)\S*[^\s{MARKS}{QUOTES}{BRACKETS}]"
# What may stand inside a word between two of its letters: hyphens, backslashes, apostrophes, dots;
# commas and colons between digits; quotes and brackets that no space sets apart; stars for letters.
_INNER = rf"\.?[-‐]|\\|\*{{2,}}|['’.·]|(?<=\d)[,:–](?=\d)|[{QUOTES}(){{}}]"
_ELISION = r"(?=(?i:\d0s|em|til|cause|tis|twas|bout)\b|[nN]['’])"
# Behind a quote or a bracket that opens.
_OPENED = r"(?<=(?<!\S)[`\"'“‘„«(\[])"
_PREFIX = rf"(?:(?<!\S)|{_OPENED})\.|(?<![\w-])-(?=\d)|['’]{_ELISION}"
_CENSORED = r"(?<![\w*])[^\W\d_]{1,2}\*{2,}(?![\w*])"
_WORD = rf"{_CENSORED}|(?:{_PREFIX})?{CORE}+(?:\([^\s()]*\)(?:{CORE}*)|(?:{_INNER}){CORE}+)*"
# Small kana and marks of length, voice and repetition stay with the character before them.
_CLINGING = (
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ\u31f0-\u31ffｧ-ｯ"
    "々ゝゞヽヾーｰﾞﾟ\u3099-\u309c\ufe00-\ufe0f"
)
_OMISSION = f"[{MIDDLE_DOTS}]{{2,}}"
_OTHER = rf"(?:(?![{IDEOGRAPHS}]|{_OMISSION}|(?<=[{MIDDLE_DOTS}])[{MIDDLE_DOTS}]){CORE})+"
_CHARACTER = f"[{IDEOGRAPHS}][{_CLINGING}]*"
# Where words are not spaced; by itself for those who read a text that still comes.
UNSPACED_WORD = (
    rf"{_CHARACTER}(?:[{MIDDLE_DOTS}]{_CHARACTER})*|(?:{_PREFIX})?{_OTHER}(?:(?:{_INNER}){_OTHER})*"
)
_MARKS = rf"(?:[{MARKS}]|[-‐]|{_OMISSION})(?:[{MARKS}]|[-‐]|{_OMISSION}|(?<=\.) (?=\.))*"
# Signs that are spoken where they stand alone, those of currencies among them.
_SYMBOLS = frozenset("&+=%$¢£¥฿") | frozenset(map(chr, range(0x20A0, 0x20D0)))
_APOSTROPHES = frozenset("'’")
_WITHIN_SENTENCE = frozenset(",;:")
_KINDS: dict[str | None, Kind] = {kind.value: kind for kind in Kind}
_UNNAMED = Voices()
_OPEN_QUOTE = re.compile(rf"(?<!\w)['‘](?=\w)(?!{_ELISION})")


def tokens(text: str, voices: Voices = _UNNAMED, *, language: str = "en") -> Iterator[Token]:
    """Yield the tokens of a shown text; spaces, quotes, brackets and symbols are none.

    Where a language sets no spaces between words, every Chinese character and every kana is one.
    """
    spaced = typography(language).spaced
    quote = _OPEN_QUOTE.search(text)
    quoted = quote.start() if quote else len(text)
    word: Token | None = None
    unsaid = "" if base_of(language) == "en" else f"|{_UNSAID}"
    for found in _grammar(voices, _WORD if spaced else UNSPACED_WORD, unsaid).finditer(text):
        token = Token(_KINDS[found.lastgroup], found.start(), found.end())
        if token.kind is Kind.MARKS and word is not None and word.end == token.start:
            word, token = _with_own_dot(text, word, token, language, shouted=voices.shouted)
        if word is not None:
            yield word
            word = None
        if token.kind is Kind.WORD:
            word = _settled(text, token, quoted)
        elif token.start < token.end:
            yield token
    if word is not None:
        yield word


def _with_own_dot(
    text: str, word: Token, marks: Token, language: str, *, shouted: bool
) -> tuple[Token, Token]:
    """Move the first dot of the marks into the word where it is an abbreviation's."""
    if text[marks.start] != "." or text[marks.start + 1 : marks.end].lstrip().startswith("."):
        return word, marks
    spelling = text[word.start : word.end]
    if word.kind is not Kind.WORD:
        return word, marks
    # No sentence ends before a comma.
    goes_on = text[marks.start + 1 : marks.end][:1] in _WITHIN_SENTENCE
    if not goes_on and not keeps_dot(spelling, text, word.end + 1, language, shouted=shouted):
        return word, marks
    return (
        Token(Kind.WORD, word.start, word.end + 1),
        Token(Kind.MARKS, marks.start + 1, marks.end),
    )


def _settled(text: str, word: Token, quoted: int) -> Token | None:
    """Return the word with its final apostrophe, as a link, or None where it is only signs."""
    spelling = text[word.start : word.end]
    if not spelling.isalpha():
        if "@" in spelling[1:] and "." in spelling:
            return Token(Kind.LINK, word.start, word.end)
        if spelling not in _SYMBOLS and not any(map(str.isalnum, spelling)):
            return None
    if (
        text[word.end : word.end + 1] in _APOSTROPHES
        and word.start < quoted
        and not is_ideograph(spelling[-1])
    ):
        return Token(Kind.WORD, word.start, word.end + 1)
    return word


@lru_cache(maxsize=16)
def _grammar(voices: Voices, word: str, unsaid: str) -> re.Pattern[str]:
    names = "|".join(re.escape(name) for name in sorted(voices.names)) or "(?!)"
    capitals = f"{_CAPITAL_NAME}{_ASIDE}" if voices.shouted else _CAPITALS
    spelled = f"{_SIGN}(?:{_CAPITALS}|{_NAME})|(?:{_SIGN})?(?:{capitals}|{names})"
    label = rf"{_LINE_START}{_BOLD}(?:{spelled}){_LABEL_END}"
    sound = f"{_SOUND}{unsaid}"
    if voices.labelled:
        label = f"{label}|\\A(?!{SAID}){ANY_LABEL}"
    if voices.heads:
        heads = "|".join(re.escape(name) for name in sorted(voices.heads))
        line = rf"(?:{TIME}{_BETWEEN})?(?:{heads}){_SPACE}*(?![^\r\n])"
        label = f"{_LINE_START}{line}|{label}"
    if voices.tags:
        tags = "|".join(re.escape(tag) for tag in sorted(voices.tags))
        number = rf"|\d{{1,5}}{_SPACE}+" if voices.numbered else ""
        label = rf"{_LINE_START}(?:{_SIGN}{number})?(?:{tags})(?=\s)|{label}"
    if voices.numbered:
        sound = f"{LINE_NUMBER}|{sound}"
    if voices.signed:
        sound = f"\\A{OPENING_SIGN}|{sound}"
    if voices.stamped:
        label, sound = f"{_TIMED_NAME}|{_STAMPED_LABEL}|{label}", f"{_STAMP}|{sound}"
    return re.compile(
        rf"(?P<label>{label}|{_BRACKETED})|(?P<sound>{sound})|(?P<link>{_LINK})|(?P<turn>{_TURN})"
        rf"|(?P<word>{word})|(?P<marks>{_MARKS})"
    )
