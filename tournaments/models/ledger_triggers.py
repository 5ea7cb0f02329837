"""What a line of the ledger says is never changed, by the database itself: a wrong line is reversed by one of its own.

Whose player it was may change (two players become one, a login is deleted). Lines go with their tournament where the demo
is made anew: nothing else deletes one that has lines.
"""

from web.append_only import AppendOnlyTable

_TEXTS = ("kind", "currency", "method", "note", "key", "at", "amount")
_NUMBERS = ("tournament_id", "event_id", "entry_id", "pool_id", "lot_id", "reverses_id")
LEDGER = AppendOnlyTable(
    "tournaments_ledgerline",
    "the ledger is append-only",
    unless=" AND ".join(
        [f'new."{name}" = old."{name}"' for name in _TEXTS]
        + [f"COALESCE(new.{name}, 0) = COALESCE(old.{name}, 0)" for name in _NUMBERS]
    ),
    may_go=True,
)
