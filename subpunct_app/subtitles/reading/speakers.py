"""How a file names its speakers, and who says what."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice, pairwise

from subpunct_app.subtitles.formats.document import Document
from subpunct_app.subtitles.reading.labels import (
    ANY_LABEL,
    CALL,
    CLITIC,
    HEAD,
    LINE_NUMBER,
    LINE_START,
    NAME_LABEL,
    NEGATED,
    NOT_NAMES,
    NUMBERED_TAG,
    OPENING_SIGN,
    PLACES,
    ROLES,
    SAID,
    STAMPS,
    TAG,
    TIME,
    TIMED_HEADS,
    TWO,
    SpeakerLabels,
)
from subpunct_app.subtitles.reading.transcript import Transcript

_REPEATS = 3
_SAMPLE = 200
# Of more times than this at the start of lines one may be earlier than the one before.
_PER_FALL = 4
# The fewest cues with a label or a sign, and their least share, where each has one but for some.
_MANY = 10
_NEARLY_ALL = 0.9
# The most cues to a name, where names stand but where another one goes on.
_PER_CALL = 3
_ANY_LABEL = re.compile(ANY_LABEL)
_SAID = re.compile(SAID)
_CALLING = "(", "<", "Q."
_LINE = re.compile(rf"{LINE_START}\S")
_LINE_NUMBER = re.compile(LINE_NUMBER)
_ASKED = frozenset({"Q.", "A."})
_NUMBERED_TAG = re.compile(NUMBERED_TAG)
_OPENING_SIGN = re.compile(OPENING_SIGN)
_LATER_SIGN = re.compile(rf"[\r\n]{OPENING_SIGN}")


def speaker_labels(document: Document) -> SpeakerLabels:
    """Return how a document names who speaks: by names that lines repeat, or at each cue."""
    names = _repeated(Counter(_names(document)))
    labelled = _is_labelled(document)
    names |= _small_members(document) if labelled else frozenset()
    shouted, numbered = _is_shouted(document), _is_numbered(document)
    names |= likely_names(document, least=0 if shouted else least_labels(document))
    stamped, signed = _is_stamped(document), _is_signed(document)
    heads = _heads(document, stamped=stamped)
    tags = _tags(document)
    return SpeakerLabels(names, shouted, stamped, labelled, signed, heads, tags, numbered)


def _names(document: Document) -> Iterator[str]:
    for start, end in document.spans():
        if document.text.find(":", start, end) >= 0:
            payload = document.text[start:end]
            yield from (label[1] for label in NAME_LABEL.finditer(payload))


def _repeated(counts: Counter[str]) -> frozenset[str]:
    """Return the names that come again and again.

    Those that only a number tells apart count together where one of them comes back: Speaker 1 and
    Speaker 2 are names, Step 1 and Step 2 are none.
    """
    back = {_unnumbered(name) for name, count in counts.items() if count > 1}
    together = Counter[str]()
    for name, count in counts.items():
        together[_unnumbered(name)] += count if _unnumbered(name) in back else 0
    return frozenset(name for name in counts if together[_unnumbered(name)] >= _REPEATS)


def _unnumbered(name: str) -> str:
    return name.rstrip("0123456789 ")


def _is_shouted(document: Document) -> bool:
    count = min(_SAMPLE, len(document.cues))
    sample = "".join(document.cue_text(index) for index in range(count))
    return sum(map(str.islower, sample)) * 4 < sum(map(str.isupper, sample))


def _is_labelled(document: Document) -> bool:
    """Tell whether nearly every cue begins with the name of one of a few who speak."""
    openings = list(islice(_openings(document), _SAMPLE))
    return bool(_few([label for label in openings if label], len(openings)))


def _is_signed(document: Document) -> bool:
    """Tell whether nearly every cue of subtitles opens with a dash, as Deepgram writes them.

    Where people answer each other some cues hold two, and others go on without one.
    """
    if not document.format.timed:
        return False
    spans = list(islice(document.spans(), _SAMPLE))
    signed = sum(_OPENING_SIGN.match(document.text, *span) is not None for span in spans)
    return _are_nearly_all(signed, len(spans)) and not any(
        _LATER_SIGN.search(document.text, *span) for span in spans
    )


def _is_numbered(document: Document) -> bool:
    """Tell whether nearly all lines of a plain text begin with a number, counting on each page.

    What never begins with one counts something else, as the years of a chronicle.
    """
    if document.format.timed:
        return False
    numbers = [int(number[1]) for number in _LINE_NUMBER.finditer(document.text)]
    counted = sum(after in {1, before + 1} for before, after in pairwise(numbers))
    lines = sum(1 for _ in _LINE.finditer(document.text))
    return 1 in numbers and _are_nearly_all(counted, lines - 1)


def _heads(document: Document, *, stamped: bool) -> frozenset[str]:
    """Return the few names that stand above nearly all that is said, on lines of their own."""
    if not stamped:
        return _openers(document, HEAD)
    stamps = sum(1 for _ in STAMPS.finditer(document.text))
    found = [head[2] or head[3] for head in TIMED_HEADS.finditer(document.text)]
    return _few(found, stamps, least=_REPEATS)


def _tags(document: Document) -> frozenset[str]:
    """Return the few names that nearly all cues open with, without a colon, and others as sure."""
    if found := _openers(document, TAG):
        return found
    numbered = frozenset(_numbered_tags(document))
    return numbered if 0 < len(numbered) <= _SAMPLE else _calls(document)


def _numbered_tags(document: Document) -> Iterator[str]:
    if "[" not in document.text:
        return
    for span in document.spans():
        tag = TAG.match(document.text, *span)
        if tag and _NUMBERED_TAG.fullmatch(tag[1]):
            yield tag[1]


def _calls(document: Document) -> frozenset[str]:
    """Return the few names before what is said, where so many lines open with one as with turns."""
    if not any(sign in document.text for sign in _CALLING):
        return frozenset()
    calls = Counter(
        call[1] for span in document.spans() for call in CALL.finditer(document.text, *span)
    )
    asked = {call: calls.pop(call, 0) for call in _ASKED}
    many = calls.total() * _PER_CALL >= max(_MANY * _PER_CALL, len(document.cues))
    found = frozenset(calls) if many and _come_back([*calls.elements()]) else frozenset()
    return found | _ASKED if min(asked.values()) >= _REPEATS else found


def _openers(document: Document, opening: re.Pattern[str]) -> frozenset[str]:
    """Return the few names that nearly all cues open with."""
    sample = list(islice(document.spans(), _SAMPLE))
    if 2 * sum(opening.match(document.text, *span) is not None for span in sample) < len(sample):
        return frozenset()
    spans = list(document.spans())
    found = [name[1] for span in spans if (name := opening.match(document.text, *span))]
    return _few(found, len(spans))


def _few(names: Sequence[str], places: int, *, least: int = _MANY) -> frozenset[str]:
    """Return the names that stand at nearly all places, none where they are not few."""
    many = _are_nearly_all(len(names), places, least=least)
    return frozenset(names) if many and _come_back(names) else frozenset()


def _are_nearly_all(count: int, places: int, *, least: int = _MANY) -> bool:
    return count >= max(least, _NEARLY_ALL * places)


def _come_back(names: Sequence[str]) -> bool:
    """Tell whether names are few, and each comes twice or so."""
    return 2 * len(set(names)) <= min(len(names), _SAMPLE)


def _small_members(document: Document) -> frozenset[str]:
    """Return the labels that come back though they are written as what is said: john smith."""
    members = Counter(filter(None, _openings(document)))
    return frozenset(name for name, count in members.items() if count > 1 and _SAID.match(name))


def _openings(document: Document) -> Iterator[str]:
    """Yield what each cue begins with up to a colon, nothing where there is none."""
    for span in document.spans():
        label = _ANY_LABEL.match(document.text, *span)
        yield label[1] if label else ""


def _is_stamped(document: Document) -> bool:
    """Tell whether lines of a plain text begin with times again and again, later and later.

    Names may stand before them. Here and there a time is said where a line begins, and clocks and
    recordings begin anew.
    """
    if document.format.timed:
        return False
    stamps = (next(filter(None, stamp.groups())) for stamp in STAMPS.finditer(document.text))
    times = [(len(parts), *map(int, parts)) for parts in (stamp.split(":") for stamp in stamps)]
    falls = sum(time < before for before, time in pairwise(times))
    return len(times) >= _REPEATS and falls * _PER_FALL < len(times)


_VOICES = frozenset(ROLES.upper().split("|"))
_CLITIC = re.compile(rf"{CLITIC}$")
_NEGATED = re.compile(NEGATED)
_TWO = re.compile(TWO)
_END = re.compile(r"[.?!](?!\S)")
_LEAST_ENDED = 0.1
# The fewest labels in captions in mixed case, and the most cues to one.
_FEWEST = 3
_PER_LABEL = 10
# What begins things rather than names of people.
_BEFORE_THINGS = (
    "a an the my our your der die das ein eine mein meine dein sein seine ihr ihre unser el la los "
    "las un una mi mis su le les une mon ma mes son sa il lo gli een het de mijn o os as um uma"
)
_ARTICLES = frozenset(_BEFORE_THINGS.split())
# To the last letter before a line: its end and some spaces.
_NEAR = 8
# Those who speak, again and again.
_KNOWN = 1024


def likely_names(document: Document, *, least: int) -> frozenset[str]:
    """Return the labels of captions that name who speaks, be it only once.

    Those are whom captioners call a man or an officer, and all that read like names where one of
    them comes back, and there are as many as the least. Where a least is given, those that stand
    once and begin with an article are none: Die Lösung.
    """
    labels = _labels(document)
    comes_back = any(count > 1 for count in labels.values()) and labels.total() >= least
    named = (label for label in labels if comes_back or _is_voice(label))
    return frozenset(
        label
        for label in named
        if not least or labels[label] > 1 or label.split()[0].lower() not in _ARTICLES
    )


def least_labels(document: Document) -> int:
    """Return from how many labels on a document in mixed case is one where people talk."""
    return max(_FEWEST, len(document.cues) // _PER_LABEL)


def has_ends(document: Document) -> bool:
    """Tell whether sentences end with marks in some cues."""
    spans = list(islice(document.spans(), _SAMPLE))
    ended = sum(_END.search(document.text, *span) is not None for span in spans)
    return ended > _LEAST_ENDED * len(spans)


def labels_in(document: Document, start: int, end: int) -> list[tuple[str, bool | None]]:
    """Return what reads like a name up to a colon in a cue, and whether a sentence goes on there.

    None is where that depends on what the cue before ends with.
    """
    shown, found = document.shown(start, end).text, []
    for label in NAME_LABEL.finditer(shown):
        if _may_name(label[1]):
            near = shown[max(0, label.start() - _NEAR) : label.start()].rstrip()
            found.append((label[1], goes_on(near) if near else None))
    return found


def goes_on(before: str) -> bool:
    """Tell whether a sentence goes on behind the last sign before a line."""
    return before[-1:].isalnum() or before.endswith(",")


def _labels(document: Document) -> Counter[str]:
    """Return what reads like a name up to a colon, and how often each does.

    What stands once, and is what nobody is called, does so where a sentence may begin.
    """
    places = list(_places(document))
    counts = Counter(label for label, _ in places)
    sure = (begins or counts[label] > 1 or _is_voice(label) for label, begins in places)
    return Counter(label for (label, _), named in zip(places, sure, strict=True) if named)


def _places(document: Document) -> Iterator[tuple[str, bool]]:
    """Yield each label that reads like a name, and whether a sentence may begin there.

    Where sentences have no ends any line may begin one.
    """
    ends = has_ends(document)
    before = ""
    for start, end in document.spans():
        if document.text.find(":", start, end) >= 0:
            for label, within in labels_in(document, start, end):
                yield label, not (ends and (goes_on(before) if within is None else within))
        before = document.text[start:end].rstrip()[-1:] or before


@lru_cache(maxsize=_KNOWN)
def _may_name(label: str) -> bool:
    """Tell whether a label reads like a name, neither a letter nor a number."""
    if len(label) < 2 or not label[0].isalpha() or _TWO.search(label) or _NEGATED.search(label):
        return False
    words = label.upper().split()
    # Behind whom captioners call so stands where somebody is: MAN IN AUDIENCE.
    said = NOT_NAMES if words[0] in _VOICES else NOT_NAMES | PLACES
    return said.isdisjoint(_CLITIC.sub("", word) for word in words)


def _is_voice(label: str) -> bool:
    """Tell whether a label is what captioners call somebody, as in YOUNG MAN 2, OFFICER LEE."""
    words = label.upper().rstrip("0123456789 ").split()
    return words[0] in _VOICES or words[-1] in _VOICES


TURN_SIGNS = ">-–—‐ \t"
_AROUND = TURN_SIGNS + "*|"
_ASIDE = re.compile(r"(?<=\w)\s*[\[(][^()\[\]]*[\])]$")
_TIME_BESIDE = re.compile(rf"^(?:\d+\t)?(?:{TIME}[*\s]+)+|(?<!\s)\s+{TIME}$")
_NUMBER_BESIDE = re.compile(r"^\s*\d+\s+(?=[QA]\.)")


def speakers_of(transcript: Transcript) -> dict[str, frozenset[int]]:
    """Return which words each speaker says whom the file names, in the order of the names."""
    said: dict[str, list[int]] = {}
    for at, word in enumerate(transcript.words):
        if word.speaker:
            said.setdefault(word.speaker, []).append(at)
    return {name: frozenset(places) for name, places in said.items()}


def name_in(label: str) -> str:
    """Return the name that a label gives, without the signs around it and what is said beside it.

    That is a time, or how or where somebody speaks: JOHN (V.O.).
    """
    name = _NUMBER_BESIDE.sub("", label).strip(_AROUND + ":")
    name = _TIME_BESIDE.sub("", name).strip(_AROUND + ":")
    if name.startswith("["):
        name = name[1:].removesuffix("]")
    return _ASIDE.sub("", name).strip("[()]<> \t")


def end_of_sign(shown: str, labels: SpeakerLabels) -> int:
    """Return where in what a cue shows the sign ends that tells nothing, as each cue has one."""
    sign = _OPENING_SIGN.match(shown) if labels.signed else None
    return sign.end() if sign else 0


def head_of(shown: str, labels: SpeakerLabels) -> tuple[str, int]:
    """Return the name above what a cue of subtitles says, and where that begins."""
    head = None if labels.stamped else HEAD.match(shown)
    return (name_in(head[1]), head.end()) if head and head[1] in labels.heads else ("", 0)


def opens_line(before: str) -> bool:
    """Tell whether who speaks behind these signs of a line says all of it, as in "- <v Bob>Hi"."""
    return not any(map(str.isalnum, before))
