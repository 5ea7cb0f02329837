"""What changes ladders."""
