"""What each language shortens with dots, in the capitals that it has: Sr., d. h., EE. UU."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from subpunct_app.text.words import base_of

# The most words that are shortened together and lead on: d. w. z.
MOST_JOINT: Final = 3


@dataclass(frozen=True, slots=True)
class Shortened:
    """What one language shortens: `always`, `before_number`, and in several words that are `joint`.

    `titles` are shortened where they are large, whatever follows: M. le président. Where a sentence
    plainly goes on, so are `units` behind a number, `days` with a capital, and small `places`: 8
    oz. of milk, Mon. and Tues., oak st. near us.

    The others are in small letters, without spaces and with all dots. `leading` ones lead on to the
    next word: z.b., cf. Of several words, these and `certain` ones are nothing else where they lost
    their dots: EE UU. A name follows those `before_names`, and `trailing` ones belong to what
    stands before them: Freiburg i. Br.
    """

    always: str
    before_number: str
    joint: tuple[str, ...] = ()
    titles: str = ""
    units: str = ""
    days: str = ""
    places: str = ""
    leading: str = ""
    certain: str = ""
    before_names: str = ""
    trailing: str = ""

    def spellings(self) -> Iterator[str]:
        """Yield what is always shortened as it is written, of several words with spaces or not."""
        yield from (f"{word}." for word in self.always.split())
        for words in map(str.split, self.joint):
            yield ". ".join([*words, ""]).rstrip()
            yield ".".join([*words, ""])


def shortened(language: str) -> Shortened:
    """Return what a language shortens, given its code; of one that is not known, as in English."""
    return _OWN.get(base_of(language), _ENGLISH)


def leads_on(words: Sequence[str], language: str) -> bool:
    """Tell whether words end with what is shortened and leads on to the next: z. B., cf., d. w. z.

    Hardly anybody puts a comma behind one of these.
    """
    leading = _LEADING.get(base_of(language), frozenset())
    last = words[-MOST_JOINT:]
    return any("".join(last[at:]).lower() in leading for at in range(len(last)))


def trails(words: Sequence[str], language: str) -> bool:
    """Tell whether two words are shortened and belong to what stands before: Freiburg i. Br."""
    return "".join(words).lower() in _TRAILING.get(base_of(language), frozenset())


def bare_joints(words: Sequence[str], language: str) -> Iterator[tuple[int, Sequence[str]]]:
    """Yield where several words lack their dots, and how they are written: z B, p ej, EE UU.

    They are nothing else. Words are in small letters.
    """
    known = _CERTAIN.get(base_of(language), frozenset())
    for joint in map(str.split, shortened(language).joint):
        bare = [word.lower() for word in joint]
        if ".".join([*bare, ""]) in known:
            places = range(len(words) - len(bare) + 1)
            yield from ((at, joint) for at in places if words[at : at + len(bare)] == bare)


def is_title(word: str, language: str) -> bool:
    """Tell whether a word is a shortened title: a name follows, unless somebody is addressed."""
    return word.lower() in _BEFORE_NAMES.get(base_of(language), frozenset())


def may_be_shortened(word: str, language: str) -> bool:
    """Tell whether a full stop behind a word may shorten it before any other: Oak St. near us."""
    lower = word.lower()
    return lower in BEFORE_NAME or lower in shortened(language).days.split()


_ENGLISH: Final = Shortened(
    "",
    "no nos fig figs vol vols p pp ch chap sec eq art op ver ca cf"
    " jan feb mar apr jun jul aug sep sept oct nov dec est max rm",
    units="oz lb lbs ft in min mins hr hrs secs mi yd yds sq tsp tbsp pt qt gal",
    days="mon tue tues weds thu thur thurs fri",
    places="ave blvd co st",
)
# fmt: off
# In any language: always, and with a capital before a name.
ALWAYS: Final = frozenset(
    {
        "mr", "mrs", "ms", "dr", "drs", "prof", "vs", "etc", "inc", "ltd", "jr", "sr", "approx",
        "dept", "messrs", "mme", "mlle", "corp", "bros"
    }
)
BEFORE_NAME: Final = frozenset(
    {
        "st", "gen", "col", "sgt", "lt", "capt", "cpl", "pvt", "maj", "cmdr", "adm", "rev", "hon",
        "gov", "sen", "rep", "pres", "supt", "mt", "ft", "fr", "ave", "blvd", "co"
    }
)
# In any language: what a sentence may end with as well as go on behind.
MAY_END: Final = frozenset(
    {"etc", "inc", "ltd", "corp", "bros", "jr", "sr", "usw", "usf", "enz", "itd", "itp"}
)
_OWN: Final[Mapping[str, Shortened]] = {
    "de": Shortened(
        "Dr Prof Hr Hrn Dipl Ing bzw usw bspw ca engl evtl ggf inkl exkl zzgl vgl sog gest Jh Mio"
        " Mrd MwSt Tel allg bzgl ehem einschl Fa geb gem lt urspr usf",
        "nr s abs art bd kap abb max min",
        ("z B", "d h", "u a", "z T", "o Ä", "v a", "s o", "s u", "i d R", "v Chr", "n Chr",
         "a D", "e V", "i A", "m E", "o g", "u U", "u v m", "u a m", "h c", "a M", "i Br"),
        leading="z.b. d.h. h.c. bzw. bspw. ca. ggf. inkl. exkl. sog. vgl. zzgl.",
        certain="v.chr. n.chr.",
        before_names="dr. hr. prof.",
        trailing="a.d. a.m. e.v. h.c. i.br. n.chr. v.chr.",
    ),
    "es": Shortened(
        "Sr Sra Srta Sres Dr Dra Dña Ud Uds Vd Vds Av Avda tel aprox Lic Excmo Excma"
        " cnel gral mons pdte profa",
        "núm pág págs art cap vol fig p pp s",
        ("p ej", "EE UU", "a C", "d C", "a m", "p m", "S A", "CC OO", "FF AA", "FF CC", "JJ OO"),
        titles="Arq Cap Cía Fdo Ing Sgto Sta Sto Tte",
        leading="p.ej.",
        certain="ee.uu. cc.oo. ff.aa. ff.cc. jj.oo.",
        before_names="dr. dra. lic. sr. sra. sres. srta.",
    ),
    "fr": Shortened(
        "cf env av J.-C c.-à-d resp tél bd éd coll",
        "p pp art chap vol fig n",
        ("p ex",),
        titles="M MM Cap Cdt Me Mgr Pr",
        leading="cf. parex. env. p.ex. m. mm.",
    ),
    "it": Shortened(
        "sig sigg sig.ra dott dott.ssa prof dr prof.ssa ing avv rag geom mons ecc es tel cfr"
        " ca cap card col egr gen gent mld mln on pres soc spett ten",
        "n art cap vol fig pag pagg p pp sec",
        ("p es", "a C", "d C"),
        leading="ca. cfr. p.es.",
        before_names="dott. dott.ssa ing. prof. prof.ssa sig. sig.ra",
    ),
    "nl": Shortened(
        "mevr mw dhr ir ing prof dr drs mr ds bijv enz evt incl excl zgn tel mln mld pct ca"
        " fam gem kapt mgr resp vgl",
        "nr blz p art",
        ("d w z", "o a", "m a w", "i p v", "v Chr", "n Chr"),
        leading="bijv. d.w.z. o.a. ca. excl. incl. zgn.",
        certain="v.chr. n.chr.",
        before_names="dhr. dr. drs. mevr. prof.",
        trailing="n.chr. v.chr.",
    ),
    "pl": Shortened(
        "np itd itp tzw tj m.in inż ks św śp ul godz tys proc tel ang łac kpt mjr płk",
        "nr str art pkt ust rys t s ok",
        ("m in", "n e", "p n e"),
    ),
    "pt": Shortened(
        "Sr Sra Srs Sras Srta Dr Dra Profa Eng Exmo Exma Exa Av tel aprox cel",
        "núm pág págs art cap vol fig p pp séc",
        ("p ex", "a C", "d C"),
        titles="Adv Arq Cap Cia Dep Des Enga Gov Ltda Min Pe Pres Sgt Sta Sto Ten",
        leading="p.ex.",
        before_names="dr. dra. sr. sra. srta.",
    ),
    "ru": Shortened(
        "г гг руб коп тыс млн млрд ул просп проф акад др пр",
        "стр с рис гл ст п пп т см",
        ("т е", "т д", "т п", "т к", "т н", "т о", "н э"),
    ),
}
# fmt: on
_LEADING: Final = {language: frozenset(one.leading.split()) for language, one in _OWN.items()}
_CERTAIN: Final = {
    language: _LEADING[language] | frozenset(one.certain.split()) for language, one in _OWN.items()
}
_BEFORE_NAMES: Final = {
    language: frozenset(one.before_names.split()) for language, one in _OWN.items()
}
_TRAILING: Final = {language: frozenset(one.trailing.split()) for language, one in _OWN.items()}
