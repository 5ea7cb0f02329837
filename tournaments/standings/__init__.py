"""Standings: places as a pure function of results. The standard library only."""
