"""Django's PostgreSQL that gives up quickly while the server is away: ENGINE = "config.postgres"."""
