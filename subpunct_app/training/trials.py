"""The small experiments behind docs/reproduction.md, as data.

All encoder trials see about the same number of words, an eighth of a pass over the TED text, at
rates that suit the small encoder; a paper's own schedule is kept where so few updates allow it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

_TED = ("en/ted_train.txt.xz",)
_DEV = ("iwslt/dev2012",)
_IWSLT = {"Ref": "iwslt/test2011", "ASR": "iwslt/test2011asr"}
_BRIEF = {"dev_words": "20000", "tune_words": "40000", "evaluate_every": "100"}
_FORMAL = ("multi/es/parlament_catalunya_es.txt.xz", "multi/es/wmt_newstest.txt.xz")
_ASKING = (
    "multi/es/tatoeba_sentences.txt.xz",
    "multi/es/commonvoice_sentences_partial.txt.xz",
    "multi/es/xquad_questions.txt.xz",
)
_SPANISH = {"news": "test/es/wmt24_enes.txt.xz", "questions": "test/es/tatoeba_laser.txt.xz"}
_NINE = _BRIEF | {"encoder_rate": "5e-5", "head_rate": "5e-5", "warmup": "0.05"}


@dataclass(frozen=True, slots=True)
class Way:
    """One way to test a model, and what it adds to the name of a test.

    It takes each sentence alone or whole texts, with so many windows a word or the model's own.
    """

    name: str = ""
    by_sentence: bool = False
    predictions: float | None = None


@dataclass(frozen=True, slots=True)
class Trial:
    """One model to train and what to test it on; files are named under the data folder.

    `sentences` also tests it on each sentence alone; `predictions` are counts of windows a word
    to test it with besides its own.
    """

    name: str
    recipe: str
    settings: Mapping[str, str]
    train: tuple[str, ...] = _TED
    dev: tuple[str, ...] = _DEV
    tests: Mapping[str, str] = field(default_factory=lambda: dict(_IWSLT))
    scheme: int = 4
    sentences: bool = False
    predictions: tuple[float, ...] = ()

    @property
    def judged_on(self) -> list[str]:
        """Return the names of all that is tested, in the order of the tests."""
        return [test + way.name for test in self.tests for way in self.ways]

    @property
    def ways(self) -> list[Way]:
        """Return the ways in which each test is taken, the plain one first."""
        alone = [Way(" by sentence", by_sentence=True)] if self.sentences else []
        shared = [Way(f" x{count:g}", predictions=count) for count in self.predictions]
        return [Way(), *alone, *shared]


def _layer_attention(cutting: str, batch: int) -> dict[str, str]:
    return _BRIEF | {
        "cutting": cutting,
        "batch": str(batch),
        "max_steps": "350",
        "frozen_epochs": "0.02",
        "encoder_rate": "5e-5",
        "schedule": "linear",
        "warmup": "0.05",
    }


def _recurrent(**changes: str) -> dict[str, str]:
    rates = {"encoder_rate": "5e-5", "head_rate": "1e-4", "schedule": "linear", "warmup": "0.05"}
    return _BRIEF | rates | {"max_steps": "400"} | changes


def _look_ahead(layers: int) -> dict[str, str]:
    return _BRIEF | {
        "layers": str(layers),
        "width": "256",
        "vocabulary": "16000",
        "window": "128",
        "batch": "32",
        "max_steps": "1200",
        "head_rate": "2e-3",
        "evaluate_every": "400",
    }


def _spanish(name: str, train: tuple[str, ...]) -> Trial:
    dev = ("multi/es/community_3b1b_captions.txt.xz",)
    return Trial(name, "perez2024", _NINE | {"max_steps": "250"}, train, dev, _SPANISH, scheme=9)


TRIALS: tuple[Trial, ...] = (
    Trial("guerreiro-chunks", "guerreiro2021", _layer_attention("chunk", 8), sentences=True),
    Trial("guerreiro-segments", "guerreiro2021", _layer_attention("segment", 128), sentences=True),
    Trial("alam-plain", "alam2020", _recurrent(noise="none")),
    Trial("alam-errors", "alam2020", _recurrent()),
    Trial("alam-crf", "alam2020", _recurrent(crf="true")),
    Trial(
        "nagy",
        "nagy2021",
        _BRIEF | {"encoder_rate": "5e-5", "max_steps": "400", "warmup": "0.05", "patience": "0"},
        predictions=(1.0, 4.0, 8.0, 64.0),
    ),
    *(Trial(f"li-{layers}", "li2020", _look_ahead(layers)) for layers in (1, 2, 4)),
    Trial("perez", "perez2024", _NINE | {"max_steps": "200"}),
    _spanish("perez-formal", _FORMAL),
    _spanish("perez-questions", _FORMAL + _ASKING),
)
