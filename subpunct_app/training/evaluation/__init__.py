"""Scores, transfer to recognised words, and reports."""
