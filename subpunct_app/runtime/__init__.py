"""What every room needs of the system: errors, tasks, locks, folders, child processes, pages."""
