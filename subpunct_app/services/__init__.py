"""What the window and the command line do for their user, without Qt and without printing."""
