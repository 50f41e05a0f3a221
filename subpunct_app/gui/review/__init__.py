"""The place where an editor decides on suggestions."""
