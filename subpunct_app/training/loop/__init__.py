"""The steps of a run: rates, precision, averages, checkpoints, looks at held-out text."""
