"""Split what is shown of a cue into words, marks and what is not spoken."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache, lru_cache
from typing import NamedTuple

from subpunct_app.languages.abbreviations import keeps_dot
from subpunct_app.languages.language_data import language_data
from subpunct_app.languages.marks import BRACKETS, CORE, MARKS, MIDDLE_DOTS, MUSIC, QUOTES
from subpunct_app.languages.scripts import IDEOGRAPHS, is_ideograph
from subpunct_app.languages.typography import NARROW, NO_BREAK
from subpunct_app.subtitles.formats.markup import Shown
from subpunct_app.subtitles.reading.labels import (
    CLOCK,
    COLUMNS,
    EVENT,
    FRACTION,
    LINE_START,
    LOWER,
    NOISES,
    REMARK,
    SIGN,
    SPACE,
    UNTIL,
    UPPER,
    SpeakerLabels,
    label_by,
    unsaid_by,
)
from subpunct_app.text.words import base_of


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
    rf"|\({SPACE}*(?:(?:{NOISES})[^()]*|(?i:{NOISES})[^()A-Z]*|(?i:{EVENT}){SPACE}*)\)"
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
# Within a sentence, of words that tell of no sound, nor how somebody speaks.
_SAID = "|".join([*language_data("en").captions.said, "[a-z]+n['’]t"])
_ASIDE = (
    rf"(?<=[\w,;'’]{SPACE})\((?=[^\s()]+{SPACE}+[^\s()])(?=[^()]*\b(?i:{_SAID})\b)"
    rf"(?![^()]*\b(?i:{NOISES})|(?i:{EVENT})\)|(?:{REMARK})\))[^()]*\)(?=[{MARKS}]|\s+\S)"
)
# Before what is said in a cue, or behind the sign of another speaker.
_AT_START = rf"(?:\A|(?<=[-–—‐>])|(?<=[-–—‐>:]{SPACE}))"
_ENGLISH_REMARK = rf"{_AT_START}\((?:{REMARK})\)(?={SPACE}+\S)"
# In any language that has no list of noises: "(seufzt) Na gut", "(en anglais)", but "(a) das".
_FOREIGN_REMARK = (
    rf"{_AT_START}\((?![ivxIVX]+\))(?:[^\W\d_]{{1,2}}[ '’])?"
    rf"[^\W\d_]{{3}}(?:[^()\r\n]{{0,36}}[^()\s{MARKS}])?\)(?={SPACE}+\S)"
)
_TURN = rf">{{2,}}|{LINE_START}[-–—‐](?![-\d])|(?<=\s)-(?=[¿¡]?[^\W\d_])"
_LINK = rf"(?i:(?:https?|ftp)://|www\.)\S*[^\s{MARKS}{QUOTES}{BRACKETS}]"
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
# What a small letter behind a hyphen stands alone for: no word, but an option of a command.
_OPTION = re.compile(r"[b-hj-np-xz](?![\w'’])")
_ENDED = re.compile(rf"[.?!…][{QUOTES})\]]*\s*\Z")
# Longer than what may stand between the end of a sentence and a turn, and than most lines.
_NEAR, _FAR = 8, 500
_TURNING = re.compile(rf"(?:[\[(][^\])\r\n]*[\])])?{SPACE}*[-–—‐]{SPACE}*")
_OPEN_QUOTE = re.compile(rf"(?<!\w)['‘](?=\w)(?!{_ELISION})")


def tokens(text: str, labels: SpeakerLabels, *, language: str) -> Iterator[Token]:
    """Yield the tokens of a shown text; spaces, quotes, brackets and symbols are none.

    Where a language sets no spaces between words, every Chinese character and every kana is one.
    """
    word_form = _WORD if language_data(language).typography.spaced else UNSPACED_WORD
    sound_form = _sound_by(english=base_of(language) == "en", shouted=labels.shouted)
    quote = _OPEN_QUOTE.search(text)
    quoted = quote.start() if quote else len(text)
    word: Token | None = None
    for found in _grammar(labels, word_form, sound_form).finditer(text):
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
    near = max(0, turn.start - _FAR)
    line = max(near, *(text.rfind(end, near, turn.start) + 1 for end in "\r\n"))
    if not text[line : turn.start].strip():
        return False
    ended = _ENDED.search(text, max(line, turn.start - _NEAR), turn.start)
    opening = _TURNING.match(text, line)
    small = opening is not None and text[opening.end() : opening.end() + 1].islower()
    opens = small or (opening is not None and not language_data(language).typography.narrates)
    return not (ended or opens) or _OPTION.match(text, turn.end) is not None


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


@cache
def _sound_by(*, english: bool, shouted: bool) -> str:
    """Return a pattern of what is heard besides voices, or tells how somebody speaks.

    Where all is in capitals these make no sound of English words within a sentence.
    """
    remark = _ENGLISH_REMARK if english else _FOREIGN_REMARK
    capitals = rf"(?!{_ASIDE})" if english and shouted else ""
    return rf"{_SOUND}|{capitals}{_SOUND_IN_CAPITALS}|{remark}"


@lru_cache(maxsize=16)
def _grammar(labels: SpeakerLabels, word: str, sound: str) -> re.Pattern[str]:
    sound = "|".join([*unsaid_by(labels), sound])
    return re.compile(
        rf"(?P<label>{label_by(labels)})|(?P<sound>{sound})|(?P<link>{_LINK})|(?P<turn>{_TURN})"
        rf"|(?P<word>{word})|(?P<marks>{_MARKS})"
    )


# Not so quotes that a backtick opens and an apostrophe closes, as in `one' and `two'.
_CODE = re.compile(r"(?<![\w`])`(?=[^\s`])[^`\r\n]*(?<=\S)`(?![\w`])")
# No sound, as in: well[laughs].
_INDEX = re.compile(r"""(?:\[(?:[^\W\d_](?:[+-]\d+)?|[\d:,+-]+|(["'])[^"'\[\]\r\n]*\1)\])+""")
# Behind a word that is no identifier: the town[1], the town[a].
_NOTE = re.compile(r"(?:\[(?:[a-h]|[1-9]\d*(?:[,-]\d+)*)\])+")


@dataclass(frozen=True, slots=True)
class Code:
    """Where code stands in a shown text, with its backticks, in the order of the text.

    `ends` tells where such code ends by the offset of the last word in it.
    """

    spans: Sequence[range] = ()
    ends: Mapping[int, int] = field(default_factory=dict)

    @classmethod
    def of(cls, text: str, found: Iterable[Token]) -> Code:
        """Return where code stands in a shown text of these tokens."""
        spans = [range(*code.span()) for code in _CODE.finditer(text)] if "`" in text else []
        if not spans:
            return _NO_CODE
        starts = [token.start for token in found if token.kind is TokenKind.WORD]
        last = {span.stop: at for at in starts if (span := _span_at(spans, at)) is not None}
        return cls(spans, {at: stop for stop, at in last.items()})

    def at(self, offset: int) -> range | None:
        """Return where the code stands that holds an offset, None where none does."""
        return _span_at(self.spans, offset)

    def end_behind(self, word: Token) -> int:
        """Return where the code ends of which a word is the last, else where the word does."""
        return self.ends.get(word.start, word.end)


_NO_CODE = Code()


def is_identifier(text: str, word: Token) -> bool:
    """Tell whether underscores join a word (to_csv, but not _really_), or a letter has an index."""
    spelling = text[word.start : word.end]
    indexed = len(spelling) == 1 and _INDEX.match(text, word.end) is not None
    return indexed or "_" in spelling.strip("_")


def end_of_index(text: str, word: Token, end: int) -> int:
    """Return the end of the index behind a word that ends here, as in a[0], else that of it.

    The note of a source is none.
    """
    found = _INDEX.match(text, end)
    if found is None or (_NOTE.fullmatch(found[0]) and not is_identifier(text, word)):
        return end
    return found.end()


def _span_at(spans: Sequence[range], offset: int) -> range | None:
    index = bisect_right(spans, offset, key=lambda span: span.start) - 1
    return spans[index] if index >= 0 and offset in spans[index] else None


# Within 10 000, whose parts no line's end may set apart.
_THOUSANDS = re.compile(rf"(?<=\d)[{NO_BREAK}{NARROW}]\d{{3}}(?!\d)")
# In groups that no mark parts: 06 12 34 56 78, +33 6 12 34 56 78, 1 800 555 0199, 2 500 000,
# (555) 123-4567.
_IN_GROUPS = re.compile(
    r"(?<![\w.,:])(?:(?:\+\d{1,3}(?: \d)?|0\d{1,4})(?: \d{2,8}){2,}"
    r"|\([2-9]\d{2}\) \d{3}[-. ]\d{4}"
    r"|(?:(?:1 )?[2-9]\d{2} \d{3} \d{4}|[1-9]\d{0,2}(?: \d{3}){0,3} 000)(?! \d))(?!\S?\d)"
)
# Longer than most of such a number.
_LONGEST_NUMBER = 32


def is_in_thousands(text: str, at: int) -> bool:
    """Tell whether a space that no line ends at parts the thousands of a number here."""
    return _THOUSANDS.match(text, at) is not None


def is_in_groups(text: str, at: int) -> bool:
    """Tell whether a place lies within a number that is written in groups."""
    near = _IN_GROUPS.finditer(text, max(0, at - _LONGEST_NUMBER), at + _LONGEST_NUMBER)
    return any(found.start() < at < found.end() for found in near)


_HYPHENS = frozenset("-‐")
_SHORTEST = 2
# What is whole: somebody begins anew with it, or breaks off behind it. Among these are words that
# link what is left out behind a hyphen, in other languages, too: pre- and post-war.
_ENGLISH = (
    "a about after all am an and are as at be because been before but by can could did do does "
    "don for from get go had has have he her here hey him his how i if in into is it its just "
    "let like me my no not now of oh okay on or our out right she so some stop than that the their "
    "them then there these they this those to too uh um up us very wait was we well were what when "
    "where which who why will with would yeah yes you your"
)
_LINKS = "bis e ed en et eller i o oder och og oraz ou sowie u und y и или та"
_WHOLE = frozenset(f"{_ENGLISH} {_LINKS}".split())
# Without those that begin compounds: well-known, so-called.
_ALONE = _WHOLE - {"after", "all", "by", "in", "on", "out", "so", "up", "well"}


def ends_line(text: str, start: int, end: int) -> bool:
    """Tell whether nothing but a hyphen stands between two offsets, and ends a line right there."""
    ahead = text[end : end + 1]
    return text[start:end] in _HYPHENS and (not ahead or ahead in "\r\n")


def may_be_broken(first: str, second: str) -> bool:
    """Tell whether two words around a hyphen may be parts of one: impor- tant, well- known.

    Who breaks off begins anew with a word that is whole (go- what), the same (th- the) or large.
    """
    if first.isupper() != second.isupper() or not (second[0].islower() or second.isupper()):
        return False
    first, second = first.casefold(), second.casefold()
    if min(len(first), len(second)) < _SHORTEST or second.startswith(first):
        return False
    whole = first in _ALONE or second in _WHOLE or second.partition("'")[0] in _WHOLE
    return first[-1].isalpha() and not whole


@dataclass(frozen=True, slots=True)
class CueTokens:
    """What is shown of a cue, cut into tokens, or of cues that are read as one.

    `first` is the first of these, and `further` is where the others start in the document.
    """

    first: int
    further: Sequence[int]
    shown: Shown
    tokens: Sequence[Token]
    code: Code

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
