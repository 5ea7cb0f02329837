"""Clubs: who belongs to which, which events and tournaments they run, and how strong their members are. Above ratings."""
