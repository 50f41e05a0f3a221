"""Tell what says who speaks before or behind: asked Tom, she asked, fragte er, demanda-t-il."""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import normalize

from subpunct_app.core.text import base_of

# No sentence begins with these behind a question or an exclamation that was quoted.
_SPELLED = {
    "de": "antwortete antworteten brüllte brummte dachte entgegnete erklärte erwiderte flüsterte"
    " fragt fragte fragten lachte meinte murmelte rief riefen ruft sagt sagte sagten schluchzte"
    " schrie schrien seufzte stammelte stotterte unterbrach versetzte wiederholte",
    "en": "added answered asked called continued cried declared demanded ejaculated enquired"
    " exclaimed gasped growled inquired interrupted laughed murmured muttered queried repeated"
    " replied retorted returned roared said says screamed shouted snapped thought whispered yelled",
    "es": "añadió chilló contestó dije dijo dijeron exclamó gritaron gritó interrumpió murmuró"
    " pensó pregunta preguntaron preguntó pregunté repitió replicó repuso respondieron respondió"
    " susurró",
    "fr": "ajouta chuchota cria criai crièrent demanda demandai demandèrent dirent dis disait dit"
    " fis fit hurla interrogea m'écriai murmura pensa reprit répliqua répondis répondit"
    " répondirent répéta s'écria s'écrièrent s'exclama souffla soupira",
    "it": "aggiunse chiese chiesero chiesi disse dissero dissi domandai domandarono domandò"
    " esclamò fece gridai gridarono gridò mormorò pensò replicò ripeté ripetè rispose risposero"
    " risposi sussurrò urlò",
    "nl": "antwoordde antwoordden brulde dacht fluisterde gilde herhaalde mompelde riep riepen"
    " schreeuwde vraagt vroeg vroegen zegt zei zeiden zuchtte",
    "pt": "acrescentou bradou disse disseram exclamaram exclamou gritaram gritou indagou"
    " interrompeu murmurou pensou perguntaram perguntei perguntou repetiu replicou respondeu"
    " responderam retorquiu retrucou sussurrou",
}
# So do these, but only where a quote ends: elsewhere sentences may begin with them.
_SPELLED_REPORTED = {
    "de": "argumentiert bekräftigte bemerkt bemerkte betont betonte ergänzt ergänzte erläutert"
    " erläuterte erklärt erzählt erzählte fügt fügte kommentiert kommentierte meint meinten"
    " schreibt schrieb twitterte unterstreicht unterstrich versichert versicherte verkündete warnt"
    " warnte",
    "es": "advirtió afirma afirmó agrega agregó añade asegura aseguró comenta comentó declara"
    " declaró dice dicen explica explicó expresó indica indicó mencionó opina precisó recordó"
    " relata señala señaló",
    "fr": "ajoute assure déclara déclare explique souligne écrit",
    "it": "afferma affermò aggiunge dice spiega spiegò",
    "nl": "antwoordt verklaarde verklaart voegde",
    "pt": "afirma afirmou declarou diz explica explicou",
}
# So does one of these before a participle: a déclaré, a-t-il dit, ha detto.
_AUXILIARIES = {
    "es": frozenset({"ha", "han"}),
    "fr": frozenset({"a", "ont"}),
    "it": frozenset({"ha", "hanno"}),
}
_SPELLED_PARTICIPLES = {
    "es": "afirmado añadido asegurado declarado dicho explicado señalado",
    "fr": "affirmé ajouté annoncé assuré averti commenté confié conclu demandé dit déclaré écrit"
    " estimé expliqué indiqué insisté lancé poursuivi précisé reconnu répondu souligné",
    "it": "affermato aggiunto chiesto commentato concluso detto dichiarato osservato risposto"
    " spiegato sottolineato",
}
_SAYING, _REPORTED, _PARTICIPLES = (
    {language: frozenset(words.split()) for language, words in spelled.items()}
    for spelled in (_SPELLED, _SPELLED_REPORTED, _SPELLED_PARTICIPLES)
)
# Who may stand before the verb.
_WHO = {
    "en": frozenset({"i", "you", "he", "she", "it", "we", "they"}),
    "fr": frozenset({"lui", "me", "nous", "leur"}),
}
# Who is joined to it: demanda-t-il, dis-je.
_JOINED = re.compile(r"-(?:t-)?(?:ils?|elles?|on|je)$")
# Where any verb of saying needs no quote before it: — Vous venez ? demanda-t-il.
_UNQUOTED = frozenset({"fr"})
# Elsewhere these need none before who does it, as only a story has them where a sentence might
# begin.
_TELLING = {
    "de": frozenset({"flüsterte", "fragte", "rief", "sagte"}),
    "en": frozenset({"asked", "cried", "exclaimed", "replied", "screamed", "shouted", "whispered"}),
    "es": frozenset({"exclamó", "gritó", "preguntó", "respondió"}),
}
_TELLERS = {
    "de": frozenset({"das", "der", "die", "er", "es", "ich", "sie", "wir"}),
    "en": frozenset({"he", "i", "my", "our", "she", "the", "they", "we", "you"}),
    "es": frozenset({"el", "ella", "ellas", "ellos", "la", "él"}),
}


# What tells of speech besides, and what begins it where it is indirect: sie schrieb, der Zug komme.
_REPORTING = _SAYING["de"] | {
    *("behauptet", "behauptete", "behaupteten", "berichtet", "berichtete", "denkt", "erzählt"),
    *("erzählte", "gesagt", "glaubt", "glaubte", "heißt", "hieß", "meint", "meinten"),
    *("schreibt", "schrieb"),
}
_INDIRECT = frozenset({"das", "dass", "daß", "der", "die", "er", "es", "ihr", "man", "sein", "sie"})


def leads_to_speech(words: Sequence[str], language: str) -> bool:
    """Tell whether the one or two words before a quote say who speaks in it, in English."""
    if base_of(language) != "en":
        return False
    return not _SAYING["en"].isdisjoint(word.lower() for word in words)


def tells_indirectly(words: Sequence[str]) -> bool:
    """Tell whether German indirect speech begins with the last word: sagte der Mann, er komme."""
    *before, first = (normalize("NFC", word) for word in words)
    return first in _INDIRECT and not _REPORTING.isdisjoint(map(str.lower, before))


def tells_who(words: Sequence[str], language: str, *, quoted: bool) -> bool:
    """Tell whether two words behind what may have been said tell who spoke it.

    Nobody is known to say so in other languages; in most but few verbs do where what was said is
    not `quoted`.
    """
    base = base_of(language)
    saying = _SAYING.get(base, frozenset())
    plain = (normalize("NFC", word).lower().replace("’", "'") for word in words)
    first, *second = (_JOINED.sub("", word) for word in plain)
    if quoted and _reports(first, second, base):
        return True
    if not quoted and base not in _UNQUOTED:
        named = words[1][:1].isupper() if second else False
        tells = named or not _TELLERS.get(base, frozenset()).isdisjoint(second)
        return first in _TELLING.get(base, ()) and tells
    return first in saying or (first in _WHO.get(base, ()) and not saying.isdisjoint(second))


def _reports(first: str, second: Sequence[str], base: str) -> bool:
    """Tell whether one or two words report what was quoted before them: declaró, a déclaré."""
    if first in _REPORTED.get(base, frozenset()):
        return True
    told = not _PARTICIPLES.get(base, frozenset()).isdisjoint(second)
    return told and first in _AUXILIARIES.get(base, frozenset())
