"""The built-in bots: pure policies that know what a player knows. They must not touch the database or the time."""

from games.bots.policy import decide

__all__ = ["decide"]
