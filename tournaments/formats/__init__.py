"""Formats: who plays whom, as data. PURE: the standard library only, no clock, no chance but a given seed."""
