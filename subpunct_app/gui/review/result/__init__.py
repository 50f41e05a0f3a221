"""What shows the work that is done beside the page of a review."""
