"""What may be read of clubs; nothing here writes."""
