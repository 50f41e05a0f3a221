"""The network that a run begins with, and the pieces that it reads."""
