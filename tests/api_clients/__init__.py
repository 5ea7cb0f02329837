"""Clients that generators make from the description of the API."""
