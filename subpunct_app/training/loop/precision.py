"""Which number format a training step computes in."""

from __future__ import annotations

import contextlib

import torch

_KINDS = {"bf16": torch.bfloat16, "fp16": torch.float16}
# What a processor must know for a format; without, it imitates it, forty times slower.
_NEEDED = {"bf16": ("avx512_bf16", "amx_bf16"), "fp16": ("avx512_fp16", "amx_fp16")}


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
