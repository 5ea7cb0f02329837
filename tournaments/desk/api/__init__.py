"""What the desk does, over the API."""
