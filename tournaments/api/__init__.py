"""/api/v1/ of tournaments, one module a thing asked for. Nothing is decided here: services and selectors are asked."""
