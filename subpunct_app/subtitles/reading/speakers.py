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
    Form,
    LabelCounts,
    SpeakerLabels,
    compiled,
)
from subpunct_app.subtitles.reading.transcript import Transcript

_REPEATS = 3
# So many cues tell how the others are written.
SAMPLE = 200
# Of more times than this at the start of lines one may be earlier than the one before.
_PER_FALL = 4
# The fewest cues with a label or a sign, and their least share, where each has one but for some.
_MANY = 10
_NEARLY_ALL = 0.9
# The most cues to a name, where names stand but where another one goes on.
_PER_CALL = 3
_ANY_LABEL = re.compile(ANY_LABEL)
_SAID = re.compile(SAID)
_CALLING = "(", "<", "Q.", "A."
_LINE = re.compile(rf"{LINE_START}\S")
_LINE_NUMBER = re.compile(LINE_NUMBER)
_ASKED = frozenset({"Q.", "A."})
_NUMBERED_TAG = re.compile(NUMBERED_TAG)
_OPENING_SIGN = re.compile(OPENING_SIGN)
_LATER_SIGN = re.compile(rf"[\r\n]{OPENING_SIGN}")


def labels_by(document: Document, counts: LabelCounts) -> SpeakerLabels:
    """Return how a document names who speaks, by how often its labels stand where."""
    names = _repeated(_of_form(counts, Form.NAME))
    labelled = _is_labelled(document)
    if labelled:
        # Labels come back though they are written as what is said: john smith.
        openings = _of_form(counts, Form.OPENING).items()
        names |= {name for name, count in openings if count > 1 and _SAID.match(name)}
    sample = "".join(map(document.cue_text, range(min(SAMPLE, len(document.cues)))))
    shouted = sum(map(str.islower, sample)) * 4 < sum(map(str.isupper, sample))
    least = 0 if shouted else max(_FEWEST, len(document.cues) // _PER_LABEL)
    names |= _likely_names(_of_form(counts, Form.SHOWN), least=least)
    stamped, signed = _is_stamped(document), _is_signed(document)
    # Subtitles have as many as cues, which are counted at once.
    timed = document.format.timed
    places = len(document.cues) if timed else sum(1 for _ in document.wholes())
    heads = _timed_heads(document) if stamped else _few(_of_form(counts, Form.HEAD), places)
    tags = _few(_of_form(counts, Form.TAG), places) or _other_tags(document, counts)
    return SpeakerLabels(
        names, shouted, stamped, labelled, signed, heads, tags, _is_numbered(document)
    )


def count_labels(document: Document, within: range | None = None) -> LabelCounts:
    """Return how often labels stand where in all cues, or in some of them."""
    counts = LabelCounts()
    for span in document.spans(within):
        counts.update(_labels_of(document, span))
    return counts


def counts_after(
    before: Document, counts: LabelCounts, document: Document, changed: Sequence[int]
) -> LabelCounts:
    """Return what `count_labels` does, by the counts before some cues changed."""
    first, last = document.whole_of(min(changed)), document.whole_of(max(changed))
    within = range(first.start, last.stop)
    old, new = count_labels(before, within), count_labels(document, within)
    return counts if old == new else (counts + new) - old


def _labels_of(document: Document, span: tuple[int, int]) -> Iterator[tuple[Form, str]]:
    """Yield the labels of a cue, and where in it they stand."""
    text, payload = document.text, document.text[slice(*span)]
    if ":" in payload:
        if opening := _ANY_LABEL.match(text, *span):
            yield Form.OPENING, opening[1]
        for name in compiled(NAME_LABEL).finditer(payload):
            yield Form.NAME, name[1]
        for name in compiled(NAME_LABEL).finditer(document.shown(*span).text):
            if _may_name(name[1]):
                yield Form.SHOWN, name[1]
    if head := compiled(HEAD).match(text, *span):
        yield Form.HEAD, head[1]
    if tag := compiled(TAG).match(text, *span):
        yield Form.TAG, tag[1]
    if any(sign in payload for sign in _CALLING):
        for call in compiled(CALL).finditer(text, *span):
            yield Form.CALL, call[1]


def _of_form(counts: LabelCounts, wanted: Form) -> Counter[str]:
    return Counter({label: count for (form, label), count in counts.items() if form is wanted})


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


def _is_labelled(document: Document) -> bool:
    """Tell whether nearly every cue begins with the name of one of a few who speak."""
    spans = list(islice(document.spans(), SAMPLE))
    openings = (_ANY_LABEL.match(document.text, *span) for span in spans)
    return bool(_few(Counter(label[1] for label in openings if label), len(spans)))


def _is_signed(document: Document) -> bool:
    """Tell whether nearly every cue of subtitles opens with a dash, as Deepgram writes them.

    Where people answer each other some cues hold two, and others go on without one.
    """
    if not document.format.timed:
        return False
    spans = list(islice(document.spans(), SAMPLE))
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


def _timed_heads(document: Document) -> frozenset[str]:
    """Return the few names that stand at nearly all times, on lines of their own."""
    stamps = sum(1 for _ in compiled(STAMPS).finditer(document.text))
    heads = Counter(head[2] or head[3] for head in compiled(TIMED_HEADS).finditer(document.text))
    return _few(heads, stamps, least=_REPEATS)


def _other_tags(document: Document, counts: LabelCounts) -> frozenset[str]:
    """Return the tags that number who speaks, or the few names before what is said.

    These count where so many lines open with one as with turns.
    """
    numbered = frozenset(filter(_NUMBERED_TAG.fullmatch, _of_form(counts, Form.TAG)))
    if 0 < len(numbered) <= SAMPLE:
        return numbered
    calls = _of_form(counts, Form.CALL)
    asked = [calls.pop(call, 0) for call in sorted(_ASKED)]
    many = calls.total() * _PER_CALL >= max(_MANY * _PER_CALL, len(document.cues))
    found = frozenset(calls) if many and _come_back(calls) else frozenset()
    return found | _ASKED if min(asked) >= _REPEATS else found


def _few(names: Counter[str], places: int, *, least: int = _MANY) -> frozenset[str]:
    """Return the names that stand at nearly all places, none where they are not few."""
    many = _are_nearly_all(names.total(), places, least=least)
    return frozenset(names) if many and _come_back(names) else frozenset()


def _are_nearly_all(count: int, places: int, *, least: int = _MANY) -> bool:
    return count >= max(least, _NEARLY_ALL * places)


def _come_back(names: Counter[str]) -> bool:
    """Tell whether names are few, and each comes twice or so."""
    return 2 * len(names) <= min(names.total(), SAMPLE)


def _is_stamped(document: Document) -> bool:
    """Tell whether lines of a plain text begin with times again and again, later and later.

    Names may stand before them. Here and there a time is said where a line begins, and clocks and
    recordings begin anew.
    """
    if document.format.timed:
        return False
    stamps = (
        next(filter(None, stamp.groups())) for stamp in compiled(STAMPS).finditer(document.text)
    )
    times = [(len(parts), *map(int, parts)) for parts in (stamp.split(":") for stamp in stamps)]
    falls = sum(time < before for before, time in pairwise(times))
    return len(times) >= _REPEATS and falls * _PER_FALL < len(times)


_VOICES = frozenset(ROLES.upper().split("|"))
_CLITIC = re.compile(rf"{CLITIC}$")
_NEGATED = re.compile(NEGATED)
_TWO = re.compile(TWO)
# The fewest labels in captions in mixed case, and the most cues to one.
_FEWEST = 3
_PER_LABEL = 10
# Those who speak, again and again.
_KNOWN = 1024


def _likely_names(labels: Counter[str], *, least: int) -> frozenset[str]:
    """Return the labels of captions that name who speaks, be it only once.

    Those are whom captioners call somebody, as in YOUNG MAN 2, OFFICER LEE, and all that read like
    names where one of them comes back, and there are as many as the least.
    """
    comes_back = any(count > 1 for count in labels.values()) and labels.total() >= least
    if comes_back:
        return frozenset(labels)
    words = {label: label.upper().rstrip("0123456789 ").split() for label in labels}
    return frozenset(
        label for label, (first, *rest) in words.items() if {first, *rest[-1:]} & _VOICES
    )


@lru_cache(maxsize=_KNOWN)
def _may_name(label: str) -> bool:
    """Tell whether a label reads like a name, neither a letter nor a number."""
    if len(label) < 2 or not label[0].isalpha() or _TWO.search(label) or _NEGATED.search(label):
        return False
    words = label.upper().split()
    # Behind whom captioners call so stands where somebody is: MAN IN AUDIENCE.
    said = NOT_NAMES if words[0] in _VOICES else NOT_NAMES | PLACES
    return said.isdisjoint(_CLITIC.sub("", word) for word in words)


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
