"""Compare two versions of a text: marks and case, cue by cue, and whether words or times differ."""
