"""Time the embedded model beside the architecture that others publish for the same work.

The peer is XLM-RoBERTa-large with a label a piece, as in "FullStop" of Guhr et al. (2021). Its
speed does not depend on what it learned, so its weights are random and nothing is fetched. It
reads windows as the authors' library deepmultilingualpunctuation cuts them, one after the other,
and its pieces are counted by the embedded model's tokenizer, which makes fewer of them than its
own would: the ratios err on its side.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from subpunct_app.benchmarks.peer_size import LARGE, PeerSize
from subpunct_app.benchmarks.samples import spoken
from subpunct_app.benchmarks.timing import medians
from subpunct_app.decoding.inference.windows import predict
from subpunct_app.models.default import DEFAULT_MODEL
from subpunct_app.runtime.task import Task

if TYPE_CHECKING:
    from collections.abc import Iterator

    from subpunct_app.models.onnx_runtime import OnnxPunctuator

WORDS = 1_000
# The embedded model reads so many times as many: of the few windows of a short text the last would
# leave a core idle for as long as the others take. The peer keeps all cores busy with each window.
_LONGER = 10
_CHUNK = 230
_OVERLAP = 5


@dataclass(frozen=True, slots=True)
class PeerSpeed:
    """Words a second of the embedded model and of the peer in torch and in onnxruntime.

    `words` is how many the peer read in each form.
    """

    model: str
    words: int
    threads: int
    embedded: float
    torch_fp32: float
    onnx_int8: float

    @property
    def torch_ratio(self) -> float:
        """Return how many times as fast as the peer in torch the embedded model is."""
        return self.embedded / self.torch_fp32

    @property
    def onnx_ratio(self) -> float:
        """Return how many times as fast as the peer in onnxruntime the embedded model is."""
        return self.embedded / self.onnx_int8


def peer_speed(rounds: int, task: Task, *, size: PeerSize = LARGE, words: int = WORDS) -> PeerSpeed:
    """Time all three with as many threads, in turns, the peer on the first words of the text."""
    from subpunct_app.benchmarks.xlm_roberta import made
    from subpunct_app.models.onnx_runtime import usual_threads

    threads = usual_threads()
    embedded, text = _embedded(threads), spoken(_LONGER * words)
    lengths = [len(pieces) for pieces in embedded.tokens.of(text[:words])]
    windows = [sum(lengths[chunk.start : chunk.stop]) for chunk in chunks(words)]
    task.step(0, rounds, "Making the peer")
    with made(size, windows, threads) as peer:
        times = medians(
            {
                "embedded": lambda: predict(embedded, text, Task()),
                "torch_fp32": peer.run_torch,
                "onnx_int8": peer.run_onnx,
            },
            rounds,
            task,
        )
    read = {"embedded": len(text), "torch_fp32": words, "onnx_int8": words}
    speeds = {name: read[name] / seconds for name, seconds in times.items()}
    return PeerSpeed(embedded.card.id, words, threads, **speeds)


def chunks(words: int) -> Iterator[range]:
    """Yield the words that the peer reads at once: 230, of which 5 were read before."""
    if words <= _CHUNK:
        yield range(words)
        return
    for start in range(0, words, _CHUNK - _OVERLAP):
        if words - start > _OVERLAP:
            yield range(start, min(start + _CHUNK, words))


def _embedded(threads: int) -> OnnxPunctuator:
    from subpunct_app.models.card import read_card
    from subpunct_app.models.onnx_runtime import OnnxPunctuator
    from subpunct_app.models.registry import find

    folder = find(DEFAULT_MODEL)
    return OnnxPunctuator(read_card(folder), folder, threads=threads)
