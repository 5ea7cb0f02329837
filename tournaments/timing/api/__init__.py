"""Times of matches over the API."""
