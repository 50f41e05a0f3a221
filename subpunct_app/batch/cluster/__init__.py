"""Restore the files of a batch on the nodes of a Ray cluster."""
