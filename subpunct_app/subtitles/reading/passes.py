"""Read the words of a document, in passes over its cues.

In their order these take the markup off and cut what is shown into tokens (`tokenized`), leave away
lines in another language (`in_one_language`) and lines that are shown again
(`without_repeated_lines`), tell who speaks (`heard_in`), and make words and gaps of it (`spoken`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from subpunct_app.languages.language_data import language_data
from subpunct_app.languages.typography import Typography
from subpunct_app.runtime.task import Task
from subpunct_app.subtitles.formats.document import Document
from subpunct_app.subtitles.formats.webvtt import Metadata
from subpunct_app.subtitles.reading.document_language import OtherLines, pair_of
from subpunct_app.subtitles.reading.gaps import Between, Lists, gap_between, insertion
from subpunct_app.subtitles.reading.labels import SpeakerLabels
from subpunct_app.subtitles.reading.rolling import Roll, is_rolling
from subpunct_app.subtitles.reading.speakers import TURN_SIGNS, count_labels, labels_by, name_in
from subpunct_app.subtitles.reading.tokens import CueTokens, Heard, TokenKind, tokens
from subpunct_app.subtitles.reading.transcript import Place, Transcript
from subpunct_app.text.words import Break, Gap, Word

# Cues that are read within a tenth of a second or so.
_PER_STEP = 500


@dataclass(frozen=True, slots=True)
class Reading:
    """What is known of a document before its cues are read one by one."""

    document: Document
    language: str
    labels: SpeakerLabels
    typography: Typography
    lists: Lists
    metadata: Metadata

    @classmethod
    def of(cls, document: Document, language: str, labels: SpeakerLabels) -> Reading:
        """Return what is needed to read a document whose speakers are named so."""
        typography = language_data(language).typography
        lists, metadata = Lists(document), Metadata(document)
        return cls(document, language, labels, typography, lists, metadata)

    def tokens_of(self, whole: range) -> CueTokens | None:
        """Return the tokens of cues that are read as one, None where nothing in them is said."""
        document = self.document
        start, end = document.span_of(whole)
        if self.metadata.holds(start, end):
            return None
        shown = document.shown_cues(whole)
        found = list(tokens(shown.text, self.labels, language=self.language))
        further = [document.cues[index].start for index in whole[1:]]
        return CueTokens(whole.start, further, shown, found)


class Floor(NamedTuple):
    """Who speaks, and whether another one does so since the last word."""

    speaker: str = ""
    turn: bool = False


NOBODY = Floor()


def read_words(document: Document, language: str = "en", task: Task | None = None) -> Transcript:
    """Return every spoken word with its place, and what stands in each gap now.

    The language, a code such as `fr` or `fr-CA`, says how its marks are written. Raise Cancelled
    where the task is to stop.
    """
    counts = count_labels(document)
    reading = Reading.of(document, language, labels_by(document, counts))
    pair, rolling = pair_of(document), is_rolling(document)
    other = OtherLines.of(document, pair, language) if pair else None
    cues: Iterable[CueTokens] = tokenized(reading, task or Task())
    unread: dict[int, tuple[int, int]] = {}
    if other is not None:
        cues, unread = in_one_language(cues, other)
    copies: list[Copy] = []
    if rolling:
        cues, copies = without_repeated_lines(cues, reading.typography)
    words, gaps = spoken(reading, cues)
    for copy in copies:
        words[copy.place.word] = _spelled_plainly(words[copy.place.word], copy.spelling)
    return Transcript(
        document,
        tuple(words),
        tuple(gaps),
        tuple(copy.place for copy in copies),
        language,
        unread=unread,
        other_language=other.language if other else "",
        labels=reading.labels,
        label_counts=counts,
        apart=pair is None and not rolling,
    )


def tokenized(reading: Reading, task: Task) -> Iterator[CueTokens]:
    """Yield the tokens of all cues in which anything is said."""
    for count, whole in enumerate(reading.document.wholes()):
        if not count % _PER_STEP:
            task.step(whole.start, len(reading.document.cues), "Reading the words")
        cue = reading.tokens_of(whole)
        if cue is not None:
            yield cue


def in_one_language(
    cues: Iterable[CueTokens], other: OtherLines
) -> tuple[list[CueTokens], dict[int, tuple[int, int]]]:
    """Return cues without the tokens of lines in another language, and where these stand.

    Who speaks stands before the upper line alone, and says both.
    """
    kept, unread = [], {}
    for cue in cues:
        start, end = other.within(cue.shown.text)
        naming = [token for token in cue.tokens if token.kind.names_speaker]
        if start == 0 and naming and naming == cue.tokens[:1]:
            start = min(naming[0].end, end)
        if start != end:
            unread[cue.first] = cue.shown.span(start, end)
        found = [token for token in cue.tokens if not start <= token.start < end]
        kept.append(replace(cue, tokens=found))
    return kept, unread


class Copy(NamedTuple):
    """Where a word stands again, and how it is spelled there."""

    place: Place
    spelling: str


def without_repeated_lines(
    cues: Iterable[CueTokens], typography: Typography
) -> tuple[list[CueTokens], list[Copy]]:
    """Return cues without the tokens of lines that the cue before showed, and where these stand."""
    kept: list[CueTokens] = []
    copies: list[Copy] = []
    roll, fresh = Roll(), 0
    for cue in cues:
        starts = [token.start for token in cue.tokens if token.kind is TokenKind.WORD]
        known, end = roll.known(cue.shown.text, starts, fresh)
        fresh += len(starts) - len(known)
        old = sum(token.start < end for token in cue.tokens)
        shown_again = replace(cue, tokens=cue.tokens[:old])
        copies.extend(_copies(shown_again, known, typography))
        kept.append(replace(cue, tokens=cue.tokens[old:]))
    return kept, copies


def _copies(cue: CueTokens, known: Iterable[int], typography: Typography) -> Iterator[Copy]:
    """Yield where known words stand again in a cue that holds nothing else."""
    words = iter(known)
    copy: Copy | None = None
    for token in cue.tokens:
        start, end = cue.shown.span(token.start, token.end)
        if token.kind is TokenKind.WORD:
            if copy is not None:
                yield copy
            at = insertion(cue, token)
            place = Place(cue.cue_at(start), next(words), start, end, at, at)
            copy = Copy(place, cue.shown.text[token.start : token.end])
        elif token.kind is TokenKind.MARKS and copy and copy.place.gap_start == copy.place.gap_end:
            start = cue.shown.starts[cue.shown.run_start(token.start, typography.spaces)]
            copy = Copy(replace(copy.place, gap_start=start, gap_end=end), copy.spelling)
    if copy is not None:
        yield copy


def _spelled_plainly(word: Word, spelling: str) -> Word:
    """Return a word with the spelling it has where it stands again, if that has fewer capitals.

    Capitals that come and go only show that a word is said now.
    """
    fewer = sum(map(str.isupper, spelling)) < sum(map(str.isupper, word.text))
    return replace(word, text=spelling) if len(spelling) == len(word.text) and fewer else word


def heard_in(cue: CueTokens, labels: SpeakerLabels, floor: Floor) -> tuple[list[Heard], Floor]:
    """Return the tokens of a cue with who speaks there, and who does behind them.

    Whoever goes on behind the sign of a turn is nobody known, unless named before it: <v Ann>- So.
    """
    speaker, turn = floor
    named = False
    heard: list[Heard] = []
    tags = cue.shown.voices
    for token in cue.tokens:
        while tags and tags[0][0] <= token.start:
            turn |= tags[0][1] != speaker
            speaker, named, tags = tags[0][1], True, tags[1:]
        if token.kind is TokenKind.TURN:
            turn, speaker = True, speaker if named else ""
        elif token.kind is TokenKind.LABEL:
            label = cue.shown.text[token.start : token.end].strip()
            name = name_in(label)
            turn |= name != speaker or (label[0] in TURN_SIGNS and not labels.signed)
            speaker, named = name, True
        heard.append(Heard(cue, token, speaker, turn))
        if token.kind is TokenKind.WORD:
            turn = named = False
    for _, name in tags:
        turn |= name != speaker
        speaker = name
    return heard, Floor(speaker, turn)


def spoken(
    reading: Reading, cues: Iterable[CueTokens], floor: Floor = NOBODY
) -> tuple[list[Word], list[Gap]]:
    """Return the words of some cues, and the gaps around them; somebody has the floor before."""
    words: list[Word] = []
    gaps: list[Gap] = []
    before: Heard | None = None
    between: list[Heard] = []
    opens = False
    for cue in cues:
        heard, floor = heard_in(cue, reading.labels, floor)
        for one in heard:
            if one.token.kind is not TokenKind.WORD:
                between.append(one)
                continue
            gap = gap_between(reading, Between(before, between, one, one.turn, opens))
            gaps.append(gap)
            words.append(_word(one))
            before, between, opens = one, [], gap.break_ is not Break.NONE
    gaps.append(gap_between(reading, Between(before, between, None, floor.turn, opens)))
    return words, gaps


def _word(heard: Heard) -> Word:
    start, end = heard.cue.shown.span(heard.token.start, heard.token.end)
    return Word(heard.spelling, heard.cue.cue_at(start), start, end, heard.speaker)
