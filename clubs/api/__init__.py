"""Clubs over the API."""
