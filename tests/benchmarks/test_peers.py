from __future__ import annotations

import pytest

from subpunct_app.benchmarks.peers import PeerSize, chunks, peer_speed
from subpunct_app.runtime.task import Task

TINY = PeerSize(width=8, layers=2, heads=2, inner=16, vocabulary=50)


@pytest.mark.slow
def test_the_peer_is_timed_in_both_forms() -> None:
    speed = peer_speed(1, Task(), size=TINY, words=300)
    assert speed.words == 300
    assert speed.torch_ratio == speed.embedded / speed.torch_fp32 > 0
    assert speed.onnx_ratio == speed.embedded / speed.onnx_int8 > 0


@pytest.mark.slow
def test_both_forms_of_the_peer_read_every_piece() -> None:
    from subpunct_app.benchmarks.peers import peer_network

    with peer_network(TINY, [20, 600], threads=1) as peer:
        exact, quick = peer.run_torch(), peer.run_onnx()
    assert [labels.shape for labels in exact] == [(1, 22), (1, 512)]
    assert [labels.shape for labels in quick] == [(1, 22), (1, 512)]


def test_the_peer_reads_what_its_library_cuts() -> None:
    assert list(chunks(230)) == [range(230)]
    assert list(chunks(460)) == [range(230), range(225, 455), range(450, 460)]
    assert list(chunks(455)) == [range(230), range(225, 455)]
