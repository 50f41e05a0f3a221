"""Other words in the cues, and what becomes of suggestions and decisions there."""
