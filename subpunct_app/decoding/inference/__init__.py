"""A whole text to calibrated probabilities, and how far each of them can be trusted."""
