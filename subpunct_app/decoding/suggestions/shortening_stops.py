"""Tell which full stops of a text shorten a word, and whether its sentences begin with capitals."""

from __future__ import annotations

from subpunct_app.decoding.suggestions.predicted_text import PredictedText
from subpunct_app.decoding.suggestions.wanted import Wanted
from subpunct_app.languages.abbreviations import may_be_shortened
from subpunct_app.text.words import Break, Case, Mark, folded


def begins_large(text: PredictedText, wanted: Wanted) -> bool:
    """Tell whether sentences begin with capitals where text and model agree on their ends.

    A full stop behind a letter or the like of St. tells nothing: E. coli. `wanted` is what the
    model itself would put, before any rule for quotes, letters or titles has mended it.
    """
    words, gaps = text.words, text.gaps
    told = (at for at in range(1, len(words)) if gaps[at].current.ends_sentence)
    told = (at for at in told if not _may_be_short(words[at - 1].text, text.language))
    ended = [at for at in told if wanted[at].ends_sentence]
    small = sum(Case.of(words[at].text) is Case.LOWER for at in ended)
    return 2 * small < len(ended)


class ShorteningStops:
    """The full stops of a text that shorten the word before them: ret. general, max. 40, u. v. m.

    `wanted` is what the model would put once all rules have mended it, and `begins_large` tells
    whether sentences begin with capitals.
    """

    def __init__(self, text: PredictedText, wanted: Wanted, *, begins_large: bool) -> None:
        self._words, self._gaps = text.words, text.gaps
        self._language, self._whole = text.language, text.habits.whole
        self._wanted = wanted
        self._begins_large = begins_large
        # Whether few of the full stops before small words end a sentence for the model.
        stops = [at for at in range(1, len(self._words)) if self._stops_before_small(at)]
        self._few_end = 2 * sum(wanted[at].ends_sentence for at in stops) < len(stops)

    def __contains__(self, at: int) -> bool:
        """Tell whether a full stop at a gap shortens the word before it.

        The model would put nothing there, or no more than a comma behind a letter or the like of
        St. and Tues.
        """
        wanted, word = self._wanted[at], self._words[at - 1].text
        if wanted.ends_sentence:
            return False
        if self._is_initial_i(at):
            return True
        if not self._stops_before_small(at) or self._stands_whole(at):
            return False
        if may_be_shortened(word, self._language):
            return True
        within = wanted is Mark.NONE or len(word) == 1
        return within and (self._begins_large or self._few_end)

    def _stands_whole(self, at: int) -> bool:
        """Tell whether the word before a full stop and a small one stands elsewhere without it."""
        small = self._words[at].text[0].islower()
        return small and folded(self._words[at - 1].text) in self._whole

    def _is_initial_i(self, at: int) -> bool:
        """Tell whether a full stop shortens an "I" between two names: Michael I. Jordan."""
        gap, within = self._gaps[at], at > 1 and self._goes_on_bare(at - 1)
        if gap.current is not Mark.PERIOD or gap.turn or not within or at == len(self._words):
            return False
        before, letter, after = (word.text for word in self._words[at - 2 : at + 1])
        return letter == "I" and {Case.of(before), Case.of(after)} == {Case.CAPITALISED}

    def _goes_on_bare(self, at: int) -> bool:
        """Tell whether neither the text nor the model has a mark at a gap."""
        return self._gaps[at].current is Mark.NONE is self._wanted[at]

    def _stops_before_small(self, at: int) -> bool:
        """Tell whether a full stop stands within a cue before a small word or a number."""
        gap = self._gaps[at]
        goes_on = at < len(self._words) and not gap.turn and gap.break_ is not Break.CUE
        if gap.current is not Mark.PERIOD or not goes_on:
            return False
        first = self._words[at].text[0]
        return first.islower() or first.isdigit()


def _may_be_short(word: str, language: str) -> bool:
    """Tell whether a full stop behind a word may shorten it."""
    return (len(word) == 1 and word.isupper()) or may_be_shortened(word, language)
