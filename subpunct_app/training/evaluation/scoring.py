"""Score a prediction of a whole corpus, and what the product would write, as a report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from subpunct_app.decoding.evidence.written_case import WrittenCase, weigh_capitals
from subpunct_app.decoding.inference.prediction import Prediction, decide
from subpunct_app.decoding.rules import PredictedText
from subpunct_app.decoding.suggestions.decode import suggest
from subpunct_app.decoding.suggestions.options import Options
from subpunct_app.models.features import BreakCode, Column, cue_ends
from subpunct_app.models.mark_labels import (
    CASES,
    NAMES,
    OPENING_NAMES,
    OPENINGS,
    SCHEMES,
    WRITTEN,
    fold_mark,
    fold_marks,
    fold_probabilities,
    fold_written,
    scheme_marks,
    scheme_openings,
)
from subpunct_app.models.punctuator import Probabilities
from subpunct_app.text.words import Break, Case, Gap, Mark, Word
from subpunct_app.training.data.corpus import UNKNOWN_CASE, Corpus
from subpunct_app.training.evaluation import metrics
from subpunct_app.training.evaluation.metrics import Bin, Counts, Labels, ReviewPoint, Score

# As many words on either side, and as many errors, as somebody reads.
_CONTEXT = 8
_MOST = 50
REVIEW_SHARES = (0.02, 0.05, 0.10, 0.20)
_CURVE_SHARES = tuple(share / 200 for share in range(1, 101))
_CLOSING = {NAMES[mark] for mark in WRITTEN if mark.ends_sentence}
# Li and Lin 2020 tell these by their place in the text.
_PLACED = (Mark.PERIOD, Mark.QUESTION)


@dataclass(frozen=True, slots=True)
class ConfidentError:
    """A wrong decision: the words around it with their true marks, and how sure it was.

    `truth` and `guess` are labels of the last word of `before`.
    """

    before: str
    after: str
    truth: str
    guess: str
    confidence: float


def _surest_errors(corpus: Corpus, judged: _Judged) -> list[ConfidentError]:
    """Return the fifty wrong decisions with the largest probability, surest first."""
    wrong = np.flatnonzero(judged.truth != judged.guess)
    sure = judged.probabilities[wrong, judged.guess[wrong]]
    found = []
    for at in wrong[np.argsort(-sure, kind="stable")[:_MOST]].tolist():
        document = int(np.searchsorted(corpus.documents, at, side="right"))
        first, end = corpus.documents[document - 1 : document + 1].tolist()
        words = [_written(corpus, each) for each in range(max(first, at - _CONTEXT + 1), at)]
        before = " ".join([*words, _written(corpus, at, marked=False)])
        after = (_written(corpus, each) for each in range(at + 1, min(end, at + 1 + _CONTEXT)))
        truth, guess = int(judged.truth[at]), int(judged.guess[at])
        names, confidence = judged.names, float(judged.probabilities[at, guess])
        found.append(
            ConfidentError(before, " ".join(after), names[truth], names[guess], confidence)
        )
    return found


def _written(corpus: Corpus, at: int, *, marked: bool = True) -> str:
    opening, mark = int(corpus.openings[at]), WRITTEN[int(corpus.marks[at])].value
    word = corpus.vocabulary[int(corpus.words[at])] + (mark if marked else "")
    return OPENINGS[opening - 1] + word if opening else word


@dataclass(frozen=True, slots=True)
class Summary:
    """The scores of one confusion matrix; `labels` holds those of each mark."""

    labels: Mapping[str, Score]
    micro_f1: float
    macro_f1: float
    ser: float


@dataclass(frozen=True, slots=True)
class Carried:
    """How many marks a reference has, and how many were carried to a recogniser's words."""

    marks: int
    carried: int


@dataclass(frozen=True, slots=True)
class Report(Summary):
    """All scores of one model on some test files, as fractions and not in per cent.

    `counts` is the confusion matrix over `names`: rows are what stands in the text, columns what
    the model decided on. `merges` scores the same decisions in coarser schemes, by their number of
    labels (Alam et al. 2020, table 5). `places` scores full stops and question marks within
    documents ("mid") and at their ends ("end"), after Li and Lin 2020.

    `ece` is the calibration error of the likeliest label (Guo et al. 2017). `classwise_ece` is that
    of each mark's own probability, averaged over the marks (Kull et al. 2019); `likely_ece` counts
    for each mark only the gaps where it has 1 % or more. `brier` goes from 0 to 2, `nll` is in nats
    a word. `reliability` holds the bins that `ece` is made from ("ALL"), and those of each mark.

    `review` tells what a review finds that looks at a share of the gaps, the most doubtful first.
    `curve` is the same in steps of half a per cent.

    `output` counts the errors in what the product would write, after all of decoding; the other
    scores are about what the network alone decides on. `case` scores capitals, `intervals` are 95 %
    bootstrap intervals by the name of the score.
    `surest_errors` are the wrong decisions with the highest probability. `false_periods` counts, of
    100 cue ends, those that get a full stop where no sentence ends; None where no cues are known.
    """

    model: str
    scheme: int
    words: int
    names: Sequence[str]
    counts: Counts
    merges: Mapping[int, Summary]
    places: Mapping[str, Mapping[str, Score]]
    ece: float
    classwise_ece: float
    likely_ece: float
    brier: float
    nll: float
    review: Mapping[float, ReviewPoint]
    curve: Mapping[float, ReviewPoint]
    reliability: Mapping[str, Sequence[Bin]]
    case: Mapping[str, float]
    output: OutputErrors
    interval: Mapping[str, tuple[float, float]]
    words_per_second: float
    surest_errors: Sequence[ConfidentError]
    transfer: Carried | None = None
    false_periods: float | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the report as `evaluate --json` writes it: all scores, none of the text."""
        scores = asdict(self)
        for name in ("names", "counts", "curve", "reliability", "surest_errors"):
            del scores[name]
        for name in ("transfer", "false_periods"):
            if scores[name] is None:
                del scores[name]
        return scores | {
            "review": {
                f"{share:.2f}": {"caught": looked.caught, "yield": looked.found}
                for share, looked in self.review.items()
            },
            "interval": {name: list(ends) for name, ends in self.interval.items()},
            "merges": {str(scheme): asdict(merge) for scheme, merge in self.merges.items()},
            "confusion": {"labels": list(self.names), "counts": self.counts.tolist()},
        }


def summarise(counts: Counts, names: Sequence[str]) -> Summary:
    """Return the scores of a confusion matrix over these names, the first being "no mark"."""
    labels = {name: metrics.score_label(counts, at) for at, name in enumerate(names) if at}
    return Summary(
        labels,
        metrics.micro_score(counts).f1,
        metrics.macro_f1(counts),
        metrics.slot_error_rate(counts),
    )


@dataclass(frozen=True, slots=True)
class _Judged:
    """What stands in a corpus of n words and what was predicted, as labels of one scheme.

    `truth` and `guess` (n,) are places in `names`, `probabilities` (n, names) those of each label.
    """

    names: list[str]
    truth: Labels
    guess: Labels
    probabilities: Probabilities


def report_on(
    model: str, corpus: Corpus, prediction: Prediction, scheme: int, *, speed: float = 0.0
) -> Report:
    """Return all scores of a prediction of a corpus; `speed` counts words a second, if known.

    The opening marks of a scheme are labels of their own where the model knows them: each word
    has one label, as in Perez-Enriquez et al. 2024. Raise SettingsError where there is no such
    scheme.
    """
    judged = _judged(corpus, prediction, scheme)
    names, truth, guess = judged.names, judged.truth, judged.guess
    probabilities, wrong = judged.probabilities, guess != truth
    likeliest = probabilities.max(axis=1), probabilities.argmax(axis=1) == truth
    counts = metrics.confusion(truth, guess, len(names))
    summary = summarise(counts, names)
    return Report(
        labels=summary.labels,
        micro_f1=summary.micro_f1,
        macro_f1=summary.macro_f1,
        ser=summary.ser,
        model=model,
        scheme=scheme,
        words=len(corpus),
        names=names,
        counts=counts,
        merges=_merges(counts, scheme),
        places=_places(corpus, judged),
        ece=metrics.expected_calibration_error(*likeliest),
        classwise_ece=metrics.classwise_calibration_error(probabilities, truth),
        likely_ece=metrics.classwise_calibration_error(probabilities, truth, where_likely=True),
        brier=metrics.brier(probabilities, truth),
        nll=metrics.negative_log_likelihood(probabilities, truth),
        review=metrics.review_curve(prediction.doubts, wrong, REVIEW_SHARES),
        curve=metrics.review_curve(prediction.doubts, wrong, _CURVE_SHARES),
        reliability={"ALL": metrics.reliability(*likeliest)} | _reliability(judged),
        case=case_scores(corpus, prediction),
        output=output_errors(corpus, write_corpus(corpus, prediction), scheme),
        interval=metrics.intervals(truth, guess, len(names)),
        words_per_second=speed,
        surest_errors=_surest_errors(corpus, judged),
        false_periods=false_periods(corpus, truth, guess, names),
    )


def decided(prediction: Prediction, scheme: int) -> Labels:
    """Return the marks (words,) that a prediction decides on, as labels of a scheme."""
    folded = fold_probabilities(prediction.marks, prediction.labels, scheme)
    return decide(folded, folded_bias(prediction.bias, prediction.labels, scheme))


def folded_bias(
    bias: NDArray[np.float32], labels: Sequence[Mark], scheme: int
) -> NDArray[np.float32]:
    """Return the shifts (n, labels of a scheme): those of a label's namesake, 0 without one."""
    nothing = np.zeros(len(bias), dtype=np.float32)
    known = dict(zip(labels, bias.T, strict=True))
    return np.stack([known.get(mark, nothing) for mark in scheme_marks(scheme)], axis=1)


def false_periods(
    corpus: Corpus, truth: Labels, guess: Labels, names: Sequence[str]
) -> float | None:
    """Return of 100 cue ends those where a full stop is put and no sentence ends, None without any.

    In rolling captions the end of every new line counts as one of a cue. Where a label stands for
    any mark, nothing tells which are full stops: None.
    """
    if corpus.features is None or NAMES[Mark.COMMA] not in names:
        return None
    ends = cue_ends(corpus.features)
    if not ends.any():
        return None
    return float(100 * (false_stops(truth, guess, names) & ends).sum() / ends.sum())


def false_stops(truth: Labels, guess: Labels, names: Sequence[str]) -> NDArray[np.bool_]:
    """Tell after which words (words,) a full stop is put and no sentence ends."""
    closing = [at for at, name in enumerate(names) if name in _CLOSING]
    return np.asarray((guess == names.index(NAMES[Mark.PERIOD])) & ~np.isin(truth, closing))


def case_scores(corpus: Corpus, prediction: Prediction) -> dict[str, float]:
    """Return precision, recall and F1 of capitals, by the likeliest case of each word.

    Empty where a text has no capital.
    """
    known = corpus.cases != UNKNOWN_CASE
    truth = np.isin(corpus.cases[known], CAPITALS)
    if not truth.any():
        return {}
    guess = np.isin(prediction.cases[known].argmax(axis=1), CAPITALS)
    score = metrics.score_label(metrics.confusion(truth.astype(int), guess.astype(int), 2), 1)
    return {"precision": score.precision, "recall": score.recall, "f1": score.f1}


def _judged(corpus: Corpus, prediction: Prediction, scheme: int) -> _Judged:
    openings = scheme_openings(scheme) if prediction.openings.shape[1] else ()
    marks = [NAMES[mark] for mark in scheme_marks(scheme)]
    truth = fold_marks(corpus.marks, scheme)
    probabilities = fold_probabilities(prediction.marks, prediction.labels, scheme)
    if openings:
        truth = fold_written(corpus.marks, corpus.openings, scheme)
        # Their probabilities are a part of that of "no mark".
        rest = probabilities[:, :1] - prediction.openings.sum(axis=1, keepdims=True)
        joint = [np.maximum(rest, 0), probabilities[:, 1:], prediction.openings]
        probabilities = np.concatenate(joint, axis=1, dtype=np.float32)
        probabilities /= probabilities.sum(axis=1, keepdims=True)
    shift = folded_bias(prediction.bias, prediction.labels, scheme)
    guess = decide(probabilities, np.pad(shift, ((0, 0), (0, len(openings)))))
    return _Judged(
        [*marks, *(OPENING_NAMES[sign] for sign in openings)], truth, guess, probabilities
    )


def _merges(counts: Counts, scheme: int) -> dict[int, Summary]:
    """Score the same decisions in every coarser scheme, as Alam et al. 2020 do for 3 and 2."""
    merges = {}
    for coarse in sorted(known for known in SCHEMES if known < scheme):
        targets = scheme_marks(coarse)
        table = [targets.index(fold_mark(mark, coarse)) for mark in scheme_marks(scheme)]
        table += [0] * (len(counts) - len(table))
        merges[coarse] = summarise(metrics.merged(counts, table), [NAMES[mark] for mark in targets])
    return merges


def _places(corpus: Corpus, judged: _Judged) -> dict[str, dict[str, Score]]:
    """Score sentence ends within texts and at their ends, each document being a text."""
    names, last = judged.names, np.zeros(len(corpus), dtype=np.bool_)
    last[corpus.documents[1:] - 1] = True
    total = len(names)
    # Labels of words that end a text count from `total` on.
    truth, guess = (np.where(last, each + total, each) for each in (judged.truth, judged.guess))
    counts = metrics.confusion(truth, guess, 2 * total)
    placed = [names.index(name) for name in (NAMES[mark] for mark in _PLACED) if name in names]
    return {
        place: {names[at]: metrics.score_label(counts, first + at) for at in placed}
        for place, first in (("mid", 0), ("end", total))
    }


def _reliability(judged: _Judged) -> dict[str, list[Bin]]:
    """Return the bins of each mark where it is likely."""
    bins = {}
    for label, name in enumerate(judged.names):
        if label:
            open_ = metrics.likely(judged.probabilities, label)
            confidence, right = judged.probabilities[open_, label], judged.truth[open_] == label
            bins[name] = metrics.reliability(confidence, right, 10)
    return bins


_BREAKS = {BreakCode.LINE: Break.LINE, BreakCode.CUE: Break.CUE, BreakCode.ROLLED_LINE: Break.LINE}
CAPITALS = [at for at, case in enumerate(CASES) if case.has_capital]
_MIXED = CASES.index(Case.KEEP)


@dataclass(frozen=True, slots=True)
class Output:
    """What is written at n words: the mark after each, an index into WRITTEN, and a capital."""

    marks: NDArray[np.uint8]
    capitals: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class OutputErrors:
    """How many marks and capitals are wrong in 1,000 words that the product writes.

    Of a mark it is wrong to be missing, too many, or another one. `capitals` is None where the text
    has none of its own.
    """

    marks: float
    capitals: float | None


def write_corpus(corpus: Corpus, prediction: Prediction) -> Output:
    """Return what is written in a corpus, each document by itself and in its language."""
    output = Output(np.zeros(len(corpus), np.uint8), np.zeros(len(corpus), np.bool_))
    for at, spoken, language in corpus.texts():
        words = [Word(text, 0, 0, 0) for text in spoken]
        marks, capitals = output.marks[at], output.capitals[at]
        text = PredictedText.of(words, _gaps(corpus, at), prediction.part(at), language)
        for suggestion in suggest(text, Options()):
            if suggestion.gap:
                marks[suggestion.gap - 1] = WRITTEN.index(suggestion.mark)
            if suggestion.case.has_capital:
                capitals[suggestion.gap] = True
    return output


def output_errors(corpus: Corpus, output: Output, scheme: int) -> OutputErrors:
    """Return how often what is written differs from a corpus, marks in the labels of a scheme."""
    wrong = fold_marks(output.marks, scheme) != fold_marks(corpus.marks, scheme)
    # A word in mixed case does not tell how it begins.
    known = ~np.isin(corpus.cases, (UNKNOWN_CASE, _MIXED))
    truth = np.isin(corpus.cases[known], CAPITALS)
    miswritten = truth != output.capitals[known]
    capitals = 1000 * float(miswritten.mean()) if truth.any() else None
    return OutputErrors(1000 * float(wrong.mean()), capitals)


def weigh_written(corpus: Corpus, prediction: Prediction) -> Prediction:
    """Return a prediction by the case in which a text is written, too; see `written_case`."""
    marks, doubts = np.copy(prediction.marks), np.copy(prediction.doubts)
    for at, spoken, language in corpus.texts():
        cased = zip(spoken, corpus.cases[at].tolist(), strict=True)
        words = [
            Word(text if case == UNKNOWN_CASE else CASES[case].apply(text), 0, 0, 0)
            for text, case in cased
        ]
        part = prediction.part(at)
        written = WrittenCase.of(words, _gaps(corpus, at), part, language)
        weighed = weigh_capitals(written, part)
        marks[at], doubts[at] = weighed.marks, weighed.doubts
    return replace(prediction, marks=marks, doubts=doubts)


def _gaps(corpus: Corpus, words: slice) -> list[Gap]:
    """Return the gaps beside the words of a document, with what breaks stand there."""
    if corpus.features is None:
        return [Gap(0, 0, 0)] * (words.stop - words.start + 1)
    codes = corpus.features[words, Column.BREAK].tolist()
    return [Gap(0, 0, 0, break_=_BREAKS.get(code, Break.NONE)) for code in [0, *codes]]
