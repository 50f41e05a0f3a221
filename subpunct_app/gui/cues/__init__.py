"""The list of cues: what its cells say, how they are drawn, which rows are listed."""
