"""PURE: who is promoted and relegated, and the divisions of the next season."""
