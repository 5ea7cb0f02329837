"""Django's SQLite with an orderly queue of writers: ENGINE = "config.sqlite"."""
