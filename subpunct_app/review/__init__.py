"""A review: its session, what an editor does in it, and how it is kept on disk."""
