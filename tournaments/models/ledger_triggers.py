"""Database triggers that keep lines of the ledger from being changed: a wrong line is reversed by another.

The player of a line may change (two players become one, a login is deleted). Lines are deleted with their tournament
where the demo is made again; nothing else deletes a tournament that has lines.
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
