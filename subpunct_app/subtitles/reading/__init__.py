"""A document to its words and gaps: what is spoken, by whom, in which language."""
