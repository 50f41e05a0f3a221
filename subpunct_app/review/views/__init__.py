"""A review as it lies open: its words and decisions, how they read, and where to go on."""
