"""Ladders of clubs: an order of players that changes by challenges."""
