"""Guess the legacy code page of bytes that are no Unicode."""

from __future__ import annotations

import codecs
import re

from subpunct_app.languages.identifier import identify
from subpunct_app.languages.language_data import language_data

_WESTERN = "cp1252"
_WIDER = {
    "euc_kr": "cp949",
    "iso8859-1": "cp1252",
    "iso8859-2": "cp1250",
    "iso8859-7": "cp1253",
    "iso8859-8": "cp1255",
    "iso8859-9": "cp1254",
    "iso8859-15": "cp1252",
    "tis-620": "cp874",
}
# Pages of Windows and the Web for Western Europe, for which those of older systems are taken.
_NEWER = frozenset({"cp1252", "cp1254", "iso8859-1", "iso8859-9", "iso8859-15"})
# The second reads all letters of Western languages as cp437 has them.
_OLDER = ("mac-roman", "cp850")
# A text of an older system has several letters where the newer pages have signs, and few others.
_FEWEST = 3
_PER_SIGN = 2
# A short text in a common code page is taken for one of these, and they are hardly ever met.
_SELDOM = [f"iso8859-{part}" for part in (3, 4, 6, 10, 13, 14, 16)]
# Their characters are of several bytes, some of which are ASCII letters.
_EASTERN = frozenset(
    {"big5", "big5hkscs", "cp932", "cp949", "euc_jis_2004", "euc_jp", "euc_kr", "gb18030"}
    | {"gb2312", "gbk", "hz", "johab", "shift_jis", "shift_jis_2004"}
)
# Capitals stand 32 before their small letters in the Latin, Cyrillic and Greek pages of Windows.
_LOWERED = bytes(
    byte + 32 if byte in range(0x41, 0x5B) or byte in range(0xC0, 0xDF) else byte
    for byte in range(256)
)
_MARKS = b"!,.:;?"
# What small letters must have more for them: bytes that have no capitals gain by chance.
_SURER = 1.3
# Lists of accented letters and Western texts are mostly guessed below it as something else, the
# Russian alphabet above.
_SURE = 0.24
_SAMPLE = 100_000
_STRAY = re.compile("[\udc80-\udcff]")
_FOREIGN = re.compile("[^\x00-\x7f\udc80-\udcff]")
_OTHER_SCRIPT = re.compile("[\u0370-\u1fff]+")
_MIXED = re.compile("[A-Za-z][\u0370-\u1fff]+|(?<![\u0370-\u1fff])[\u0370-\u1fff]+[A-Za-z]")
_SHOWN = re.compile(r"[^\W\d_]+")
# Signs that no Western word holds; ´ is typed as an apostrophe, and · stands in Catalan words.
_TORN = re.compile("[A-Za-z][\u00a1-\u00b3\u00b6\u00b8-\u00bf\u00d7\u00f7\ufffd][A-Za-z]")


def code_page(data: bytes) -> str | None:
    """Return the legacy code page that fits, None where the bytes are mostly good UTF-8."""
    sample = data[:_SAMPLE]
    patched = sample.decode("utf-8", "surrogateescape")
    if len(_FOREIGN.findall(patched)) >= len(_STRAY.findall(patched)):
        return None
    name, confidence = _found(sample)
    if not name or _is_doubtful(sample.decode(name, "replace"), confidence):
        return _older(sample, _WESTERN)
    name = _widened(data, codecs.lookup(name).name)
    unsure = name != _WESTERN and name not in _EASTERN and confidence < _SURE
    return _older(sample, _WESTERN if unsure and _is_western(sample) else name)


def _found(sample: bytes) -> tuple[str | None, float]:
    """Return what fits best and how well; neither marks nor capitals are to make a difference.

    What is written in capitals looks like anything, so it is also looked at in small letters.
    """
    words = sample.translate(None, _MARKS)
    plain = _detected(words)
    lowered = _detected(words.translate(_LOWERED))
    surer = lowered[0] not in _EASTERN and lowered[1] > _SURER * plain[1]
    return lowered if surer else plain


def _detected(sample: bytes) -> tuple[str | None, float]:
    import chardet

    found = chardet.detect(
        sample,
        encoding_era=chardet.EncodingEra.MODERN_WEB | chardet.EncodingEra.LEGACY_ISO,
        compat_names=False,
        exclude_encodings=_SELDOM,
    )
    return found["encoding"], found["confidence"]


def _older(sample: bytes, name: str) -> str:
    """Return the code page of an older system where a Western text is in that."""
    import chardet

    beyond = [byte for byte in sample if byte > 0x7F]
    signs = sum(byte < 0xA6 for byte in beyond)
    if name not in _NEWER or len(set(beyond)) < _FEWEST or signs * _PER_SIGN < len(beyond):
        return name
    found = chardet.detect(
        sample,
        encoding_era=chardet.EncodingEra.ALL,
        compat_names=False,
        include_encodings=(_WESTERN, *_OLDER),
    )["encoding"]
    return found if found in _OLDER else name


def _widened(data: bytes, name: str) -> str:
    """Return the code page of Windows that reads the bytes as this codec does, if there is one.

    It has more characters, so that a dash or an ellipsis can be added.
    """
    wider = _WIDER.get(name)
    if wider and data.decode(wider, "replace") == data.decode(name, "replace"):
        return wider
    return name


def _is_doubtful(text: str, confidence: float) -> bool:
    """Tell whether another script is a wrong guess: a list of letters, or mixed with Latin."""
    words = _OTHER_SCRIPT.findall(text)
    listed = confidence < _SURE and len("".join(words)) < 3 * len(words)
    return listed or len(_MIXED.findall(text)) * 2 > len(words)


def _is_western(sample: bytes) -> bool:
    """Tell whether cp1252 reads the bytes as a language of Western Europe, in whole words."""
    text = sample.decode(_WESTERN, "replace")
    if _TORN.search(text):
        return False
    language = identify(" ".join(_SHOWN.findall(text)))
    return language is not None and language_data(language).code_page == _WESTERN
