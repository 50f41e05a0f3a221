"""Texts to learn from and to be judged on."""
