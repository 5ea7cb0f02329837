"""Which errors of the database are its state (away, full, locked, slow) and not a bug of ours.

The first are answered 503, try again; the second propagate as every bug does. PostgreSQL says which by its
SQLSTATE, SQLite by its result code; what has neither never reached the database.
"""

from django.db import Error, InterfaceError, OperationalError

RETRY_AFTER_S = 5
CODE = "unavailable"

# https://www.postgresql.org/docs/current/errcodes-appendix.html: connection, authorization, resources, operator
# (statement_timeout and shutdown among them), system, configuration file.
_CLASSES = ("08", "28", "53", "57", "58", "F0")
_STATES = frozenset(
    {
        "25006",  # read only: a standby, or a full disk under a careful operator
        "25P03",  # idle in a transaction for too long
        "25P04",  # a transaction for too long
        "3D000",  # no such database (yet)
        "40001",  # serialization failure
        "40P01",  # deadlock
        "55006",  # object in use
        "55P03",  # lock not available
    }
)
# https://sqlite.org/rescode.html: primary result codes
_RESULTS = {
    5: "busy",
    6: "locked",
    7: "no memory",
    8: "read only",
    9: "interrupted",
    10: "input or output",
    11: "corrupt",
    13: "full",
    14: "cannot open",
    15: "protocol",
    26: "not a database",
}


def is_transient(error: BaseException | None) -> bool:
    """Is it the database's state, so that the same request may succeed later, unchanged?"""
    if not isinstance(error, Error):
        return False
    cause = error.__cause__
    result = getattr(cause, "sqlite_errorcode", None)
    if result is not None:
        return result & 0xFF in _RESULTS
    state = getattr(cause, "sqlstate", None)
    if state is not None:
        return state in _STATES or state[:2] in _CLASSES
    return isinstance(error, OperationalError) or (
        isinstance(error, InterfaceError) and "connection" in str(error)
    )


def is_timeout(error: BaseException | None) -> bool:
    """Did a statement or a lock take longer than anybody is made to wait? Then the next one may, too."""
    return getattr(getattr(error, "__cause__", None), "sqlstate", None) in ("55P03", "57014")


def retry_after(status: int) -> dict[str, str]:
    """The header that belongs to a 503; none to another status."""
    return {"Retry-After": str(RETRY_AFTER_S)} if status == 503 else {}
