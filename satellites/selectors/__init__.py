"""What may be read of satellites and their tickets."""
