"""What changes series."""
