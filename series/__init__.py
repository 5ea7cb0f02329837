"""Series: tournaments of a season with an order of merit."""
