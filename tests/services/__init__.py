"""Starters of what the tests need around the site: PostgreSQL, Redis, Chromium, the site's own processes."""
