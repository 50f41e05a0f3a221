"""Restore whole folders from a window of its own."""
