"""What changes leagues."""
