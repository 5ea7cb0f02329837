"""Pages of follows and blocks."""
