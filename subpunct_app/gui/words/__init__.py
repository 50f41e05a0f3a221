"""What works on the words of a text, and finds them."""
