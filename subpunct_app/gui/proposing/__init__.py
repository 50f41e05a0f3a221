"""What asks a model about the open text, and learns from what is decided there."""
