"""Tags of the pages of series."""
