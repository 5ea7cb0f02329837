"""What changes follows and blocks."""
