"""Time the window: from opening to the first picture, and from key to picture."""
