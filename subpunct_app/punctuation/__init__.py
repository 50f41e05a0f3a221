"""Networks that read words and say which mark and which case each of them takes."""
