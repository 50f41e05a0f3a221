"""Tell how well cues and lines may end after each spoken word."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from subpunct_app.languages.abbreviations import keeps_dot
from subpunct_app.languages.shortened import MAY_END, leads_on
from subpunct_app.text.words import base_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from subpunct_app.speech.recognition.spoken import SpokenWord

_OPENING, _CLOSING = "([{（［【", ")]}）］】"
_QUOTES = "\"'»”’›」』"
_CLOSERS = _QUOTES + re.escape(_CLOSING)
_OPENERS = "\"'«»“„‘‹「『" + _OPENING
_SENTENCE = re.compile(rf"[.?!…。．｡？！։۔؟।॥။។]+[{_CLOSERS}]*$")
_CLAUSE = re.compile(rf"[,;:—–，、､；：،؛]+[{_CLOSERS}]*$")

# What ending a cue or line here costs; a silence takes off up to so much.
_AFTER_CLAUSE = 1.0
_BEFORE_PHRASE = 2.0
_ANYWHERE = 3.0
_TORN = 4.5
_IN_BRACKETS = 30.0
_SILENCE = 2.0

# Words that begin a phrase, and words that belong to what follows them so closely that nothing
# should end after them, where this program knows any.
_STARTING = {
    "en": "and or but so because that which who whose where when while if although though since "
    "until unless than whether to of in on at by for from with without about into over under "
    "between through after before during against",
    "de": "und oder aber sondern denn weil dass daß ob wenn als während obwohl damit sodass bis "
    "in an auf mit von zu bei nach aus für über unter vor gegen ohne durch um wegen",
    "fr": "et ou mais donc car que qui dont où quand si comme lorsque puisque parce afin pour "
    "dans en sur sous avec sans de par chez entre vers depuis pendant avant après contre",
    "es": "y e o u pero sino porque que quien cuyo donde cuando si como aunque mientras para en "
    "de con sin por a sobre entre hasta desde según durante contra tras",
    "it": "e ed o ma perché che chi cui dove quando se come anche mentre per in di con senza da "
    "a su tra fra durante contro dopo prima fino",
    "pt": "e ou mas porque que quem cujo onde quando se como embora enquanto para em de com sem "
    "por a sobre entre até desde durante contra após",
    "nl": "en of maar want omdat dat die wie waar wanneer als terwijl hoewel zodat in op aan met "
    "van naar bij uit voor over onder tussen door tegen zonder na",
}
_LEANING = {
    "en": "a an the my your his her its our their this these those no very and or but of to in on "
    "at by for from with",
    "de": "der die das den dem des ein eine einen einem einer mein dein sein ihr unser und oder "
    "aber in an auf mit von zu für",
    "fr": "le la les l' un une des du de d' mon ton son ma ta sa mes tes ses notre votre leur et "
    "ou à en dans sur ne je tu il on",
    "es": "el la los las un una unos unas mi tu su mis tus sus y e o de del a al en con por para "
    "no",
    "it": "il lo la i gli le un uno una mio tuo suo e ed o di del della da in con per a al non",
    "pt": "o a os as um uma uns umas meu teu seu e ou de do da dos das em no na com por para não",
    "nl": "de het een mijn jouw zijn haar ons hun en of maar van in op met voor te",
}


@dataclass(frozen=True, slots=True)
class Boundary:
    """The place after a word: what ending there costs, and what going on over it does.

    `silence` grows with the pause, up to its share of the cost; `sentence` tells that one ends.
    """

    cost: float
    silence: float
    sentence: bool


def boundaries(words: Sequence[SpokenWord], pause_ms: int, language: str) -> list[Boundary]:
    """Return the boundary after each word; `pause_ms` is the silence that counts in full."""
    base = base_of(language).lower()
    starting = frozenset(_STARTING.get(base, "").split())
    leaning = frozenset(_LEANING.get(base, "").split())
    own_dots = _own_dots([word.text for word in words], language)
    found = []
    depth = 0
    for at, (word, own_dot) in enumerate(zip(words, own_dots, strict=True)):
        following = words[at + 1] if at + 1 < len(words) else None
        depth = max(0, depth + _opened(word.text))
        pause = following.start_ms - word.end_ms if following else pause_ms
        silence = _SILENCE * min(1.0, max(0, pause) / pause_ms)
        ahead = following.text if following else ""
        if own_dot and not ahead[:1].islower():
            cost = _cost_behind_dot(word.text, language)
        else:
            cost = _cost(word.text, ahead, starting, leaning)
        sentence = cost == 0
        cost = _IN_BRACKETS if depth else max(0.0, cost - silence)
        found.append(Boundary(cost, silence, sentence))
    return found


def _opened(text: str) -> int:
    return sum(letter in _OPENING for letter in text) - sum(letter in _CLOSING for letter in text)


def _own_dots(texts: Sequence[str], language: str) -> list[bool]:
    """Return for each word whether it ends with a dot of its own, with which no sentence ends."""
    text = " ".join(texts)
    shouted = text.isupper()
    found = []
    end = -1
    for word in texts:
        end += 1 + len(word)
        stopped = word.rstrip(_QUOTES + _CLOSING)
        stem = _stem(word)
        after = end - len(word) + len(stopped)
        own = stopped.endswith(".") and stem[-1:].isalnum() and end < len(text)
        found.append(own and keeps_dot(stem, text, after, language, shouted=shouted))
    return found


def _stem(text: str) -> str:
    """Return a word without what stands around it, and without its last dot."""
    return text.rstrip(_QUOTES + _CLOSING).removesuffix(".").lstrip(_OPENERS)


def _cost_behind_dot(text: str, language: str) -> float:
    """Return what ending before a name or a number costs behind a word with a dot of its own."""
    word = _stem(text).lower()
    may_end = word in MAY_END or ("." in word and not leads_on([f"{word}."], language))
    return _AFTER_CLAUSE if may_end else _TORN


def _cost(text: str, following: str, starting: frozenset[str], leaning: frozenset[str]) -> float:
    if _SENTENCE.search(text) and not following[:1].islower():
        return 0.0
    if _CLAUSE.search(text):
        return _AFTER_CLAUSE
    if text.lower() in leaning:
        return _TORN
    return _BEFORE_PHRASE if following.lower() in starting else _ANYWHERE
