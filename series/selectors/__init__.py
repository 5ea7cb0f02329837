"""What may be read of series; nothing here writes."""
