"""What stands around the page: bars, panels, dialogs."""
