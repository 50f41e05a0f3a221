"""What a text tells of itself: its marks, its capitals, its lines, its signs."""
