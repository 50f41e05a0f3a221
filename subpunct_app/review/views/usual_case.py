"""How a word is mostly written near a place where no sentence begins: by that names are told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from subpunct_app.text.words import Case, folded

if TYPE_CHECKING:
    from subpunct_app.subtitles.reading.transcript import Transcript

# So many words on either side are looked at: no key may wait for a whole film.
_NEAR = 2000


def is_mostly_small(transcript: Transcript, word: int) -> bool:
    """Tell whether a word mostly has a small letter near its place, where no sentence begins.

    A word that stands nowhere else may be a name, and a text without small letters tells nothing.
    """
    name = folded(transcript.words[word].text)
    first = max(1, word - _NEAR)
    small = large = 0
    for at, found in enumerate(transcript.words[first : word + _NEAR], first):
        if at != word and folded(found.text) == name:
            case = Case.of(transcript.spelling_of(at))
            small += case is Case.LOWER
            large += case is not Case.LOWER and not transcript.gaps[at].current.ends_sentence
    return small > large
