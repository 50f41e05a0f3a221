"""What stands around the page: bars, docks, dialogs."""
