"""What is known of languages: their codes, their words, how they write marks."""
