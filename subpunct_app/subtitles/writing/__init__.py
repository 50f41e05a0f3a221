"""Decisions to text: cues with their marks, other formats, what a viewer sees."""
