"""What a model is: what it reads and answers, its card, its networks, what runs them."""
