"""Leave the names of WebVTT voices out where another format has them as labels: `Ann: So we go`."""

from __future__ import annotations

import html
import re

from subpunct_app.subtitles.formats.document import Document, Format
from subpunct_app.subtitles.formats.markup import see_through

# Tags, dashes and the like may stand before a label, and some colons in it: `Ann: host: So we go`.
_LABEL = re.compile(
    r"(?<![^\r\n])(?P<lead>(?:<[^<>\r\n]*>|[^\w<\r\n])*+)(?P<label>(?:[^:\r\n]*+:){1,4}+)[ \t]*"
)
_COLON = re.compile(":")


def without_labels(old: Document, new: Document) -> tuple[Document, Document]:
    """Return two documents without the labels that are voices in one of them.

    Documents of one format have such names in the same way, and stay as they are.
    """
    names = _voices(old) | _voices(new) if old.format is not new.format else frozenset()
    return (_unlabelled(old, names), _unlabelled(new, names)) if names else (old, new)


def _voices(document: Document) -> frozenset[str]:
    """Return the names of all voices of a WebVTT document."""
    if document.format is not Format.VTT or "<v" not in document.text:
        return frozenset()
    shown = (
        see_through(document.text, cue.start, cue.end, document.format) for cue in document.cues
    )
    return frozenset(name for part in shown for _, name in part.voices)


def _unlabelled(document: Document, names: frozenset[str]) -> Document:
    texts = map(document.cue_text, range(len(document.cues)))
    return document.with_texts(
        {
            cue: _LABEL.sub(lambda found: _lead(found, names), text)
            for cue, text in enumerate(texts)
            if ":" in text
        }
    )


def _lead(found: re.Match[str], names: frozenset[str]) -> str:
    """Return what stays of the start of a line: a label goes where a voice has its name.

    What a voice says is no label: `<v Bob>Ann: come here`.
    """
    lead, label = found["lead"], found["label"]
    if "<v" in lead:
        return found[0]
    for colon in reversed(list(_COLON.finditer(label))):
        name, said = label[: colon.start()], found[0][len(lead) + colon.end() :].lstrip(" \t")
        if _plain(name) in names:
            return lead + said
        # A name may begin with what could stand before one: `[Ann]: so we go`.
        if _plain(lead + name) in names:
            return said
    return found[0]


def _plain(name: str) -> str:
    return " ".join(html.unescape(name).split())
