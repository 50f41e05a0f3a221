"""Sound to words with their times, and those to timed cues."""
