"""Entries over the API."""
