"""Reports and files over the API."""
