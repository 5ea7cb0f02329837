"""PURE: what was recorded of a ladder, and the order of players that it adds up to."""
