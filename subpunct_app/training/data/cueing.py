"""Cut plain text into timed cues, so that a network learns how far cues tell of marks.

Text without times has no cues to learn from. So each window is cut in one of five manners, drawn
with the shares below: by a human captioner (where clauses end, in lines of 32 to 42 letters), by a
recogniser (every so many words, letters or seconds), in rolling captions, wrongly on purpose, or
with the silences measured in the sound. The manners and their numbers are our own, from no paper.
All times are in milliseconds.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from subpunct_app.models.features import BreakCode, Layout
from subpunct_app.training.data.clauses import Flags, by_clauses
from subpunct_app.training.data.speech import Speech, Text, speak

# The shares of texts in which speakers are told apart, and in which recognisers cut at silences.
_TURNS = 0.25
_AT_SILENCES = 0.25
# The median silence within sentences of unprepared speech, which recognisers mostly caption.
_UNPREPARED_MS = 700.0
# Where silences are measured: the median one within sentences, the standard deviation of the
# error, and the share of gaps inside cues whose silence is not found.
_HEARD_MS = 450.0
_OFF_MS = 50.0
_UNHEARD = 0.03
# From which silence on a captioner leaves a pause: over shorter ones the cue is shown longer.
_LEAST_SHOWN_MS = (0, 250, 500, 850, 1300)
# The share of captioners who do not time cues by speech, and how far the times that their cues are
# shown vary (the standard deviation of the logarithm).
_LOOSE, _LOOSENESS = 0.15, 0.25


def draw_layout(text: Text, rng: np.random.Generator) -> Layout:
    """Return cues for a text, cut in a manner drawn from MANNERS."""
    return list(MANNERS.values())[int(rng.choice(len(MANNERS), p=_SHARES))](text, rng)


def human(text: Text, rng: np.random.Generator) -> Layout:
    """Cut where clauses end; most pauses are after sentences (see `by_clauses`, `speak`)."""
    return _by_hand(text, text, rng)


def recogniser(text: Text, rng: np.random.Generator) -> Layout:
    """Cut every so many words, letters or seconds, or where the speaker is silent."""
    speech = speak(text, float(rng.uniform(0.02, 0.12)), rng, lasting_ms=_UNPREPARED_MS)
    cues = _evenly(text, speech, rng)
    pauses = _machine_pauses(speech, cues, rng)
    return _laid_out(text, speech, cues, np.zeros_like(cues), pauses, rng)


def rolling(text: Text, rng: np.random.Generator) -> Layout:
    """End a cue where a line of 26 to 43 letters is full; only silences of seconds are pauses."""
    speech = speak(text, 0.05, rng, lasting_ms=_UNPREPARED_MS)
    lines = _every(np.cumsum(text.letters + 1), float(rng.integers(26, 44)))
    pauses = _pauses(speech, lines, least=float(rng.uniform(1000, 3000)), rest=0)
    return _laid_out(text, speech, lines, np.zeros_like(lines), pauses, rng, rolls=True)


def wrong(text: Text, rng: np.random.Generator) -> Layout:
    """Cut as people do, but in the wrong places, so that cue ends are not trusted blindly.

    In half of the texts clauses end where those of another place of the text do; in the others most
    cue ends are one or two words off, and the pauses are shuffled.
    """
    if rng.random() < 0.5:
        return _by_hand(text, _elsewhere(text, rng), rng)
    ends = np.flatnonzero(by_clauses(text, rng)[0])
    off = rng.random(len(ends)) >= 0.5 * rng.random()
    moved = ends + off * rng.choice((-2, -1, 1, 2), len(ends))
    cues = np.zeros(len(text), dtype=np.bool_)
    cues[moved[(moved >= 0) & (moved < len(text))]] = True
    speech = speak(text, 0.02, rng)
    pauses = _pauses(speech, cues, least=float(rng.choice((0, 600))), rest=_rest(rng))
    pauses[cues] = rng.permutation(pauses[cues])
    return _laid_out(text, speech, cues, np.zeros_like(cues), pauses, rng)


def heard(text: Text, rng: np.random.Generator) -> Layout:
    """Cut as people or as recognisers do, and tell the silence after each word from the sound."""
    speech = speak(text, float(rng.uniform(0.02, 0.12)), rng, lasting_ms=_HEARD_MS)
    if rng.random() < 0.6:
        cues, lines = by_clauses(text, rng)
    else:
        cues = _evenly(text, speech, rng)
        lines = np.zeros_like(cues)
    return _laid_out(text, speech, cues, lines, _measured(speech, cues, rng), rng)


MANNERS = {
    "human": human,
    "recogniser": recogniser,
    "rolling": rolling,
    "wrong": wrong,
    "heard": heard,
}
_SHARES = (0.42, 0.19, 0.1, 0.13, 0.16)


def _by_hand(text: Text, seen: Text, rng: np.random.Generator) -> Layout:
    """Lay out a text that is cut and spoken as if its clauses ended where those of `seen` do."""
    cues, lines = by_clauses(seen, rng)
    speech = speak(seen, 0.02, rng)
    pauses = _pauses(speech, cues, least=float(rng.choice(_LEAST_SHOWN_MS)), rest=_rest(rng))
    layout = _laid_out(text, speech, cues, lines, pauses, rng)
    return _loosely_timed(layout, rng) if rng.random() < _LOOSE else layout


def _loosely_timed(layout: Layout, rng: np.random.Generator) -> Layout:
    """Return a layout whose cues are shown longer or shorter than they are spoken."""
    off = rng.lognormal(0.0, _LOOSENESS, len(layout.durations))
    return replace(layout, durations=np.ceil(layout.durations * off).astype(np.int64))


def _elsewhere(text: Text, rng: np.random.Generator) -> Text:
    """Return a text whose ends of clauses are all moved by as many words, round its end."""
    words = int(rng.integers(1, len(text) + 1))
    ends, marked, links = (np.roll(flags, words) for flags in (text.ends, text.marked, text.links))
    return Text(text.letters, ends, marked, links)


def _evenly(text: Text, speech: Speech, rng: np.random.Generator) -> Flags:
    """Cut by words, letters or milliseconds, and in some texts at silences too."""
    measures = (
        (np.arange(1.0, len(text) + 1), 4, 15),
        (np.cumsum(text.letters + 1.0), 30, 90),
        (speech.ends, 1500, 6000),
    )
    reach, least, most = measures[int(rng.integers(len(measures)))]
    cues = _every(reach, float(rng.uniform(least, most)))
    if rng.random() < _AT_SILENCES:
        cues |= speech.silences > rng.uniform(300, 700)
    return cues


def _every(reach: NDArray[np.float64], room: float) -> Flags:
    """Tell after which words (n,) to cut so that each part takes at most `room` of a measure.

    `reach` (n,) is the measure summed up to each word. A word larger than the room stands alone.
    """
    ends = np.zeros(len(reach), dtype=np.bool_)
    start, before = 0, 0.0
    while True:
        end = max(start, int(np.searchsorted(reach, before + room, side="right")) - 1)
        if end >= len(reach) - 1:
            return ends
        ends[end] = True
        start, before = end + 1, float(reach[end])


def _machine_pauses(speech: Speech, cues: Flags, rng: np.random.Generator) -> NDArray[np.int64]:
    """Return the pauses (n,) of a recogniser: the true ones, none, or random ones."""
    habit = rng.random()
    if habit < 0.3:
        return _pauses(speech, cues, least=float(rng.choice((0, 300))), rest=0)
    pauses = np.where(cues, 0, -1)
    if habit > 0.75:
        shown = cues & (rng.random(len(cues)) < rng.random())
        pauses[shown] = rng.exponential(rng.uniform(100, 1500), int(shown.sum())).astype(int)
    return pauses


def _rest(rng: np.random.Generator) -> int:
    """Return the least pause that a captioner leaves between all cues; mostly 0."""
    return int(rng.integers(40, 200)) if rng.random() < 0.25 else 0


def _pauses(speech: Speech, cues: Flags, *, least: float, rest: int) -> NDArray[np.int64]:
    """Return the pauses (n,) at cue ends, each one shorter than `least` being made `rest`."""
    silences = speech.silences
    pauses = np.where(silences < max(least, rest), rest, silences).astype(np.int64)
    pauses[~cues] = -1
    return pauses


def _measured(speech: Speech, cues: Flags, rng: np.random.Generator) -> NDArray[np.int64]:
    """Return the silences (n,) as an aligner finds them; a few inside cues are not found."""
    off = rng.normal(0.0, _OFF_MS, len(cues))
    pauses = np.maximum(speech.silences + off, 0.0).astype(np.int64)
    pauses[~cues & (rng.random(len(cues)) < _UNHEARD)] = -1
    return pauses


def _laid_out(
    text: Text,
    speech: Speech,
    cues: Flags,
    lines: Flags,
    pauses: NDArray[np.int64],
    rng: np.random.Generator,
    *,
    rolls: bool = False,
) -> Layout:
    """Return the layout with durations and turns; the pause after the last word is unknown."""
    pauses[-1] = -1
    ends = np.flatnonzero(cues)
    firsts = np.concatenate([[0], ends + 1])[: len(ends)]
    # A cue is shown until the pause that is left after it begins.
    following = np.append(speech.starts[1:], speech.ends[-1:])[ends]
    durations = following - np.maximum(pauses[ends], 0) - speech.starts[firsts]
    breaks = np.where(cues, BreakCode.CUE, np.where(lines, BreakCode.LINE, BreakCode.NONE))
    return Layout(
        breaks.astype(np.int8),
        pauses,
        _turns(text, rng),
        text.letters,
        np.maximum(durations, 1).astype(np.int64),
        rolls,
    )


def _turns(text: Text, rng: np.random.Generator) -> Flags:
    """Let another speaker go on after some sentences, in some texts."""
    share = rng.uniform(0.05, 0.4) if rng.random() < _TURNS else 0.0
    return np.asarray(text.ends & (rng.random(len(text)) < share), dtype=np.bool_)
