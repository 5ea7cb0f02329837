"""Leagues: seasons of divisions, with promotion and relegation from one season to the next."""
