"""How the text of a cue is laid out and drawn, with its suggestions in place."""
