"""How large the networks are that the embedded model is timed beside."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PeerSize:
    """How large a peer is; the published sizes unless told otherwise."""

    width: int = 1024
    layers: int = 24
    heads: int = 16
    inner: int = 4096
    vocabulary: int = 250_002
    labels: int = 6


LARGE = PeerSize()
