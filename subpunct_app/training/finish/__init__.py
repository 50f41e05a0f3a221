"""A trained network to a model folder: files, calibration, card."""
