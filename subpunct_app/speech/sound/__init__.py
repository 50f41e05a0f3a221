"""Video and sound files: what they hold, their samples, where it is quiet."""
