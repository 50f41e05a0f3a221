"""Keep what an editor decides on disk as it is decided, and bring it back."""
