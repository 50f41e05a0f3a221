"""Tell how a file names its speakers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise

from subpunct_app.subtitles.formats.document import Document, Format
from subpunct_app.subtitles.reading.bylines import (
    ANY_LABEL,
    CALL,
    HEAD,
    LINE_NUMBER,
    LINE_START,
    NAME_LABEL,
    NUMBERED_TAG,
    OPENING_SIGN,
    SAID,
    STAMPS,
    TAG,
    TIMED_HEADS,
    Voices,
)
from subpunct_app.subtitles.reading.called import (
    called_names,
    goes_on,
    has_ends,
    labels_in,
    least_labels,
)

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


def voices_of(document: Document) -> Voices:
    """Return how a document names who speaks: by names that lines repeat, or at each cue."""
    names = _repeated(Counter(_names(document)))
    labelled = _is_labelled(document)
    names |= _small_members(document) if labelled else frozenset()
    shouted, numbered = _is_shouted(document), _is_numbered(document)
    names |= called_names(document, least=0 if shouted else least_labels(document))
    stamped, signed = _is_stamped(document), _is_signed(document)
    heads = _heads(document, stamped=stamped)
    tags = _tags(document)
    return Voices(names, shouted, stamped, labelled, signed, heads, tags, numbered)


def voices_after(
    before: Document, voices: Voices, document: Document, changed: Sequence[int]
) -> Voices:
    """Return what `voices_of` does, by the voices before some cues of subtitles changed.

    These are the same where such a cue tells what it told before, and those that the whole is
    judged by are judged alike.
    """
    if document.format is Format.TEXT:
        return voices_of(document)
    known = all(_tells_same(before, document, cue) for cue in changed) and (
        min(changed) >= _SAMPLE or _judged(before) == _judged(document)
    )
    return voices if known else voices_of(document)


def _tells_same(before: Document, document: Document, cue: int) -> bool:
    """Tell whether a cue of subtitles says as much about who speaks as before it changed."""
    if _told(before, cue) != _told(document, cue):
        return False
    if _goes_on(before, cue) == _goes_on(document, cue):
        return True
    return not any(_depends(text, cue + 1) for text in (before, document))


def _told(document: Document, cue: int) -> list[object]:
    """Return all that `voices_of` takes from a cue of subtitles as it reads each of them."""
    text, (start, end) = document.text, document.cues[cue][:2]
    payload = text[start:end]
    openings = (opening.match(text, start, end) for opening in (_ANY_LABEL, HEAD, TAG))
    return [
        *(found and found[1] for found in openings),
        CALL.findall(text, start, end),
        NAME_LABEL.findall(payload),
        labels_in(document, start, end) if ":" in payload else [],
    ]


def _goes_on(document: Document, cue: int) -> bool | None:
    """Tell whether a sentence goes on behind a cue, None where the cue says nothing."""
    said = document.cue_text(cue).rstrip()
    return goes_on(said) if said else None


def _depends(document: Document, cue: int) -> bool:
    """Tell whether what the cue before ends with may tell of who speaks in this one or later."""
    if cue == len(document.cues):
        return False
    payload = document.cue_text(cue)
    return not payload.strip() or ":" in payload


def _judged(document: Document) -> tuple[bool, ...]:
    """Return what the first cues of subtitles tell of all of them, apart from labels."""
    parts = _is_shouted, _is_signed, has_ends
    return tuple(tells(document) for tells in parts)


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
    if document.format is Format.TEXT:
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
    if document.format is not Format.TEXT:
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
    if document.format is not Format.TEXT:
        return False
    stamps = (next(filter(None, stamp.groups())) for stamp in STAMPS.finditer(document.text))
    times = [(len(parts), *map(int, parts)) for parts in (stamp.split(":") for stamp in stamps)]
    falls = sum(time < before for before, time in pairwise(times))
    return len(times) >= _REPEATS and falls * _PER_FALL < len(times)
