"""Which database, and how long anybody waits for it: SQLite in VAR_DIR unless DATABASE_URL names another.

Every wait has an end, so that a page, an API call or a move is answered (503, come again) and no thread is
lost. `manage.py` may take its time: migrations, backups and audits wait for locks no longer than others do,
but their statements may run for hours.
"""

from pathlib import Path
from typing import Any

from config.env import database_settings, integer, number

CONNECT_S = 3
"""For a connection: from the pool, and over the network."""
STATEMENT_S = number("DATABASE_STATEMENT_S", default=10.0)
"""For one statement on PostgreSQL, its waiting for locks included; 0: no limit (manage.py)."""
LOCK_S = number("DATABASE_LOCK_S", default=5.0)
"""For one lock on PostgreSQL (0: for ever); on SQLite for the writers of this process, and then for others'."""
POOL = integer("DATABASE_POOL", default=16, least=1)
"""Connections to PostgreSQL that a process may hold."""


def databases(folder: Path) -> dict[str, dict[str, Any]]:
    """Django's DATABASES. What the URL of PostgreSQL says after its `?`, such as sslmode, is kept."""
    chosen = database_settings("DATABASE_URL", default=f"sqlite:///{folder / 'barpoint.sqlite3'}")
    if chosen["ENGINE"].endswith("sqlite3"):
        return {"default": {**chosen, **_sqlite()}}
    ours = _postgres()
    options = {**chosen.get("OPTIONS", {}), **ours["OPTIONS"]}
    return {"default": {**chosen, **ours, "OPTIONS": options}}


def _sqlite() -> dict[str, Any]:
    return {
        "ENGINE": "config.sqlite",
        "CONN_MAX_AGE": 600,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": LOCK_S,
            "init_command": (
                "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
            ),
        },
    }


def _postgres() -> dict[str, Any]:
    """The keep-alives find out within 11 s that a server has vanished from the network without a word."""
    return {
        "ENGINE": "config.postgres",
        "OPTIONS": {
            "pool": {
                "min_size": 1,
                "max_size": POOL,
                "timeout": CONNECT_S,
                "reconnect_timeout": CONNECT_S - 1,
            },
            "connect_timeout": CONNECT_S,
            "keepalives_idle": 5,
            "keepalives_interval": 2,
            "keepalives_count": 3,
            "tcp_user_timeout": 11_000,
            "options": f"-c statement_timeout={STATEMENT_S * 1000:.0f} -c lock_timeout={LOCK_S * 1000:.0f}",
        },
    }
