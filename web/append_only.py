"""Tables in which the database itself lets nobody change or delete a row, whoever asks: the application, a shell, a query by hand.

Triggers, created after every `migrate` and dropped before it: SQLite makes a table anew to alter it, and would lose
them, or stumble over them. They do not stop the owner of the database, who can drop them first.
"""

from dataclasses import dataclass
from typing import Any

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper


@dataclass(frozen=True, slots=True)
class AppendOnlyTable:
    """A table; `error` is the message, `unless` the SQL of the one change that is allowed, over `old` and `new`.

    Without `may_go` no row is deleted.
    """

    table: str
    error: str
    unless: str = ""
    may_go: bool = False

    def up(self, vendor: str) -> list[str]:
        """The statements that create the triggers."""
        make = self._postgresql if vendor == "postgresql" else self._sqlite
        statements = make("update", self.unless)
        return (
            statements if self.may_go else [*statements, *make("delete", ""), *self._whole(vendor)]
        )

    def down(self, vendor: str) -> list[str]:
        """The statements that drop the triggers, where there are any."""
        on = f" ON {self.table}" if vendor == "postgresql" else ""
        return [
            f"DROP TRIGGER IF EXISTS {self.table}_no_{what}{on}"
            for what in ("update", "delete", "truncate")
        ]

    def _whole(self, vendor: str) -> list[str]:
        """PostgreSQL can empty a table without a look at its rows; the function is the one that refuses a delete."""
        if vendor != "postgresql":
            return []
        return [
            f"CREATE TRIGGER {self.table}_no_truncate BEFORE TRUNCATE ON {self.table}"
            f" FOR EACH STATEMENT EXECUTE FUNCTION {self.table}_no_delete()"
        ]

    def _sqlite(self, what: str, unless: str) -> list[str]:
        when = f" WHEN NOT ({unless})" if unless else ""
        return [
            f"CREATE TRIGGER {self.table}_no_{what} BEFORE {what} ON {self.table} FOR EACH ROW{when}"
            f" BEGIN SELECT RAISE(ABORT, '{self.error}'); END"
        ]

    def _postgresql(self, what: str, unless: str) -> list[str]:
        name = f"{self.table}_no_{what}"
        answer = "NEW" if what == "update" else "OLD"
        test = f"IF {unless} THEN RETURN {answer}; END IF;" if unless else ""
        return [
            f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {test}"
            f" RAISE EXCEPTION '{self.error}' USING ERRCODE = 'integrity_constraint_violation'; END $$",
            f"CREATE TRIGGER {name} BEFORE {what} ON {self.table} FOR EACH ROW EXECUTE FUNCTION {name}()",
        ]


_GONE = " OR ".join(
    f"(old.model = '{model}' AND NOT EXISTS (SELECT 1 FROM {table} WHERE {row}))"  # noqa: S608  # our own tables
    for model, table, row in (
        ("accounts.user", "accounts_user", "CAST(id AS text) = old.object_id"),
        (
            "accounts.player",
            "accounts_player",
            "CAST(id AS text) = old.object_id AND anonymised_at IS NULL",
        ),
        ("accounts.apitoken", "accounts_apitoken", "CAST(id AS text) = old.object_id"),
        ("account.emailaddress", "account_emailaddress", "CAST(id AS text) = old.object_id"),
        ("mfa.authenticator", "mfa_authenticator", "CAST(id AS text) = old.object_id"),
    )
)
_DOER_GONE = (
    "old.by_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM accounts_user WHERE id = old.by_id)"
)
_UNTOUCHED = " AND ".join(
    ["COALESCE(new.by_id, 0) = COALESCE(old.by_id, 0)"]
    + [f'new."{name}" = old."{name}"' for name in ("id", "at", "what", "model", "object_id")]
)
_SAME = " AND ".join(
    f'CAST(new."{name}" AS text) = CAST(old."{name}" AS text)'
    for name in ("object_name", "reason", "before", "after")
)
_BLANK = (
    "new.object_name = '' AND new.reason = ''"
    " AND CAST(new.\"before\" AS text) = '{}' AND CAST(new.\"after\" AS text) = '{}'"
)
_IP = "COALESCE(CAST({row}.ip AS text), '')"
_BY = (
    f"(new.by_name = old.by_name AND {_IP.format(row='new')} = {_IP.format(row='old')}"
    f" OR new.by_name = '' AND {_IP.format(row='new')} = '' AND {_DOER_GONE})"
)
AUDIT = AppendOnlyTable(
    "accounts_auditline",
    "the audit trail is append-only",
    # Personal values of a deleted user may be blanked; nothing can be put in their place.
    unless=f"{_UNTOUCHED} AND ({_SAME} OR {_BLANK} AND ({_GONE})) AND {_BY}",
)
_kept: dict[str, list[AppendOnlyTable]] = {"accounts": [AUDIT]}


def register_table(app: str, table: AppendOnlyTable) -> None:
    """Make this table of an app append-only, too; called from AppConfig.ready."""
    if table not in _kept.setdefault(app, []):
        _kept[app].append(table)


def registered_tables() -> list[AppendOnlyTable]:
    """All of them, of every app."""
    return [table for tables in _kept.values() for table in tables]


def create_triggers(sender: Any, using: str, **_options: Any) -> None:
    """After a migrate (post_migrate)."""
    _run(sender.label, connections[using], up=True)


def drop_triggers(sender: Any, using: str, **_options: Any) -> None:
    """Before a migrate (pre_migrate)."""
    _run(sender.label, connections[using], up=False)


def _run(app: str, connection: BaseDatabaseWrapper, *, up: bool) -> None:
    tables = _kept.get(app, [])
    if not tables or connection.vendor not in {"postgresql", "sqlite"}:
        return
    with connection.cursor() as cursor:
        existing = set(connection.introspection.table_names(cursor))
        for guarded in tables:
            if guarded.table not in existing:
                continue
            statements = guarded.down(connection.vendor)
            for statement in [*statements, *(guarded.up(connection.vendor) if up else ())]:
                cursor.execute(statement)
