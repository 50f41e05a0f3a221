"""When each word of a known text is said in a recording of it."""
