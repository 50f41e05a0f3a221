"""Tell the dot of an abbreviation from the dot that ends a sentence."""

from __future__ import annotations

import re
from dataclasses import dataclass

from subpunct_app.core.ordinals import may_be_ordinal
from subpunct_app.core.text import base_of

# fmt: off
_ALWAYS = frozenset(
    {
        "mr", "mrs", "ms", "dr", "drs", "prof", "vs", "etc", "inc", "ltd", "jr", "sr", "approx",
        "dept", "messrs", "mme", "mlle", "corp", "bros"
    }
)
_BEFORE_NAME = frozenset(
    {
        "st", "gen", "col", "sgt", "lt", "capt", "cpl", "pvt", "maj", "cmdr", "adm", "rev", "hon",
        "gov", "sen", "rep", "pres", "supt", "mt", "ft", "fr", "ave", "blvd", "co"
    }
)
# fmt: on
_DOTTED = re.compile(r"(?:[^\W\d_]{1,2}\.-?)+[^\W\d_]{1,2}")
_NAME_AHEAD = re.compile(r"\s*([^\W\d_])([^\W\d_]|\.)")
_NUMBER_AHEAD = re.compile(r"\s*(?:\d|[IVX]{2,}\b)")
# An article before a word that is shortened: l'ing. Rossi.
_ELIDED = re.compile(r"^[^\W\d_]+['’](?=\w)")
_WORD_AHEAD = re.compile(r"\s+\w")
# No shorter than any abbreviation of several words.
_FAR = 16


@dataclass(frozen=True, slots=True)
class _Abbreviations:
    """What one language shortens besides: always, before numbers, and in several words.

    `titles` are so where they are capitals, whatever follows: M. le président.
    """

    always: frozenset[str]
    before_number: frozenset[str]
    joint: re.Pattern[str]
    titles: frozenset[str]

    def join(self, text: str, start: int, end: int) -> bool:
        """Tell whether a word with its dot is one of several that are shortened together."""
        near = self.joint.finditer(text, max(0, start - _FAR), end + _FAR)
        return any(found.start() <= start and end <= found.end() for found in near)


def keeps_dot(
    word: str, text: str, after: int, language: str = "en", *, shouted: bool = False
) -> bool:
    """Tell whether the dot before `after` belongs to the word and not to its sentence.

    The language is a code such as `de` or `pt-BR`; a `shouted` text is all in capitals.
    """
    lower = _ELIDED.sub("", word.lower())
    own = _OWN.get(base_of(language), _ENGLISH)
    if lower in _ALWAYS or lower in own.always or word in own.titles or _DOTTED.fullmatch(word):
        return True
    if own.join(text, after - len(word) - 1, after):
        return True
    if may_be_ordinal(word, language) and _WORD_AHEAD.match(text, after):
        return True
    if lower in own.before_number and _NUMBER_AHEAD.match(text, after):
        return True
    if len(word) == 1 and word.isupper() and word != "I":
        return _is_name_ahead(text, after, shouted=shouted)
    return lower in _BEFORE_NAME and word != lower and _is_name_ahead(text, after, shouted=shouted)


def _is_name_ahead(text: str, after: int, *, shouted: bool) -> bool:
    """Tell whether a name follows, or another initial; where all is shouted any word may be one."""
    found = _NAME_AHEAD.match(text, after)
    if found is None or not found[1].isupper():
        return False
    return found[2] == "." or found[2].islower() or shouted


def _shortened(always: str, before_number: str, *joint: str, titles: str = "") -> _Abbreviations:
    spelled = "|".join([r"et\s+al", *(r"\.\s?".join(words.split()) for words in joint)])
    together = re.compile(rf"(?<!\w)(?:{spelled})\.", re.IGNORECASE)
    first, second, third = (frozenset(words.split()) for words in (always, before_number, titles))
    return _Abbreviations(first, second, together, third)


_ENGLISH = _shortened(
    "",
    "no nos fig figs vol vols p pp ch chap sec eq art op ver ca cf"
    " jan feb mar apr jun jul aug sep sept oct nov dec",
)
_OWN = {
    "de": _shortened(
        "hr hrn dipl ing bzw usw bspw ca engl evtl ggf inkl exkl zzgl vgl sog gest jh mio mrd mwst"
        " tel",
        "nr s abs art bd kap abb max min",
        *("z b", "d h", "u a", "z t", "o ä", "v a", "s o", "s u", "i d r", "v chr", "n chr"),
    ),
    "es": _shortened(
        "sra srta sres dra dña ud uds vd vds av avda tel aprox lic excmo",
        "núm pág págs art cap vol fig p pp s",
        *("p ej", "ee uu", "a c", "d c", "a m", "p m", "s a"),
    ),
    "fr": _shortened(
        "cf env av j.-c c.-à-d resp tél",
        "p pp art chap vol fig n",
        *("p ex", r"par\s+ex"),
        titles="M MM",
    ),
    "it": _shortened(
        "sig sigg sig.ra dott dott.ssa prof.ssa ing avv rag geom mons ecc es tel",
        "n art cap vol fig pag pagg p pp sec",
        *("p es", "a c", "d c"),
    ),
    "nl": _shortened(
        "mevr mw dhr ir ing bijv enz evt incl excl zgn tel mln mld pct",
        "nr blz p art",
        *("d w z", "o a", "m a w", "i p v", "v chr", "n chr"),
    ),
    "pl": _shortened(
        "np itd itp tzw tj m.in inż ks św śp ul godz tys proc tel ang łac kpt mjr płk",
        "nr str art pkt ust rys t s ok",
        *("m in", "n e", "p n e"),
    ),
    "pt": _shortened(
        "sra srs sras srta dra profa eng exmo exma exa av tel aprox",
        "núm pág págs art cap vol fig p pp séc",
        *("p ex", "a c", "d c"),
    ),
    "ru": _shortened(
        "г гг руб коп тыс млн млрд ул просп проф акад др пр",
        "стр с рис гл ст п пп т см",
        *("т е", "т д", "т п", "т к", "т н", "т о", "н э"),
    ),
}
