"""Tell what says who speaks before or behind: asked Tom, she asked, fragte er, demanda-t-il."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from unicodedata import normalize

from subpunct_app.text.words import base_of

# Who is joined to a verb: demanda-t-il, dis-je.
_JOINED = re.compile(r"-(?:t-)?(?:ils?|elles?|on|je)$")


@dataclass(frozen=True, slots=True)
class _Verbs:
    """The verbs of one language that tell who speaks, and the words beside them.

    Behind what was asked or exclaimed, no sentence begins with a verb of `saying`, alone or after
    one of `before`. Behind a quote none begins with a verb of `reporting` either, nor with one of
    `participles` after one of `auxiliaries`: a déclaré, ha detto. Where no quote shows that
    somebody spoke, only `telling` verbs count, before a name or one of `tellers`, as only a story
    has them there; but all of `saying` do in a language that leaves quotes away and so is
    `unquoted`: — Vous venez ? demanda-t-il.
    """

    saying: frozenset[str] = frozenset()
    before: frozenset[str] = frozenset()
    reporting: frozenset[str] = frozenset()
    auxiliaries: frozenset[str] = frozenset()
    participles: frozenset[str] = frozenset()
    telling: frozenset[str] = frozenset()
    tellers: frozenset[str] = frozenset()
    unquoted: bool = False


def leads_to_speech(words: Sequence[str], language: str) -> bool:
    """Tell whether the one or two words before a quote say who speaks in it, in English."""
    if base_of(language) != "en":
        return False
    return not _VERBS["en"].saying.isdisjoint(word.lower() for word in words)


def tells_indirectly(words: Sequence[str]) -> bool:
    """Tell whether German indirect speech begins with the last word: sagte der Mann, er komme."""
    *before, first = (normalize("NFC", word) for word in words)
    return first in _INDIRECT and not _REPORTING.isdisjoint(map(str.lower, before))


def tells_who(words: Sequence[str], language: str, *, quoted: bool) -> bool:
    """Tell whether two words behind what may have been said tell who spoke it.

    Nobody is known to say so in other languages than those listed here; in most of these but few
    verbs do where what was said is not `quoted`.
    """
    verbs = _VERBS.get(base_of(language), _NO_VERBS)
    plain = (normalize("NFC", word).lower().replace("’", "'") for word in words)
    first, *second = (_JOINED.sub("", word) for word in plain)
    if quoted and _reports(first, second, verbs):
        return True
    if not quoted and not verbs.unquoted:
        named = words[1][:1].isupper() if second else False
        return first in verbs.telling and (named or not verbs.tellers.isdisjoint(second))
    return first in verbs.saying or (first in verbs.before and not verbs.saying.isdisjoint(second))


def _reports(first: str, second: Sequence[str], verbs: _Verbs) -> bool:
    """Tell whether one or two words report what was quoted before them: declaró, a déclaré."""
    told = not verbs.participles.isdisjoint(second)
    return first in verbs.reporting or (told and first in verbs.auxiliaries)


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_NO_VERBS: Final = _Verbs()
_VERBS: Final[Mapping[str, _Verbs]] = {
    "de": _Verbs(
        saying=_set(
            "antwortete antworteten brüllte brummte dachte entgegnete erklärte erwiderte flüsterte"
            " fragt fragte fragten lachte meinte murmelte rief riefen ruft sagt sagte sagten"
            " schluchzte schrie schrien seufzte stammelte stotterte unterbrach versetzte"
            " wiederholte"
        ),
        reporting=_set(
            "argumentiert bekräftigte bemerkt bemerkte betont betonte ergänzt ergänzte erläutert"
            " erläuterte erklärt erzählt erzählte fügt fügte kommentiert kommentierte meint meinten"
            " schreibt schrieb twitterte unterstreicht unterstrich versichert versicherte"
            " verkündete warnt warnte"
        ),
        telling=_set("flüsterte fragte rief sagte"),
        tellers=_set("das der die er es ich sie wir"),
    ),
    "en": _Verbs(
        saying=_set(
            "added answered asked called continued cried declared demanded ejaculated enquired"
            " exclaimed gasped growled inquired interrupted laughed murmured muttered queried"
            " repeated replied retorted returned roared said says screamed shouted snapped thought"
            " whispered yelled"
        ),
        before=_set("i you he she it we they"),
        telling=_set("asked cried exclaimed replied screamed shouted whispered"),
        tellers=_set("he i my our she the they we you"),
    ),
    "es": _Verbs(
        saying=_set(
            "añadió chilló contestó dije dijo dijeron exclamó gritaron gritó interrumpió murmuró"
            " pensó pregunta preguntaron preguntó pregunté repitió replicó repuso respondieron"
            " respondió susurró"
        ),
        reporting=_set(
            "advirtió afirma afirmó agrega agregó añade asegura aseguró comenta comentó declara"
            " declaró dice dicen explica explicó expresó indica indicó mencionó opina precisó"
            " recordó relata señala señaló"
        ),
        auxiliaries=_set("ha han"),
        participles=_set("afirmado añadido asegurado declarado dicho explicado señalado"),
        telling=_set("exclamó gritó preguntó respondió"),
        tellers=_set("el ella ellas ellos la él"),
    ),
    "fr": _Verbs(
        saying=_set(
            "ajouta chuchota cria criai crièrent demanda demandai demandèrent dirent dis disait"
            " dit fis fit hurla interrogea m'écriai murmura pensa reprit répliqua répondis répondit"
            " répondirent répéta s'écria s'écrièrent s'exclama souffla soupira"
        ),
        before=_set("leur lui me nous"),
        reporting=_set("ajoute assure déclara déclare explique souligne écrit"),
        auxiliaries=_set("a ont"),
        participles=_set(
            "affirmé ajouté annoncé assuré averti commenté confié conclu demandé dit déclaré écrit"
            " estimé expliqué indiqué insisté lancé poursuivi précisé reconnu répondu souligné"
        ),
        unquoted=True,
    ),
    "it": _Verbs(
        saying=_set(
            "aggiunse chiese chiesero chiesi disse dissero dissi domandai domandarono domandò"
            " esclamò fece gridai gridarono gridò mormorò pensò replicò ripeté ripetè rispose"
            " risposero risposi sussurrò urlò"
        ),
        reporting=_set("afferma affermò aggiunge dice spiega spiegò"),
        auxiliaries=_set("ha hanno"),
        participles=_set(
            "affermato aggiunto chiesto commentato concluso detto dichiarato osservato risposto"
            " spiegato sottolineato"
        ),
    ),
    "nl": _Verbs(
        saying=_set(
            "antwoordde antwoordden brulde dacht fluisterde gilde herhaalde mompelde riep riepen"
            " schreeuwde vraagt vroeg vroegen zegt zei zeiden zuchtte"
        ),
        reporting=_set("antwoordt verklaarde verklaart voegde"),
    ),
    "pt": _Verbs(
        saying=_set(
            "acrescentou bradou disse disseram exclamaram exclamou gritaram gritou indagou"
            " interrompeu murmurou pensou perguntaram perguntei perguntou repetiu replicou"
            " respondeu responderam retorquiu retrucou sussurrou"
        ),
        reporting=_set("afirma afirmou declarou diz explica explicou"),
    ),
}
# What tells of speech besides, and what begins it where it is indirect: sie schrieb, der Zug komme.
_REPORTING = _VERBS["de"].saying | {
    *("behauptet", "behauptete", "behaupteten", "berichtet", "berichtete", "denkt", "erzählt"),
    *("erzählte", "gesagt", "glaubt", "glaubte", "heißt", "hieß", "meint", "meinten"),
    *("schreibt", "schrieb"),
}
_INDIRECT = frozenset({"das", "dass", "daß", "der", "die", "er", "es", "ihr", "man", "sein", "sie"})
