"""Ladders of clubs."""
