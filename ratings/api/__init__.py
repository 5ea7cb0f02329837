"""Ratings over the API."""
