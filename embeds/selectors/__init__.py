"""What may be read: results for feeds, and what a calendar shows; nothing here writes."""
