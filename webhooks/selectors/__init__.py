"""What may be read of webhooks; nothing here writes."""
