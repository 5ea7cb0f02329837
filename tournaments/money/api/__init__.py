"""Money over the API."""
