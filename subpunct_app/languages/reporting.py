"""Tell what says who speaks behind a quote: asked Tom, she asked, fragte er, demanda-t-il."""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import normalize

from subpunct_app.languages.language_data import language_data

# Who is joined to a verb: demanda-t-il, dis-je.
_JOINED = re.compile(r"-(?:t-)?(?:ils?|elles?|on|je)$")


def tells_who(words: Sequence[str], language: str) -> bool:
    """Tell whether one or two words behind a quote tell who said it: asked Tom, a déclaré."""
    known = language_data(language).reporting
    plain = (normalize("NFC", word).lower().replace("’", "'") for word in words)
    first, *second = (_JOINED.sub("", word) for word in plain)
    if first in known.verbs or first in known.verbs_after_quotes:
        return True
    if first in known.pronouns_before:
        return not known.verbs.isdisjoint(second)
    return first in known.auxiliaries and not known.participles.isdisjoint(second)
