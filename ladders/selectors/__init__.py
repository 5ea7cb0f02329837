"""What may be read of ladders."""
