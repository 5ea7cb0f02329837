"""PURE: what the log of a table clock contains, and the match that it adds up to. static/js/tableclock does the same on phones."""
