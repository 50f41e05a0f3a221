"""Recordings to words and times: sound decoded, words recognised, a known text aligned."""
