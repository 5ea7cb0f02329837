"""Waits until PostgreSQL takes connections; `barpoint-migrate.service` runs it before `migrate`."""

from time import sleep
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection
from psycopg import pq
from psycopg.conninfo import make_conninfo

from config.databases import CONNECT_S

PAUSE_S = 2
ping = pq.PGconn.ping
NOT_YET = (pq.Ping.REJECT, pq.Ping.NO_RESPONSE)
"""The server is starting or stopping; nothing answers."""
ADDRESS = ("service", "host", "port", "user", "dbname")


class Command(BaseCommand):
    help = "Wait until PostgreSQL takes connections. With SQLite, return at once."
    requires_system_checks = ()

    def handle(self, **_options: Any) -> None:
        if connection.vendor != "postgresql":
            return
        server = server_address()
        if ping(server) not in NOT_YET:
            return
        host = connection.settings_dict["HOST"] or "the local socket"
        self.stdout.write(f"PostgreSQL at {host} does not take connections. Waiting for it …")
        while ping(server) in NOT_YET:
            sleep(PAUSE_S)


def server_address() -> bytes:
    """The server of DATABASE_URL as libpq reads it, without the password: none is needed to ask whether a server answers."""
    given = connection.get_connection_params()
    address = {name: str(given[name]) for name in ADDRESS if given.get(name)}
    return make_conninfo("", connect_timeout=CONNECT_S, **address).encode()
