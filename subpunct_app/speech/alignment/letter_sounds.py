"""Guess how an English word is said from how it is spelled, for words in no dictionary.

Rules in the manner of Elovitz et al. (1976), but fewer: the first that fits at a place wins. They
get four sounds of five right, enough to tell where a word begins and ends.
"""

from __future__ import annotations

import re

# A spelling (a pattern from its place on; what is looked ahead at is left) and its sounds, in
# the symbols of the CMU dictionary.
_RULES = (
    (r"\bkn|\bgn|\bpn", "N"),
    (r"\bwr", "R"),
    (r"\bps", "S"),
    (r"\bx", "Z"),
    (r"\bmc", "M AH K"),
    (r"tch|ch(?!r)", "CH"),
    (r"[ct]ious", "SH AH S"),
    (r"[tsc]ian|ssion|[tc]ion", "SH AH N"),
    (r"sion", "ZH AH N"),
    (r"ture", "CH ER"),
    (r"sch", "S K"),
    (r"ss?h", "SH"),
    (r"th", "TH"),
    (r"ph", "F"),
    (r"wh", "W"),
    (r"qu", "K W"),
    (r"ck|cc(?![eiy])|ch(?=r)", "K"),
    (r"cc", "K S"),
    (r"c(?=[eiy])", "S"),
    (r"c", "K"),
    (r"dge", "JH"),
    (r"eigh", "EY"),
    (r"augh|ough", "AO"),
    (r"igh", "AY"),
    (r"\bgh|gg", "G"),
    (r"gh", ""),
    (r"g(?=[ey])", "JH"),
    (r"ng(?=[aeiou])", "NG G"),
    (r"ng\b", "NG"),
    (r"nk", "NG K"),
    (r"g", "G"),
    (r"j", "JH"),
    (r"x", "K S"),
    (r"bb?", "B"),
    (r"dd?", "D"),
    (r"ff?", "F"),
    (r"\by(?=[aeiou])", "Y"),
    (r"h", "HH"),
    (r"kk?", "K"),
    (r"le\b", "AH L"),
    (r"ll?", "L"),
    (r"mb\b|mm?", "M"),
    (r"nn?", "N"),
    (r"pp?", "P"),
    (r"rr?(?=[aeiouy])", "R"),
    (r"(?<=[aeiou])se\b|(?<=[bdglmnrvaeiouwy])s\b", "Z"),
    (r"ss?", "S"),
    (r"tt?", "T"),
    (r"vv?", "V"),
    (r"zz?", "Z"),
    (r"ar(?![aeiouy])", "AA R"),
    (r"(?:er|ir|ur|or(?=\b)|yr)(?![aeiouy])", "ER"),
    (r"or|oar|oor", "AO R"),
    (r"(?:air|are)\b", "EH R"),
    (r"(?:eer|ear|ere)\b", "IH R"),
    (r"r", "R"),
    (r"ai|ay", "EY"),
    (r"au|aw", "AO"),
    (r"ee|ea|ie(?=[^r])|ey\b", "IY"),
    (r"ei|eye", "AY"),
    (r"oa|oe", "OW"),
    (r"oi|oy", "OY"),
    (r"oo|ue\b|ui|ew|eu", "UW"),
    (r"ou|ow", "AW"),
    (r"a(?=[^aeiouwxyr]e\b)", "EY"),
    (r"e(?=[^aeiouwxyr]e\b)", "IY"),
    (r"[iy](?=[^aeiouwxyr]e\b)", "AY"),
    (r"o(?=[^aeiouwxyr]e\b)", "OW"),
    (r"u(?=[^aeiouwxyr]e\b)", "UW"),
    (r"(?<=[^aeiou\W])e\b|(?<=[^aeiou\Wtd])e(?=d\b)", ""),
    (r"a\b", "AH"),
    (r"a", "AE"),
    (r"e", "EH"),
    (r"[iy]\b", "IY"),
    (r"[iy]", "IH"),
    (r"o\b", "OW"),
    (r"o", "AA"),
    (r"u\b", "UW"),
    (r"u", "AH"),
    (r"w", "W"),
)
_SPELLING = re.compile("|".join(f"({pattern})" for pattern, _ in _RULES))


def sounds_of(word: str) -> list[str]:
    """Return the sounds of a word in small letters, empty where it has none."""
    sounds: list[str] = []
    for found in _SPELLING.finditer(word):
        if found.lastindex:
            sounds += _RULES[found.lastindex - 1][1].split()
    return sounds
