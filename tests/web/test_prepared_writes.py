"""Writes whose statements are made before their transaction."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from notifications.models import Notification
from tests.tournaments.making import NOW
from web.prepared_writes import (
    delete_of,
    insert_of,
    update_each_of,
    update_of,
    write,
    write_locked,
    write_unlocked,
)

pytestmark = pytest.mark.django_db


def rows(number: int) -> list[Notification]:
    users = User.objects.bulk_create(User(username=f"r{n}", password="!") for n in range(number))
    return [
        Notification(
            user=user, kind="ruling", subject="x", url="/", created_at=NOW, values={"n": 1}
        )
        for user in users
    ]


def test_rows_are_inserted_in_few_statements_and_those_that_are_there_stay() -> None:
    made = rows(200)
    statements = insert_of(made)
    assert len(statements) < 10
    assert sum(write(statements)) == 200
    assert sum(write(insert_of(made))) == 0
    stored = Notification.objects.order_by("pk").first()
    assert stored is not None
    assert (stored.user_id, stored.values, stored.created_at) == (made[0].user_id, {"n": 1}, NOW)


def test_updates_and_deletes_say_how_many_rows_they_changed() -> None:
    write(insert_of(rows(3)))
    owed = Notification.objects.order_by("pk")
    first = owed.values_list("pk", flat=True)[0]
    statements = [
        *update_of(owed.filter(pk__gt=first), email_at=NOW),
        *delete_of(owed.filter(email_at=None)),
    ]
    with CaptureQueriesContext(connection) as queries:
        assert write(statements) == [2, 1]
    assert sum("notification" in query["sql"] for query in queries) == 2
    assert Notification.objects.filter(email_at=NOW).count() == 2


def test_one_statement_alone_is_a_transaction_by_itself() -> None:
    write(insert_of(rows(2)))
    with CaptureQueriesContext(connection) as queries:
        assert write(update_of(Notification.objects.all(), email_at=NOW)) == [2]
    assert len(queries) == 1
    assert Notification.objects.filter(email_at=NOW).count() == 2


def test_no_rows_are_no_statement_and_no_transaction() -> None:
    none = Notification.objects.filter(pk__in=[])
    assert [*update_of(none, email_at=NOW), *delete_of(none), *insert_of([])] == []
    with CaptureQueriesContext(connection) as queries:
        assert write([]) == []
        assert write_unlocked(none, lambda rows: update_of(rows, email_at=NOW)) == []
    assert not queries.captured_queries or connection.vendor == "postgresql"


def test_each_row_is_given_its_own_values() -> None:
    write(insert_of(rows(120)))
    pks = list(Notification.objects.order_by("pk").values_list("pk", flat=True))
    values = {
        pk: {"subject": f"s{n}", "email_at": NOW if n % 2 else None} for n, pk in enumerate(pks)
    }
    statements = update_each_of(Notification.objects.exclude(pk=pks[0]), values)
    assert len(statements) == 3
    assert sum(write(statements)) == 119
    stored = Notification.objects.order_by("pk").values_list("subject", "email_at")
    assert list(stored) == [
        ("x", None),
        *((f"s{n}", NOW if n % 2 else None) for n in range(1, 120)),
    ]
    assert update_each_of(Notification.objects.all(), {}) == []


def test_what_a_crash_may_undo_is_written_after_its_rows_are_locked() -> None:
    write(insert_of(rows(2)))
    owed = Notification.objects.all()
    with CaptureQueriesContext(connection) as queries:
        assert write_locked(owed, update_of(owed, email_at=NOW)) == [2]
    texts = [query["sql"] for query in queries]
    if connection.features.has_select_for_update:
        assert sum("FOR NO KEY UPDATE" in text for text in texts) == 1
        assert sum("synchronous_commit" in text for text in texts) == 1
    else:
        assert len(texts) == 1
