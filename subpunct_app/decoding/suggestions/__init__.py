"""Probabilities to suggestions: which mark stands in a gap, and how words are written."""
