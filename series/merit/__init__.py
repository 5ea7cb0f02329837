"""PURE: points for places, and the order of merit. Standard library only."""
