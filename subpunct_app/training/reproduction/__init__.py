"""The published systems, trained small and laid beside their papers."""
