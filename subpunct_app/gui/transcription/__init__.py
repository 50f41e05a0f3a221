"""Transcription in the window."""
