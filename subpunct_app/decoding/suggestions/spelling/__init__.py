"""How words are written whatever a network says: names, acronyms, words with dots."""
