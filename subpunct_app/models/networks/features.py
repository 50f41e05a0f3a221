"""What a network makes of subtitle features."""

from __future__ import annotations

from collections.abc import Sequence

from torch import Tensor, nn


class FeatureTables(nn.Module):
    """Add up one vector a column of features; all are zero at first, that of code 0 for ever.

    The first columns keep the tables of `known`.
    """

    tables: nn.ModuleList

    def __init__(
        self, sizes: Sequence[int], width: int, known: FeatureTables | None = None
    ) -> None:
        super().__init__()
        learned = list(known.tables) if known is not None else []
        added = [nn.Embedding(size, width, padding_idx=0) for size in sizes[len(learned) :]]
        for table in added:
            nn.init.zeros_(table.weight)
        self.tables = nn.ModuleList([*learned, *added])

    def forward(self, features: Tensor) -> Tensor:
        """Return (windows, pieces, width) for codes (windows, pieces, columns)."""
        columns = features.unbind(dim=-1)
        vectors = [table(column) for table, column in zip(self.tables, columns, strict=True)]
        total: Tensor = sum(vectors[1:], start=vectors[0])
        return total
