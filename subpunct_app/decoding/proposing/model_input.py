"""A text as a model is asked about it: its words, what lies between them, the marks that stay."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeAlias

from rapidfuzz.distance import Levenshtein

from subpunct_app.decoding.inference.windows import Spoken
from subpunct_app.decoding.inference.words_as_read import as_read, spelled_numbers
from subpunct_app.decoding.suggestions.options import Mode
from subpunct_app.languages.language_data import language_data
from subpunct_app.models.features import Column, features_of, settle
from subpunct_app.subtitles.reading.rolling import is_rolling
from subpunct_app.text.mojibake import without_mojibake
from subpunct_app.text.words import Break, Mark, folded

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from subpunct_app.decoding.suggestions.options import Options
    from subpunct_app.models.card import ModelCard
    from subpunct_app.models.features import Features
    from subpunct_app.subtitles.reading.transcript import Transcript
    from subpunct_app.text.words import Gap


# From a gap to the silence in it, in milliseconds, where it could be heard.
HeardPauses: TypeAlias = "Mapping[int, int]"

# The share of large words from which on capitals tell nothing of a sentence.
_CAPITALS = 0.4


@dataclass(frozen=True, slots=True)
class HeardText:
    """A text, and the pauses in its recording as it was when they were listened to."""

    transcript: Transcript
    pauses: HeardPauses = field(default_factory=dict)

    def pauses_in(self, transcript: Transcript) -> HeardPauses:
        """Return the pauses of the text after some of its words were changed."""
        if not self.pauses or self.transcript is transcript:
            return self.pauses
        kept = kept_gaps(self.transcript, transcript)
        return {kept[gap]: pause for gap, pause in self.pauses.items() if gap in kept}


def questions(
    transcript: Transcript, heard: HeardPauses, card: ModelCard, options: Options
) -> list[Spoken]:
    """Return a text as a model is asked about it, not at all if it has no words.

    It is asked about the words without marks, and once more with the marks that are to stay.
    """
    if not transcript.words:
        return []
    spoken = spoken_text(transcript)
    if not card.network.features:
        return [spoken]
    timing = timing_of(transcript, heard)
    marks = staying_marks(transcript, card, options)
    told = [timing, settle(timing, marks)] if marks else [timing]
    return [replace(spoken, features=features) for features in told]


def spoken_text(transcript: Transcript) -> Spoken:
    """Return the words of a text, and the numbers among them that a model reads in figures.

    A capital ends a number but in text that has them on many words.
    """
    words, gaps = [word.text for word in transcript.words], transcript.gaps
    tells = sum(word[:1].isupper() for word in words) < _CAPITALS * len(words)

    def is_parted(at: int) -> bool:
        begins = tells and words[at][:1].isupper() and words[at - 1][:1].islower()
        return begins or _is_parted(gaps[at])

    numbers = spelled_numbers(words, transcript.language, is_parted)
    return Spoken(spoken_words(transcript), numbers=numbers)


def spoken_words(transcript: Transcript) -> Sequence[str]:
    """Return the words of a text as a model reads them."""
    return as_read([without_mojibake(word.text) for word in transcript.words], transcript.language)


def timing_of(transcript: Transcript, heard: HeardPauses | None = None) -> Features:
    """Return what a file tells a model about its gaps, besides the words (see `features`).

    `heard` are the silences of its recording.
    """
    return features_of(
        transcript.words,
        transcript.gaps,
        transcript.document.cues,
        rolling=is_rolling(transcript.document),
        heard=heard,
    )


def staying_marks(transcript: Transcript, card: ModelCard, options: Options) -> dict[int, Mark]:
    """Return the marks of a text that are to stay, as a model that reads marks is told them.

    Where only some kinds may be put, the others stay, too, but are not told: the model would expect
    to see marks of all kinds. Nor are those behind which a sentence goes on: well... you know.
    """
    if options.mode is not Mode.FILL or card.network.features <= Column.MARK:
        return {}
    untold = _leading_on(transcript)
    standing = ((at, gap.current) for at, gap in enumerate(transcript.gaps) if gap.current)
    return {at: told_mark(transcript, at, mark) for at, mark in standing if at not in untold}


def told_mark(transcript: Transcript, gap: int, mark: Mark) -> Mark:
    """Return a mark as a model is told of it: the dot of a title belongs to the word."""
    if mark is not Mark.PERIOD or not gap:
        return mark
    titles = language_data(transcript.language).names.titles
    return Mark.NONE if transcript.words[gap - 1].text.lower() in titles else mark


def _leading_on(transcript: Transcript) -> frozenset[int]:
    """Return the gaps where a sentence goes on behind dots.

    That is before a small word where most sentences begin large, or dots before the next word.
    """
    gaps, words = transcript.gaps, transcript.words
    inner = range(1, len(words))
    small = {at for at in inner if words[at].text[0].islower()}
    ends = [at for at in inner if gaps[at].current.ends_sentence]
    begins_large = 2 * len(small.intersection(ends)) < len(ends)
    dotted = (at for at in inner if gaps[at].current is Mark.ELLIPSIS)
    return frozenset(at for at in dotted if gaps[at].led_on or (begins_large and at in small))


def _is_parted(gap: Gap) -> bool:
    """Tell whether anything but the words tells that a number ends here."""
    set_apart = gap.turn or gap.item or gap.quoted or gap.opened or gap.bracketed
    return bool(gap.current) or set_apart or gap.break_ is Break.CUE


def kept_gaps(before: Transcript, after: Transcript) -> dict[int, int]:
    """Return where gaps were and are now whose words on both sides are the same."""
    old, new = ([folded(word.text) for word in one.words] for one in (before, after))
    blocks = Levenshtein.editops(old, new).as_matching_blocks()
    return {block.a + step: block.b + step for block in blocks for step in range(1, block.size)}
