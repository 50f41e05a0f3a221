"""What is known of marks and capitals beside what a model says, as evidence for both."""
