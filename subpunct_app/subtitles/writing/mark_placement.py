"""Where a mark goes beside closing quotes, and the signs that stand besides it, as Spanish ¿."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Set
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from unicodedata import normalize

from subpunct_app.languages.language_data import SentenceSigns, language_data
from subpunct_app.languages.marks import CLOSING_BRACKETS, QUOTES
from subpunct_app.languages.typography import NARROW, NO_BREAK, Typography
from subpunct_app.subtitles.formats.markup import Shown
from subpunct_app.subtitles.reading.transcript import REACH, Place, Transcript
from subpunct_app.text.decisions import Edits
from subpunct_app.text.words import Case, Mark

_CLOSER = f"[{QUOTES}{CLOSING_BRACKETS}]"
_CLOSING = re.compile(f"{_CLOSER}+")
_SPACED_CLOSING = re.compile(rf"(?:{_CLOSER}|[ {NO_BREAK}{NARROW}]»)+")
_OPENING = re.compile(rf"(?<![^\s(\[])[{QUOTES}](?=[ {NO_BREAK}{NARROW}]?[^\s{QUOTES}])")
# Where words stand side by side, only the form of a quote tells what it does.
_CLOSING_FORM = re.compile(r"[”’」』)）］】》〉]+")
_CLOSING_BRACKET = re.compile(r"\)(?!\))")
_OPENING_FORM = re.compile(r"[“‘「『《〈]")
# Of quotes of so few words at the end of a question, with no mark before them, 168 of 175 leave its
# mark to the sentence in texts by people in six languages. An exclamation is rather theirs.
_FEW_WORDS = 4
_ALL_MARKS = frozenset(Mark) - {Mark.NONE}
# As “a que sí”.
_LONGEST_TAG = 3
# Some close no quote, as in: “the dogs’ tails”.
_SINGLE = frozenset("‘’‚‛'`´")


class Quotes:
    """Tell where marks go beside the quotes of one cue, which is looked through only once."""

    def __init__(self, transcript: Transcript, cue: int, edits: Edits) -> None:
        self._transcript = transcript
        self._cue = cue
        self._edits = edits
        self._written = language_data(transcript.language_of(cue)).typography

    def mark_place(self, place: Place, mark: Mark) -> int:
        """Return where to insert a mark after a word: right after it, or behind what closes."""
        if mark.ends_sentence and self._closes_sentence(place):
            return place.end
        if mark.asks_or_exclaims and self._leaves_to_sentence(place, mark):
            return self._end_behind(place)
        if mark not in self._written.outside:
            return place.gap_start
        at = self._end_behind(place)
        may_stay = at > place.gap_start and mark in self._written.within
        return place.gap_start if may_stay and self._holds_sentence(place) else at

    def asks_within(self, place: Place, mark: Mark) -> bool:
        """Tell whether a mark belongs into the quote behind which another one stands.

        As a question where “Go”, he said: one that holds a sentence asks itself.
        """
        if not mark.asks_or_exclaims:
            return False
        quotes = _CLOSING if self._written.spaced else _CLOSING_FORM
        start, end = (bisect_left(self._shown.starts, at) for at in (place.end, place.gap_start))
        between = self._shown.text[start:end].strip(self._written.spaces)
        opened = self._opened_before(place)
        if opened is None or not quotes.fullmatch(between):
            return False
        opening = self._shown.text[bisect_left(self._shown.starts, opened)]
        if between[0] in CLOSING_BRACKETS or (opening in _SINGLE) != (between[0] in _SINGLE):
            return False
        return self._begins(opened, self._marks_before)

    def ends_sentence(self, gap: int) -> bool:
        """Tell whether nothing, a turn or a capital comes behind a gap."""
        words = self._transcript.words
        if gap == len(words) or self._transcript.gaps[gap].turn:
            return True
        case = self._edits[gap].case if gap in self._edits else Case.KEEP
        return case.apply(words[gap].text)[:1].isupper()

    def _leaves_to_sentence(self, place: Place, mark: Mark) -> bool:
        """Tell whether a quote that closes after a word is but a part of what asks or exclaims.

        As in: Kennst du „Faust“? It stands at the end, and no mark before it lets it ask itself, as
        in: Er fragte: „Wann?“ Where a sign stands before the sentence, the mark stands behind it.
        """
        opened = self._opened_before(place)
        known = self._written.spaced and Mark.PERIOD in self._written.outside
        if not known or opened is None or not self.ends_sentence(place.word + 1):
            return False
        if self._begins(opened, self._marks_before):
            return False
        first, last = (
            bisect_right(self._places, at, key=attrgetter("start")) for at in (opened, place.start)
        )
        few = mark is Mark.QUESTION and last - first <= _FEW_WORDS
        return few or bool(self._written.signs)

    @property
    def _marks_before(self) -> Set[Mark]:
        """Return the marks behind which a quote asks itself: not within a sentence with a sign."""
        return self._written.leads if self._written.signs else _ALL_MARKS

    def _opened_before(self, place: Place) -> int | None:
        """Return where the last quote before a word opened in the cue, if any did."""
        opened = bisect_left(self._opened, place.start)
        return self._opened[opened - 1] if opened else None

    def _end_behind(self, place: Place) -> int:
        """Return the end of the quotes that close after a word."""
        closing = _SPACED_CLOSING if " " in self._written.spaces else _CLOSING
        closing = closing if self._written.spaced else _CLOSING_FORM
        found = closing.match(self._shown.text, bisect_left(self._shown.starts, place.gap_start))
        return self._shown.ends[found.end() - 1] if found else place.gap_start

    def _holds_sentence(self, place: Place) -> bool:
        """Tell whether the quotes that close after a word opened with a sentence, or cues ago."""
        opened = self._opened_before(place)
        return opened is None or self._begins(opened, self._written.leads)

    def _closes_sentence(self, place: Place) -> bool:
        """Tell whether a bracket closes right after a word that opened with a sentence."""
        if place.end == place.gap_start:
            return False
        end = bisect_left(self._shown.starts, place.end)
        text = self._shown.text
        if not _CLOSING_BRACKET.match(text, end):
            return False
        # One bracket around all, with none within.
        opened = text.rfind("(", text.rfind(")", 0, end) + 1, end)
        return opened >= 0 and self._begins(self._shown.starts[opened], frozenset())

    def _begins(self, at: int, leads: Set[Mark]) -> bool:
        """Tell whether a sentence begins behind an offset, or what somebody says."""
        index = bisect_right(self._places, at, key=attrgetter("start"))
        if index and at < self._places[index - 1].end:
            # Within a word, as in GPT(OpenAI) where no spaces part words.
            return False
        first = self._places[index].word
        before = final_mark(self._transcript, self._edits, first)
        begins = before.ends_sentence or before in leads
        return begins or first == 0 or self._transcript.gaps[first].turn

    @cached_property
    def _shown(self) -> Shown:
        document = self._transcript.document
        cue = document.cues[self._cue]
        return document.shown(cue.start, cue.end)

    @cached_property
    def _opened(self) -> list[int]:
        """Return where quotes open in the cue."""
        opening = _OPENING if self._written.spaced else _OPENING_FORM
        return [self._shown.starts[found.start()] for found in opening.finditer(self._shown.text)]

    @cached_property
    def _places(self) -> list[Place]:
        return list(self._transcript.places_of(self._cue))


@dataclass(frozen=True, slots=True)
class SignChange:
    """Which signs at a word go and which one comes, and the gap whose edit asks for it."""

    gap: int
    removed: str
    added: str = ""


def final_mark(transcript: Transcript, edits: Edits, gap: int) -> Mark:
    """Return the mark that stands in a gap once the edits are made."""
    place = transcript.gaps[gap]
    if gap not in edits or gap == 0 or place.fixed:
        return place.current
    mark = edits[gap].mark
    written = language_data(transcript.language_at(gap - 1)).typography
    if not written.marked and mark is not Mark.NONE:
        return place.current
    # A semicolon right after AT&T would make an entity.
    makes_entity = written.spelled(mark).startswith(";") and "&" in transcript.words[gap - 1].text
    return place.current if makes_entity else mark


def sign_changes(transcript: Transcript, edits: Edits, words: range) -> dict[int, SignChange]:
    """Return what becomes of the signs at these words.

    Only sentences whose end is changed by an edit are looked at: a sign is removed where an edit
    puts another mark at the end of its sentence, or takes that mark away. Of a sentence of more
    than REACH words only the last ones are looked at, so that no word depends on marks far away.
    The beginning of such a sentence is not known, and no sign is put there.
    """
    if not (words and edits and _has_signs(transcript, words)):
        return {}
    sentences = _Sentences(transcript, edits)
    found: dict[int, SignChange] = {}
    start = sentences.start_of(words.start)
    while start < words.stop:
        end = sentences.end_of(start, words.stop + REACH)
        first = max(start, end - REACH)
        found.update(sentences.changes(first, end, begun=first > start))
        start = end
    return {word: change for word, change in found.items() if word in words}


def signs_given_up(transcript: Transcript, edits: Edits) -> int:
    """Return how many signs go or become others that stood without the mark they belong to."""
    changes = sign_changes(transcript, edits, range(len(transcript.words))).values()
    gone = {change.gap for change in changes if change.removed}
    return sum(transcript.gaps[gap].current is Mark.NONE for gap in gone)


def stressed_letter(word: str, language: str) -> int:
    """Return the offset behind the last vowel of a word, as of an Armenian one."""
    vowels = language_data(language).sentence_signs.vowels
    return next((at for at in range(len(word), 0, -1) if word[at - 1] in vowels), len(word))


def _has_signs(transcript: Transcript, words: range) -> bool:
    """Tell whether any of these words is in a language with signs."""
    cues = range(transcript.words[words[0]].cue, transcript.words[words[-1]].cue + 1)
    languages = {transcript.language_of(cue) for cue in cues} if transcript.passages else set()
    return any(language_data(code).typography.signs for code in languages or {transcript.language})


class _Sentences:
    """Sentences as they are once the edits are made; none goes on in another language."""

    def __init__(self, transcript: Transcript, edits: Edits) -> None:
        self._transcript = transcript
        self._edits = edits

    def start_of(self, word: int) -> int:
        """Return the first word of the sentence that holds a word, if it is not far away."""
        limit = max(0, word - REACH)
        while word > limit and not self._ends(word):
            word -= 1
        return word

    def end_of(self, start: int, limit: int) -> int:
        """Return the gap that ends the sentence beginning at a word, or else the last one."""
        limit = min(limit, len(self._transcript.words))
        gap = start + 1
        while gap < limit and not self._ends(gap):
            gap += 1
        return gap

    def changes(self, start: int, end: int, *, begun: bool) -> Iterator[tuple[int, SignChange]]:
        """Yield the changes at the words of one sentence, from the first to the last.

        They may be the end of one that has `begun` long before.
        """
        cause = self._cause(start, end)
        if cause is None:
            return
        wanted = self._written(start).signs.get(self._final(end), "")
        standing = {word: signs for word in range(start, end) if (signs := self._signs_at(word))}
        kept = range(self._first_kept(start, end), end)
        removed = {word: signs for word, signs in standing.items() if word not in kept}
        holders = [word for word, signs in standing.items() if wanted and wanted in signs]
        if holders and holders[-1] in removed:
            removed[holders[-1]] = removed[holders[-1]].replace(wanted, "")
        elif wanted and len(removed) == len(standing):
            word = max(removed) if removed else self._place(start, end, wanted)
            if removed or word > start + 1 or not begun:
                yield word, SignChange(cause, removed.pop(word, ""), wanted)
        for word, signs in removed.items():
            if signs:
                yield word, SignChange(cause, signs)

    def _cause(self, start: int, end: int) -> int | None:
        """Return the gap whose edit makes another sentence of this one."""
        if self._ends_anew(end):
            return end
        if self._final(start).ends_sentence and not self._current(start).ends_sentence:
            return start
        inner = range(start + 1, end)
        return next((gap for gap in inner if self._current(gap).ends_sentence), None)

    def _first_kept(self, start: int, end: int) -> int:
        """Return from which word on the signs of a sentence stay, as its end does."""
        if self._ends_anew(end):
            return end
        inner = range(end - 1, start, -1)
        return next((gap for gap in inner if self._current(gap).ends_sentence), start)

    def _ends_anew(self, gap: int) -> bool:
        """Tell whether an edit changes how a sentence ends, or that one does."""
        before, after = self._current(gap), self._final(gap)
        return before is not after and (before.ends_sentence or after.ends_sentence)

    def _place(self, start: int, end: int, wanted: str) -> int:
        """Return the word that takes the sign: that of the model, where it sees one."""
        if self._written(start).stressed:
            return end - 1
        openings = self._transcript.openings
        seen = (word for word in range(start, end) if openings.get(word, ("",))[0] == wanted)
        best = max(seen, key=lambda word: openings[word][1], default=None)
        if best is not None:
            return best
        for word in range(end - 1, start, -1):
            mark = self._final(word)
            if mark is Mark.ELLIPSIS and self._is_large(word):
                return word
            if mark is Mark.COLON and not self._interrogates(start, end):
                return word
            if mark and (self._interrogates(word, end) or self._follows(start, word, end)):
                return word
            if mark and word + 1 < end and self._leads(word) and self._interrogates(word + 1, end):
                return word + 1
        leads = self._asks(end) and self._leads(start) and start + 1 < end
        return start + 1 if leads else start

    def _interrogates(self, word: int, end: int) -> bool:
        """Tell whether a clause begins with a question word, a preposition before it or not."""
        lists = self._lists(word)
        if word + 1 < end and self._spelling(word).lower() in lists.before_question_words:
            word += 1
        return self._spelling(word).lower() in lists.question_words

    def _follows(self, start: int, word: int, end: int) -> bool:
        """Tell whether a question follows a call ("Ana, …?") or is a tag ("…, ¿no?").

        What is called behind it is no question: "¿Vienes, Ana?"
        """
        is_called = all(map(self._is_name, range(word, end)))
        is_call = word == start + 1 and not self._interrogates(start, end) and not is_called
        return self._asks(end) and (is_call or self._is_tag(word, end))

    def _is_tag(self, start: int, end: int) -> bool:
        tag = " ".join(map(self._spelling, range(start, min(end, start + _LONGEST_TAG + 1))))
        return tag.lower() in self._lists(start).tags

    def _leads(self, word: int) -> bool:
        """Tell whether a word leads on to what is asked: "Pero ¿vienes?"."""
        return self._spelling(word).lower() in self._lists(word).before_sign

    def _lists(self, word: int) -> SentenceSigns:
        return language_data(self._transcript.language_at(word)).sentence_signs

    def _asks(self, end: int) -> bool:
        return self._final(end) is Mark.QUESTION

    def _is_large(self, word: int) -> bool:
        """Tell whether a word begins with a capital once the edits are made."""
        return self._respelled(word)[0].isupper()

    def _is_name(self, word: int) -> bool:
        return Case.of(self._respelled(word)) is Case.CAPITALISED

    def _respelled(self, word: int) -> str:
        case = self._edits[word].case if word in self._edits else Case.KEEP
        return case.apply(self._spelling(word))

    def _spelling(self, word: int) -> str:
        return normalize("NFC", self._transcript.words[word].text)

    def _signs_at(self, word: int) -> str:
        transcript = self._transcript
        here = transcript.words[word]
        text = transcript.document.text
        written = self._written(word)
        if written.stressed:
            letters = text[here.start : here.end]
        else:
            before = transcript.gaps[word].end if word else 0
            cue = transcript.document.cues[here.cue]
            letters = text[max(before, cue.start) : here.start]
        return "".join(letter for letter in letters if letter in written.signs.values())

    def _ends(self, gap: int) -> bool:
        parted = self._transcript.gaps[gap].turn or self._changes_language(gap)
        return self._final(gap).ends_sentence or parted or self._ends_with_own_dot(gap)

    def _changes_language(self, gap: int) -> bool:
        transcript = self._transcript
        return transcript.language_at(gap - 1) != transcript.language_at(gap)

    def _written(self, word: int) -> Typography:
        return language_data(self._transcript.language_at(word)).typography

    def _ends_with_own_dot(self, gap: int) -> bool:
        """Tell whether a word with its own dot ends a sentence, as a capital behind it says."""
        dots = self._lists(gap - 1).ending_dots
        if self._final(gap) is not Mark.NONE or self._spelling(gap - 1).lower() not in dots:
            return False
        return self._is_large(gap)

    def _current(self, gap: int) -> Mark:
        return self._transcript.gaps[gap].current

    def _final(self, gap: int) -> Mark:
        return final_mark(self._transcript, self._edits, gap)
