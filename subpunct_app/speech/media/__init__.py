"""Subtitles and their recording: which belong together, and what is heard when."""
