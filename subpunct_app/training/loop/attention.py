"""Attention as two plain products while a CPU learns, and as one node of the graph it runs then.

A step takes a third less time than with torch's fused kernel, which for CPUs goes backward in
full precision, whatever autocast says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager

import torch
from torch import Tensor, nn
from transformers import AttentionInterface, PreTrainedModel
from transformers.masking_utils import AttentionMaskInterface, sdpa_mask

_PLAIN = "subpunct_plain"
_NODE = "subpunct_node"
_FUSED = "sdpa"


@contextmanager
def plain_attention(
    encoders: Iterable[PreTrainedModel | None], device: torch.device
) -> Iterator[None]:
    """Let encoders that use the fused kernel do without while they learn on a CPU."""
    with ExitStack() as plain:
        for encoder in encoders if device.type == "cpu" else ():
            plain.enter_context(_attending_by(_PLAIN, _attend, sdpa_mask, encoder))
        yield


def traceable_attention(encoder: PreTrainedModel | None) -> AbstractContextManager[None]:
    """Let the attention of an encoder be traced as one node that onnxruntime has a kernel for.

    torch's fused kernel becomes a graph that looks for rows where nothing may be attended to, of
    which there are none: a quarter of the time that the graph takes. Every piece attends to all
    others, for the graph is asked about one window at a time, which needs no padding; masked, the
    node would take half again as long.
    """
    return _attending_by(_NODE, _trace, _no_mask, encoder)


@contextmanager
def _attending_by(
    kind: str,
    attend: Callable[..., tuple[Tensor, None]],
    mask: Callable[..., Tensor | None],
    encoder: PreTrainedModel | None,
) -> Iterator[None]:
    if encoder is None or encoder.config._attn_implementation != _FUSED:
        yield
        return
    AttentionInterface.register(kind, attend)
    AttentionMaskInterface.register(kind, mask)
    encoder.set_attn_implementation(kind)
    try:
        yield
    finally:
        encoder.set_attn_implementation(_FUSED)


def _attend(
    module: nn.Module,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attention_mask: Tensor | None,
    *,
    scaling: float | None = None,
    dropout: float = 0.0,
    **_: object,
) -> tuple[Tensor, None]:
    """Return what each place attends to (windows, pieces, heads, width), as transformers asks.

    `query`, `key` and `value` are (windows, heads, pieces, width); the mask is true where there
    is something to attend to.
    """
    scale = query.shape[-1] ** -0.5 if scaling is None else scaling
    scores = torch.matmul(query * scale, key.transpose(-1, -2))
    if attention_mask is not None:
        scores = scores.masked_fill(~attention_mask, torch.finfo(scores.dtype).min)
    shares = nn.functional.dropout(scores.softmax(dim=-1), dropout, module.training)
    return torch.matmul(shares, value).transpose(1, 2).contiguous(), None


def _no_mask(*_: object, **__: object) -> None:
    """Return no mask where transformers would trace one that masks nothing."""


def _trace(
    module: nn.Module,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attention_mask: None,
    *,
    scaling: float | None = None,
    **_: object,
) -> tuple[Tensor, None]:
    """Stand for what `_attend` computes in a graph where nothing is masked; shapes are the same."""
    windows, heads, pieces, width = query.shape
    flat = [
        rows.transpose(1, 2).reshape(windows, pieces, heads * width) for rows in (query, key, value)
    ]
    attended = torch.onnx.ops.symbolic(
        "com.microsoft::MultiHeadAttention",
        tuple(flat),
        {"num_heads": heads, "scale": width**-0.5 if scaling is None else scaling},
        dtype=query.dtype,
        shape=flat[0].shape,
        version=1,
    )
    return attended.reshape(windows, pieces, heads, width), None
