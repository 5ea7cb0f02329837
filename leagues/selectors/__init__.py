"""What may be read of leagues; nothing here writes."""
