"""What the window says, in sentences; nothing here shows any."""
