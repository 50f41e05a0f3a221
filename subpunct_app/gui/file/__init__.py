"""The open file: how it comes, is kept, and is written."""
