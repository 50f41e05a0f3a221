"""Decide which mark stands between a quote and who said it: "Go", she said."""

from __future__ import annotations

from subpunct_app.decoding.suggestions.joints import goes_on_bare
from subpunct_app.decoding.suggestions.options import Mode
from subpunct_app.decoding.suggestions.predicted_text import PredictedText
from subpunct_app.decoding.suggestions.saying import leads_to_speech, tells_who
from subpunct_app.decoding.suggestions.wanted import Wanted
from subpunct_app.text.words import Mark

# That a comma leads on from a quote that begins a sentence to who said it: where no other mark
# does, 3,922 of 4,028 have one in texts by people in seven languages.
_COMMA_TO_WHO = 0.97
# What is no better than the mark of a quote in its place.
_WEAKER = frozenset({Mark.NONE, Mark.COMMA, Mark.PERIOD})


class Quotes:
    """The quotes and brackets of a text, and the marks between them and what stands beside them.

    `wanted` is what the model would put, and `begins_large` tells whether sentences begin with
    capitals.
    """

    def __init__(
        self, text: PredictedText, mode: Mode, wanted: Wanted, *, begins_large: bool
    ) -> None:
        self._text = text
        self._words, self._gaps, self._habits = text.words, text.gaps, text.habits
        self._language = text.language
        self._mode = mode
        self._wanted = wanted
        self._begins_large = begins_large

    def lead_on(self) -> None:
        """Want a comma, not a full stop, between a quote and who said it: "Go", she said.

        A full stop that stands there is replaced only where every gap is open, and not before a
        capital. In a text that lost its marks a comma is wanted even where the model wants none, if
        the quote begins a sentence. A question or exclamation mark that stands behind a quote or a
        bracket is kept before who said it, and before a small word.
        """
        opened = self._opened()
        closing = (at for at, gap in enumerate(self._gaps[:-1]) if gap.quoted or gap.aside)
        for at in (at for at in closing if not self._gaps[at].turn):
            tells = self._gaps[at].quoted and self._tells_who(at)
            if self._asks_on(at, tells=tells):
                self._wanted[at] = self._gaps[at].current
            elif tells and not self._begins_anew(at):
                self._put_comma(at, opened.get(at))

    def keep_comma(self, at: int, wanted: Mark) -> bool:
        """Tell whether a comma stands where a quote opens or closes, between it and who said it.

        A full stop may take its place, but not before a small word, nor where a quote opens behind
        words that lead to speech: she said, "Go".
        """
        gap = self._gaps[at]
        stands = gap.current is Mark.COMMA and self._mode is not Mode.ANEW
        if not stands or not (gap.opened or gap.quoted) or wanted not in _WEAKER:
            return False
        speaks = gap.opened and leads_to_speech(self._text.said(at - 2, at), self._language)
        return speaks or wanted is not Mark.PERIOD or self._goes_on_small(at)

    def _tells_who(self, at: int) -> bool:
        """Tell whether the words behind a quote tell who said it."""
        return tells_who(self._text.said(at, at + 2), self._language, quoted=True)

    def _asks_on(self, at: int, *, tells: bool) -> bool:
        """Tell whether the question or exclamation mark of a quote stands within a sentence.

        Behind it the sentence `tells` who said it, or goes on with a small word.
        """
        current = self._gaps[at].current
        known = current in self._wanted.labels and self._mode is not Mode.ANEW
        asks = current.asks_or_exclaims and self._wanted[at] in _WEAKER
        return known and asks and (tells or self._goes_on_small(at))

    def _put_comma(self, at: int, opened: int | None) -> None:
        """Want a comma behind a quote, which opened in a gap, before who said it."""
        wanted, bare = self._wanted[at], goes_on_bare(self._gaps, at)
        if wanted is Mark.PERIOD and (bare or self._mode.opens_all):
            self._wanted.put(at, Mark.COMMA, min(_COMMA_TO_WHO, self._wanted.sure(at)))
        if wanted is Mark.NONE and bare and not self._habits.has_ends:
            sure = _COMMA_TO_WHO * self._begins_sentence(opened)
            if sure > 0.5:
                self._wanted.put(at, Mark.COMMA, sure)

    def _begins_anew(self, at: int) -> bool:
        """Tell whether a full stop and a capital part two sentences: “Go.” She asked for more."""
        stands = self._gaps[at].current is Mark.PERIOD and self._mode is not Mode.ANEW
        large = self._words[at].text[0].isupper() and not self._habits.shouted
        return stands and large and self._begins_large

    def _goes_on_small(self, at: int) -> bool:
        """Tell whether a text that begins its sentences with capitals has none at a gap."""
        return at < len(self._words) and self._words[at].text[0].islower() and self._begins_large

    def _opened(self) -> dict[int, int]:
        """Return the gaps in which quotes close, each with the one in which it opened.

        The inches of 6" open nowhere.
        """
        found: dict[int, int] = {}
        last: int | None = None
        for at, gap in enumerate(self._gaps):
            if gap.quoted and last is not None:
                found[at], last = last, None
            if gap.opened:
                last = at
        return found

    def _begins_sentence(self, opened: int | None) -> float:
        """Return how likely a quote that opened in a gap, if it opened at all, begins a sentence.

        Within one it may be its subject: the film “Titanic” tells of a ship.
        """
        if opened is None:
            return 0.0
        if opened == 0 or self._gaps[opened].turn:
            return 1.0
        return self._wanted.sure(opened) if self._wanted[opened].ends_sentence else 0.0
