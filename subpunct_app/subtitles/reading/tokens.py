"""Split what is shown of a cue into words, marks and what is not spoken."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from subpunct_app.languages.abbreviations import keeps_dot
from subpunct_app.languages.language_data import language_data
from subpunct_app.languages.marks import BRACKETS, CORE, MARKS, MIDDLE_DOTS, MUSIC, QUOTES
from subpunct_app.languages.scripts import IDEOGRAPHS, is_ideograph
from subpunct_app.subtitles.formats.markup import Shown
from subpunct_app.subtitles.reading.labels import (
    CLOCK,
    COLUMNS,
    FRACTION,
    LINE_START,
    LOWER,
    NOISES,
    SIGN,
    SPACE,
    UNTIL,
    UPPER,
    SpeakerLabels,
    label_by,
    unsaid_by,
)


class TokenKind(StrEnum):
    """What a token is."""

    WORD = "word"
    MARKS = "marks"
    SOUND = "sound"
    LINK = "link"
    TURN = "turn"
    LABEL = "label"

    @property
    def names_speaker(self) -> bool:
        """Tell whether such a token says who speaks, or that another one does."""
        return self is TokenKind.LABEL or self is TokenKind.TURN


@dataclass(frozen=True, slots=True)
class Token:
    """A part of a shown text."""

    kind: TokenKind
    start: int
    end: int


# As recognisers write where somebody only thinks: "%HESITATION", "%uh".
_FILLERS = "hesitation|hes|[aeu]h+m*|u?h?m+|er+m?"
_SOUND = (
    rf"\[[^\[\]]*\]"
    rf"|{LINE_START}(?:{SIGN})?\([^()]*\){SPACE}*(?![^\r\n])"
    rf"|\({SPACE}*(?:(?:{NOISES})[^()]*|(?i:{NOISES})[^()A-Z]*)\)"
    rf"|(?<!\S)[:;]['’]?-?[()DPp](?![\w(])"
    rf"|[(<{{]{CLOCK}{FRACTION}{UNTIL}[)>}}]|(?<!\S)#{CLOCK}(?:-\d)?#(?!\S)"
    rf"|(?<!\S)\*{SPACE}*(?=\w+(?:s|ing)\b)(?:{NOISES})[^*\r\n]*\*(?!\w)"
    r"|(?<!\S)\*(?:laughter|applause|crosstalk|inaudible|indistinct|unintelligible)\*(?!\w)"
    rf"|(?<!\S)<(?i:unk|sil|spn|eps|noise|{NOISES})\w*>(?!\w)"
    rf"|(?<!\S)%(?i:{_FILLERS}|noise|(?:{NOISES})\w*)(?!\w)"
    rf"|[{MUSIC}]+[^{MUSIC}\r\n]+[{MUSIC}]+"
    rf"|[{MUSIC}]+[^{MUSIC}]*[^\s{MUSIC}]{SPACE}*[{MUSIC}]+"
    rf"|[{MUSIC}]+(?:(?!>{{2,}})[^{MUSIC}\r\n])*"
    rf"|{LINE_START}#[^#\r\n]+#(?!\S)"
    rf"|{COLUMNS}"
)
_SOUND_IN_CAPITALS = rf"\({SPACE}*[A-Z][{UPPER} .,'’-]{{2,}}\)"
# Before what is said in a cue, or behind the sign of another speaker, who speaks or how:
# "(quietly) So", "(seufzt) Na gut", "(en anglais)", but "(a) das".
_REMARK = (
    rf"(?:\A|(?<=[-–—‐>])|(?<=[-–—‐>:]{SPACE}))\((?![ivxIVX]+\))(?:[^\W\d_]{{1,2}}[ '’])?"
    rf"[^\W\d_]{{3}}(?:[^()\r\n]{{0,36}}[^()\s{MARKS}])?\)(?={SPACE}+\S)"
)
_TURN = rf">{{2,}}|{LINE_START}[-–—‐](?![-\d])|(?<=\s)-(?=[¿¡]?[^\W\d_])"
# An address, or code between backticks, but not `one' and `two'.
_LINK = (
    rf"(?i:(?:https?|ftp)://|www\.)\S*[^\s{MARKS}{QUOTES}{BRACKETS}]"
    r"|(?<![\w`])`(?=[^\s`])[^`\r\n]*(?<=\S)`(?![\w`])"
)
# For apostrophes and letters that an encoding lacked, a sign a letter or a byte: it?s, don???t.
# Between a small letter and a capital a question ends: "So?Yes".
_LOST = rf"(?<=[{UPPER}{LOWER}])\?{{1,3}}(?=[{LOWER}])|(?<=[{UPPER}])\?{{1,3}}(?=[{UPPER}])"
# What may stand inside a word between two of its letters: hyphens, backslashes, apostrophes, dots,
# also behind letters as in D.A.'s; commas and colons between digits; quotes and brackets that no
# space sets apart; stars for letters.
# In UTF-8 that was read as Windows-1252 they may be half a letter: mÃ¡s, Ã–sterreich.
_HALF = "(?<=[ÂÃ])[¡¿\u00ad]"
_INNER = (
    rf"{_HALF}|(?<=Ã)[–—…]|\.?[-‐]|\.['’](?=[sS]\b)|\\|\*{{2,}}|['’.·]|(?<=\d)[,:–](?=\d)|{_LOST}"
    rf"|[{QUOTES}(){{}}]"
)
_ELISION = r"(?=(?i:\d0s|em|til|cause|tis|twas|bout)\b|[nN]['’])"
# Behind a quote, a bracket or a sign that opens.
_OPENED = r"(?<=(?<!\S)[`\"'“‘„«(\[¿¡])"
_PREFIX = rf"(?:(?<!\S)|{_OPENED})\.|(?<![\w-])-(?=\d)|['’]{_ELISION}"
_CENSORED = r"(?<![\w*])[^\W\d_]{1,2}\*{2,}(?![\w*])"
_WORD = (
    rf"{_CENSORED}"
    rf"|(?:{_PREFIX})?{CORE}+(?:\([^\s()]*\)(?:{CORE}*)|(?:{_INNER}){CORE}+)*(?:{_HALF})?"
)
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
_KINDS: dict[str | None, TokenKind] = {kind.value: kind for kind in TokenKind}
_ENDED = re.compile(rf"[.?!…][{QUOTES})\]]*\s*\Z")
# Longer than most lines.
_NEAR = 500
_OPEN_QUOTE = re.compile(rf"(?<!\w)['‘](?=\w)(?!{_ELISION})")


def tokens(text: str, labels: SpeakerLabels, *, language: str) -> Iterator[Token]:
    """Yield the tokens of a shown text; spaces, quotes, brackets and symbols are none.

    Where a language sets no spaces between words, every Chinese character and every kana is one.
    """
    word_form = _WORD if language_data(language).typography.spaced else UNSPACED_WORD
    quote = _OPEN_QUOTE.search(text)
    quoted = quote.start() if quote else len(text)
    word: Token | None = None
    for found in _grammar(labels, word_form).finditer(text):
        token = Token(_KINDS[found.lastgroup], found.start(), found.end())
        if token.kind is TokenKind.TURN and _is_hyphen(text, token, language):
            token = Token(TokenKind.MARKS, token.start, token.end)
        if token.kind is TokenKind.MARKS and word is not None and word.end == token.start:
            word, token = _with_own_dot(text, word, token, language, shouted=labels.shouted)
        if word is not None:
            yield word
            word = None
        if token.kind is TokenKind.WORD:
            word = _settled(text, token, quoted)
        elif token.start < token.end:
            yield token
    if word is not None:
        yield word


def _is_hyphen(text: str, turn: Token, language: str) -> bool:
    """Tell whether a hyphen before a small letter tells of no turn: npm install -g, -dijo Ana.

    Another speaker begins small where a sentence ended, or where a dash opens the line.
    """
    if text[turn.start] != "-" or not text[turn.end : turn.end + 1].islower():
        return False
    near = max(0, turn.start - _NEAR)
    line = text[max(near, *(text.rfind(end, near, turn.start) + 1 for end in "\r\n")) : turn.start]
    if not line.strip() or _ENDED.search(line):
        return False
    opening = line.lstrip()
    small = opening[1:].lstrip()[:1].islower()
    narrates = language_data(language).typography.narrates
    return opening[0] not in "-–—‐" or (narrates and not small)


def _with_own_dot(
    text: str, word: Token, marks: Token, language: str, *, shouted: bool
) -> tuple[Token, Token]:
    """Move the first dot of the marks into the word where it is an abbreviation's."""
    if text[marks.start] != "." or text[marks.start + 1 : marks.end].lstrip().startswith("."):
        return word, marks
    spelling = text[word.start : word.end]
    if word.kind is not TokenKind.WORD:
        return word, marks
    # No sentence ends before a comma.
    goes_on = text[marks.start + 1 : marks.end][:1] in _WITHIN_SENTENCE
    if not goes_on and not keeps_dot(spelling, text, word.end + 1, language, shouted=shouted):
        return word, marks
    return (
        Token(TokenKind.WORD, word.start, word.end + 1),
        Token(TokenKind.MARKS, marks.start + 1, marks.end),
    )


def _settled(text: str, word: Token, quoted: int) -> Token | None:
    """Return the word with its final apostrophe, as a link, or None where it is only signs."""
    spelling = text[word.start : word.end]
    if not spelling.isalpha():
        if "@" in spelling[1:] and "." in spelling:
            return Token(TokenKind.LINK, word.start, word.end)
        if spelling not in _SYMBOLS and not any(map(str.isalnum, spelling)):
            return None
    if (
        text[word.end : word.end + 1] in _APOSTROPHES
        and word.start < quoted
        and not is_ideograph(spelling[-1])
    ):
        return Token(TokenKind.WORD, word.start, word.end + 1)
    return word


@lru_cache(maxsize=16)
def _grammar(labels: SpeakerLabels, word: str) -> re.Pattern[str]:
    sound = "|".join([*unsaid_by(labels), _SOUND, _SOUND_IN_CAPITALS, _REMARK])
    return re.compile(
        rf"(?P<label>{label_by(labels)})|(?P<sound>{sound})|(?P<link>{_LINK})|(?P<turn>{_TURN})"
        rf"|(?P<word>{word})|(?P<marks>{_MARKS})"
    )


def is_identifier(text: str, word: Token) -> bool:
    """Tell whether underscores join a word: to_csv, but not _really_."""
    return "_" in text[word.start : word.end].strip("_")


# In groups that no mark parts: 06 12 34 56 78, +33 6 12 34 56 78, 1 800 555 0199, 2 500 000,
# (555) 123-4567.
_IN_GROUPS = re.compile(
    r"(?<![\w.,:])(?:(?:\+\d{1,3}(?: \d)?|0\d{1,4})(?: \d{2,8}){2,}"
    r"|\([2-9]\d{2}\) \d{3}[-. ]\d{4}"
    r"|(?:(?:1 )?[2-9]\d{2} \d{3} \d{4}|[1-9]\d{0,2}(?: \d{3}){0,3} 000)(?! \d))(?!\S?\d)"
)
# Longer than most of such a number.
_LONGEST_NUMBER = 32


def is_in_groups(text: str, at: int) -> bool:
    """Tell whether a place lies within a number that is written in groups."""
    near = _IN_GROUPS.finditer(text, max(0, at - _LONGEST_NUMBER), at + _LONGEST_NUMBER)
    return any(found.start() < at < found.end() for found in near)


@dataclass(frozen=True, slots=True)
class CueTokens:
    """What is shown of a cue, cut into tokens, or of cues that are read as one.

    `first` is the first of these, and `further` is where the others start in the document.
    """

    first: int
    further: Sequence[int]
    shown: Shown
    tokens: Sequence[Token]

    def cue_at(self, start: int) -> int:
        """Return the cue that a place in the document lies in, of those that are read as one."""
        return self.first + bisect_right(self.further, start)


class Heard(NamedTuple):
    """A token, who speaks there, and whether another one does so since the last word."""

    cue: CueTokens
    token: Token
    speaker: str
    turn: bool

    @property
    def spelling(self) -> str:
        """Return the token as it is shown."""
        return self.cue.shown.text[self.token.start : self.token.end]

    @property
    def start(self) -> int:
        """Return where it starts in the document."""
        return self.cue.shown.starts[self.token.start]

    @property
    def cue_index(self) -> int:
        """Return the cue that it stands in."""
        return self.cue.cue_at(self.start) if self.cue.further else self.cue.first
