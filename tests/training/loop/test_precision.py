from __future__ import annotations

import platform
from pathlib import Path

import pytest
import torch

from subpunct_app.training.loop.precision import casting, computed

_CPU = torch.device("cpu")
_FLAGS = Path("/proc/cpuinfo")


def test_what_no_cpu_is_asked_for_stays() -> None:
    assert computed("fp32", _CPU) == "fp32"
    assert computed("bf16", torch.device("cuda")) == "bf16"
    assert computed("fp16", torch.device("cuda")) == "fp16"


@pytest.mark.skipif(
    platform.machine() != "x86_64" or not _FLAGS.exists(), reason="tells of x86-64 on Linux only"
)
def test_a_cpu_computes_in_bf16_only_if_it_knows_that() -> None:
    flags = set(_FLAGS.read_text(encoding="utf-8").split())
    rows = torch.randn(4, 4)
    with casting(computed("bf16", _CPU), _CPU):
        kind = (rows @ rows).dtype
    known = bool(flags & {"avx512_bf16", "amx_bf16"})
    assert kind == (torch.bfloat16 if known else torch.float32)
