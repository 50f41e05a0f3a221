"""The window: widgets show and ask, services decide."""
