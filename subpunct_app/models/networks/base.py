"""What all networks have in common."""

from __future__ import annotations

from torch import Tensor, nn


class Network(nn.Module):
    """Score the mark after and the case of every piece.

    The mark after a word is read at its last piece, its case at its first.
    """

    def forward(self, pieces: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Return logits (windows, pieces, marks) and (windows, pieces, cases).

        `pieces` (windows, pieces) are int64 ids; `mask` is 1 where a piece stands, None where
        all do. Networks that know subtitle features take them as a third argument.
        """
        raise NotImplementedError
