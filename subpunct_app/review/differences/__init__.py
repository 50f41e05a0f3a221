"""Compare two versions of a text: marks and case, cue by cue, and whether words or times differ."""

from subpunct_app.review.differences.compare import compare, compare_cue
from subpunct_app.review.differences.difference import CueDifference, Difference, Times
from subpunct_app.review.differences.pieces import Piece, PieceKind

__all__ = [
    "CueDifference",
    "Difference",
    "Piece",
    "PieceKind",
    "Times",
    "compare",
    "compare_cue",
]
