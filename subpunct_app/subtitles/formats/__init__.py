"""Bytes to a document with the spans of its cues, exact to the byte."""
