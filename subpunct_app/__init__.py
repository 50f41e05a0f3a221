"""Restore punctuation and case in subtitles without moving a cue or changing a word."""

__version__ = "0.1.0"
