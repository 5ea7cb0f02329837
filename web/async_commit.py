"""Commits that do not wait for the disk, so that those of moves wait for fewer."""

from django.db import connection


def commit_asynchronously() -> None:
    """PostgreSQL commits this transaction at once and writes it to the disk within a second (`synchronous_commit`). A crash of the
    server may undo it whole, with all that was committed after it, and nothing that was committed before and waited for the disk.
    So it is for what is done again then, without harm. On SQLite nothing changes. Call it inside the transaction."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL synchronous_commit = off")
