"""The codes of languages (ISO 639-1 and 639-2) and their English names."""

from __future__ import annotations

import re

from subpunct_app.text.words import base_of

# fmt: off
_TABLE = (
    "af afr Afrikaans; am amh Amharic; ar ara/arz/ary Arabic; as asm Assamese; az aze Azerbaijani; "
    "be bel Belarusian; bg bul Bulgarian; bn ben Bengali; br bre Breton; bs bos Bosnian; "
    "ca cat Catalan; cs cze/ces Czech; cy wel/cym Welsh; da dan Danish; de ger/deu/gsw German; "
    "el gre/ell Greek; en eng English; eo epo Esperanto; es spa Spanish; et est Estonian; "
    "eu baq/eus Basque; fa per/fas Persian; fi fin Finnish; fr fre/fra French; fy fry Frisian; "
    "ga gle Irish; gd gla Scottish Gaelic; gl glg Galician; gu guj Gujarati; ha hau Hausa; "
    "he heb Hebrew; hi hin Hindi; hr hrv Croatian; ht hat Haitian Creole; hu hun Hungarian; "
    "hy arm/hye Armenian; id ind Indonesian; ig ibo Igbo; is ice/isl Icelandic; it ita Italian; "
    "ja jpn Japanese; jv jav Javanese; ka geo/kat Georgian; kk kaz Kazakh; km khm Khmer; "
    "kn kan Kannada; ko kor Korean; ku kur Kurdish; ky kir Kyrgyz; la lat Latin; "
    "lb ltz Luxembourgish; lo lao Lao; lt lit Lithuanian; lv lav Latvian; mg mlg Malagasy; "
    "mi mao/mri Maori; mk mac/mkd Macedonian; ml mal Malayalam; mn mon Mongolian; mr mar Marathi; "
    "ms may/msa Malay; mt mlt Maltese; my bur/mya Burmese; nb nob Norwegian Bokmål; ne nep Nepali; "
    "nl dut/nld Dutch; nn nno Norwegian Nynorsk; no nor Norwegian; oc oci Occitan; or ori Odia; "
    "pa pan Punjabi; pl pol Polish; ps pus Pashto; pt por Portuguese; qu que Quechua; "
    "ro rum/ron Romanian; ru rus Russian; rw kin Kinyarwanda; sa san Sanskrit; sd snd Sindhi; "
    "si sin Sinhala; sk slo/slk Slovak; sl slv Slovenian; so som Somali; sq alb/sqi Albanian; "
    "sr srp Serbian; sv swe Swedish; sw swa Swahili; ta tam Tamil; te tel Telugu; tg tgk Tajik; "
    "th tha Thai; tk tuk Turkmen; tl tgl/fil Filipino; tr tur Turkish; tt tat Tatar; "
    "ug uig Uyghur; uk ukr Ukrainian; ur urd Urdu; uz uzb Uzbek; vi vie Vietnamese; wo wol Wolof; "
    "xh xho Xhosa; yi yid Yiddish; yo yor Yoruba; zh chi/zho/yue/wuu Chinese; zu zul Zulu"
)
# fmt: on
_ROWS = [row.split(" ", 2) for row in _TABLE.split("; ")]
_NAMES = {code: name for code, _, name in _ROWS}
_SHORT = {long: code for code, longer, _ in _ROWS for long in longer.split("/")}
_CODE = re.compile(
    r"(?P<base>[a-z]{2,3}|[A-Z]{2,3})"
    r"(?:[-_](?P<script>[A-Z][a-z]{3}))?(?:[-_](?P<region>[A-Za-z]{2}|\d{3}))?"
)


def normal_code(text: str) -> str | None:
    """Return a language code as BCP 47 writes it, `pt-BR` for `pt_br` and `de` for `ger`.

    None where the text is no code of a known language. A capital and a small letter, as in a
    title, make no code.
    """
    found = _CODE.fullmatch(text)
    if not found:
        return None
    base = found["base"].lower()
    base = _SHORT.get(base, base)
    if base not in _NAMES:
        return None
    region = found["region"] and found["region"].upper()
    return "-".join(filter(None, (base, found["script"], region)))


def language_name(code: str) -> str:
    """Return the English name of a language, or its code where it has none here."""
    return _NAMES.get(base_of(code), code)
