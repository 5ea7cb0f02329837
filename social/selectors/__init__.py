"""What may be read of follows and blocks; nothing here writes."""
