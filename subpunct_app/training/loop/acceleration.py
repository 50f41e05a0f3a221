"""What makes a step faster: precision, plain attention on a CPU, compiled layers on a GPU."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from importlib.util import find_spec

import torch
from torch import Tensor, nn
from transformers import AttentionInterface, PreTrainedModel
from transformers.masking_utils import AttentionMaskInterface, sdpa_mask

from subpunct_app.models.blank_encoder import encoder_of, layers_of
from subpunct_app.models.networks import Network

_PLAIN = "subpunct_plain"
_NODE = "subpunct_node"
_FUSED = "sdpa"
# What torch compiles with on a GPU: a package, and a compiler of C.
_PACKAGE = "triton"
_COMPILERS = ("cc", "gcc", "clang")
_KINDS = {"bf16": torch.bfloat16, "fp16": torch.float16}
# What a processor must know for a format; without, it imitates it, forty times slower.
_NEEDED = {"bf16": ("avx512_bf16", "amx_bf16"), "fp16": ("avx512_fp16", "amx_fp16")}


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
    *inputs: Tensor,
    scaling: float | None = None,
    dropout: float = 0.0,
    **_: object,
) -> tuple[Tensor, None]:
    """Return what each place attends to (windows, pieces, heads, width), as transformers asks.

    The inputs are query, key and value (windows, heads, pieces, width), and a mask that is true
    where there is something to attend to.
    """
    query, key, value = inputs[:3]
    attention_mask: Tensor | None = inputs[3]
    scale = query.shape[-1] ** -0.5 if scaling is None else scaling
    scores = torch.matmul(query * scale, key.transpose(-1, -2))
    if attention_mask is not None:
        scores = scores.masked_fill(~attention_mask, torch.finfo(scores.dtype).min)
    shares = nn.functional.dropout(scores.softmax(dim=-1), dropout, module.training)
    return torch.matmul(shares, value).transpose(1, 2).contiguous(), None


def _no_mask(*_: object, **__: object) -> None:
    """Return no mask where transformers would trace one that masks nothing."""


def _trace(
    _module: nn.Module, *inputs: Tensor, scaling: float | None = None, **_: object
) -> tuple[Tensor, None]:
    """Stand for what `_attend` computes in a graph where nothing is masked; shapes are the same."""
    query, key, value, _mask = inputs
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


@contextmanager
def compiled_layers(networks: Sequence[Network], device: torch.device) -> Iterator[None]:
    """Compile the layers of networks for a while, where the device is a GPU that this can be for.

    Layers of one kind are compiled once, whatever network they belong to.
    """
    encoders = filter(None, map(encoder_of, networks))
    layers = [layer for each in encoders for layer in layers_of(each)[1]] if _can(device) else []
    for layer in layers:
        layer.compile(dynamic=False)
    try:
        yield
    finally:
        for layer in layers:
            layer._compiled_call_impl = None


def _can(device: torch.device) -> bool:
    has_compiler = any(map(shutil.which, _COMPILERS))
    return device.type == "cuda" and find_spec(_PACKAGE) is not None and has_compiler


def computed(precision: str, device: torch.device) -> str:
    """Return the precision that is asked for, or "fp32" on a CPU that does not know it."""
    if precision not in _KINDS or device.type != "cpu":
        return precision
    knows = torch.cpu.get_capabilities()
    return precision if any(knows.get(name) for name in _NEEDED[precision]) else "fp32"


def casting(precision: str, device: torch.device) -> contextlib.AbstractContextManager[object]:
    """Return a context in which a device computes with a precision."""
    if precision not in _KINDS:
        return contextlib.nullcontext()
    return torch.autocast(device.type, dtype=_KINDS[precision])
