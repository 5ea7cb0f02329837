"""Frames, their script and code, oEmbed, and feeds."""
