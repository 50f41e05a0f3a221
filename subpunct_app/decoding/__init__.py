"""Probabilities to suggestions."""
