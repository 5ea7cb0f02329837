"""What changes calendar links."""
