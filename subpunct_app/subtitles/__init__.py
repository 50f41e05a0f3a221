"""Subtitle files: bytes to documents, documents to words, and back without a lost byte."""
