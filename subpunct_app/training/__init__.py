"""Train networks on punctuated text and judge them."""
